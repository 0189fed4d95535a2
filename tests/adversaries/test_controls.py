"""Identity, a benign sentence, and candidates from a file."""

import json
from collections import Counter
from pathlib import Path
from random import Random
from statistics import fmean

import pytest

from driving import driven
from stumper.adversaries.from_file import FromFile
from stumper.adversaries.identity import Identity
from stumper.adversaries.reading.add_benign import NEAREST, AddBenign
from stumper.constraints import broken
from stumper.errors import BadOption
from stumper.protocols import Adversary
from stumper.tasks.reading.constraints import CONSTRAINTS as READING
from stumper.tasks.reading.question import Question
from stumper.tasks.reading.squad import bundled
from stumper.testing import check_adversary
from stumper.text import tokens, words
from stumper.types import Answer, Example, Gold, Nothing, Passage, Perturbation, Verdict

RIGHT = Verdict(None, 1.0, 1.0)


def attacked(adversary: Adversary, example: Example, seed: str = "1") -> tuple[list[list[Perturbation]], object]:
    attack = adversary.attack(example, RIGHT, Random(f"{seed}/{example.id}"))
    return driven(attack, lambda batch: [RIGHT for _ in batch])


def test_identity_proposes_the_example_as_it_is() -> None:
    example = bundled().examples[0]
    unchanged = Perturbation(example.id, example.query, example.gold, ())
    assert attacked(Identity(), example) == ([[unchanged]], unchanged)
    check_adversary(Identity())


BENIGN = AddBenign()
EXAMPLES = bundled().examples


@pytest.mark.parametrize("example", EXAMPLES[::7], ids=lambda example: example.id)
def test_a_benign_sentence_has_nothing_to_do_with_the_example(example: Example) -> None:
    [[proposed]], chosen = attacked(BENIGN, example)
    assert chosen == proposed
    assert broken(READING, example, proposed) is None
    assert isinstance(example.query, Question)
    [edit] = proposed.edits
    sentence = edit.text.strip()
    others = {
        e.query.context.title for e in EXAMPLES if isinstance(e.query, Question) and sentence in e.query.context.text
    }
    assert others
    assert example.query.context.title not in others
    assert not {token for answer in example.gold.answers for token in tokens(answer.text)} & set(tokens(sentence))
    assert not {token for token in tokens(example.query.text) if len(token) > 3} & set(tokens(sentence))


def test_benign_sentences_are_about_as_long_as_asked_for() -> None:
    def lengths(length: int) -> list[int]:
        found = [attacked(AddBenign(length=length), example)[0][0][0].edits[0].text for example in EXAMPLES[::7]]
        return [len(words(text)) for text in found]

    assert abs(fmean(lengths(10)) - 10) < 2
    assert sum(abs(length - 10) <= 4 for length in lengths(10)) >= 0.9 * len(EXAMPLES[::7])
    assert sum(lengths(25)) > 1.5 * sum(lengths(10))


def test_the_benign_sentence_depends_on_seed_and_example_alone() -> None:
    example = EXAMPLES[3]
    assert attacked(BENIGN, example) == attacked(AddBenign(), example)
    drawn = {attacked(BENIGN, example, seed=str(seed))[0][0][0].edits[0].text for seed in range(60)}
    assert 5 < len(drawn) <= NEAREST


@pytest.mark.parametrize("length", [0, -3])
def test_a_benign_sentence_has_a_word_or_more(length: int) -> None:
    with pytest.raises(BadOption, match=f"'length' of add-benign is a number of 1 or more, not {length}"):
        AddBenign(length=length)


def test_a_benign_sentence_can_come_first() -> None:
    example = EXAMPLES[0]
    [[proposed]], _ = attacked(AddBenign(place="prepend"), example)
    assert isinstance(proposed.query, Question)
    assert isinstance(example.query, Question)
    assert proposed.query.context.text.endswith(" " + example.query.context.text)
    assert broken(READING, example, proposed) is None


def squad_file(path: Path, paragraphs: list[tuple[str, str, list[tuple[str, str, str]]]]) -> Path:
    data = [
        {
            "title": title,
            "paragraphs": [
                {
                    "context": context,
                    "qas": [
                        {
                            "id": id,
                            "question": question,
                            "answers": [{"text": text, "answer_start": context.index(text)}],
                        }
                        for id, question, text in questions
                    ],
                }
            ],
        }
        for title, context, questions in paragraphs
    ]
    path.write_text(json.dumps({"version": "1.1", "data": data}), encoding="utf-8")
    return path


def test_benign_sentences_come_from_the_source_that_is_named(tmp_path: Path) -> None:
    source = squad_file(
        tmp_path / "own.json", [("Bees", "Bees dance. Honey keeps.", [("q", "What do bees do?", "dance")])]
    )
    [[proposed]], _ = attacked(AddBenign(source), EXAMPLES[0])
    assert proposed.edits[0].text.strip() in ("Bees dance.", "Honey keeps.")


def test_where_every_sentence_touches_the_example_nothing_is_proposed_and_it_says_so(tmp_path: Path) -> None:
    source = squad_file(tmp_path / "own.json", [("Bees", "Bees dance.", [("q", "What do bees do?", "dance")])])
    example = Example("q", Question("What?", Passage("p", "Bees dance.", "Bees")), Gold((Answer("dance", 5),)))
    batches, said = attacked(AddBenign(source), example)
    assert batches == []
    assert said == Nothing("every sentence of the source shares a word with the question, an answer or the article")


LIT = "Ada Thorn lit it."


@pytest.fixture
def adversarial(tmp_path: Path) -> Path:
    texts = [("q", LIT), ("q-one", f"{LIT} Jo did not."), ("q-two-b", f"{LIT} Al did not."), ("r", LIT)]
    return squad_file(tmp_path / "set.json", [("Isle", text, [(id, "Who lit it?", "Ada Thorn")]) for id, text in texts])


def lamp(id: str) -> Example:
    return Example(id, Question("Who lit it?", Passage("p", LIT)), Gold((Answer("Ada Thorn", 0),)))


def test_from_file_tries_all_variants_of_an_example_and_leaves_the_choice(adversarial: Path) -> None:
    [batch], chosen = attacked(FromFile(adversarial), lamp("q"))
    assert [p.query.context.text for p in batch] == [f"{LIT} Jo did not.", f"{LIT} Al did not."]  # type: ignore[union-attr]
    assert {p.example_id for p in batch} == {"q"}
    assert chosen is None


def test_from_file_proposes_nothing_for_an_example_without_variants_and_says_so(adversarial: Path) -> None:
    nothing = Nothing("the file holds no variant of it")
    assert attacked(FromFile(adversarial), lamp("r")) == ([], nothing)
    assert attacked(FromFile(adversarial), lamp("elsewhere")) == ([], nothing)


def test_from_file_picks_one_at_random(adversarial: Path) -> None:
    picked = Counter(
        batch[0].query.context.text  # type: ignore[union-attr]
        for seed in range(40)
        for batch in attacked(FromFile(adversarial, "one"), lamp("q"), str(seed))[0]
        if len(batch) == 1
    )
    assert len(picked) == 2
    assert picked.total() == 40
    assert min(picked.values()) > 5
