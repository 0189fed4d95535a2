"""Names of the paragraph called by something else: a pronoun, the former or the latter, a misleading noun."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from random import Random
from typing import ClassVar

from stumper.adversaries.reading.edits.paragraph import Change, Paragraph, changed, content_words, paragraph
from stumper.adversaries.reading.edits.proposing import at_least_one, first, one_batch
from stumper.language.inflection import inflected, lemma
from stumper.language.lexicon import classes
from stumper.language.parse import Parse
from stumper.language.pipeline import load_pipeline
from stumper.language.rewording.mentions import Mention, is_common_noun, mentions_in
from stumper.language.rewording.one_sentence import parsed
from stumper.language.rewording.words import word_set
from stumper.text import tokens
from stumper.types import Example, Perturbation


@dataclass(frozen=True, slots=True)
class Coreference:
    """Calls names by a pronoun, the former or the latter, or a misleading noun (Rahurkar et al. 2020).

    The misleading noun is of a kind with a noun of the question. It is introduced where the name is first mentioned,
    so that a careful reader knows what it means.
    """

    tasks: ClassVar[Sequence[str]] = ("reading",)

    candidates: int = 6
    pipeline: str = "embedded"

    def __post_init__(self) -> None:
        at_least_one("edit-coreference", "candidates", self.candidates)

    def proposals(self, example: Example, rng: Random) -> list[Perturbation]:
        """The moves in turn, the first of each before the second of any."""
        given = paragraph(example)
        if given is None:
            return []
        named = mentions(given, self.pipeline)
        [question] = load_pipeline(self.pipeline).parse([given.question])
        scene = _Scene(given, question, named)
        found = [[(rule, changes) for changes in move(scene)] for rule, move in MOVES]
        turns = (made for turn in zip_longest(*found) for made in turn if made is not None)
        return first(self.candidates, (changed(given, changes, "coreference", rule) for rule, changes in turns))

    attack = one_batch


@dataclass(frozen=True, slots=True)
class _Scene:
    given: Paragraph
    question: Parse
    named: Sequence[Mention]

    def of_sentence(self, index: int) -> list[Mention]:
        return [mention for mention in self.named if mention.sentence == index]


def pronoun(scene: _Scene) -> Iterator[list[Change]]:
    """*Ada lit the lamp. Ada kept it.* → *Ada lit the lamp. She kept it.*"""
    for index in _near(scene.given):
        subjects = [m for m in scene.of_sentence(index) if m.is_subject or m.follows in ("'s", "’s")]
        before = scene.of_sentence(index - 1)
        if not subjects or not before:
            continue
        mention = scene.of_sentence(index)[0]
        antecedents = [m for m in before if _same(m, mention)]
        if mention not in subjects or not mention.is_free or not antecedents or not antecedents[0].is_subject:
            continue
        if (word := _pronoun_for(scene, mention, before)) is not None:
            yield from _if_any(_called(scene.given, mention, word))


def former_or_latter(scene: _Scene) -> Iterator[list[Change]]:
    """*Ada and Bo met. Ada spoke.* → *Ada and Bo met. The former spoke.*"""
    for index in _near(scene.given):
        pair = scene.of_sentence(index - 1)
        if len(pair) != 2 or pair[0].name == pair[1].name or not all(m.is_free and len(m.name) > 1 for m in pair):
            continue
        if pair[0].kind != pair[1].kind or pair[0].kind not in ("PERSON", "PLACE", "ORG"):
            continue
        for mention in scene.of_sentence(index)[:1]:
            which = [i for i, m in enumerate(pair) if _same(m, mention)]
            if len(which) == 1 and mention.is_free:
                yield from _if_any(_called(scene.given, mention, ("the former", "the latter")[which[0]]))


def alias(scene: _Scene) -> Iterator[list[Change]]:
    """*The Elbe is long. The Elbe floods.* → *The Elbe (below called "the lake") is long. The lake floods.*"""
    given = scene.given
    for place, name in enumerate(_repeated(scene)):
        found = [m for m in scene.named if m.name == name and m.is_free]
        opening = next(
            (m for m in found if m.follows not in ("'s", "’s", "'") and not given.within_answer(m.end)), None
        )
        if opening is None or not (nouns := _misleading(scene, opening)):
            continue
        later = [m for m in found if m.start > opening.start and not given.touches_answer(m.start, m.end)]
        noun = nouns[place % len(nouns)]
        noun = inflected(noun, "NNS") if opening.is_plural else noun
        changes = [change for m in later if (change := _called(given, m, f"the {noun}")) is not None]
        if changes:
            yield [Change(opening.end, opening.end, f' (below called "the {noun}")'), *changes]


# By the class of a noun that the question has, for names of each kind: nouns that such a question might ask for.
# The row "" is for questions without such a noun.
MISLEADING: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "PERSON": {"": ("envoy", "steward", "clerk", "merchant")},
    "PLACE": {
        "city": ("borough", "market town"),
        "country": ("duchy", "province"),
        "place": ("valley", "district"),
        "water": ("lake", "canal"),
        "building": ("tower", "fortress"),
        "organization": ("colony", "parish"),
        "group": ("colony", "parish"),
        "": ("province", "harbour", "valley"),
    },
    "ORG": {
        "organization": ("guild", "league"),
        "group": ("delegation", "assembly"),
        "person": ("committee", "crew"),
        "place": ("agency", "office"),
        "event": ("festival", "contest"),
        "act": ("campaign", "mission"),
        "work": ("periodical", "chronicle"),
        "": ("bureau", "venture"),
    },
    "": {"": ("subject", "topic", "matter")},  # they fit whatever it is
}

Move = Callable[[_Scene], Iterator[list[Change]]]
MOVES: tuple[tuple[str, Move], ...] = (
    ("pronoun", pronoun),
    ("former or latter", former_or_latter),
    ("misleading noun", alias),
)
_MALE, _FEMALE = word_set("he him his himself"), word_set("she her hers herself")
_SINGULAR = ("VBZ", "VBD", "MD")


def _near(given: Paragraph) -> list[int]:
    """The sentences that have one before them, the nearest to the key sentence first."""
    window = range(max(1, given.key - BEFORE + 1), min(len(given.sentences), given.key + AFTER + 1))
    return sorted(window, key=lambda index: (abs(index - given.key), index < given.key))


def _same(one: Mention, other: Mention) -> bool:
    """Whether a name is the other, or its last word."""
    return one.name == other.name or (one.kind == "PERSON" and one.name.split()[-1] == other.name)


def _if_any(change: Change | None) -> Iterator[list[Change]]:
    if change is not None:
        yield [change]


def _called(given: Paragraph, mention: Mention, what: str) -> Change | None:
    """The mention's name replaced; None where it is part of an answer."""
    end = mention.end
    if mention.follows in ("'s", "’s") and what in _OWNED:
        end += len(mention.follows)
        what = _OWNED[what]
    if given.touches_answer(mention.start, end):
        return None
    return Change(mention.start, end, what[0].upper() + what[1:] if mention.opens else what)


_KINDS = {"city": "PLACE", "country": "PLACE", "state": "PLACE", "place": "PLACE", "water": "PLACE",
          "building": "PLACE", "organization": "ORG", "event": "", "work": ""}  # fmt: skip
_OWNED = {"he": "his", "she": "her", "it": "its", "they": "their"}


def _pronoun_for(scene: _Scene, mention: Mention, before: Sequence[Mention]) -> str | None:
    """The pronoun that can only mean this name; None where there is none."""
    rivals = [m for m in before if not _same(m, mention)]
    kind = _kind(scene, mention.name)
    words = set(tokens(scene.given.text))
    if kind == "PERSON":
        if any(_may_be_meant(scene, rival) for rival in rivals):
            return None
        male, female = bool(words & _MALE), bool(words & _FEMALE)
        return None if male == female else "he" if male else "she"
    if (
        words & (_MALE | _FEMALE)
        or kind not in ("PLACE", "ORG")
        or any(_kind(scene, rival.name) != "PERSON" for rival in rivals)
    ):
        return None
    return None if mention.is_plural or mention.tag_after not in (*_SINGULAR, "POS") else "it"


def _may_be_meant(scene: _Scene, rival: Mention) -> bool:
    """Whether *he* or *she* could be this name: it is no place or body that something is in, at or of."""
    return _kind(scene, rival.name) not in ("PLACE", "ORG") or not _is_placed(scene, rival)


def _kind(scene: _Scene, name: str) -> str:
    """What a name says that it is, as streets and companies do, else what most of its mentions are taken for."""
    parts = name.split()
    told = [_KINDS[of] for word in (parts[-1], parts[0]) for of in classes(word.lower()) if of in _KINDS]
    if len(parts) > 1 and told:
        return told[0]
    alike = [m for m in scene.named if m.name.split()[-1] == parts[-1]]
    found = Counter(m.kind for m in alike)
    kind = max(found, key=lambda kind: (found[kind], kind)) if found else ""
    return "" if kind == "PLACE" and not any(_is_placed(scene, m) for m in alike) else kind


def _is_placed(scene: _Scene, mention: Mention) -> bool:
    """Whether something is said to be in, at or of it."""
    return (
        re.search(r"\b(?:in|at|of|from|to|near|through|around)$", scene.given.text[: mention.start].rstrip())
        is not None
    )


def _repeated(scene: _Scene) -> list[str]:
    """Names that are mentioned again and are no part of an answer: those of the key sentence, then frequent ones."""
    given = scene.given
    answers = " ".join(answer.text for answer in given.answers)
    found = Counter(m.name for m in scene.named if m.is_free)
    in_key = {m.name for m in scene.of_sentence(given.key) if m.is_free}
    names = [name for name in found if found[name] > 1 and name not in answers and not re.search(r"[\d.]", name)]
    return sorted(names, key=lambda name: (name not in in_key, -found[name], given.text.index(name)))


def _misleading(scene: _Scene, mention: Mention) -> list[str]:
    """Nouns of a kind with the question's that may name such a thing, and that neither question nor paragraph has."""
    taken = {lemma(word.text.lower(), "NNS") for word in content_words(f"{scene.given.question} {scene.given.text}")}
    asked = [token.lemma for token in scene.question.tokens if token.tag in ("NN", "NNS") and token.text.islower()]
    kind = "PERSON" if mention.is_plural else _kind(scene, mention.name)
    rows = MISLEADING.get(kind, MISLEADING[""])
    related = [noun for name in asked for of in classes(name) for noun in rows.get(of, ())]
    return [noun for noun in dict.fromkeys([*related, *rows[""]]) if noun not in taken]


BEFORE, AFTER = 4, 3  # sentences around the key sentence that are looked at


def mentions(given: Paragraph, pipeline: str) -> list[Mention]:
    """The names of the sentences around the key sentence, in order; of a sentence that has no parse, none."""
    found: list[Mention] = []
    for i in range(max(0, given.key - BEFORE), min(len(given.sentences), given.key + AFTER + 1)):
        parse = parsed(given.sentences[i].text, pipeline)
        if parse is not None:
            found += mentions_in(parse, i, given.sentences[i].start)
    plural = [m.name for m in found if m.is_subject and m.follows in ("were", "are", "have") and not m.is_plural]
    return [
        replace(m, is_free=m.is_free and m.name not in plural)  # a noun in its place would not fit the verb
        for m in found
        if not is_common_noun(m.name, given.text)
    ]
