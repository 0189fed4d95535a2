"""Bonuses: what a system is asked part by part, and how its answers count."""
