"""What must hold of a match before a rule is applied, by name."""

from collections.abc import Callable

from stumper.adversaries.verification.claimrules import shapes
from stumper.adversaries.verification.claimrules.match import Match, Part
from stumper.adversaries.verification.claimrules.word_sets import HELPING, NEGATIVE
from stumper.language.inflection import inflected, lemma
from stumper.language.lexicon import classes, is_spelled


def holds(guard: str, match: Match) -> bool:
    """Whether a guard of the tables holds: "A person" is the guard "person" of the part A.

    Where the claim has no such part, there is nothing to doubt.
    """
    if guard in ON_MATCHES:
        return ON_MATCHES[guard](match)
    letter, _, name = guard.partition(" ")
    if (part := match.parts.get(letter)) is None:
        return True
    if name not in part.known:
        part.known[name] = ON_PARTS[name](part)
    return part.known[name]


def _is_base(match: Match) -> bool:
    """Whether the word after "did not" is a verb in its base form."""
    word = match.words.get("base", "")
    return is_spelled(word, "verb") and lemma(word, "VB") == word


def _is_finite(match: Match) -> bool:
    """Whether the verb is a full verb in a tense that "did" or "does" can take over."""
    token = match.frame.parse.tokens[match.frame.verb]
    if token.tag not in ("VBD", "VBZ") or token.text in NEGATIVE or token.text in HELPING:
        return False
    following = match.parts["B"].tokens[0].tag
    return following not in ("VBN", "RB") and inflected(lemma(token.text, token.tag), token.tag) == token.text


def _is_quality(match: Match) -> bool:
    """Whether what follows "is" is one adjective, or opens with a preposition."""
    tokens = match.parts["B"].tokens
    return tokens[0].tag == "JJ" or (len(tokens) > 1 and tokens[0].tag == "IN")


def _is_passive(match: Match) -> bool:
    """Whether the verb is a form of "be" with a participle right behind it."""
    tokens, verb = match.frame.parse.tokens, match.frame.verb
    return tokens[verb].relation == "aux:pass" and tokens[verb].head == verb + 1


ON_MATCHES: dict[str, Callable[[Match], bool]] = {
    "base verb": _is_base,
    "be present": lambda match: match.words["be"] == "is",
    "passive": _is_passive,
    "verb past": lambda match: not match.words["verb"].endswith("s"),
    "verb finite": _is_finite,
    "predicate of place or quality": _is_quality,
}
ON_PARTS: dict[str, Callable[[Part], bool]] = {
    "person": shapes.is_person,
    "no person": lambda part: shapes.is_plain(part) and "PERSON" not in part.kinds(),
    "plain": shapes.is_plain,
    "singular": shapes.is_singular,
    "name": shapes.is_name,
    "one name": shapes.is_one_name,
    "one title": shapes.is_one_title,
    "phrase": shapes.is_phrase,
    "place": shapes.is_place,
    "time": shapes.is_time,
    "place or time": lambda part: shapes.is_place(part) or shapes.is_time(part),
    "no clutter": shapes.is_uncluttered,
    "no people": lambda part: "person" not in classes(shapes.sort_noun(part) or ""),
    "movie": shapes.is_movie,
    "definite": shapes.is_definite,
    "participle": lambda part: part.tokens[0].tag == "VBN",
    "made somewhere": shapes.is_made_somewhere,
    "noun": shapes.is_noun,
    "bare noun": shapes.is_bare_noun,
    "callable": shapes.is_callable,
    "no scope": shapes.is_without_scope,
    "sort no scope": shapes.is_sort_without_scope,
    "affirmative": lambda part: not {token.text for token in part.tokens} & NEGATIVE,
}
