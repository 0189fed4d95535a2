"""The most common words of English texts, with their capitals: names in capitals, other words in lower case."""

import gzip
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from wordfreq import top_n_list, word_frequency

READING = ("new_wiki", "reddit", "amazon_reviews")
WORD = re.compile(r"[^\W\d_](?:\.[^\W\d_])+\.?|[^\W\d_]+(?:[-'’&][^\W\d_]+)*\.?|[.!?:\"“”()]|\d")
NO_NAME = re.compile(r"(?<![ODL])['’]|['’](?:[a-z]+|S)$|-[a-z]+$|[ÂÃ€]")  # I'm, Asia-based, bytes misread
BRACKET = re.compile("-[LR][RS]B-")  # as FEVER writes brackets
LEAST, LEAST_SHARE = 3, 0.15  # how often a spelling is met, and in which share of the word's places, to count
LISTED = 60_000  # words of the other list
CAPITALS = re.compile(r"\b([A-Z][\w’'-]*\w)(?: [A-Z]\.)? (?=([A-Z][\w’-]*\w))")
SINGLE = re.compile(r"\b[A-Z][\w’-]*\w")


@dataclass(frozen=True, slots=True)
class Word:
    """A spelling, and how common it is: a share of all words."""

    text: str
    share: float
    is_name: bool


def texts(data: Path) -> Iterator[str]:
    """Paragraphs, questions, claims, evidence and tossups; no text that anything is scored on."""
    for part in READING:
        for article in _json(data / f"reading/squadshifts-{part}.json.gz")["data"]:
            for paragraph in article["paragraphs"]:
                yield paragraph["context"]
                yield from (qa["question"] for qa in paragraph["qas"])
    rows = [json.loads(line) for line in _lines(data / "verification/fever-paper-test.jsonl.gz")]
    yield from dict.fromkeys(text for row in rows for text in (row["claim"], row.get("evidence_text")) if text)
    yield from (json.loads(line)["question"] for line in _lines(data / "quizbowl/tossups-2012-2020.jsonl.gz"))


def spellings(data: Path) -> tuple[Counter[str], dict[str, Counter[str]]]:
    """How often each word occurs, in lower case, and its spellings where no sentence or quotation begins."""
    total: Counter[str] = Counter()
    within: dict[str, Counter[str]] = {}
    for text in texts(data):
        first = True
        for found in WORD.finditer(BRACKET.sub(" ", text)):
            word = re.sub(r"['’]s$", "", found.group())
            word = word if "." in word[:-1] else word.rstrip(".")
            if word and word[0].isalpha():
                total[word.lower()] += 1
                if not first:
                    within.setdefault(word.lower(), Counter())[word] += 1
            first = found.group()[-1] in '.!?:"“”' and not (word and "." in word)
    return total, within


def family_names(data: Path, given: set[str]) -> dict[str, float]:
    """The share of a name's places where a given name is before it, of names that have two such places."""
    total: Counter[str] = Counter()
    after: Counter[str] = Counter()
    for text in texts(data):
        plain = re.sub(r"['’]s\b", "", text)
        total.update(SINGLE.findall(plain))
        after.update(second for first, second in CAPITALS.findall(plain) if first in given)
    return {name: n / total[name] for name, n in sorted(after.items()) if n >= 2}


def common_words(data: Path, names: set[str], is_known: Callable[[str], bool], most: int) -> list[Word]:
    """The most common spellings, the most common first; ``names`` are kept as they are, in any case.

    A word's share is the mean of its share of these texts and of wordfreq's. A capital letter makes a name only where
    the lower case is no word that is known: War and Treaty are in titles what they are elsewhere.
    """
    total, within = spellings(data)
    size = sum(total.values())
    cased: dict[str, list[str]] = {}
    for name in names:
        cased.setdefault(name.lower(), []).append(name)
    shares: dict[str, float] = {}
    listed = {word for word in top_n_list("en", LISTED) if word.isalpha() and len(word) > 1}
    for lower in sorted({word for word, n in total.items() if n >= LEAST} | listed | set(cased)):
        # Of what is not one word of its list, wordfreq guesses the share from the parts.
        share = (total[lower] / size + (word_frequency(lower, "en") if lower.isalpha() else 0)) / 2
        for text, part in _forms(lower, within.get(lower, Counter()), cased.get(lower, []), is_known):
            shares[text] = max(shares.get(text, 0), share * part)
    order = sorted(shares, key=lambda text: (text not in names, -shares[text], text))[:most]
    words = [Word(text, shares[text], text in names or not text.islower()) for text in order]
    return sorted(words, key=lambda word: (-word.share, word.text))


def _forms(
    lower: str, met: Counter[str], names: list[str], is_known: Callable[[str], bool]
) -> Iterator[tuple[str, float]]:
    """The spellings to keep of one word, each with its share of the word's places."""
    places = sum(met.values())
    for name in names:
        yield name, max(met[name], 1) / max(places, 1)
    if is_known(lower):
        yield lower, max(met[lower], 1) / max(places, 1)
    for text, n in met.items():
        rare = n < LEAST or n < LEAST_SHARE * places
        if rare or text in names or text == lower or len(text) < 2 or NO_NAME.search(text):
            continue
        acronym = text.replace(".", "").isupper() and len(text) <= 6
        if acronym or (text[0].isupper() and not text.isupper() and not is_known(lower)):
            yield text, n / places


def _json(path: Path) -> dict[str, list[dict[str, list[dict[str, list[dict[str, str]]]]]]]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        content: dict[str, list[dict[str, list[dict[str, list[dict[str, str]]]]]]] = json.load(file)
    return content


def _lines(path: Path) -> Iterator[str]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        yield from file
