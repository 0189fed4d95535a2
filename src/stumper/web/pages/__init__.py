"""The pages, each module with its ``routes``."""
