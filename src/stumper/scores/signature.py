"""One line that says how a score was computed, so that two figures can be compared or told apart."""

from importlib.metadata import version


def signature(metric: str, n: int, **how: str) -> str:
    """``f1|official:squad-1.1|agg:mean|n:507|stumper:0.1.0``: the metric, how in the given order, n, the version."""
    parts = how | {"n": str(n), "stumper": version("stumper")}
    return "|".join([metric, *(f"{key.replace('_', '-')}:{value}" for key, value in parts.items())])
