"""The file of rules: written, read back, and refused in a sentence that says where."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stumper.adversaries.rule_induction.learning import LearnedRule, Shown
from stumper.adversaries.rule_induction.rule import Rule, fault
from stumper.adversaries.rule_induction.rules_file import check_writable, read_rules, write_rules
from stumper.errors import BadData, BadOutput

FIRST = LearnedRule(
    Rule(("what", "<NOUN>"), "which <NOUN>"), 12, 5, 0.95, (Shown("What mill?", "Which mill?", "the old", "the new"),)
)
SECOND = LearnedRule(Rule(("<START>", "<PROPN>"), 'in "fact", <PROPN>'), 3, 3, 0.9, (), accepted=False)


def test_rules_come_back_as_they_were_written(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    write_rules(path, [FIRST, SECOND])
    assert read_rules(path) == [FIRST, SECOND]


words = st.text(st.characters(exclude_categories=["Cs", "Z", "Cc"], exclude_characters="<>"), min_size=1, max_size=8)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
learned_rules = st.builds(
    LearnedRule,
    st.builds(Rule, st.lists(words, min_size=1, max_size=3).map(tuple), words),
    st.integers(0, 9999),
    st.integers(0, 9999),
    st.integers(0, 1000).map(lambda n: n / 1000),
    st.lists(st.builds(Shown, texts, texts, texts, texts), max_size=2).map(tuple),
    st.booleans(),
)


@given(st.lists(learned_rules.filter(lambda each: fault(each.rule) is None), min_size=1, max_size=3))
def test_any_rules_come_back(tmp_path_factory: pytest.TempPathFactory, rules: list[LearnedRule]) -> None:
    path = tmp_path_factory.mktemp("rules") / "rules.toml"
    write_rules(path, rules)
    assert read_rules(path) == rules


def test_people_may_write_a_rule_of_two_lines(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    path.write_text('[[rule]]\nleft = "film"\nright = ""\n', encoding="utf-8")
    assert read_rules(path) == [LearnedRule(Rule(("film",), ""))]


def test_learning_that_found_nothing_writes_a_file_that_reads_as_none(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    write_rules(path, [])
    with pytest.raises(BadData, match="holds no rules"):
        read_rules(path)
    check_writable(path)


GOOD = '[[rule]]\nleft = "film"\nright = "movie"\n\n'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("left = \n", "this is no TOML: .*line 1"),
        ("", "the file is empty"),
        (f"[[rule]]\nsupport = {'7' * 5_000}\n", "a whole number of more than 64 bits"),
        (f"[[rule]]\nsupport = 0x{'f' * 5_000}\n", "a whole number of more than 64 bits"),
        (f"rule = {'[' * 100_000}{']' * 100_000}\n", "nested too deeply"),
        ('title = "x"\n', "holds 'title', which is no rule"),
        ("rule = 3\n", "holds no rules"),
        ("rule = [3]\n", "is no list of tables"),
        (GOOD + '[[rule]]\nright = "x"\n', "line 5: the rule has no 'left'"),
        (GOOD + '[[rule]]\nleft = "x"\n', "line 5: the rule has no 'right'"),
        (GOOD + '[[rule]]\nleft = ""\nright = "x"\n', "line 5: '' → 'x' is no rule: its left side is empty"),
        (GOOD + '[[rule]]\nleft = "<NOPE>"\nright = "x"\n', "line 5: .*<NOPE> is no tag"),
        (GOOD + '[[rule]]\nleft = 3\nright = "x"\n', "line 5: left is text in quotation marks, not 3"),
        (GOOD.replace("\n\n", "\naccepted = 0\n"), "line 1: accepted is true or false, not 0"),
        (GOOD.replace("\n\n", '\naccepted = "no"\n'), "line 1: accepted is true or false, not 'no'"),
        (GOOD.replace("\n\n", "\nsupport = true\n"), "line 1: support is a whole number, not True"),
        (GOOD.replace("\n\n", '\nscore = "1"\n'), "line 1: score is a number, not '1'"),
        (GOOD.replace("\n\n", "\nacepted = false\n"), "line 1: the rule has 'acepted', which no rule has"),
        (GOOD.replace("\n\n", "\nexample = [3]\n"), "line 1: an example of the rule is no table"),
    ],
)
def test_what_is_wrong_with_a_file_is_told_with_its_line(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "rules.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadData, match=said) as error:
        read_rules(path)
    assert str(error.value).startswith(str(path))


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadData, match="There is no file"):
        read_rules(tmp_path / "absent.toml")
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadData, match="not text"):
        read_rules(tmp_path / "binary.toml")


def test_a_file_with_other_content_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    write_rules(path, [FIRST])
    write_rules(path, [FIRST])
    with pytest.raises(BadOutput, match="which is kept"):
        write_rules(path, [SECOND])
    assert read_rules(path) == [FIRST]
