"""The parts of a report as values, and what they are made of: runs, words, pictures."""
