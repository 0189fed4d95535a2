"""The reader of the years before neural networks: features of spans, weighed by a logistic regression."""
