"""One file for each way to reach a system under test."""
