"""What a change of a question or its paragraph tests: a capability, by a kind of test (Ribeiro et al. 2020)."""

from typing import Literal

Test = Literal["invariance", "directional"]

# By kind of edit: what a system must be able to do to answer as before.
BY_KIND = {
    "ablate": "context", "reorder": "context", "split": "syntax", "merge": "syntax", "paraphrase": "syntax",
    "synonym": "vocabulary", "coreference": "coreference", "misspell": "robustness", "garbage": "robustness",
    "elongate": "robustness", "distract": "negation", "SEARs": "vocabulary", "question misspelling": "robustness",
    "question inflection": "morphology", "question paraphrase": "vocabulary",
}  # fmt: skip
# By family, where an edit says no kind.
BY_FAMILY = {"word sequences": "robustness", "sentences": "distraction"}


def capabilities(kind: str, family: str) -> str:
    """What a kind of edit tests, of several edits each once; empty where nothing is known of it."""
    found = [BY_KIND.get(one, BY_FAMILY.get(family, "")) for one in kind.split(" + ")]
    return ", ".join(dict.fromkeys(filter(None, found)))


def kind_of_test(kind: str, family: str) -> Test | Literal[""]:
    """Invariance, where the right answers stay, as every change of a question or its paragraph must leave them."""
    return "invariance" if capabilities(kind, family) else ""
