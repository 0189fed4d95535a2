"""Guessers of tossups: how each answers, and how one is fitted on tossups of a user's own."""
