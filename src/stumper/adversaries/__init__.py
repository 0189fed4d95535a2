"""Attacks, one file each, for each task a folder; none knows another."""
