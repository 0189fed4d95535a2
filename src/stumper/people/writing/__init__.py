"""Texts that people write against models, as they write them and once they are submitted."""
