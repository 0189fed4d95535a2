"""A round trip by Apertium, the rule-based translator that Debian packages; it needs no network and has no probabilities.

Its translations are rough, so a round trip is taken change by change: what WordNet does not know to mean the same, and
what leaves the sentence's grammar, is put back as it was.
"""

import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache

from stumper.errors import BadOption, BrokenAdversary
from stumper.language.inflection import inflected, lemma
from stumper.language.lexicon import PartOfSpeech, senses
from stumper.language.parse import Parse
from stumper.language.pipeline import load_pipeline
from stumper.translating.names import MASK, Masked, is_same, masked, tidied
from stumper.translating.rewording import reworded
from stumper.translating.translator import Paraphrase

# Names that are the same in the languages of Apertium's pairs: each stands for a name of the text on the way.
STAND_INS = ("David", "Oscar", "Daniel", "Robert", "Samuel", "Victor", "Albert", "Hector", "Simon", "Oliver")
LEAST_SHARE = 0.25  # of a word's uses that have the sense in which the round trip's word means the same
# Verbs and others that mean what stands beside them.
LIGHT = set("make do set put keep hold take get have be go come give run see work play act describe fight little small large "
            "big alone back unknown child boy boss chief electric about main teen mold redwood gain license "
            "stage digger grave permit lone lonely anthem viewer crop classic disco stranger shut".split())  # fmt: skip
PARTS: dict[str, PartOfSpeech] = {
    "NN": "noun", "NNS": "noun", "JJ": "adj", "RB": "adv",
    "VB": "verb", "VBD": "verb", "VBN": "verb", "VBZ": "verb", "VBP": "verb", "VBG": "verb",
}  # fmt: skip


def load(pair: str, pipeline: str = "embedded") -> "Apertium":
    """The round trip over a pair such as ``eng-spa``; BadOption where Apertium or the pair is not installed."""
    there, dash, back = pair.partition("-")
    if not (there and dash and back):
        raise BadOption(f"'apertium:{pair}' names no pair of languages: write apertium:eng-spa.")
    if shutil.which("apertium") is None:
        raise BadOption(
            f"The command 'apertium' is not installed, which the translator 'apertium:{pair}' calls. On Debian: "
            f"apt install apertium apertium-{pair}."
        )
    installed = subprocess.run(["apertium", "-l"], capture_output=True, text=True, check=False).stdout.split()
    for direction in (pair, f"{back}-{there}"):
        if direction not in installed:
            raise BadOption(
                f"Apertium has no direction {direction!r} installed. On Debian: apt install apertium-{pair}; "
                "`apertium -l` lists what there is."
            )
    return Apertium(pair, pipeline)


@dataclass(frozen=True, slots=True)
class Apertium:
    """Round trips over ``pair``, with what the table of rewordings makes of the texts beside them."""

    pair: str
    pipeline: str = "embedded"

    def paraphrases(self, texts: Sequence[str]) -> list[list[Paraphrase]]:
        """The text, what is kept of its round trip, and its rewordings."""
        parses = load_pipeline(self.pipeline).parse(texts)
        given = [masked(parse) for parse in parses]
        back = self.round_trips([_sent(each) for each in given])
        found = []
        for parse, each, said in zip(parses, given, back, strict=True):
            text = mended(parse, each, said)
            there = [] if text is None else [Paraphrase(text, f"apertium {self.pair}")]
            found.append([Paraphrase(parse.text, ""), *there, *reworded(parse)])
        return found

    def log_ratios(self, texts: Sequence[str], paraphrases: Sequence[str]) -> list[float] | None:
        """None: rules have no probabilities."""
        return None

    def round_trips(self, texts: Sequence[str]) -> list[str]:
        """The texts there and back, in two calls of the command for all of them."""
        there, _, back = self.pair.partition("-")
        return _translated(_translated(texts, self.pair), f"{back}-{there}")


def mended(parse: Parse, given: Masked, said: str) -> str | None:
    """The text with those of the round trip's changes that hold; None where none does."""
    before, after = _words(given, parse), _WORD.findall(_unsent(said, given))
    turned = _turned(before, after)
    kept: list[str] = []
    changed, before = turned is not None, turned or before
    matcher = SequenceMatcher(None, [word.lower() for word, _ in before], [word.lower() for word in after], False)
    for what, i, k, m, n in matcher.get_opcodes():
        new = None if what == "equal" else _accepted(before[i:k], after[m:n], kept[-1] if kept else "")
        changed |= new is not None
        kept += [word for word, _ in before[i:k]] if new is None else new
    if not changed:
        return None
    text = tidied(given.restored(_joined(kept)))
    return None if is_same(text, parse.text) else text


Tagged = tuple[str, str]


# Ways of speaking that mean the same, as regular expressions; a verb that both name must be the same verb.
SHAPES = tuple(
    (re.compile(before), re.compile(after))
    for before, after in (
        (r"incapable of ([a-z]+ing)", r"unable to ([a-z]+)"),
        (r"(?:started|began) ([a-z]+ing)", r"(?:began|started) to ([a-z]+)"),
        (r"yet", r"still"),
        (r"such as", r"like"),
        (r"deals with", r"treats"),
        (r"no", r"not any"),
        (r"wants? to", r"wish(?:es)? to"),
    )
)


def _turned(before: Sequence[Tagged], after: Sequence[str]) -> list[Tagged] | None:
    """The old words with the genitive at their beginning as the round trip has it: the … of a name."""
    words = [word for word, _ in before]
    if len(words) < 4 or not MASK.match(words[0]) or words[1] != "'s":
        return None
    for count in range(1, 5):
        end = 2 + count
        if [*after[: count + 3]][-2:] == ["of", words[0]] and after[0] == "The" and len(words) > end:
            if _accepted(before[2:end], after[1 : count + 1]) is None:
                return None
            return [("The", "DT"), *before[2:end], ("of", "IN"), before[0], *before[end:]]
    return None


def _accepted(before: Sequence[Tagged], after: Sequence[str], verb: str = "") -> list[str] | None:
    """The new words, each in the form of the old one, where every one means the same as the one in its place.

    ``verb`` is the word before them, with which they may be one way of speaking.
    """
    old = " ".join(word for word, _ in before)
    if verb in ("began", "started", "begun") and len(before) == 1 and before[0][1] == "VBG" and len(after) == 2:
        return list(after) if list(after) == ["to", lemma(old, "VBG")] else None
    for shape, other in SHAPES:
        one, two = shape.fullmatch(old), other.fullmatch(" ".join(after))
        if one and two and [lemma(verb, "VBG") for verb in one.groups()] == list(two.groups()):
            return list(after)
    if len(before) != len(after):
        return None
    found = [_in_place(word, tag, new) for (word, tag), new in zip(before, after, strict=True)]
    return None if any(word is None for word in found) else [word for word in found if word is not None]


@cache
def _in_place(word: str, tag: str, new: str) -> str | None:
    """The new word in the form of the old one; None where WordNet has no sense in common that is frequent in both."""
    new = new.lower()
    if word.lower() == new:
        return word
    part = PARTS.get(tag)
    if part is None or not word.islower() or not new.isalpha():
        return None
    old = lemma(word, tag)
    for form in [each for each, other in PARTS.items() if other == part]:
        name = lemma(new, form)
        if name != old and not {name, old} & LIGHT and _mean_the_same(old, name, part):
            return inflected(name, tag)
    return None


def _mean_the_same(one: str, other: str, part: PartOfSpeech) -> bool:
    return any(
        sense.share >= LEAST_SHARE and other in sense.synonyms and _share(other, one, part) >= LEAST_SHARE
        for sense in senses(one, part)
    )


def _share(word: str, synonym: str, part: PartOfSpeech) -> float:
    return max((sense.share for sense in senses(word, part) if synonym in sense.synonyms), default=0.0)


def _sent(given: Masked) -> str:
    """The masked text with a stand-in for each name."""
    return " ".join(MASK.sub(lambda match: STAND_INS[_number(match) % len(STAND_INS)], given.text).split())


def _unsent(said: str, given: Masked) -> str:
    """What came back with the masks for the stand-ins, in the order of the text."""
    for match in MASK.finditer(given.text):
        said = said.replace(STAND_INS[_number(match) % len(STAND_INS)], match.group(), 1)
    return said


def _number(match: re.Match[str]) -> int:
    return (ord(match.group()) - 0xE000) % 0x400


def _words(given: Masked, parse: Parse) -> list[Tagged]:
    """The words of the masked text with the tags of the tokens that they are; a name has no tag."""
    tags = {token.start: token.tag for token in parse.tokens}
    found, at = [], 0
    for piece in _WORD.findall(given.text):
        shift = given.text.index(piece, at)
        found.append((piece, tags.get(_place(given, shift), "") if not MASK.match(piece) else ""))
        at = shift + len(piece)
    return found


def _place(given: Masked, at: int) -> int:
    """Where a character of the masked text stands in the text itself."""
    names = MASK.findall(given.text[:at])
    return at + sum(len(given.restored(name)) - 1 for name in names)


def _joined(words: Sequence[str]) -> str:
    """The words with spaces between them, and none before a sign."""
    return re.sub(r" (?=[.,;:!?)]|'s\b|n't\b|['’](?: |$))|(?<=[(]) | ?([-–/]) ?", lambda m: m.group(1) or "", " ".join(words))


_WORD = re.compile("[\ue000-\uf8ff]|n't|'s|[^\\W\ue000-\uf8ff]+(?<!n)(?=n't)|[^\\W\ue000-\uf8ff]+|[^\\w\\s]")


def _translated(texts: Sequence[str], direction: str) -> list[str]:
    """The texts in the other language, one a paragraph."""
    if not texts:
        return []
    given = "\n\n".join(text or "." for text in texts) + "\n"
    done = subprocess.run(["apertium", "-u", direction], input=given, capture_output=True, text=True, check=False)
    found = done.stdout.rstrip("\n").split("\n\n")
    if done.returncode or len(found) != len(texts):
        raise BrokenAdversary(
            f"apertium {direction} gave {len(found)} texts for {len(texts)}: {done.stderr.strip()[:200] or 'no reason'}. "
            "Install its language pair again."
        )
    return [" ".join(text.split()) for text in found]
