"""Claims made of questions, to begin a verifier with: `python training/claims.py --data DATA --out FILE`.

A question's statement with its answer is true of the sentence that holds the answer; with another answer of the same
type it is false of it; and other sentences of the paragraph say nothing about it. FILE.jsonl has, a line each, the
claim, its evidence, other sentences of the paragraph that do not hold the answer, and the claim's label.
"""

import argparse
import gzip
import json
import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from stumper.adversaries.reading.addsent.answer_types import answer_type, fake_answers
from stumper.adversaries.reading.addsent.asked_answers import Asked, asked_for
from stumper.language.clauses import Clause
from stumper.language.declarative import stated
from stumper.language.pipeline import load_pipeline
from stumper.language.questions import clause
from stumper.tasks.verification.claim import Label
from stumper.text import Stretch, sentences, tokens

PARTS = ("new_wiki", "reddit", "amazon_reviews")
CHUNK = 512
NEGATED = 0.12  # of the claims are denied, whichever way that turns their label
AROUND = 5  # sentences at most
LONGEST_ANSWER = 8  # words; what is longer seldom makes a sentence
COMPUTED = 0.4  # of the wrong answers of a numeric type are computed from the right one


@dataclass(frozen=True, slots=True)
class Made:
    """A claim, the sentence that decides it or not, sentences around it that do not, and the label that follows."""

    claim: str
    evidence: str
    around: tuple[str, ...]
    label: Label


@dataclass(frozen=True, slots=True)
class Asking:
    """A question taken apart, its answer, and the sentences of its paragraph; ``place`` is that of the answer's."""

    parts: Clause
    answer: Asked
    kind: str
    article: str
    sentences: tuple[str, ...]
    place: int


def claims(askings: Sequence[Asking], rng: random.Random) -> Iterator[Made]:
    """A true claim and a false one of each question, and now and then one that its evidence leaves open."""
    return (made for _, of_asking in claims_by_asking(askings, rng) for made in of_asking)


def claims_by_asking(askings: Sequence[Asking], rng: random.Random) -> Iterator[tuple[Asking, list[Made]]]:
    """Each question with the claims that are made of it."""
    by_kind: dict[str, list[Asking]] = defaultdict(list)
    for asking in askings:
        by_kind[asking.kind].append(asking)
    for asking in askings:
        yield asking, list(_made(asking, by_kind[asking.kind], rng))


def beside(asking: Asking) -> list[str]:
    """The sentences of the paragraph that do not hold the answer."""
    return [s for i, s in enumerate(asking.sentences) if i != asking.place and not _shares(asking.answer.text, s)]


def _made(asking: Asking, alike: Sequence[Asking], rng: random.Random) -> Iterator[Made]:
    evidence = asking.sentences[asking.place]
    wrong = _wrong(asking, alike, rng)
    others = beside(asking)
    around = tuple(rng.sample(others, min(AROUND, len(others))))
    for answer in (asking.answer.text, wrong):
        if answer is None:
            continue
        is_denied = rng.random() < NEGATED
        said = stated(asking.parts, answer, negated=is_denied).text
        if is_denied and said == stated(asking.parts, answer).text:
            is_denied = False
        is_true = (answer is not wrong) != is_denied
        yield Made(said, evidence, around, "SUPPORTS" if is_true else "REFUTES")
    if around:
        answer = asking.answer.text if wrong is None or rng.random() < 0.5 else wrong
        yield Made(stated(asking.parts, answer).text, around[0], around[1:], "NOT ENOUGH INFO")


def _wrong(asking: Asking, alike: Sequence[Asking], rng: random.Random) -> str | None:
    """Another answer of the type, of the same article where there is one; it shares no word with the sentence's."""
    right = asking.answer.text
    if asking.answer.parse.tokens and any(letter.isdigit() for letter in right) and rng.random() < COMPUTED:
        made = [fake for fake in fake_answers(asking.answer, [right], rng.random() < 0.5) if fake != right]
        if made:
            return rng.choice(made)
    evidence = set(tokens(asking.sentences[asking.place]))
    near = [other for other in alike if other.article == asking.article]
    for pool in (near, alike):
        drawn = rng.sample(pool, min(6, len(pool)))
        for other in drawn:
            words = tokens(other.answer.text)
            if words and not set(words) <= evidence and not set(words) & set(tokens(right)):
                return other.answer.text
    return None


def _shares(answer: str, sentence: str) -> bool:
    return set(tokens(answer)) <= set(tokens(sentence))


def read_askings(path: Path) -> Iterator[Asking]:
    """The questions of a SQuAD file whose first answer is short and lies within one sentence."""
    pipeline = load_pipeline()
    rows = list(_rows(path))
    for begin in range(0, len(rows), CHUNK):
        chunk = rows[begin : begin + CHUNK]
        questions = pipeline.parse([row[0] for row in chunk])
        answers = pipeline.parse([row[1] for row in chunk])
        for (_, _, article, found, place), question, answer in zip(chunk, questions, answers, strict=True):
            parts = clause(question)
            asked = asked_for(answer, parts)
            yield Asking(parts, asked, answer_type(asked).name, article, found, place)


def _rows(path: Path) -> Iterator[tuple[str, str, str, tuple[str, ...], int]]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        articles = json.load(file)["data"]
    for number, article in enumerate(articles):
        for paragraph in article["paragraphs"]:
            cut = sentences(paragraph["context"])
            texts = tuple(stretch.text for stretch in cut)
            for qa in paragraph["qas"]:
                answer = min(qa["answers"], key=lambda a: len(a["text"]))
                text = answer["text"].strip()
                place = _place(cut, answer["answer_start"], len(answer["text"]))
                if text and place is not None and len(text.split()) <= LONGEST_ANSWER:
                    yield qa["question"].strip(), text, f"{path.name}/{number}", texts, place


def _place(cut: Sequence[Stretch], start: int, length: int) -> int | None:
    return next((i for i, s in enumerate(cut) if s.start <= start and start + length <= s.end), None)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="the folder with reading/squadshifts-*.json.gz")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with args.out.open("w", encoding="utf-8") as file:
        for part in PARTS:
            askings = list(read_askings(args.data / "reading" / f"squadshifts-{part}.json.gz"))
            made = list(claims(askings, random.Random(f"{args.seed}/{part}")))
            for one in made:
                file.write(json.dumps(asdict(one), ensure_ascii=False) + "\n")
            print(part, len(askings), "questions", len(made), "claims", flush=True)


if __name__ == "__main__":
    main()
