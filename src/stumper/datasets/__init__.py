"""Data sets: read from files of any format that a task knows."""

from stumper.datasets.files import fingerprint_of, open_dataset, task_of_file

__all__ = ["fingerprint_of", "open_dataset", "task_of_file"]
