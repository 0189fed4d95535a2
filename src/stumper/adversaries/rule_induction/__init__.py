"""Semantically equivalent adversarial rules: what they are, how they are learned, and the file that they stand in."""
