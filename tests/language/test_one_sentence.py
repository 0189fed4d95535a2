"""Sentences that were parsed lately are not parsed again."""

from stumper.language import pipeline
from stumper.language.rewording.one_sentence import parsed, parsed_each

MILL = "The mill at Orrin burned twice in 1871."


def test_a_sentence_met_lately_is_the_same_parse() -> None:
    assert parsed(MILL, "embedded") is parsed(MILL, "embedded")
    assert parsed_each([MILL, MILL], "embedded") == [parsed(MILL, "embedded")] * 2


def test_two_sentences_are_none_each_time() -> None:
    assert parsed("Rain fell. Snow fell.", "embedded") is None
    assert parsed("Rain fell. Snow fell.", "embedded") is None


def test_no_more_parses_are_kept_than_that_many(monkeypatch) -> None:
    monkeypatch.setattr(pipeline, "KEPT", 2)
    texts = [f"The mill at Orrin burned {count} times." for count in ("two", "three", "four")]
    found = parsed_each(texts, "embedded")
    assert [parse.text for parse in found if parse is not None] == texts
    assert len(pipeline._LATELY) <= 2


def test_what_any_attack_has_parsed_another_need_not_parse() -> None:
    [first] = pipeline.parses([MILL])
    assert parsed(MILL, "embedded") is first
