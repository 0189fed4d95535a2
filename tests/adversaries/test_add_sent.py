"""AddSent, AddOneSent and AddSentMod with the embedded parser."""

import json
from pathlib import Path
from random import Random

import pytest

from stumper.adversaries.from_file import FromFile
from stumper.adversaries.reading.add_sent import AddSent, add_one_sent, add_sent_mod
from stumper.adversaries.reading.addsent.candidates import Wanted
from stumper.adversaries.reading.addsent.raw import CHUNK, raw_sentences
from stumper.constraints import broken
from stumper.errors import BadOption
from stumper.protocols import Exporter
from stumper.tasks.reading.constraints import CONSTRAINTS as READING
from stumper.tasks.reading.question import Question
from stumper.tasks.reading.squad import bundled
from stumper.testing import EXAMPLE, HARBOUR, check_adversary
from stumper.text import tokens
from stumper.types import Answer, Example, Gold, OutputFile, Passage, Perturbation, Verdict

RIGHT = Verdict(None, 1.0, 1.0)
BRANDT = HARBOUR.text.index("Josef Brandt")
MAYOR = Example(
    "harbour-1", Question("Who was the first mayor of Lowmere?", HARBOUR), Gold((Answer("Josef Brandt", BRANDT),))
)
EXAMPLES = bundled().examples[:40]


def proposed(adversary: AddSent, example: Example, seed: str = "1") -> list[Perturbation]:
    attack = adversary.attack(example, RIGHT, Random(seed))
    return [perturbation for batch in attack for perturbation in batch]


@pytest.mark.parametrize("adversary", [AddSent(), add_one_sent(), add_sent_mod()], ids=["all", "one", "mod"])
def test_it_keeps_the_contract_of_adversaries(adversary: AddSent) -> None:
    check_adversary(adversary, EXAMPLE)
    check_adversary(adversary, MAYOR)
    for example in EXAMPLES:
        assert all(broken(READING, example, perturbation) is None for perturbation in proposed(adversary, example))


def test_a_sentence_says_something_else_of_something_else() -> None:
    texts = [perturbation.edits[0].text.strip() for perturbation in proposed(AddSent(strategy="both"), MAYOR)]
    assert texts[0].startswith("Jeff Dean was the last mayor of ")
    assert len(texts) == len(set(texts)) == 6
    assert not any("Josef" in text or text.endswith("first mayor of Lowmere.") for text in texts)


def test_an_edit_names_the_rule_and_what_was_changed() -> None:
    [together, *_] = proposed(AddSent(), MAYOR)
    [edit] = together.edits
    assert (edit.kind, edit.rule) == ("add-sent", "who-copula: antonym, entity")
    assert edit.start == edit.end == len(HARBOUR.text)


def test_a_question_without_an_answer_meets_a_plausible_one_and_keeps_none() -> None:
    empty = Example("harbour-2", Question("Who burned the first mill of Lowmere?", HARBOUR), Gold((), answerable=False))
    found = proposed(AddSent(), empty)
    assert len(found) == 2
    assert found[0].edits[0].text.strip().startswith("Jeff Dean burned the last mill of ")
    assert all(broken(READING, empty, perturbation) is None for perturbation in found)


def test_add_one_sent_takes_one_candidate_by_the_seed() -> None:
    everything = proposed(AddSent(strategy="both"), MAYOR)
    drawn = [proposed(add_one_sent(strategy="both"), MAYOR, seed) for seed in "abcdefgh"]
    assert all(len(found) == 1 and found[0] in everything for found in drawn)
    assert len({found[0].query for found in drawn}) > 1


def test_add_sent_mod_prepends_other_fake_answers() -> None:
    ours = {token for p in proposed(AddSent(), MAYOR) for token in tokens(p.edits[0].text)}
    found = proposed(add_sent_mod(), MAYOR)
    assert len(found) >= 2
    for perturbation in found:
        assert isinstance(perturbation.query, Question)
        assert perturbation.query.context.text.endswith(HARBOUR.text)
        assert perturbation.edits[0].start == 0
        assert set(tokens(perturbation.edits[0].text)) - ours
        assert perturbation.gold.answers[0].start == BRANDT + len(perturbation.edits[0].text)


@pytest.mark.parametrize("text", ["", " ", "?", "你好吗？", "מי צייר את הבית?", "🙂 who 🙂?", "Who " * 900,
                                  "¿Qué pasó?", "x" * 3000, "What?! When?", "Who, who in 1874 _ ?"])  # fmt: skip
def test_what_is_no_question_harms_nothing(text: str) -> None:
    long = Passage("long", "Ada Thorn lit it. " * 2500)
    for answers in ((), (Answer("Ada Thorn", 0),), (Answer("Ada Thorn", 0), Answer("Ada Thorn", 18)), (Answer("🙂"),)):
        example = Example("odd", Question(text, long), Gold(answers))
        for perturbation in proposed(AddSent(), example):
            assert broken(READING, example, perturbation) is None


def test_sentences_are_the_same_alone_in_batches_and_by_several_processes() -> None:
    many = [Example(f"{i}-{e.id}", e.query, e.gold) for i in range(CHUNK // 40 + 2) for e in EXAMPLES]
    together = list(raw_sentences(many, Wanted("both"), workers=2))
    assert together[: len(EXAMPLES)] == [AddSent(strategy="both").sentences([example])[0] for example in EXAMPLES]
    assert together == list(raw_sentences(many, Wanted("both")))


def test_raw_sentences_are_written_for_people_as_lines(tmp_path: Path) -> None:
    path = tmp_path / "raw.jsonl"
    adversary = AddSent(raw=OutputFile(str(path)))
    assert isinstance(adversary, Exporter)
    adversary.export([MAYOR])
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert rows[0]["id"] == "harbour-1-raw0"
    assert rows[0]["question"] == "Who was the first mayor of Lowmere?"
    assert rows[0]["answers"] == ["Josef Brandt"]
    assert (rows[0]["rule"], rows[0]["fake_answer"]) == ("who-copula", "Jeff Dean")
    assert [row["sentence"] for row in rows] == [p.edits[0].text.strip() for p in proposed(AddSent(), MAYOR)]


def test_raw_sentences_are_written_as_a_set_that_from_file_takes(tmp_path: Path) -> None:
    path = tmp_path / "raw.json"
    AddSent(raw=OutputFile(str(path))).export(EXAMPLES)
    counts = []
    for example in EXAMPLES[:8]:
        [found] = [*FromFile(path).attack(example, RIGHT, Random(1))] or [[]]
        counts.append(len(found))
        assert [perturbation.query.text for perturbation in found] == [example.query.text] * len(found)
        ours = [p.query.context.text for p in proposed(AddSent(), example) if isinstance(p.query, Question)]
        assert [p.query.context.text for p in found if isinstance(p.query, Question)] == ours
    assert sum(counts) >= 8


def test_nothing_is_written_unless_asked_for_and_a_file_must_have_a_name(tmp_path: Path) -> None:
    AddSent().export([MAYOR])
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(BadOption, match="'raw' of add-sent names a file"):
        AddSent(raw=OutputFile("")).export([MAYOR])
