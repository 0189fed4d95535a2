"""Data sets: read from files of any format that a task knows."""

from stumper.datasets.files import fingerprint_of, open_dataset, opened_dataset, task_of_file, understood_of

__all__ = ["fingerprint_of", "open_dataset", "opened_dataset", "task_of_file", "understood_of"]
