"""Attacks on readers: of the paragraph, of the question, or of both."""
