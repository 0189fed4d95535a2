"""AddSent by its steps: a question is altered, a fake answer found, a statement made of both."""
