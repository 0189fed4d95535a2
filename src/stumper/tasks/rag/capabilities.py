"""What a system must be able to do to answer a changed open question, or one with other passages behind it: a
capability (Ribeiro et al. 2020)."""

# By kind of edit.
BY_KIND = {
    "passage sent": "distraction", "passage conflict": "source criticism", "passage distract": "distraction",
    "passage order": "position", "passage withhold": "abstention", "passage shortcut": "multi-hop",
    "passage poison": "source criticism", "passage inject": "instructions", "passage search": "distraction",
    "in passage": "reading", "question presupposition": "abstention", "question misspelling": "robustness",
    "question inflection": "morphology", "question paraphrase": "vocabulary", "SEARs": "vocabulary",
}  # fmt: skip


def capability(kind: str, family: str) -> str:
    """What a kind of edit tests, of several each once in the order of letters; empty where nothing is known of it."""
    return ", ".join(sorted({BY_KIND.get(one, "") for one in kind.split(" + ")} - {""}))
