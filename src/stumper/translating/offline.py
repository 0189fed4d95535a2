"""The translator that needs none: sentences reworded by a table, without a word of another language."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from stumper.translating.offline_table import MACROS, ROWS
from stumper.translating.sentences import MASK, Paraphrase, Sentence, is_same, tidied


@dataclass(frozen=True, slots=True)
class Rewording:
    """Contractions, determiners, voice, word order and set phrases; every text is also given back as it is."""

    def paraphrases(self, sentences: Sequence[Sentence]) -> list[list[Paraphrase]]:
        """The text itself, then as each row of the table has it."""
        return [[Paraphrase(sentence.text, ""), *reworded(sentence)] for sentence in sentences]

    def log_ratios(self, texts: Sequence[str], paraphrases: Sequence[str]) -> list[float] | None:
        """None: a table has no probabilities."""
        return None


def reworded(sentence: Sentence) -> Iterator[Paraphrase]:
    """What the rows of the table make of a sentence, in their order, each text once."""
    if not sentence.is_one:
        return
    seen, given = [tidied(sentence.text)], sentence.masked
    for name, pattern, template in _rows():
        match = pattern.search(given)
        if match is None:
            continue
        text = given[: match.start()] + _filled(template, match) + given[match.end() :]
        if sorted(MASK.findall(text)) != sorted(MASK.findall(given)):
            continue
        said = tidied(sentence.restored(text))
        if not any(is_same(said, other) for other in seen):
            seen.append(said)
            yield Paraphrase(said, name)


def _filled(template: str, match: re.Match[str]) -> str:
    """The template with its groups; ``\\l1`` is the first group with a small letter, ``\\u1`` with a capital."""
    text = re.sub(r"\\u(\d)", lambda m: match.group(int(m.group(1))).capitalize(), template)
    text = re.sub(r"\\l(\d)", lambda m: _lowered(match.group(int(m.group(1)))), text)
    text = re.sub(r"\\(\d)", lambda m: match.group(int(m.group(1))) or "", text)
    return text[:1].upper() + text[1:] if match.start() == 0 else text


def _lowered(text: str) -> str:
    return text[:1].lower() + text[1:]


@cache
def _rows() -> tuple[tuple[str, re.Pattern[str], str], ...]:
    """The table with its patterns compiled."""
    rows = []
    for name, pattern, template in ROWS:
        for macro, meaning in MACROS.items():
            pattern = pattern.replace(macro, meaning)
        rows.append((name, re.compile(pattern), template))
    return tuple(rows)
