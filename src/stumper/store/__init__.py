"""What Stumper remembers: plans, examples, attempts, predictions, judgements."""

from stumper.standing import Standing
from stumper.store.claims import Claims
from stumper.store.connection import absolute_url, store_file
from stumper.store.opening import open_store, store_at, store_url
from stumper.store.store import Store

__all__ = ["Claims", "Standing", "Store", "absolute_url", "open_store", "store_at", "store_file", "store_url"]
