"""What a system must be able to do to answer a changed question, or a question about a changed paragraph: a capability
(Ribeiro et al. 2020). Which kind of test it is, its right answers tell (``stumper.kind_of_test``)."""

# By kind of edit.
BY_KIND = {
    "ablate": "context", "reorder": "context", "split": "syntax", "merge": "syntax", "paraphrase": "syntax",
    "synonym": "vocabulary", "coreference": "coreference", "misspell": "robustness", "garbage": "robustness",
    "elongate": "robustness", "distract": "distraction", "SEARs": "vocabulary", "question misspelling": "robustness",
    "question inflection": "morphology", "question paraphrase": "vocabulary", "answer": "faithfulness",
    "withhold": "abstention",
}  # fmt: skip
# By kind and family, where a family's own edits of a kind test more: those that programs make deny a wrong answer.
BY_BOTH = {("distract", "context edits"): "negation"}
# By family, where an edit says no kind.
BY_FAMILY = {"word sequences": "robustness", "sentences": "distraction"}


def capability(kind: str, family: str) -> str:
    """What a kind of edit by an adversary of a family tests, of several edits each once in the order of letters; empty
    where nothing is known of it."""
    found = {_of(one, family) for one in kind.split(" + ")}
    return ", ".join(sorted(found - {""}))


def _of(kind: str, family: str) -> str:
    return BY_BOTH.get((kind, family)) or BY_KIND.get(kind) or BY_FAMILY.get(family, "")
