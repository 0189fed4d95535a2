"""What Stumper remembers: plans, examples, attempts, predictions, judgements."""

from stumper.store.store import Store, store_url

__all__ = ["Store", "store_url"]
