"""Attacks of machines that run from a project's page, and raw sentences that are made for people to mend."""
