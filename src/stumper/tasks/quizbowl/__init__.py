"""Tossups, read word by word: what a guesser is asked, and how its guesses are judged."""
