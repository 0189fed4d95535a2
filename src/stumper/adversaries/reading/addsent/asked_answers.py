"""An answer seen with its question: all that tells which type it is of."""

import re
from dataclasses import dataclass

from stumper.language.clauses import Clause, Span, is_word
from stumper.language.lexicon import classes
from stumper.language.parse import Parse, Token


@dataclass(frozen=True, slots=True)
class Asked:
    """An answer with all that tells its type: its parse, the words that ask for it, the class of their noun."""

    text: str
    parse: Parse
    asking: str
    noun: str
    is_action: bool  # what somebody does
    is_predicate: bool  # what something is, or which one
    asks_noun: bool = False  # what follows what or which
    wants_plural: bool | None = None  # whether several are asked for; None where the question does not show it

    @property
    def first(self) -> str:
        """The Penn tag of its first word."""
        return self.parse.tokens[0].tag if self.parse.tokens else ""

    @property
    def last(self) -> str:
        """The Penn tag of its last word."""
        words = [token for token in self.parse.tokens if any(letter.isalnum() for letter in token.text)]
        return words[-1].tag if words else ""

    def is_entity(self, *kinds: str) -> bool:
        """Whether a named entity of one of these kinds makes up its end."""
        return any(entity.kind in kinds and entity.last >= len(self.parse.tokens) - 1 for entity in self.parse.entities)

    @property
    def noun_classes(self) -> tuple[str, ...]:
        """What kind of thing the question's noun names."""
        return classes(self.noun) if self.noun else ()

    @property
    def own_classes(self) -> tuple[str, ...]:
        """What kind of thing its last word names."""
        words = [token for token in self.parse.tokens if token.text.isalpha()]
        return classes(words[-1].lemma) if words and not self.is_name else ()

    @property
    def is_name(self) -> bool:
        """Whether its first or last word has a capital that no sentence gave it."""
        words = [word for word in re.findall(r"[\w'’.-]+", self.text) if word.lower() not in ("the", "a", "an")]
        return bool(words) and words[-1][0].isupper()


def asked_for(answer: Parse, parts: Clause) -> Asked:
    """An answer's parse seen with the question's parts."""
    named = parts.noun or (parts.subject if {"what", "copula"} <= parts.features else parts.noun)
    # without the end of the sentence that it was taken from
    text = re.sub(r"(?:(?<=[a-z\d]{2})|(?<=[\d ]%))[.,;:]+$", "", answer.text.strip())
    text = re.sub(r"\s*\([^()]*$", "", text) or text  # cut off within brackets
    is_predicate = not parts.features.isdisjoint(("copula", "noun"))
    if {"how", "stranded"} <= parts.features:  # "how is the sea described as"
        is_predicate |= parts.text(parts.rest).lower().split()[-1] == "as"
    asking, asks_noun = parts.text(parts.asking).lower(), bool(parts.noun) or "order" in parts.features
    opening = parts.text(parts.opening).lower()
    does = opening.endswith((" do", " doing")) or not parts.features.isdisjoint(("done", "does"))
    is_action = does and asking in ("what", "which") and not asks_noun
    return Asked(text, answer, asking, _head(parts, named), is_action, is_predicate, asks_noun,
                 _plural(parts))  # fmt: skip


def _plural(parts: Clause) -> bool | None:
    """Whether the noun that is asked for, or the verb to be beside what is asked about, is a plural."""
    tokens = parts.parse.tokens
    if "in-place" in parts.features and re.search(r"\bone of\b[^,]*$", parts.text(parts.opening)):
        return True  # "rain is one of the town's what"
    if parts.noun and parts.features.isdisjoint(("how-many", "how-much")):
        heads = [i for i in parts.noun if _is_noun(parts, i)]
        nouns = _behind_names(parts, [i for i in heads if i + 1 not in heads])
        return tokens[nouns[0]].tag in ("NNS", "NNPS") if nouns else None
    if "copula" in parts.features and parts.features & {"what", "who"} and parts.auxiliary:
        word = tokens[parts.auxiliary.first].text.lower()
        return {"is": False, "was": False, "'s": False, "are": True, "were": True}.get(word)
    return None


def _head(parts: Clause, span: Span) -> str:
    """The lemma of the noun that a phrase is about: of "the name of the river" the river."""
    tokens = parts.parse.tokens
    heads = [i for i in span if _is_noun(parts, i) and (i + 1 == span.end or _ends(tokens[i + 1]))]
    heads = _behind_names(parts, heads)
    while len(heads) > 1 and tokens[heads[0]].lemma in ("name", "term", "title", "nickname", "type", "kind"):
        if not parts.noun or tokens[heads[0]].lemma not in ("type", "kind"):
            heads.pop(0)
        else:
            break
    return tokens[heads[0]].lemma.lower() if heads else ""


def _is_noun(parts: Clause, index: int) -> bool:
    """Whether a token is a noun by its tag, or as the back that runs."""
    tokens = parts.parse.tokens
    is_back = index > 0 and is_word(tokens[index], ("back",)) and is_word(tokens[index - 1], ("running",))
    return tokens[index].tag.startswith("NN") or (is_back and index in parts.noun)


def _behind_names(parts: Clause, heads: list[int]) -> list[int]:
    """The heads without a name that only an ing-form or a number parts from the next: "the Gulls running back"."""
    tokens = parts.parse.tokens
    while (
        len(heads) > 1
        and tokens[heads[0]].tag.startswith("NNP")
        and all(tokens[i].tag.startswith(("VBG", "CD", "HYPH", "NN")) for i in range(heads[0] + 1, heads[1]))
    ):
        heads = heads[1:]
    return heads


def _ends(following: Token) -> bool:
    """Whether a phrase's noun is complete before this token; a name may end in a word that asks: "Doctor Who"."""
    return not (following.tag.startswith(("NN", "HYPH", "POS")) or is_word(following, ("who", "what")))
