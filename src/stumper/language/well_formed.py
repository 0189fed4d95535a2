"""Whether a statement made of a question is a clause that may stand: what is seen of its words refuses the rest."""

import re

from stumper.language.clauses import ASKING, AUXILIARIES, Clause, is_finite

_TWICE = re.compile(r"\b(?!(?:had|that|very|new)\b)(\w+) \1\b", re.IGNORECASE)
_AGAIN = re.compile(r"\b(\w+ \w+ \w+) \1\b", re.IGNORECASE)
# Two prepositions that never stand beside each other, or an article before another.
_CLASH = re.compile(
    r"\b(?:from|to|of|with|by|into|as|at|for|than|against) (?:in|at|on|by|from|to|with|during|for|of)"
    r" (?!(?:least|most|all|last|the time|which|who|what|where|a )\b)(?=\S)"
    r"|\b(?:the|a|an) (?:the|a|an)\b(?! )|\b(?:of|the|a|an) (?:is|was|are|were|has|had|did|does)\b"
    r"|\w(?:'s|s') (?:a|an|the)\b",
)
_SECOND = re.compile(r"[a-z]\. (?:what|who|which|how|when|where|why) ")  # a question of its own that is left over
_INVERTED = re.compile(r"\b(?:or|and|but) (?:did|do|does|was|were|is|are) (?:the|some|they|it|he|she|a|an|his)\b")
_OPENERS = frozenset(str.split("when where while if because although though since as after before until how who"))


def is_well_formed(asked: Clause, text: str) -> bool:
    """Whether a statement has a finite verb, begins like one, repeats nothing and leaves nothing in the air."""
    words = re.findall(r"[\w'’-]+", text.lower())
    if len(words) < 3 or words[0] in AUXILIARIES or not _has_verb(asked):
        return False
    if (
        asked.subject
        and "copula" in asked.features
        and " or " in text
        and asked.parse.tokens[asked.subject.first].tag == "JJR"
    ):
        return False  # "which is older, the one or the other"
    if "copula" in asked.features and asked.features & {"do", "modal"}:
        return False  # no verb was found for a do
    if words[0] in ASKING and words[0] not in _OPENERS:
        return False
    if _begins_with_verb(asked, words[0]) or words[-1] in ("the", "a", "an", "of", "as", "and", "or", "than"):
        return False
    if _SECOND.search(text):
        return False
    question = asked.parse.text.lower()
    if "yes-no" in asked.features and _INVERTED.search(text):  # "is it so, or is it not"
        return False
    faults = (found for pattern in (_TWICE, _AGAIN, _CLASH, _INVERTED) for found in pattern.finditer(text))
    return all(found.group().lower() in question for found in faults)  # what the question itself says, people said


def _has_verb(asked: Clause) -> bool:
    if asked.verb or asked.auxiliary or "order" in asked.features:
        return True
    tokens = asked.parse.tokens
    return any(is_finite(asked.parse, i) or tokens[i].tag.startswith("VB") for i in range(len(tokens)))


def _begins_with_verb(asked: Clause, word: str) -> bool:
    """Whether the sentence has lost the subject before its verb."""
    if not asked.verb or asked.subject or "order" in asked.features:
        return False
    token = asked.parse.tokens[asked.verb.first]
    return token.text.lower() == word and not asked.opening
