"""Attacks on guessers: tossups said otherwise, and clues that mislead."""
