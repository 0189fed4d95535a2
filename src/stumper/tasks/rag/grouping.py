"""What open questions share with others of their data set."""

from collections.abc import Mapping

from stumper.identity import content_id
from stumper.tasks.rag.open_question import gold_passages
from stumper.types import Example


def groups(example: Example) -> Mapping[str, str]:
    """The article and the passage that say the answer first, or that a question without one was asked about; nothing of
    a question whose passages are not known."""
    passages = gold_passages(example.gold) or example.gold.passages
    if not passages:
        return {}
    first = passages[0]
    passage = f"{first.title}/{content_id(first.text)[:12]}"
    return {"article": first.title, "passage": passage} if first.title else {"passage": passage}
