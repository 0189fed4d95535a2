"""Sentences and words said otherwise, by a parse and tables."""
