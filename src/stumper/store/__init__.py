"""What Stumper remembers: plans, examples, attempts, predictions, judgements."""

from stumper.store.claims import Claims
from stumper.store.connection import store_file
from stumper.store.standing import Standing
from stumper.store.store import Store, store_url

__all__ = ["Claims", "Standing", "Store", "store_file", "store_url"]
