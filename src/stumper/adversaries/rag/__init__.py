"""Attacks on systems that find their passages themselves, or are given several."""
