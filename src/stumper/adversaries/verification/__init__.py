"""Attacks on fact checkers: claims said otherwise, and claims made anew."""
