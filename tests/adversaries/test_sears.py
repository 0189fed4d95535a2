"""SEARs from asking a scripted victim to the file of rules and back."""

import os
import subprocess
import sys
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, product
from pathlib import Path
from random import Random

import pytest

from driving import driven
from stumper.adversaries.rule_induction.held_out import halves
from stumper.adversaries.rule_induction.learning import HeldOut
from stumper.adversaries.rule_induction.rules_file import read_rules
from stumper.adversaries.rule_induction.sears import Applied, NothingAbove, Sears
from stumper.errors import BadOption, BadOutput
from stumper.loading import check_suits
from stumper.protocols import Enumerator, Exporter, Inducer
from stumper.registry import task_named, task_of
from stumper.tasks.rag.open_question import OpenQuestion
from stumper.tasks.reading.question import Question
from stumper.tasks.verification.claim import Claim
from stumper.testing import HARBOUR, ScriptedVictim
from stumper.types import Answer, Example, Gold, Guess, Nothing, OutputFile, Passage, Perturbation, Prediction, Query

PAGE = (Passage("Page:0", "A page."),)
TITLES = ("Northern Gate", "Lowmere", "Harbour Lights", "The Salt Road", "Ada Thorn", "Winter Wall")
HERE = Path(__file__).parent
CLAIMS = tuple(
    Example(f"c{n}", Claim(text, PAGE), Gold((Answer("SUPPORTS"),), evidence_sets=(frozenset({"Page:0"}),)))
    for n, text in enumerate(
        [
            *(f"{title} is a film from Iceland." for title in TITLES),
            *(f"{title} was not directed by a painter." for title in TITLES[:4]),
            *(f"{title} was built in {year}." for title, year in zip(TITLES, (1990, 1874, 1856), strict=False)),
        ]
    )
)


@dataclass(frozen=True)
class Trips:
    """Says REFUTES wherever a text holds one of the stumbling blocks, else SUPPORTS."""

    blocks: tuple[str, ...]

    def __call__(self, query: Query, /) -> Prediction:
        says = "REFUTES" if any(block in query.text for block in self.blocks) else "SUPPORTS"
        return Prediction((Guess(says, None),), None)


def learned(
    sears: Sears, victim: ScriptedVictim, examples: Sequence[Example] = CLAIMS, seed: str = "1"
) -> tuple[Applied, list[Query]]:
    """What is learned from the victim, and all that it was asked."""
    asked: list[Query] = []
    applied = run(sears.induce(examples, Random(seed)), victim, asked)
    assert isinstance(applied, Applied)
    return applied, asked


def run(
    lesson: Generator[Sequence[Query], Sequence[Prediction | None], Enumerator],
    victim: ScriptedVictim,
    asked: list[Query],
) -> Enumerator:
    batches, found = driven(lesson, victim.predict)
    asked += chain.from_iterable(batches)
    return found


def rules(applied: Applied) -> list[str]:
    return [str(each.rule) for each in applied.rules]


def proposed(enumerator: Enumerator, examples: Sequence[Example] = CLAIMS, seed: str = "1") -> list[Perturbation]:
    return [one for one in enumerator.instances(examples, Random(seed)) if isinstance(one, Perturbation)]


def texts(perturbations: Sequence[Perturbation]) -> list[str]:
    return [perturbation.query.text for perturbation in perturbations]


def test_the_word_that_trips_the_victim_becomes_the_first_rule() -> None:
    applied, _ = learned(Sears(held_out=False), ScriptedVictim(Trips(("movie",))))
    assert rules(applied) == ["film → movie"]
    [rule] = applied.rules
    assert (rule.support, rule.flips) == (6, 6)
    assert rule.shown[0].after == "Northern Gate is a movie from Iceland."
    assert {(shown.answer_before, shown.answer_after) for shown in rule.shown} == {("SUPPORTS", "REFUTES")}


def _page(title: str) -> tuple[frozenset[str], ...]:
    return (frozenset({f"{title}:0"}),)


MANY = tuple(
    Example(
        f"m{n}", Claim(f"{title} is a film from {place}.", PAGE), replace(CLAIMS[0].gold, evidence_sets=_page(title))
    )
    for n, (title, place) in enumerate(product(TITLES, ("Iceland", "Norway", "Chile", "Ghana")))
)


def test_rules_are_learned_from_one_half_and_counted_on_the_other() -> None:
    applied, _ = learned(Sears(), ScriptedVictim(Trips(("movie",))), MANY)
    [rule] = applied.rules
    assert (rule.support, rule.flips, rule.held_out) == (12, 12, HeldOut(12, 12, 0))
    assert rule.accepted
    assert len(proposed(applied, MANY)) == 24


def claim_on(id: str, text: str, title: str) -> Example:
    return Example(id, Claim(text, PAGE), replace(CLAIMS[0].gold, evidence_sets=_page(title) if title else ()))


@pytest.mark.parametrize("seed", range(8))
def test_halves_share_neither_pages_nor_texts(seed: int) -> None:
    linked = claim_on("l1", "It burned.", "Lowmere"), claim_on("l2", "It burned.", "Winter Wall")
    lone = claim_on("l3", "It froze.", ""), claim_on("l4", "It froze.", "")
    examples = (*MANY, *linked, *lone)
    first, second = halves(examples, Random(seed))
    assert sorted(first + second, key=examples.index) == list(examples)
    assert [sorted(half, key=examples.index) for half in (first, second)] == [first, second]
    for shared in (lambda one: one.gold.evidence_sets or one.id, lambda one: one.query.text):
        assert not {shared(one) for one in first} & {shared(one) for one in second}
    assert 10 <= len(first) <= 18


def test_of_one_article_the_paragraphs_are_set_apart() -> None:
    asked = [Example(f"q{n}", Question(f"What froze {n}?", Passage("", f"Text {n % 3}.", "Lowmere")), Gold(()))
             for n in range(9)]  # fmt: skip
    first, second = ({task_of(one.query).groups(one)["paragraph"] for one in half} for half in halves(asked, Random(1)))
    assert len(first) + len(second) == 3
    assert not first & second


@pytest.mark.parametrize(
    "examples", [MANY[:1], MANY[:4], [claim_on("a", "It froze.", ""), claim_on("b", "It froze.", "")]]
)
def test_where_nothing_can_be_held_out_it_is_said(examples: Sequence[Example]) -> None:
    victim = ScriptedVictim(Trips(("movie",)))
    with pytest.raises(BadOption, match=r"so that nothing can be held out\. Name more examples, or say held_out=false"):
        learned(Sears(least_flips=1), victim, examples)


@dataclass(frozen=True)
class Knows:
    """Says SUPPORTS to the claims as they are, and REFUTES to anything else."""

    def __call__(self, query: Query, /) -> Prediction:
        is_known = query.text in {claim.query.text for claim in MANY}
        return Prediction((Guess("SUPPORTS" if is_known else "REFUTES", None),), None)


def test_rules_that_turn_no_more_than_trivial_edits_do_are_noise(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    said = r"on the 12 examples held out none turns more .*: what was learned is noise\. All stand in .*rules\.toml"
    with pytest.raises(NothingAbove, match=said):
        learned(Sears(save=OutputFile(str(path))), ScriptedVictim(Knows()), MANY)
    found = read_rules(path)
    assert {(rule.accepted, rule.held_out) for rule in found} == {(False, HeldOut(12, 12, 12))}


def test_rules_touch_more_than_punctuation_unless_it_is_asked_for() -> None:
    victim = ScriptedVictim(Trips(("...", "movie")))
    assert rules(learned(Sears(held_out=False), victim)[0]) == ["film → movie"]
    with_signs, _ = learned(Sears(held_out=False, punctuation=True), victim)
    assert rules(with_signs) == [". → ...", "film → movie"]


def test_rules_come_in_the_order_of_what_each_adds() -> None:
    applied, _ = learned(Sears(held_out=False), ScriptedVictim(Trips(("wasn't", "movie", "in the year"))))
    assert rules(applied) == ["film → movie", "was not → wasn't", "in → in the year"]


def test_k_is_how_many_rules_are_chosen_at_most() -> None:
    applied, _ = learned(Sears(held_out=False, k=1), ScriptedVictim(Trips(("wasn't", "movie"))))
    assert rules(applied) == ["film → movie"]


def test_a_change_that_turns_too_few_answers_is_no_rule() -> None:
    victim = ScriptedVictim(Trips(("wasn't", "movie", "in the year")))
    assert rules(learned(Sears(held_out=False, least_flips=5), victim)[0]) == ["film → movie"]
    with pytest.raises(BadOption, match="none turns 7 right answers"):
        learned(Sears(held_out=False, least_flips=7), victim)


def test_where_no_rule_is_found_it_is_said_what_to_lower_and_nothing_is_saved(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    said = r"sears learned no rule from 13 examples: .* Lower 'least_flips' or 'least_score', or learn from more"
    with pytest.raises(BadOption, match=said):
        learned(Sears(held_out=False, save=OutputFile(str(path))), ScriptedVictim(Trips(())))
    assert not path.exists()
    with pytest.raises(BadOption, match=r"no rule from 8 examples: .* learn from a larger 'sample'"):
        learned(Sears(held_out=False, sample=8), ScriptedVictim(Trips(())))


def test_only_examples_that_the_victim_has_right_are_varied() -> None:
    _, asked = learned(Sears(held_out=False), ScriptedVictim(Trips(("Iceland", "wasn't"))))
    assert {query.text for query in asked if "Iceland" in query.text} == {c.query.text for c in CLAIMS[:6]}


def test_each_text_is_asked_once() -> None:
    twins = (*CLAIMS, *(Example(f"{each.id}-twin", each.query, each.gold) for each in CLAIMS))
    _, asked = learned(Sears(held_out=False), ScriptedVictim(Trips(("movie",))), twins)
    assert len(asked) == len(set(asked))


def test_paraphrases_that_too_few_texts_share_are_never_asked() -> None:
    lone = (
        *CLAIMS,
        Example("lone", Claim("The harbour was cold throughout the winter.", PAGE), Gold((Answer("SUPPORTS"),))),
    )
    _, asked = learned(Sears(held_out=False), ScriptedVictim(Trips(("movie",))), lone)
    assert not any("all through" in query.text for query in asked)
    _, asked = learned(Sears(held_out=False, least_flips=1), ScriptedVictim(Trips(("movie",))), lone)
    assert any("all through" in query.text for query in asked)


def test_a_rule_must_keep_the_meaning_where_it_matches() -> None:
    """Any noun becoming "movie" would turn as many answers as film → movie does."""
    mixed = (
        *CLAIMS[:6],
        *(Example(f"m{n}", Claim(f"{t} is a mill.", PAGE), CLAIMS[0].gold) for n, t in enumerate(TITLES)),
    )
    applied, _ = learned(Sears(held_out=False), ScriptedVictim(Trips(("movie",))), mixed)
    assert rules(applied) == ["film → movie"]


def test_a_victim_that_fails_turns_nothing() -> None:
    lesson = Sears(held_out=False).induce(CLAIMS, Random(1))
    queries = next(lesson)
    queries = lesson.send([Prediction((Guess("SUPPORTS", None),), None) for _ in queries])
    with pytest.raises(BadOption, match="learned no rule"):
        lesson.send([None for _ in queries])


def test_it_learns_from_a_sample_and_applies_to_all() -> None:
    applied, asked = learned(Sears(held_out=False, sample=8, least_flips=2), ScriptedVictim(Trips(("movie",))))
    assert len({query.text for query in asked} & {each.query.text for each in CLAIMS}) == 8
    assert rules(applied) == ["film → movie"]
    assert len(proposed(applied)) == 6


def test_every_proposal_keeps_what_the_engine_demands() -> None:
    applied, _ = learned(Sears(held_out=False), ScriptedVictim(Trips(("wasn't", "movie", "in the year"))))
    by_id = {each.id: each for each in CLAIMS}
    found = proposed(applied)
    assert [each.example_id for each in found] == sorted((each.example_id for each in found), key=lambda i: int(i[1:]))
    for each in found:
        example = by_id[each.example_id]
        assert all(check(example, each) is None for check in task_of(example.query).constraints)
        [edit] = each.edits
        assert (edit.kind, edit.swaps_label) == ("SEARs", False)
        assert edit.rule in rules(applied)
        before = example.query.text
        assert before[: edit.start] + edit.text + before[edit.end :] == each.query.text


@pytest.mark.parametrize("ask", [lambda text: Question(text, HARBOUR), OpenQuestion])
def test_the_edit_of_a_question_is_of_the_question(ask: Callable[[str], Query]) -> None:
    victim = ScriptedVictim(
        lambda query: Prediction((Guess("1861" if "which" in query.text.lower() else "1850", None, 0),), None)
    )
    asked = [f"What {noun} did the railway bring?" for noun in ("goods", "timber", "salt", "stone")]
    gold = Gold((Answer("1850", HARBOUR.text.index("1850")),))
    examples = [Example(f"q{n}", ask(text), gold) for n, text in enumerate(asked)]
    applied, _ = learned(Sears(held_out=False), victim, examples)
    assert applied.rules[0].rule.right.startswith("which")
    for each in proposed(applied, examples):
        assert each.edits[0].field == "question"
        assert each.query.text.startswith("Which ")
        assert all(check(examples[int(each.example_id[1:])], each) is None for check in task_of(each.query).constraints)


def test_balanced_evens_out_the_labels() -> None:
    refuted = tuple(Example(f"r{n}", e.query, Gold((Answer("REFUTES"),))) for n, e in enumerate(CLAIMS[:2]))
    applied, _ = learned(Sears(held_out=False, balanced=4), ScriptedVictim(Trips(("movie",))))
    found = applied.instances((*CLAIMS, *refuted), Random("1"))
    labels = [each.gold.answers[0].text for each in found if isinstance(each, Perturbation)]
    assert sorted(labels) == ["REFUTES", "REFUTES", "SUPPORTS", "SUPPORTS"]
    assert {each.reason for each in found if isinstance(each, Nothing)} == {"not drawn: balanced=4"}


def test_it_is_an_inducer_that_exports() -> None:
    assert isinstance(Sears(), Inducer)
    assert not isinstance(Sears(), Enumerator)
    assert isinstance(Sears(), Exporter)
    assert isinstance(learned(Sears(held_out=False), ScriptedVictim(Trips(("movie",))))[0], Enumerator)


def test_rules_are_saved_and_applied_without_asking(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    victim = ScriptedVictim(Trips(("wasn't", "movie")))
    first, _ = learned(Sears(held_out=False, save=OutputFile(str(path))), victim)
    again, asked = learned(Sears(held_out=False, rules=path), victim)
    assert asked == []
    assert again.rules == first.rules
    assert proposed(again) == proposed(first)


def test_a_rule_that_people_reject_is_not_applied(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    learned(Sears(held_out=False, save=OutputFile(str(path))), ScriptedVictim(Trips(("wasn't", "movie"))))
    path.write_text(
        path.read_text(encoding="utf-8").replace("accepted = true", "accepted = false", 1), encoding="utf-8"
    )
    again, _ = learned(Sears(held_out=False, rules=path), ScriptedVictim(Trips(())))
    assert {each.edits[0].rule for each in proposed(again)} == {"was not → wasn't"}


def test_rules_of_questions_apply_to_claims(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    path.write_text('[[rule]]\nleft = "<DT> film"\nright = "<DT> movie"\n', encoding="utf-8")
    applied, _ = learned(Sears(held_out=False, rules=path), ScriptedVictim(Trips(())))
    assert texts(proposed(applied))[0] == "Northern Gate is a movie from Iceland."


def test_saved_rules_never_replace_what_people_may_have_mended(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    sears, victim = Sears(held_out=False, save=OutputFile(str(path))), ScriptedVictim(Trips(("movie",)))
    learned(sears, victim)
    written = path.read_bytes()
    learned(sears, victim)
    assert path.read_bytes() == written
    path.write_text(path.read_text(encoding="utf-8").replace("true", "false", 1), encoding="utf-8")
    with pytest.raises(BadOutput, match=r"rules\.toml is there already and holds something else"):
        learned(sears, victim)


def test_a_file_that_holds_no_rules_is_told_before_anybody_is_asked(tmp_path: Path) -> None:
    path = tmp_path / "thesis.toml"
    path.write_text("my thesis", encoding="utf-8")
    with pytest.raises(BadOutput, match="is no file of rules"):
        Sears(held_out=False, save=OutputFile(str(path))).export(CLAIMS)
    Sears(held_out=False, save=OutputFile(str(tmp_path / "new.toml"))).export(CLAIMS)


def test_paraphrases_may_come_from_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "helming.py").write_text(
        "def paraphrases(texts):\n    return [{t.replace('directed', 'helmed'): 0.9} for t in texts]\n",
        encoding="utf-8",
    )
    monkeypatch.syspath_prepend(tmp_path)
    victim = ScriptedVictim(Trips(("helmed", "movie")))
    assert rules(learned(Sears(held_out=False, paraphrases="helming:paraphrases"), victim)[0]) == ["directed → helmed"]
    with pytest.raises(BadOption, match=r"as surely as 0\.95"):
        learned(Sears(held_out=False, paraphrases="helming:paraphrases", least_score=0.95), victim)


def test_a_translator_adds_its_paraphrases_to_ours() -> None:
    built = [
        Example(f"b{n}", Claim(f"{t} was built in {1850 + n}.", PAGE), CLAIMS[0].gold) for n, t in enumerate(TITLES)
    ]
    lesson = Sears(held_out=False, paraphrases="offline").induce(built, Random(1))
    next(lesson)
    asked = [query.text for query in lesson.send([Prediction((Guess("SUPPORTS", None),), None) for _ in built])]
    assert "In 1850, Northern Gate was built." in asked or "Northern Gate was constructed in 1850." in asked
    assert "Northern Gate was built in the year 1850." in asked


@pytest.mark.parametrize("source", ["offlin", "translator"])
def test_an_unknown_source_of_paraphrases_is_told(source: str) -> None:
    with pytest.raises(BadOption, match="'paraphrases' of sears is substitutions, a translator"):
        next(Sears(held_out=False, paraphrases=source).induce(CLAIMS, Random(1)))


def test_the_same_seed_gives_the_same_bytes_in_every_process(tmp_path: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from test_sears import CLAIMS, Trips, learned, Sears, ScriptedVictim;"
        "from stumper.types import OutputFile;"
        "learned(Sears(held_out=False, sample=9, least_flips=1, save=OutputFile(sys.argv[1])),"
        " ScriptedVictim(Trips(('wasn', 'movie', 'in the', 'fact that', '...'))))"
    )
    written = []
    for hashing in ("1", "2"):
        path = tmp_path / f"{hashing}.toml"
        folders = os.pathsep.join(map(str, (HERE, HERE.parent / "support")))
        environment = {**os.environ, "PYTHONHASHSEED": hashing, "PYTHONPATH": folders}
        subprocess.run([sys.executable, "-c", script, str(path)], check=True, env=environment)
        written.append(path.read_bytes())
    assert written[0] == written[1]
    assert written[0].count(b"[[rule]]") > 3


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: Sears(k=0), "'k' of sears is a whole number of 1 or more, not 0"),
        (lambda: Sears(sample=0), "'sample' of sears is a whole number of 1 or more, not 0"),
        (lambda: Sears(least_flips=-1), "'least_flips' of sears is a whole number of 1 or more, not -1"),
        (lambda: Sears(least_score=1.5), "'least_score' of sears is a number of 0 to 1, not 1.5"),
        (lambda: Sears(rules=Path("r"), save=OutputFile("s")), "exclude each other"),
        (lambda: Sears(save=OutputFile("")), "'save' of sears names a file that ends in .toml, not ''"),
        (lambda: Sears(save=OutputFile("out/rules.jsonl")), r"ends in \.toml, not 'out/rules\.jsonl'"),
    ],
)
def test_a_wrong_option_is_told_in_a_sentence(make: Callable[[], object], said: str) -> None:
    with pytest.raises(BadOption, match=said):
        make()


def test_a_task_that_has_no_sentence_is_refused() -> None:
    with pytest.raises(BadOption, match="'sears' attacks questions, claims and open questions, but t holds tossups"):
        check_suits(Sears(), "sears", "t", task_named("quizbowl"))


def test_questions_have_no_labels_to_balance() -> None:
    question = Example("q", Question("When?", HARBOUR), Gold((Answer("1850"),)))
    with pytest.raises(BadOption, match="questions have none"):
        next(Sears(held_out=False, balanced=3).induce([question], Random(1)))
