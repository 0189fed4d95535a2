"""Adversarial examples for systems that answer questions and check facts, scored with their correctness."""
