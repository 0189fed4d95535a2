"""The tossups that ship with the package: their shape, their pyramids, and what one fold tells of the other."""

import json
import re
from collections import Counter, defaultdict
from importlib.resources import files
from typing import Any, cast

from stumper.retrieval.near_duplicates import past_questions, resembling
from stumper.tasks.quizbowl.answers.matching import match_answer
from stumper.tasks.quizbowl.files import bundled
from stumper.text import sentences
from stumper.types import Example

DATASET = bundled("all")
TOSSUPS = DATASET.examples
COMMON = frozenset({"the", "of", "book", "number"})


def rows() -> list[dict[str, Any]]:
    text = (files("stumper.datasets") / "bundled" / "quizbowl.json").read_text(encoding="utf-8")
    return cast(list[dict[str, Any]], json.loads(text)["questions"])


def plain_words(text: str) -> list[str]:
    return re.findall(r"[\w'-]+", text.lower())


def runs_of_six(text: str) -> set[tuple[str, ...]]:
    return {tuple(words[i : i + 6]) for words in [plain_words(text)] for i in range(len(words) - 5)}


def by_answer() -> dict[str, list[Example]]:
    found: dict[str, list[Example]] = defaultdict(list)
    for example in DATASET:
        found[example.gold.answers[0].text].append(example)
    return found


def test_every_answer_has_two_tossups_to_learn_from_and_one_or_two_to_be_judged_by() -> None:
    assert [example.id for example in DATASET] == [str(number) for number in range(1, 527)]
    folds = {
        answer: Counter(DATASET.details[example.id].fold for example in examples)
        for answer, examples in by_answer().items()
    }
    assert len(folds) == 162
    assert Counter((counts["guesstrain"], counts["guessdev"]) for counts in folds.values()) == {(2, 2): 40, (2, 1): 122}
    assert (len(bundled()), len(bundled("guesstrain"))) == (202, 324)


def test_every_category_of_a_packet_is_there() -> None:
    counts = Counter(details.category for details in DATASET.details.values())
    assert counts == {
        "Science": 92,
        "History": 98,
        "Literature": 92,
        "Fine Arts": 69,
        "Geography": 52,
        "Religion": 27,
        "Mythology": 28,
        "Philosophy": 22,
        "Social Science": 25,
        "Pop Culture": 21,
    }


def test_a_tossup_is_four_to_six_sentences_that_end_in_a_giveaway_for_ten_points() -> None:
    for example in TOSSUPS:
        text, details = example.query.text, DATASET.details[example.id]
        bounds = [(sentence.start, sentence.end) for sentence in sentences(text)]
        assert details.sentences == tuple(bounds), example.id
        assert 4 <= len(bounds) <= 6, example.id
        assert 90 <= len(text.split()) <= 150, example.id
        assert text.count("For 10 points,") == 1, example.id
        assert "For 10 points," in text[bounds[-1][0] :], example.id
        assert details.power is not None, example.id
        assert 0.5 <= details.power / len(text) <= 0.75, example.id
        assert re.search(r"\(\*\)| {2}|[“”]", text) is None, example.id


def test_a_tossup_never_says_its_answer() -> None:
    for example in TOSSUPS:
        said = set(plain_words(example.query.text))
        assert {word for word in plain_words(example.gold.answers[0].text) if word in said} <= COMMON, example.id
        for answer in example.gold.answers:
            assert re.search(rf"\b{re.escape(answer.text)}\b", example.query.text, re.IGNORECASE) is None, example.id
            assert match_answer(example.gold, answer.text) == "accept", example.id
        for text in example.gold.prompts:
            assert match_answer(example.gold, text) == "prompt", example.id
        for text in example.gold.rejects:
            assert match_answer(example.gold, text) == "reject", example.id


def test_tossups_with_one_answer_share_clues_but_no_six_words_in_a_row() -> None:
    for examples in by_answer().values():
        runs = [runs_of_six(example.query.text) for example in examples]
        assert all(not one & other for i, one in enumerate(runs) for other in runs[:i])


def test_no_sentence_stands_twice_and_no_tossup_resembles_another() -> None:
    counts = Counter(sentence.text.casefold() for example in DATASET for sentence in sentences(example.query.text))
    assert [text for text, count in counts.items() if count > 1] == []
    past = past_questions([(str(example.id), example.query.text) for example in DATASET])
    assert [one.id for one in DATASET if resembling(past, one.query.text, (str(one.id),)) is not None] == []


def test_what_the_other_fold_tells_stands_in_the_later_half() -> None:
    early = late = 0
    for examples in by_answer().values():
        learnt = {
            word
            for example in examples
            if DATASET.details[example.id].fold == "guesstrain"
            for word in plain_words(example.query.text)
        }
        for example in examples:
            if DATASET.details[example.id].fold == "guessdev":
                words = [word for word in plain_words(example.query.text) if len(word) > 6]
                half = len(words) // 2
                early += sum(word in learnt for word in words[:half])
                late += sum(word in learnt for word in words[half:])
    assert late > 2 * early


def test_the_file_has_the_fields_of_qanta_and_where_the_power_ends() -> None:
    for row in rows():
        start, end = row["tokenizations"][0]
        assert row["text"].count("(*)") == 1
        assert row["first_sentence"] == row["text"][start:end]
        assert row["tokenizations"] == [[sentence.start, sentence.end] for sentence in sentences(row["text"])]
        assert " " not in row["page"]
        assert row["gameplay"] is False
