"""Tossups that people write against machines that listen."""
