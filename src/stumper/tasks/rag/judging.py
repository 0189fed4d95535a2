"""What people are asked who judge a changed question, or the passages that were put behind it."""

from stumper.judgeable import Judgeable, either
from stumper.tasks.rag.open_question import OpenQuestion, changes, gold_passages
from stumper.types import Example, Passage, Perturbation


def judgeable(id: str, example: Example, perturbation: Perturbation, evidence: str) -> Judgeable:
    """What changed: passages that were put in, before the gold ones that stay; or the question, with the gold ones. Of
    passages that were taken away, whether they say the answer, where nothing is left to be seen of an index."""
    before, after, gold = example.query, perturbation.query, perturbation.gold
    assert isinstance(before, OpenQuestion), "an open question"
    assert isinstance(after, OpenQuestion), "an open question"
    answers = either([answer.text for answer in gold.answers])
    holds = f"Is the right answer still {answers}?" if answers else "Do the passages leave the question open?"
    new, gone = changes(before, after)
    kept = [one for one in gold_passages(example.gold) if one.id not in gone and one not in new]
    texts = "\n\n".join(_shown(one) for one in (*new, *kept))
    if not texts and gone:
        taken = "\n\n".join(_shown(one) for one in example.gold.passages if one.id in gone)
        right = either([answer.text for answer in example.gold.answers])
        return Judgeable(id, f"“{after.text}” This was taken away. Does it say that the answer is {right}?", taken)
    if before.text != after.text:
        return Judgeable(id, f"These passages are the evidence. {holds}", after.text, texts, before.text)
    return Judgeable(id, f"“{after.text}” {holds}", texts)


def _shown(passage: Passage) -> str:
    return f"{passage.title}: {passage.text}" if passage.title else passage.text
