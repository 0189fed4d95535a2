"""Answer lines: how they are read, and which guesses they accept."""
