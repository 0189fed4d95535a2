"""The JSON API, each module with its ``routes``; pydantic models in and out."""
