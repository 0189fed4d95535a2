"""Names of the paragraph called by something else: a pronoun, the former or the latter, their kind, a surname; and
pronouns by the name that they stand for.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, zip_longest
from random import Random
from typing import ClassVar

from stumper.adversaries.reading.edits.paragraph import Change, Paragraph, changed, paragraph
from stumper.adversaries.reading.edits.proposing import at_least_one, first, one_batch
from stumper.adversaries.reading.edits.said_in_full import kinds_named, subjects_again
from stumper.language.inflection import inflected, lemma
from stumper.language.lexicon import classes
from stumper.language.neighbours import name_class
from stumper.language.rewording.leaning import goes_on
from stumper.language.rewording.mentions import Mention, is_common_noun, mentions_in
from stumper.language.rewording.one_sentence import parsed_each
from stumper.language.rewording.words import word_set
from stumper.text import tokens
from stumper.types import Example, Perturbation


@dataclass(frozen=True, slots=True)
class Coreference:
    """Calls names by a pronoun, the former or the latter, their kind, or a surname (Rahurkar et al. 2020).

    Names that the question has come first. What a name is called can mean nothing else in its paragraph.
    """

    tasks: ClassVar[Sequence[str]] = ("reading",)
    family: ClassVar[str] = "context edits"
    searches: ClassVar[bool] = False

    candidates: int = 8
    pipeline: str = "embedded"

    def __post_init__(self) -> None:
        at_least_one("edit-coreference", "candidates", self.candidates)

    def proposals(self, example: Example, rng: Random) -> list[Perturbation]:
        """The moves in turn, the first of each, then these all at once, then the second of each, and so on."""
        given = paragraph(example)
        if given is None or goes_on(given.sentences[0].text):
            return []  # what it goes on from may have names, too
        named = mentions(given, self.pipeline)
        near = range(given.key - BEFORE, given.key + AFTER + 1)
        scene = _Scene(given, [mention for mention in named if mention.sentence in near], named, self.pipeline)
        found = [[(rule, changes) for changes in move(scene)] for rule, move in MOVES]
        turns = [made for turn in zip_longest(*found) for made in turn if made is not None]
        firsts = [made[0] for made in found if made]
        if len(firsts) > 1:
            rules = " + ".join(rule for rule, _ in firsts)
            turns.insert(len(firsts), (rules, [change for _, changes in firsts for change in changes]))
        return first(self.candidates, (changed(given, changes, "coreference", rule) for rule, changes in turns))

    attack = one_batch


@dataclass(frozen=True, slots=True)
class _Scene:
    """A paragraph with the names of the sentences around the key sentence, and those of all its sentences."""

    given: Paragraph
    named: Sequence[Mention]
    everywhere: Sequence[Mention]
    pipeline: str

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


def possessive(scene: _Scene) -> Iterator[list[Change]]:
    """*Lowmere sold Lowmere's mill.* → *Lowmere sold its mill.*"""
    for index in [scene.given.key, *_near(scene.given)]:
        found = scene.of_sentence(index)
        for before, mention in pairwise(found):
            owned = mention.follows in ("'s", "’s") and mention.is_free and before.is_subject
            if owned and before.name == mention.name and (word := _owner(scene, mention)) is not None:
                yield from _if_any(_called(scene.given, mention, word))


def _owner(scene: _Scene, mention: Mention) -> str | None:
    kind, words = _kind(scene, mention.name), set(tokens(scene.given.text))
    if kind in ("PLACE", "ORG"):
        return None if mention.is_plural else "it"
    male, female = bool(words & _MALE), bool(words & _FEMALE)
    return None if kind != "PERSON" or male == female else "he" if male else "she"


def abbreviation(scene: _Scene) -> Iterator[list[Change]]:
    """*the Rope Guild of Lowmere (RGL) … RGL* → *… the guild*; *… the Rope Guild of Lowmere* → *… the RGL*."""
    given = scene.given
    for match in _ABBREVIATED.finditer(given.text):
        full, short = match.group(1).strip(), match.group(2)
        words = full.split()
        while words and "".join(word[0] for word in words if word[0].isupper()) != short:
            words = words[1:]
        if not words:
            continue
        noun = next((word.lower() for word in (words[-1], words[0]) if word.lower() in KINDS), None)
        either = "" if noun is None else rf"\b(?:{noun}|{inflected(noun, 'NNS')})\b"
        unique = noun is not None and len(re.findall(either, given.text, re.IGNORECASE)) == 1
        for name, what in ((short, f"the {noun}" if unique else " ".join(words)), (" ".join(words), short)):
            again = [m for m in scene.named if m.name == name and m.is_free and m.start > match.end()]
            changes = []
            for mention in again:
                article = given.text[mention.start : mention.start + 4].lower() == "the "
                said = what if what.startswith("the ") or not article else f"the {what}"
                if (change := _called(given, mention, said)) is not None:
                    changes.append(change)
            if changes:
                yield changes


_ABBREVIATED = re.compile(r"((?:[A-Z][\w’'-]+(?: (?:of|the|for|and|on|&))* ?){2,7})\(([A-Z]{2,6})\)")


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
            # people say it of a subject: *This teaching by the former* has its reader look for a pair
            opens = mention.opens and mention.is_subject and mention.follows not in ("'s", "’s")
            if len(which) == 1 and mention.is_free and opens:
                yield from _if_any(_called(scene.given, mention, ("the former", "the latter")[which[0]]))


def its_kind(scene: _Scene) -> Iterator[list[Change]]:
    """*The Elbe River is long. The Elbe River floods.* → *The Elbe River is long. The river floods.*"""
    for name in _by_question(scene):
        if (noun := _kind_of(scene, name)) is not None:
            yield from _said_again(scene, name, f"the {noun}")


def surname(scene: _Scene) -> Iterator[list[Change]]:
    """*Ada Thorn came. Ada Thorn left.* → *Ada Thorn came. Thorn left.*"""
    people = {m.name for m in scene.named if m.kind == "PERSON"}
    for name in _by_question(scene):
        parts = name.split()
        last = parts[-1]
        if (
            name not in people
            or name_class(parts[0]) not in ("given-m", "given-f")
            or not 2 <= len(parts) <= 3
            or not re.fullmatch(r"[A-Z][a-z]{2,}", last)
        ):
            continue
        if all(other == name or last not in other.split() for other in {m.name for m in scene.named}):
            yield from _said_again(scene, name, last)


def name_again(scene: _Scene) -> Iterator[list[Change]]:
    """*Ada lit the lamp. She kept it.* → *Ada lit the lamp. Ada kept it.*, where nobody else is named.

    Sentences that do not hold the answer then speak of whom the question asks about by name.
    """
    given = scene.given
    people = [m for m in scene.named if m.kind == "PERSON" and m.is_free]
    said = set(tokens(given.text))
    if len({m.name.split()[-1] for m in people}) != 1 or bool(said & _MALE) == bool(said & _FEMALE):
        return
    if given.key > BEFORE or not re.fullmatch(r"[A-Z][a-z]{2,}", name := people[0].name.split()[-1]):
        return  # somebody may be named where nothing was looked at
    if name_class(max((m.name for m in people), key=len).split()[0]) not in ("given-m", "given-f"):
        return  # Kublai Khan, whom nobody calls Khan
    goes_on, changes = False, list[Change]()
    for i, sentence in enumerate(given.sentences):
        opened = _PERSON_OPENS.match(sentence.text)
        if opened and goes_on and not given.touches_answer(sentence.start, sentence.start + opened.end()):
            called = f"{name}'s" if opened.group() == "His" else name
            changes.append(Change(sentence.start, sentence.start + opened.end(), called))
        goes_on = bool(opened and goes_on) or any(m.sentence == i and m.is_subject for m in people)
    if changes:
        yield changes
    if len(changes) > 1:
        yield from ([change] for change in changes)


_PERSON_OPENS = re.compile(r"(?:He|His|She)\b")


def _said_again(scene: _Scene, name: str, what: str) -> Iterator[list[Change]]:
    """The name called so in the key sentence, then wherever it comes again; its first mention stays."""
    given, found = scene.given, [m for m in scene.named if m.name == name]
    later = [
        m
        for m in found
        if m.is_free and m.sentence > found[0].sentence and not _OF_A_TITLE.search(given.text[: m.start])
    ]
    changes = [(m, change) for m in later if (change := _called(given, m, what)) is not None]
    in_key = [change for m, change in changes if m.sentence == given.key]
    if in_key:
        yield in_key
    if len(changes) > len(in_key):
        yield [change for _, change in changes]


_OF_A_TITLE = re.compile(r"[A-Z]\w*,? of $")  # King Malcolm III of Scotland


def _by_question(scene: _Scene) -> list[str]:
    """The names that come again and are no part of an answer, those of the question first."""
    answers = " ".join(answer.text for answer in scene.given.answers)
    found = Counter(m.name for m in scene.named if m.name not in answers)
    names = [name for name in found if found[name] > 1 and not re.search(r"[\d.]", name)]
    return sorted(
        names, key=lambda name: (name not in scene.given.question, -found[name], scene.given.text.index(name))
    )


def _kind_of(scene: _Scene, name: str) -> str | None:
    """The noun for what bears the name: as its name says, or as gazetteers do; None where it may be another's."""
    text, parts = scene.given.text, name.split()
    noun = parts[-1].lower() if len(parts) > 1 and parts[-1].lower() in KINDS else None
    if noun is None and len(parts) > 2 and parts[1] == "of" and parts[0].lower() in KINDS:
        noun = parts[0].lower()
    if noun is not None:
        rivals = {m.name for m in scene.everywhere if m.name != name and noun in m.name.lower().split()}
    else:
        of = classes(name)[:1]
        noun = of[0] if of and of[0] in ("city", "country") else None
        rivals = {
            m.name for m in scene.everywhere if m.name != name and (m.kind == "PLACE" or classes(m.name)[:1] == of)
        }
    if noun is None or rivals:
        noun = _told_kind(scene, name)
    if noun is None:
        return None
    rest = re.sub(rf"\b(?:an?|the most [a-z]+) (?:[a-z-]+ ){{0,3}}{noun}\b", "", text.replace(name, ""), count=1)
    return None if _speaks_of_others(rest, noun) else noun


def _speaks_of_others(text: str, noun: str) -> bool:
    """Whether something else in a text may be what the noun calls: *two palaces*, *a palace*, *Royal palace*, *The new
    palace*; not *the palace*, nor *Then the palace*.
    """
    if (plural := inflected(noun, "NNS")) != noun and re.search(rf"\b{plural}\b", text):
        return True
    known = rf"(?:[Tt]he|[Tt]his|[Tt]hat) {noun}\b"
    one = r"(?:[Aa]n?|[Aa]nother|[Oo]ther|[Oo]ne|[A-Z]\w+)"
    return re.search(rf"\b(?!{known}){one} (?!{known})(?:[a-z-]+ )?{noun}\b", text) is not None


def _told_kind(scene: _Scene, name: str) -> str | None:
    """The noun that the paragraph itself has for it: *Elbe is the longest river of …*, *Ada Thorn, a glazier, …*."""
    told = re.search(
        rf"\b{re.escape(name)}(?: \([^()]*\))?(?: (?:is|was) (?:an?|the) (?:[\w-]+ ){{0,4}}?([a-z]+){_AFTER_NOUN}"
        r"|, (?:an?|the) (?:[\w-]+ ){0,4}?([a-z]+)(?=,|\.| who| which| of))",
        scene.given.text,
    )
    noun = (told.group(1) or told.group(2)) if told else None
    if noun is None or noun in _VAGUE or lemma(noun, "NNS") != noun or len(noun) < 4:
        return None
    return noun if _CLASSES_OF.get(_kind(scene, name), frozenset()) & set(classes(noun)) else None


_AFTER_NOUN = r"(?=[,.;]| (?:in|of|on|at|that|which|who|for|from|by|and|between|located|based|founded|with)\b)"
_CLASSES_OF = {
    "PERSON": word_set("person"),
    "PLACE": word_set("city country state place building water"),
    "ORG": word_set("organization"),
}
_VAGUE = word_set("area part place region site point side member last first one subsidiary home center centre end")

# What names end with, or begin with before *of*, and what such a thing is called.
KINDS = word_set("""
    abbey academy act agency airport arena army association award bank basin battle bay bridge broadcaster canal castle
    cathedral church college colony commission committee company conference conjecture constitution corporation
    council county court desert district doctrine dynasty empire federation festival forest fort foundation guild
    hall hospital hypothesis institute island kingdom lake league library mission monastery mountain movement museum
    navy network ocean palace panel parliament party peninsula plague plan prize program programme project province
    railway rainforest region republic revolution river road school sea senate series settlement show society
    stadium station street temple theatre theater theorem tower town treaty union university valley village war
""")


def subject_again(scene: _Scene) -> Iterator[list[Change]]:
    """*The mill burned. It was rebuilt.* ↔ *The mill burned. The mill was rebuilt.*"""
    return subjects_again(scene.given, scene.pipeline)


def kind_named(scene: _Scene) -> Iterator[list[Change]]:
    """*The Halden Palace burned. The palace was rebuilt.* → *… The Halden Palace was rebuilt.*"""
    nouns = dict[str, str]()
    for mention in scene.named:
        if mention.name not in nouns and not re.search(r"[\d.]", mention.name):
            whole = scene.given.text[mention.start : mention.end]
            noun = _kind_of(scene, mention.name)
            if noun is not None and mention.is_free and not mention.is_plural:
                article = "the " if whole.lower().startswith("the ") else ""
                nouns.setdefault(f"{article}{mention.name}", noun)
    last = min(len(scene.given.sentences) - 1, scene.given.key + AFTER)
    return kinds_named(scene.given, nouns, scene.given.sentences[last].end)


Move = Callable[[_Scene], Iterator[list[Change]]]
MOVES: tuple[tuple[str, Move], ...] = (
    ("pronoun", pronoun),
    ("possessive", possessive),
    ("former or latter", former_or_latter),
    ("abbreviation", abbreviation),
    ("its kind", its_kind),
    ("surname", surname),
    ("name again", name_again),
    ("subject again", subject_again),
    ("kind by its name", kind_named),
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
    rivals = [m for m in rivals if m.is_subject or m.kind == "PERSON"]
    kind = _kind(scene, mention.name)
    words = set(tokens(scene.given.text))
    if kind == "PERSON":
        if _has_people(scene, mention):
            return None
        if any(_may_be_meant(scene, rival) for rival in rivals):
            return None
        male, female = bool(words & _MALE), bool(words & _FEMALE)
        return None if male == female else "he" if male else "she"
    if kind not in ("PLACE", "ORG") or any(rival.is_subject for rival in rivals):
        return None
    return None if mention.is_plural or mention.tag_after not in (*_SINGULAR, "POS") else "it"


def _has_people(scene: _Scene, mention: Mention) -> bool:
    """Whether the sentence before, or what stands before the name, speaks of somebody by a noun: *the merchant*."""
    before = scene.given.sentences[mention.sentence - 1].text
    here = scene.given.text[scene.given.sentences[mention.sentence].start : mention.start]
    return any("person" in classes(word)[:1] for word in re.findall(r"(?<![\w'’-])[a-z]{3,}\b", f"{before} {here}"))


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


BEFORE, AFTER = 4, 3  # sentences around the key sentence that are looked at


def mentions(given: Paragraph, pipeline: str) -> list[Mention]:
    """The names of the paragraph, in order; of a sentence that has no parse, none."""
    found: list[Mention] = []
    parses = parsed_each([sentence.text for sentence in given.sentences], pipeline)
    for i, (sentence, parse) in enumerate(zip(given.sentences, parses, strict=True)):
        if parse is not None:
            found += mentions_in(parse, i, sentence.start)
    plural = [m.name for m in found if m.is_subject and m.follows in ("were", "are", "have") and not m.is_plural]
    return [
        replace(m, is_free=m.is_free and m.name not in plural)  # a noun in its place would not fit the verb
        for m in found
        if not is_common_noun(m.name, given.text)
    ]
