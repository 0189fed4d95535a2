"""Sentences said in other words that keep their names and numbers: by tables, by round trips, by language models."""
