"""What claims share with others of their data set."""

from collections.abc import Mapping

from stumper.types import Example


def groups(example: Example) -> Mapping[str, str]:
    """The page of the first gold evidence; nothing without evidence, or where that is no sentence of a page."""
    if any(gold_set and example.gold.matched_by != "id" for gold_set in example.gold.evidence_sets):
        return {}
    first = next((min(ids) for ids in example.gold.evidence_sets if ids), "")
    return {"page": first.rpartition(":")[0]} if first else {}
