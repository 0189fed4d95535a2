"""Paraphrases by small changes: contractions, synonyms, determiners, question words, assurances; no model is asked.

The tables phrases.tsv and words.tsv say what may be said instead, and how surely it means the same; WordNet and the
words that edits of questions and the offline translator exchange are further synonyms, the years and months of dates
follow rules, and a past tense may be put with "did".
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files

from stumper.adversaries.rule_induction.index import Index
from stumper.adversaries.rule_induction.lines import Line
from stumper.adversaries.rule_induction.rule import Rule, matches_at, rewriting
from stumper.language.inflection import lemma, like
from stumper.language.lexicon import PartOfSpeech, senses
from stumper.language.neighbours import places
from stumper.language.rewording.exchanges import interchangeable
from stumper.translating.substitution import exchanged

LEAST_SHARE = 0.6  # of two words' uses, multiplied, that have the sense in which WordNet has them as synonyms
EXCHANGED = 0.9  # for words that "may stand for one another in nearly every sentence"
MANY = ("adj", "many")  # how many are never how numerous
MOST_COMMON = 6_000  # words, among which a synonym must be
PARTS: dict[str, PartOfSpeech] = {
    "NN": "noun", "NNS": "noun", "JJ": "adj", "JJR": "adj", "JJS": "adj", "RB": "adv", "VB": "verb", "VBD": "verb",
    "VBG": "verb", "VBN": "verb", "VBP": "verb", "VBZ": "verb",
}  # fmt: skip
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
_YEAR = re.compile(r"1\d{3}|20\d\d")
_AUXILIARIES = ("be", "have", "do")


def equivalents(lines: Sequence[Line], index: Index) -> list[dict[str, float]]:
    """For each text, its paraphrases with how surely each means the same."""
    found: list[dict[str, float]] = [{} for _ in lines]
    for rule, score, tag in phrases():
        for number, at in index.matches(rule):
            if tag in ("", lines[number].tags[at]):
                _note(found[number], lines[number], rule, at, score)
    for number, line in enumerate(lines):
        for at in range(len(line)):
            for rule, score in _of_word(line.words[at], line.tags[at], line.coarse[at]):
                _note(found[number], line, rule, at, score)
            for rule, score in _of_date(line, at):
                _note(found[number], line, rule, at, score)
    return found


@cache
def phrases() -> tuple[tuple[Rule, float, str], ...]:
    """The rows of phrases.tsv: a rule, how surely it keeps the meaning, and the tag of its first word, "" for any."""
    rows = ([*line.split("\t"), ""] for line in _table("phrases.tsv"))
    return tuple(
        (Rule(tuple(left.split(" ")), right.replace("∅", "")), float(s), tag) for s, left, right, tag, *_ in rows
    )


@cache
def word_similarity(word: str, tag: str, other: str) -> float:
    """How surely the word, of this tag, may be said as the other; 0 where no table and no sense knows."""
    part = PARTS.get(tag)
    if part is None:
        return 0.0
    name = lemma(word, tag)
    for synonym, score in (*_words().get((part, name), ()), *_synonyms(name, part)):
        if like(synonym, word, tag) == other:
            return score
    return 0.0


@cache
def _of_word(word: str, tag: str, coarse: str) -> tuple[tuple[Rule, float], ...]:
    """What may stand in the place of one word, in its form."""
    part = PARTS.get(tag)
    if part is None or coarse == "AUX" or not (word.replace("-", "").isalpha() and (word.islower() or tag == "JJ")):
        return ()
    name = lemma(word, tag)
    rows = dict((*_words().get((part, name), ()), *_synonyms(name, part)))
    found = {Rule((word,), like(synonym, word, tag)): score for synonym, score in rows.items()}
    if tag == "VBD" and name not in _AUXILIARIES:
        found[Rule((word,), f"did {name}")] = 0.93
    return tuple((rule, score) for rule, score in found.items() if rule.right != word)


def _of_date(line: Line, at: int) -> Iterator[tuple[Rule, float]]:
    """*in 1990* is *in the year 1990* and *during 1990*; *June 1990* is *June of 1990*."""
    word, after = line.words[at], line.words[at + 1] if at + 1 < len(line) else ""
    follows = line.tags[at + 2] if at + 2 < len(line) else "."
    if not _YEAR.fullmatch(after) or follows in ("NN", "NNS", "HYPH", "NNP", "JJ"):
        return
    if word in ("in", "since", "until"):
        yield Rule((word, "<CD>"), f"{word} the year <CD>"), 0.98
    if word == "in":
        yield Rule((word, "<CD>"), "during <CD>"), 0.93
    if word in _MONTHS:
        yield Rule((word, "<CD>"), f"{word} of <CD>"), 0.98


def _note(found: dict[str, float], line: Line, rule: Rule, at: int, score: float) -> None:
    made = rewriting(rule, line, at) if matches_at(rule, line, at) else None
    if made is not None:
        found[made.text] = max(score, found.get(made.text, 0.0))


@cache
def _words() -> dict[tuple[str, str], tuple[tuple[str, float], ...]]:
    """What may stand for a word of that part of speech: the rows of words.tsv, then what rewording and translating
    exchange whatever hangs on the word."""
    rows = defaultdict(list)
    for line in _table("words.tsv"):
        part, word, other, score = line.split("\t")
        rows[part, word].append((other, float(score)))
    for key, others in (*interchangeable().items(), *exchanged().items()):
        if key == MANY:
            continue
        known = {word for word, _ in rows[key]}
        rows[key] += [(other, EXCHANGED) for other in others if other not in known]
    return {key: tuple(found) for key, found in rows.items()}


@cache
def _synonyms(name: str, part: PartOfSpeech) -> tuple[tuple[str, float], ...]:
    """The synonyms of WordNet, if both words have the sense in most of their uses; never quite sure."""
    if part == "verb":  # their senses keep no frames
        return ()
    found = []
    for sense in senses(name, part):
        for word in sense.close:
            shares = [sense.share * back.share for back in senses(word, part) if name in back.synonyms]
            if max(shares, default=0) >= LEAST_SHARE and _is_plain(word, name, part):
                found.append((word, 0.6 + 0.4 * max(shares)))
    return tuple(found)


def _is_plain(word: str, name: str, part: PartOfSpeech) -> bool:
    """Whether a synonym is a common word, and neither a spelling of the word nor an adverb that may be another part."""
    common = places().get(word, MOST_COMMON) < MOST_COMMON and word.isalpha() and word[:4] != name[:4]
    return common and (part != "adv" or (word.endswith("ly") and name.endswith("ly")))


def _table(name: str) -> list[str]:
    text = (files("stumper.adversaries.rule_induction") / name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]
