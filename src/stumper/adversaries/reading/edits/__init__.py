"""Edits of paragraphs and questions, one file each, and what combines them."""
