"""A report on a system that finds its passages: what it retrieves, whose fault it was, what it is made to say."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from io import StringIO
from pathlib import Path
from random import Random
from typing import ClassVar

import pytest
from rich.console import Console

import stumper
from lands import QUESTIONS, ByWords, Poison, Proposals, Sea, Withheld
from stumper.adversaries.rag.putting import given_instead, put
from stumper.reports import Report, build_report, html, markdown
from stumper.reports.terminal import terminal
from stumper.results import Results
from stumper.sections.section import within
from stumper.tasks.rag.files import OpenQuestions
from stumper.tasks.rag.open_question import OpenQuestion
from stumper.types import Example, Guess, Nothing, Passage, Perturbation, Prediction, Query, Verdict


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Results:
    """The three attacks on all questions."""
    return stumper.attack(
        OpenQuestions("lands", "lands-1", QUESTIONS),
        victim={"by words": ByWords()},
        adversaries=[Sea(), Poison(), Withheld()],
        store=tmp_path_factory.mktemp("rag") / "s.db",
    )


@pytest.fixture(scope="module")
def report(results: Results) -> Report:
    """All that is told of them."""
    return build_report(results.store, results.run_ids)


def test_the_gold_passages_that_are_retrieved_unattacked_are_said_before_blame(report: Report) -> None:
    said = report.sentences
    assert any(
        one.startswith("Unattacked, by words has the gold passages of 90.0 [")
        and "n = 40, k = 3 of a number of passages that is not known" in one
        for one in said
    )


def test_blame_counts_questions_whose_gold_passage_was_retrieved_alone(report: Report) -> None:
    figures = {one["names"]["attack"]: one for one in _rag(report)}
    blame = figures["Sea"]["blame"]
    assert blame["n"] == 18  # of 20 even ones two are not in the corpus
    assert blame["fates"]["right"]["before"]["value"] == 1.0
    assert blame["fates"]["misled"]["after"]["value"] == 1.0
    assert blame["fates"]["misled"]["after"]["n"] == 18


def test_retrieval_says_what_the_attack_put_in(report: Report) -> None:
    found = next(one for one in _rag(report) if one["names"]["attack"] == "Sea")["retrieval"]
    assert found["added"]["value"] == 1.0
    assert found["precision"]["value"] == pytest.approx(1 / 3)
    assert found["recall"]["value"] == 1.0
    assert found["gold"]["before"]["value"] == found["gold"]["after"]["value"] == pytest.approx(0.9)


def test_an_attack_that_wants_an_answer_said_is_told_by_that_alone(report: Report) -> None:
    report = report
    assert {attack for one in report.matrices for attack in one.attacks} == {"Sea"}
    assert {one.names.attack for section in report.sections for one in section.further} == {"Sea"}
    poison = next(one for one in _rag(report) if one["names"]["attack"] == "Poison")
    assert (poison["target"]["before"]["value"], poison["target"]["after"]["value"]) == (0.0, 1.0)
    assert any(one.startswith("Poison makes by words say what it wants in 100.0 [") for one in report.sentences)


def test_abstaining_has_rates_of_its_own(report: Report) -> None:
    withheld = next(one for one in _rag(report) if one["names"]["attack"] == "Withheld")
    assert withheld["abstaining"]["unanswerable"]["after"]["n"] == 40
    assert withheld["abstaining"]["answerable"]["after"]["n"] == 0
    assert withheld["blame"]["fates"]["wrongly answered"]["after"]["value"] == 1.0
    [told] = [one for one in report.sentences if one.startswith("Under Withheld")]
    assert "by words says, rightly, that there is none in 0.0 [" in told
    assert "of the same questions while they have one it says so, wrongly, in 0.0 [" in told


def test_an_answer_that_is_given_though_it_was_taken_away_is_told(tmp_path: Path) -> None:
    """Seen: a folder says a thing twice, and whoever found the second passage was counted as wrong without a sign."""
    report = _on_ten(Unmoved(), Withheld(), tmp_path)
    [told] = [one for one in report.sentences if one.startswith("Under Withheld")]
    assert "In 100.0 [61.3, 100.0]% of 10 cases it gives the very answer that was taken away" in told
    assert _rag(report)[0]["abstaining"]["taken"]["n"] == 10


def test_of_an_attack_that_wants_an_answer_said_it_is_told_what_else_turns_wrong(tmp_path: Path) -> None:
    """Seen: 0% said what was wanted, and of a third the answers were wrong all the same."""
    report = _on_ten(Unmoved("Nowhere"), Poison(), tmp_path)
    first, second = (one for one in report.sentences if "Poison" in one and "unmoved" in one)
    assert first.startswith("Poison makes unmoved say what it wants in 0.0 [")
    assert second.startswith("Under Poison, of the questions that unmoved answers with an F1 above 0 from their gold "
                             "passages, 100.0 [")  # fmt: skip
    assert second.endswith("% fail in reading, n = 10.")


def _on_ten(victim: object, attack: object, folder: Path) -> Report:
    lands = OpenQuestions("lands", "lands-1", QUESTIONS[:20:2])
    found = stumper.attack(
        lands, victim={"unmoved": victim}, adversaries=[attack], store=folder / "s.db", max_errors=0.5
    )
    return build_report(found.store, found.run_ids)


@dataclass(frozen=True, slots=True)
class Unmoved:
    """Answers rightly from the gold passages, whatever is put in or taken out; or otherwise so where something is put
    in."""

    otherwise: str = ""
    fingerprint: ClassVar[str] = "unmoved-1"
    tasks: ClassVar[Sequence[str]] = ("rag",)

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        return [self._said(query) for query in queries]

    def _said(self, query: Query) -> Prediction:
        assert isinstance(query, OpenQuestion)
        gold = next(one.gold for one in QUESTIONS if one.query.text == query.text)
        answer = self.otherwise if query.added and self.otherwise else gold.answers[0].text
        return Prediction((Guess(answer, None),), None, (), tuple(one.id for one in gold.passages))


def test_what_is_said_while_there_is_an_answer_is_no_figure_of_questions_without_one(report: Report) -> None:
    [section] = report.sections
    [part] = [block for block in section.blocks if block.title == "Who says that there is no answer"]
    [table] = [block.table for block in part.blocks if block.table]
    assert [column.name for column in table.columns[2:]] == [
        "n",
        "while there is one, %",
        "once taken away, %",
        "errors",
    ]
    assert [row.cells[1].text for row in table.rows] == ["Withheld"]


def test_questions_whose_gold_passages_nobody_names_are_in_no_recall(tmp_path: Path) -> None:
    unnamed = [replace(one, gold=replace(one.gold, evidence_sets=(), passages=())) for one in QUESTIONS[1::2]]
    some = OpenQuestions("lands", "lands-2", (*QUESTIONS[:36:2], *unnamed))
    found = stumper.attack(some, victim={"by words": ByWords()}, adversaries=[Sea()], store=tmp_path / "s.db")
    [told] = _rag(build_report(found.store, found.run_ids))
    assert (told["retrieval"]["unattacked"]["value"], told["retrieval"]["unattacked"]["n"]) == (1.0, 18)


def test_a_system_that_is_given_passages_by_the_attack_alone_does_not_tell_what_it_retrieves(tmp_path: Path) -> None:
    lands = OpenQuestions("lands", "lands-1", QUESTIONS)
    found = stumper.attack(lands, victim={"silent": Silent()}, adversaries=[Given()], store=tmp_path / "s.db")
    [told] = _rag(build_report(found.store, found.run_ids))
    assert (told["retrieval"], told["blame"]) == (None, None)


def test_passages_that_an_attack_gives_are_not_said_to_be_retrieved(tmp_path: Path) -> None:
    lands = OpenQuestions("lands", "lands-1", QUESTIONS)
    found = stumper.attack(lands, victim={"by words": ByWords()}, adversaries=[Given()], store=tmp_path / "s.db")
    report = build_report(found.store, found.run_ids)
    [told], [section] = _rag(report), report.sections
    assert told["retrieval"]["unattacked"]["n"] > 0
    assert told["retrieval"]["gold"]["after"]["n"] == told["retrieval"]["added"]["n"] == 0
    assert [block for block in section.blocks if block.title == "What was retrieved"] == []


def test_passages_that_are_given_keep_their_names_under_attack(tmp_path: Path) -> None:
    ten = [replace(one, query=replace(one.query, passages=one.gold.passages)) for one in QUESTIONS[:10]]
    found = stumper.attack(
        OpenQuestions("lands", "lands-3", tuple(ten)),
        victim={"silent": Silent()},
        adversaries=[Second(), SecondSearched()],
        store=tmp_path / "s.db",
    )
    for told in _rag(build_report(found.store, found.run_ids)):
        assert told["blame"]["n"] == 10
        assert told["blame"]["fates"]["reading failure"]["after"]["value"] == 1.0


def test_of_passages_that_are_given_no_recall_is_told(tmp_path: Path) -> None:
    """Of twenty lands, of the others the system finds its own: of four of these no passage is in the corpus."""
    some = [replace(one, query=replace(one.query, passages=one.gold.passages)) for one in QUESTIONS[:20]]
    for name, questions in (("given", some), ("both", [*some, *QUESTIONS[20:]])):
        found = stumper.attack(
            OpenQuestions(name, name, tuple(questions)),
            victim={"by words": ByWords()},
            adversaries=[Second()],
            store=tmp_path / f"{name}.db",
        )
        report = build_report(found.store, found.run_ids)
        [told] = _rag(report)
        [section] = report.sections
        said = [one for one in report.sentences if "gold passages of" in one]
        tables = [block for block in section.blocks if block.title == "What was retrieved"]
        assert not any("does not say what it retrieves" in one for one in report.sentences)
        if name == "given":
            assert (told["retrieval"], said, tables, told["blame"]["n"]) == (None, [], [], 20)
        else:
            assert told["retrieval"]["unattacked"]["n"] == told["retrieval"]["gold"]["after"]["n"] == 20
            assert told["retrieval"]["unattacked"]["value"] == 0.8
            assert [one.startswith("Unattacked, by words has the gold passages of 80.0 [") for one in said] == [True]
            assert len(tables) == 1


def test_an_attack_is_said_to_turn_what_was_right_before(report: Report) -> None:
    [said] = [one for one in report.sentences if one.startswith("Under Sea, of the questions")]
    assert said.startswith(
        "Under Sea, of the questions that by words answers with an F1 above 0 from their gold passages, 100.0 ["
    )
    assert said.endswith("are answered with what the attack put in, n = 18.")


def test_unattacked_recall_is_over_all_that_a_system_was_asked_in_any_run(report: Report) -> None:
    """Of Sea alone it would be over the twenty questions of which it makes something."""
    assert {one["retrieval"]["unattacked"]["n"] for one in _rag(report)} == {40}


def test_blame_tells_from_which_fate_questions_go_to_which(report: Report) -> None:
    flows = {one["names"]["attack"]: one["blame"]["flow"] for one in _rag(report)}
    assert {
        before: {after: one["variants"] for after, one in gone.items()} for before, gone in flows["Sea"].items()
    } == {"right": {"misled": 18}}
    assert flows["Sea"]["right"]["misled"]["share"]["value"] == 1.0
    assert flows["Sea"]["right"]["misled"]["share"]["n"] == 18


def test_every_form_of_the_report_shows_the_flow(results: Results, report: Report, tmp_path: Path) -> None:
    results.report(tmp_path)
    page = (tmp_path / "report.html").read_text()
    assert "From which fate to which" in page
    assert 'class="matrix"' in page.partition("From which fate to which")[2].partition("</table>")[0]
    assert "| right | 18 | 100.0 [" in (tmp_path / "report.md").read_text()
    assert '"flow"' in (tmp_path / "report.json").read_text()
    said = StringIO()
    Console(file=said, width=200).print(terminal(report))
    assert "From which fate to which" in said.getvalue()


def test_every_form_of_the_report_shows_blame(results: Results, tmp_path: Path) -> None:
    results.report(tmp_path)
    for name in ("report.html", "report.md", "report.json"):
        assert "misled" in (tmp_path / name).read_text()
    assert "Whose fault it was" in (tmp_path / "report.html").read_text()
    assert "became: misled" in (tmp_path / "report.html").read_text()


def sentences_on(system: object, tmp_path: Path, *adversaries: object) -> Sequence[str]:
    """What a report says of a system under these attacks."""
    lands = OpenQuestions("lands", "lands-1", QUESTIONS)
    found = stumper.attack(lands, victim=system, adversaries=[*adversaries], store=tmp_path / "s.db", max_errors=1.0)  # type: ignore[arg-type]
    return build_report(found.store, found.run_ids).sentences


def test_where_names_do_not_match_that_is_asked_and_no_recall_is_told(tmp_path: Path) -> None:
    said = sentences_on({"numbered": Numbered()}, tmp_path, Sea())
    assert (
        "120 of 120 ids that numbered returned as retrieved are of no passage that the data names (such as 'p0') or an "
        "attack added, the first '0': it invents them, its index has other names for the passages, or it finds none of "
        "these (and yet answers 40 of 40 questions with an F1 above 0). Neither recall nor blame is to be trusted: let "
        "'retrieved' have the ids of the data, or the passages' texts."
    ) in said
    assert not any(one.startswith("Unattacked") for one in said)


def test_a_system_that_does_not_tell_what_it_retrieved_is_said_not_to(tmp_path: Path) -> None:
    assert (
        "silent does not say what it retrieves, so that nobody can tell whose fault a wrong answer is: let its answer "
        "name that as 'retrieved'."
    ) in sentences_on({"silent": Silent()}, tmp_path, Sea())


def test_recall_over_fewer_than_all_questions_says_of_how_many(tmp_path: Path) -> None:
    [said] = [one for one in sentences_on({"by words": ByWords()}, tmp_path, Odd()) if one.startswith("Unattacked")]
    assert "n = 20 of 40 (of the others the attacks made nothing)" in said


def test_several_systems_have_one_sentence_on_recall_and_many_attacks_a_heading(tmp_path: Path) -> None:
    lands = OpenQuestions("lands", "lands-1", QUESTIONS)
    both = {"by words": ByWords(), "numbered": Numbered()}
    found = stumper.attack(lands, victim=both, adversaries=[Sea(), Poison(), Withheld()], store=tmp_path / "s.db")
    report = build_report(found.store, found.run_ids)
    assert sum(one.startswith("Unattacked") for one in report.sentences) == 1
    [section] = report.sections
    [headed] = [block for block in section.blocks if block.title == "What each attack does"]
    assert sum("Poison makes" in text for block in headed.blocks for text in block.texts) == 2


def test_an_attack_that_wants_an_answer_said_counts_among_the_attacks(report: Report) -> None:
    assert report.title == "by words under 3 attacks"
    assert report.about[0].endswith("It met 1 attack.")
    assert (
        report.about[-1]
        == "2 more attacks, Poison and Withheld, want something else and are told apart from these scores."
    )


def test_wants_that_are_not_told_apart_from_none_are_said_to_be(tmp_path: Path) -> None:
    said = sentences_on({"silent": Silent()}, tmp_path, Poison())
    assert any("against 0.0 [0.0, " in one and ", which is not told apart from none, n = 40." in one for one in said)


def test_an_example_shows_what_was_retrieved_and_what_became_of_it(report: Report) -> None:
    [shown] = [one for one in report.examples if one.names.attack == "Sea" and one.example_id == "q2"]
    assert shown.before.told == ("became: right", "retrieved: p2 (gold), p0, p1", "cited: p2")
    assert shown.after is not None
    assert shown.after.told == ("became: misled", "retrieved: q2+, p2 (gold), p0", "cited: q2+")


def test_a_control_that_changes_nothing_is_in_no_table_of_blame(tmp_path: Path) -> None:
    lands = OpenQuestions("lands", "lands-1", QUESTIONS)
    found = stumper.attack(
        lands, victim={"by words": ByWords()}, adversaries=["identity", Sea()], store=tmp_path / "s.db"
    )
    [section] = build_report(found.store, found.run_ids).sections
    [blame] = [block for block in section.blocks if block.title == "Whose fault it was"]
    tables = [block.table for block in within(blame.blocks) if block.table]
    assert [[row.cells[1].text for row in table.rows] for table in tables] == [["Sea"]]
    assert [column.name for column in tables[0].columns[3:]] == ["right", "misled"]  # what became of none is left out


def test_a_narrow_terminal_breaks_no_words_and_says_what_it_leaves_out(report: Report) -> None:
    console = Console(width=64, file=StringIO(), force_terminal=False)
    console.print(terminal(report))
    printed = console.file.getvalue()  # type: ignore[attr-defined]
    assert "Whose fault it was" in printed
    assert "without intervals, for which the terminal is too narrow" in printed
    wide = Console(width=240, file=StringIO(), force_terminal=False)
    wide.print(terminal(report))
    assert "too narrow" not in wide.file.getvalue()  # type: ignore[attr-defined]


class Numbered(ByWords):
    """Calls its passages by their places."""

    fingerprint = "numbered-1"

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        said = super().predict(queries)
        return [replace(one, evidence=(), retrieved=tuple(id.lstrip("p") for id in one.retrieved)) for one in said]


@dataclass(frozen=True, slots=True)
class Odd:
    """Puts a passage behind every second question, and brings nothing for the others."""

    tasks: ClassVar[Sequence[str]] = ("rag",)
    family: ClassVar[str] = "passages"
    searches: ClassVar[bool] = False

    def instances(self, examples: Sequence[Example], rng: Random) -> Sequence[Perturbation | Nothing]:
        return [
            Nothing("an even one", one.id)
            if place % 2 == 0
            else put(one, [Passage("", "It is by the sea.")], ("passages", "odd"), rng)
            for place, one in enumerate(examples)
        ]


class Silent:
    """Says one name, and not from where."""

    fingerprint = "silent-1"
    tasks = ("rag",)

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        return [Prediction((Guess("Oslo", None),), None) for _ in queries]


@dataclass(frozen=True, slots=True)
class Given:
    """Gives the gold passages."""

    tasks: ClassVar[Sequence[str]] = ("rag",)
    family: ClassVar[str] = "passages"
    changes: ClassVar[Sequence[str]] = ("given",)
    searches: ClassVar[bool] = False

    def instances(self, examples: Sequence[Example], rng: Random) -> Sequence[Perturbation | Nothing]:
        return [given_instead(one, one.gold.passages, ("passages", "given")) for one in examples]


@dataclass(frozen=True, slots=True)
class Second:
    """Gives a second passage."""

    tasks: ClassVar[Sequence[str]] = ("rag",)
    family: ClassVar[str] = "passages"
    searches: ClassVar[bool] = False

    def instances(self, examples: Sequence[Example], rng: Random) -> Sequence[Perturbation | Nothing]:
        return [put(one, [Passage("", "It is by the sea.")], ("passages", "second"), rng) for one in examples]


@dataclass(frozen=True, slots=True)
class SecondSearched:
    """Gives a second passage by asking."""

    tasks: ClassVar[Sequence[str]] = ("rag",)
    family: ClassVar[str] = "passages"
    searches: ClassVar[bool] = True

    def attack(self, example: Example, original: Verdict, rng: Random) -> Proposals:
        [made] = Second().instances([example], rng)
        yield [made]  # type: ignore[list-item]
        return made


def _rag(report: Report) -> list[dict[str, object]]:
    """The section's figures, as the report's JSON has them."""
    [section] = [one for one in report.sections if one.name == "rag"]
    assert section.figures is not None
    told: list[dict[str, object]] = json.loads(json.dumps(section.figures))["rag"]
    return told


def test_attacks_whose_attempts_all_failed_say_that_nothing_can_be_counted_and_why(tmp_path: Path) -> None:
    said = sentences_on({"broken": Broken()}, tmp_path, Poison(), Withheld())
    every = " of {} on broken ended in an error (40 attempts): there is nothing to score."
    assert [one for one in said if one.startswith("Every attempt")] == [
        f"Every attempt{every.format(name)}" for name in ("Poison", "Withheld")
    ]
    assert not any("–%" in one or "n = 0" in one or "does not say what it retrieves" in one for one in said)


def test_attacks_that_made_nothing_say_so(tmp_path: Path) -> None:
    said = sentences_on({"by words": ByWords()}, tmp_path, Wordless())
    assert "Wordless made nothing of 40 questions for by words: there is nothing to score." in said
    assert not any("–%" in one or "n = 0" in one for one in said)


def test_what_made_nothing_of_all_and_met_errors_is_told_once(tmp_path: Path) -> None:
    """Seen: 10 of 10 and 2 errors; it was noted besides that nothing was made of 10 of 12."""
    report = _on_ten(FailsOnTwo(), Wordless(), tmp_path)
    assert any(one.startswith("Wordless made nothing of 8 questions for unmoved, and 2") for one in report.sentences)
    assert "of which nothing was made or asked" not in markdown(report)


def test_of_each_attack_that_made_nothing_for_some_it_is_noted(tmp_path: Path) -> None:
    """Seen: said of what adds a passage, and not of what takes the answer away."""
    attacks = stumper.attack(
        OpenQuestions("lands", "lands-1", QUESTIONS[:8]),
        victim={"by words": ByWords()},
        adversaries=[AllButOne()],
        store=tmp_path / "s.db",
    )
    report = build_report(attacks.store, attacks.run_ids)
    why = "Open questions of which nothing was made or asked, which count nowhere: AllButOne 1 of 8 (12.5%)."
    assert why in markdown(report)
    assert why in html(report)


@dataclass(frozen=True, slots=True)
class AllButOne:
    """Takes the gold passages out, but of one question."""

    tasks: ClassVar[Sequence[str]] = ("rag",)
    family: ClassVar[str] = "passages"
    goal: ClassVar[str] = "answered_anyway"
    searches: ClassVar[bool] = False

    def attack(self, example: Example, original: Verdict, rng: Random) -> Proposals:
        if example.id == QUESTIONS[0].id:
            return Nothing("no passage says it")
        return (yield from Withheld().attack(example, original, rng))


class FailsOnTwo(ByWords):
    """Fails on the first two of ten questions."""

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        if {one.query for one in QUESTIONS[:4:2]} & {*queries}:
            raise RuntimeError("the index is gone")
        return super().predict(queries)


class Broken:
    """Answers nothing, and fails."""

    fingerprint = "broken-1"
    tasks = ("rag",)

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        raise RuntimeError("the index is gone")


@dataclass(frozen=True, slots=True)
class Wordless:
    """Wants something said, and finds nothing to put in."""

    tasks: ClassVar[Sequence[str]] = ("rag",)
    family: ClassVar[str] = "passages"
    goal: ClassVar[str] = "target_given"
    searches: ClassVar[bool] = False

    def attack(self, example: Example, original: Verdict, rng: Random) -> Proposals:
        yield from ()
        return Nothing("no value to put in")
