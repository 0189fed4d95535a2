"""Attacks against systems on questions, and what was made against one system put to others."""

import json
from dataclasses import replace

import pytest

from stumper.identity import perturbation_id
from stumper.reports import build_report, markdown, to_json
from stumper.reports.page_data import page_data
from stumper.reports.tables import tables
from stumper.runs.plan import Plan
from stumper.runs.plan import to_json as plan_json
from stumper.types import Candidate, Judgement

TWO = ("embedded", "hf:tiny")
CONTEXT = "The red fox met Ada Lovelace in Paris on Monday."


@pytest.fixture
def examples(make):
    asked = {"q1": "Ada Lovelace", "q2": "Paris", "q3": "Monday", "q4": "red"}
    return [make.question(id, f"Which is {id}?", CONTEXT, answer) for id, answer in asked.items()]


def figures(report):
    return json.loads(to_json(report))


def test_several_systems_are_a_contest(lifelike):
    made = lifelike(victims=TWO)
    [contest] = figures(made)["contests"]
    assert contest["victims"] == list(TWO)
    [standings] = contest["standings"]
    rows = {row["adversary"]: row for row in standings["tournament"]["potencies"]}
    assert set(rows) == {"identity", "add-benign", "AddCommon", "AddAny"}
    assert [rows[name]["is_baseline"] for name in ("identity", "add-benign", "AddAny")] == [True, True, False]
    assert not any("potent" in said for said in made.sentences), "nobody has judged what they made"


def test_a_score_of_the_contest_is_that_of_the_table_above_it(lifelike):
    made = lifelike(victims=TWO)
    [contest] = figures(made)["contests"]
    cells = {
        (cell["adversary"], cell["victim"]): cell["score"] for cell in contest["standings"][0]["tournament"]["cells"]
    }
    for row in figures(made)["rows"]:
        cell = cells[row["names"]["attack"], row["names"]["victim"]]
        assert (cell["value"], cell["n"]) == (pytest.approx(row["f1"]["after"]["value"]), row["f1"]["after"]["n"])


def fooled_by(make, text):
    def attempted(run_id, example):
        before = make.verdict(example, example.gold.answers[0].text)
        after = make.verdict(example, "nothing")
        return make.attempt(run_id, example, "succeeded", before, after, make.appended(example, text), 2)

    return attempted


@pytest.mark.parametrize(
    ("judged", "said"),
    [
        (("AddAny",), "AddAny is the only one judged of 3 attacks: potency "),
        (("AddAny", "AddCommon"), " is the most potent of the 2 judged, of 3 attacks: potency "),
        (("AddAny", "AddCommon", "AddSent"), " is the most potent of 3 attacks: potency "),
    ],
)
def test_the_most_potent_attack_is_that_of_those_judged(store, record, examples, make, judged, said) -> None:
    """Seen: "the most potent of 2 attacks" of one whose potency was 19, where nobody had judged the other, of which
    every fifth being correct would have made it more potent; and no word on that one."""
    questions = [replace(one, id=f"{one.id}-{place}") for place in range(6) for one in examples]
    texts = {"AddAny": "It was Ada.", "AddCommon": "It was Bo.", "AddSent": "It was Cy."}
    named = {"AddAny": "add-any", "AddCommon": "add-common", "AddSent": "add-sent"}
    runs = {name: record(questions, fooled_by(make, text), named[name]) for name, text in texts.items()}
    store.put_judgements(
        Judgement(perturbation_id(one.perturbation), "ann", True, place % 2 == 0, True, judge="person")
        for name in judged
        for place, one in enumerate(store.attempts(runs[name]))
    )
    text = markdown(build_report(store, [*runs.values()]))
    assert said in text
    lacking = [name for name in texts if name not in judged]
    note = f"Not judged, hence without a potency and left out of every resilience: {' and '.join(lacking)}."
    assert (note in text) == bool(lacking)


def test_attacks_of_too_few_originals_are_not_said_to_be_shown_above_them(store, record, examples, make) -> None:
    """Seen at the head of a report: "the only one of 2 attacks shown to be above its originals", with n = 4."""
    runs = [record(examples, fooled_by(make, "It was Ada."), "add-any")]
    of_many = [replace(one, id=f"{one.id}-{place}") for place in range(6) for one in examples]

    def kept(run_id, example):
        before = make.verdict(example, example.gold.answers[0].text)
        return make.attempt(run_id, example, "failed", before, before, make.appended(example, "It rained."), 2)

    runs.append(record(of_many, kept, "add-sent"))
    attempts = [one for run in runs for one in store.attempts(run)]
    store.put_judgements(
        Judgement(perturbation_id(one.perturbation), "ann", True, True, True, judge="person") for one in attempts
    )
    text = markdown(build_report(store, runs))
    assert "shown to be above its originals" not in text
    assert (
        "No attack is shown to be above the originals that it was made of: AddAny (n = 4, too few to tell) and AddSent "
        "(n = 24)."
    ) in text


@pytest.mark.parametrize(
    ("judged", "notes"),
    [
        ([("a", "add-any"), ("b", "add-common")], ["Not judged on a, {}: AddCommon.", "Not judged on b, {}: AddAny."]),
        ([("a", "add-any")], ["Not judged on a, {}: AddCommon.", "Not judged on b, {}: AddAny and AddCommon."]),
        ([("a", "add-benign")], ["Not judged on a, {}: AddAny and AddCommon."]),
    ],
)
def test_attacks_that_nobody_judged_are_named_with_their_data_set(store, examples, make, judged, notes) -> None:
    """Seen: two notes without a set, by which all attacks were unjudged; and none where the other set's were, or a
    control alone was judged."""
    asked = [replace(one, id=f"{one.id}-{place}") for place in range(6) for one in examples]
    ran = []
    for name in ("a", "b"):
        of = [replace(one, id=name + one.id, query=replace(one.query, text=name + one.query.text)) for one in asked]
        store.put_examples(name * 64, of)
        for adversary in ("add-any", "add-common", "add-benign"):
            plan = Plan(name, name * 64, "embedded", "v" * 32, adversary)
            store.put_plan(plan.id, plan_json(plan), name * 64)
            made = [fooled_by(make, f"It was {adversary}.")(plan.id, one) for one in of]
            store.put_attempts(made)
            ran.append(plan.id)
            if (name, adversary) in judged:
                store.put_judgements(
                    Judgement(perturbation_id(one.perturbation), "ann", True, True, True, judge="person")
                    for one in made
                )
    text = markdown(build_report(store, ran))
    for note in notes:
        assert note.format("hence without a potency and left out of every resilience") in text


def test_one_system_that_nobody_judged_is_no_contest(lifelike):
    assert "contests" not in figures(lifelike())


@pytest.fixture
def crossed(store, record, examples, make):
    """AddAny made against each of two systems; what was made against the embedded one fools the other half as often."""

    def run(victim: str, against: str, fooled: str) -> str:
        def met(run_id, example):
            before = make.verdict(example, example.gold.answers[0].text)
            changed = make.appended(example, f"It was {against}.")
            after = make.verdict(example, "nothing") if example.id in fooled else before
            return make.attempt(run_id, example, "succeeded" if after is not before else "failed", before, after,
                                changed, 2)  # fmt: skip

        replays = "" if victim == against else "the run against embedded"
        return record(examples, met, victim=victim, made_against=against, replays=replays, referee=2)

    return build_report(
        store,
        [run("embedded", "embedded", "q1 q2 q3 q4"), run("hf:tiny", "hf:tiny", "q1"), run("hf:tiny", "embedded", "q2")],
    )


def test_what_was_made_against_one_system_and_met_by_another_is_transferred(crossed):
    [transfer] = figures(crossed)["transfers"]
    cells = {(cell["made_against"], cell["victim"]): cell for cell in transfer["cells"]}
    assert {pair: cell["after"]["value"] for pair, cell in cells.items()} == {
        ("embedded", "embedded"): 0.0, ("hf:tiny", "hf:tiny"): 0.75, ("embedded", "hf:tiny"): 0.75,
    }  # fmt: skip
    assert cells["embedded", "hf:tiny"]["beyond"]["value"] == 0.0  # its own leave it .75, too
    assert "| hf:tiny | not asked | 75.0" in markdown(crossed)


def test_systems_that_each_met_what_was_made_against_themselves_are_no_pairs_of_the_same(crossed):
    [matrix] = crossed.matrices
    assert {one.attack: one.is_own for one in matrix.pairs if not one.attack.endswith("against embedded")} == {
        "": False, "AddAny": True,
    }  # fmt: skip
    assert "(its own)" in markdown(crossed)


def test_every_table_of_an_analysis_names_its_attack_and_system(lifelike):
    names = [name for name, _ in tables(lifelike(victims=("embedded", "hf:tiny")))]
    assert "reading-right-and-wrong-under-addany-on-hf-tiny" in names
    assert not [name for name in names if name.endswith("-2")]


def test_tables_of_several_data_sets_name_theirs(store, make):
    runs = []
    for dataset in ("spring.json", "autumn.json"):
        examples = [make.question(f"{dataset}{n}", f"Which is {n}?", CONTEXT, "Paris") for n in range(6)]
        for adversary in ("add-any", "add-common"):
            plan = Plan(dataset, dataset[0] * 32, "embedded", "v" * 32, adversary)
            store.put_plan(plan.id, plan_json(plan), dataset[0] * 32)
            store.put_examples(dataset[0] * 32, examples)
            store.put_attempts([_fooled(plan.id, example, make) for example in examples])
            runs.append(plan.id)
    names = [name for name, _ in tables(build_report(store, runs))]
    assert {"reading-spring-f1", "reading-autumn-f1"} <= set(names)
    assert {"reading-spring-f1-before-and-after-each-attack", "reading-autumn-f1-before-and-after-each-attack"} <= {
        *names
    }
    assert len(set(names)) == len(names)


def _fooled(run_id, example, make):
    before, after = (make.verdict(example, answer) for answer in ("Paris", "Rome"))
    return make.attempt(run_id, example, "succeeded", before, after, make.appended(example, "It was Rome."))


def test_examples_open_at_the_attack_that_the_headline_tells_of(lifelike):
    found = lifelike(victims=("embedded", "hf:tiny"))
    data = json.loads(page_data(found))
    item, answer = data["first"]
    _, _, victim, attack = data["runs"][data["items"][item]["answers"][answer]["run"]]
    first = next(sentence for sentence in found.sentences if sentence.startswith("Under "))
    assert first.startswith(f"Under {attack}, of ")
    assert ("the embedded reader" if victim == "embedded" else victim) in first


def test_where_nothing_was_proposed_the_examples_do_not_say_that_it_was_kept(store, record, examples, make):
    def met(run_id, example):
        before = make.verdict(example, example.gold.answers[0].text)
        if example.id == "q1":
            return make.attempt(run_id, example, "failed", before, None, None, 1)
        return make.attempt(run_id, example, "failed", before, before, make.appended(example, "It rained."), 2)

    data = json.loads(page_data(build_report(store, [record(examples, met)])))
    outcomes = {item["id"]: item["answers"][0]["outcome"] for item in data["items"]}
    assert (outcomes["q1"], outcomes["q2"]) == ("unproposed", "failed")
    assert outcomes["q1"] in [key for key, *_ in data["outcomes"]]


def test_it_stands_in_no_contest_and_is_named_after_whom_it_was_made_against(crossed):
    [contest] = figures(crossed)["contests"]
    scores = [(c["victim"], c["score"]["value"]) for c in contest["standings"][0]["tournament"]["cells"]]
    assert scores == [("embedded", 0.0), ("hf:tiny", 0.75)]
    assert "AddAny against embedded" in markdown(crossed)


def test_of_what_all_systems_met_alike_the_worst_for_one_is_put_to_the_others(store, record, examples, make):
    def run(victim: str, worst: int) -> str:
        def met(run_id, example):
            before = make.verdict(example, example.gold.answers[0].text)
            made = [make.appended(example, f"It was {number}.") for number in range(2)]
            said = [make.verdict(example, "nothing") if number == worst else before for number in range(2)]
            candidates = tuple(Candidate(one, verdict) for one, verdict in zip(made, said, strict=True))
            attempt = make.attempt(run_id, example, "succeeded", before, said[worst], made[worst], 3)
            return type(attempt)(*(getattr(attempt, name) for name in attempt.__slots__[:-2]), candidates=candidates)

        return record(examples, met, adversary="add-sent", victim=victim)

    found = build_report(store, [run("embedded", 0), run("hf:tiny", 1)])
    assert "| worst for |" in markdown(found).lower()
    assert "its own" not in markdown(found)  # it was made against nobody
    [transfer] = figures(found)["transfers"]
    assert {(cell["made_against"], cell["victim"]): cell["after"]["value"] for cell in transfer["cells"]} == {
        ("embedded", "embedded"): 0.0, ("embedded", "hf:tiny"): 1.0,
        ("hf:tiny", "embedded"): 1.0, ("hf:tiny", "hf:tiny"): 0.0,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("said", "rate", "told"),
    [
        (
            {"q1": [[False], [True]], "q2": [[], [True]]},
            "66.7",
            "of which 1 was judged and 0 found correct. What fools",
        ),
        ({"q1": [[], [True]]}, "100.0", "none of which was judged. What fools"),
        ({"q1": [[False, True], [True]]}, "100.0", "of which 1 was judged: 1 open. What fools"),
        (
            {"q1": [[False, True], []], "q2": [[True], []]},
            "100.0",
            "of which 2 were judged: 1 found correct, 1 open. What",
        ),
    ],
)
def test_a_correct_rate_of_all_variants_is_told_from_that_of_the_worst_which_alone_count(
    store, record, examples, make, said, rate, told
):
    """Seen: "none of which was judged" of some that were judged and on which judges are split."""
    made = {example.id: [make.appended(example, f"It was {n}.") for n in range(2)] for example in examples}

    def met(run_id, example):
        before = make.verdict(example, example.gold.answers[0].text)
        heard = [make.verdict(example, "nothing"), before]
        candidates = tuple(Candidate(one, verdict) for one, verdict in zip(made[example.id], heard, strict=True))
        if example.id == "q3":  # proposed, and not asked
            candidates += (Candidate(make.appended(example, "It was late."), replace(before, prediction=None)),)
        attempt = make.attempt(run_id, example, "succeeded", before, heard[0], made[example.id][0], 3)
        return replace(attempt, candidates=candidates)

    run = record(examples, met, adversary="add-sent")
    store.put_judgements(
        [
            Judgement(perturbation_id(made[id][place]), f"ann{number}", is_so, True, True, judge="person")
            for id, variants in said.items()
            for place, answers in enumerate(variants)
            for number, is_so in enumerate(answers)
        ]
    )
    first = (
        f"AddSent: the correct rate ({rate}%) is estimated over all 9 variants; its potency counts only the 4 that are "
    )
    assert f"{first}the worst of their question for a system, {told}" in markdown(build_report(store, [run]))


@pytest.fixture
def peoples(record, examples, make):
    """What people wrote against the embedded reader, all of which fooled it, put to another reader as well."""

    def run(victim: str, fooled: str) -> str:
        def met(run_id, example):
            before = make.verdict(example, example.gold.answers[0].text)
            after = make.verdict(example, "nothing") if example.id in fooled else before
            changed = make.appended(example, "It was not.")
            return make.attempt(run_id, example, "succeeded" if after is not before else "failed", before, after,
                                changed, 2)  # fmt: skip

        return record(examples, met, adversary="people", victim=victim, made_against="embedded")

    return [run("embedded", "q1 q2 q3 q4"), run("hf:tiny", "q2")]


@pytest.fixture
def written(store, peoples):
    return build_report(store, peoples)


def test_every_model_of_a_project_stands_in_the_contest_of_what_people_wrote(written):
    [contest] = figures(written)["contests"]
    [standings] = contest["standings"]
    scores = [(c["victim"], c["score"]["value"], c["score"]["n"]) for c in standings["tournament"]["cells"]]
    assert scores == [("embedded", 0.0, 4), ("hf:tiny", 0.75, 4)]
    [potency] = standings["tournament"]["potencies"]
    assert (potency["adversary"], potency["raw"]["value"]) == ("people", 0.625)


def test_what_people_wrote_is_named_in_words_in_sentences(store, peoples, examples, make):
    made = [perturbation_id(make.appended(one, "It was not.")) for one in examples]
    store.put_judgements([Judgement(one, "ann", True, True, True, judge="person") for one in made])
    report = build_report(store, peoples)
    assert [text.partition(" (")[0] for text in report.sentences if "what people wrote" in text.lower()] == [
        "Under what people wrote the embedded reader keeps 0.0 of its 100.0 F1",
        "Under what people wrote hf:tiny keeps 75.0 of its 100.0 F1",
        "No attack is shown to be above the originals that it was made of: what people wrote",
    ]


def test_what_people_wrote_is_said_to_be_chosen_as_it_fooled_the_model_that_they_wrote_against(written):
    assert "What people submitted was chosen as it fooled the embedded reader." in " ".join(
        text for section in written.sections for block in section.blocks for each in block.blocks for text in each.texts
    )


def test_what_people_wrote_is_transferred_to_every_other_model(written):
    [transfer] = figures(written)["transfers"]
    assert [(cell["made_against"], cell["victim"], cell["after"]["value"]) for cell in transfer["cells"]] == [
        ("embedded", "embedded", 0.0), ("embedded", "hf:tiny", 0.75),
    ]  # fmt: skip


def test_a_system_that_was_not_asked_under_an_attack_is_said_so(store, record, examples, make):
    def kept(run_id, example):
        before = make.verdict(example, example.gold.answers[0].text)
        return make.attempt(run_id, example, "failed", before, before, make.appended(example, "So it was."), 2)

    met = [("embedded", "edit-merge"), ("hf:tiny", "edit-merge"), ("embedded", "edit-split")]
    found = build_report(store, [record(examples, kept, adversary=attack, victim=victim) for victim, attack in met])
    assert "hf:tiny has no figure under edit-split: its resilience is over fewer attacks" in markdown(found)


@pytest.fixture
def with_an_unmade_attack(store, record, examples, make):
    """The runs of an attack on two systems, and with these of one that made nothing of any question."""
    asked = [replace(one, id=f"{one.id}-{place}") for place in range(6) for one in examples]

    def half_fooled(run_id, example):
        before = make.verdict(example, example.gold.answers[0].text)
        is_fooled = example.id.startswith(("q1", "q2"))
        after, outcome = (make.verdict(example, "no"), "succeeded") if is_fooled else (before, "failed")
        return make.attempt(run_id, example, outcome, before, after, make.appended(example, "It rained."), 2)

    def unmade(run_id, example):
        before = make.verdict(example, "no" if example.id.startswith("q1") else example.gold.answers[0].text)
        return make.attempt(run_id, example, "failed", before, None, None, 1)

    made = [record(asked, half_fooled, "add-sent", victim=victim) for victim in TWO]
    store.put_judgements(
        Judgement(perturbation_id(one.perturbation), "ann", True, True, True, judge="person")
        for one in store.attempts(made[0])
    )
    return made, [record(asked, unmade, "edit-reorder", victim=victim) for victim in TWO]


def test_an_attack_that_made_nothing_has_no_figure_and_changes_those_of_no_other(store, with_an_unmade_attack):
    """Seen: a raw potency of 37.5 [13.5, 76.4], an excess of 0.0 and scores "after" of an attack without a variant."""
    made, unmade = with_an_unmade_attack
    alone, both = (figures(build_report(store, runs))["contests"][0] for runs in (made, [*made, *unmade]))
    without, within = (one["standings"][0]["tournament"] for one in (alone, both))
    [added, nothing] = within["potencies"]
    assert (nothing["adversary"], nothing["raw"]["n"], nothing["gain"]["n"]) == ("edit-reorder", 0, 0)
    assert [added] == without["potencies"]
    assert within["resiliences"] == without["resiliences"]
    assert within["leads"] == without["leads"]


def test_an_attack_that_made_nothing_says_so_in_every_cell_and_is_not_unjudged(store, with_an_unmade_attack):
    made, unmade = with_an_unmade_attack
    report = build_report(store, [*made, *unmade])
    text = markdown(report)
    assert "| edit-reorder | 0 | nothing made | nothing made | nothing made | nothing made | nothing made |" in text
    assert "Not judged" not in text
    assert "has no figure under" not in text
    [short] = [
        block.table
        for block in report.sections[0].short
        if block.table is not None and block.table.title.endswith("F1 after each attack, %")
    ]
    assert [[cell.text for cell in row.cells[2:]] for row in short.rows if row.cells[0].text == "edit-reorder"] == [
        ["nothing made", "nothing made"]
    ]
    further = [line for line in text.splitlines() if "| edit-reorder | containment |" in line]
    assert [line.count("nothing made") for line in further] == [2, 2]


def test_without_an_attack_nothing_is_said_of_what_attacks_change(store, record, examples, make):
    def same(run_id, example):
        before = make.verdict(example, example.gold.answers[0].text)
        return make.attempt(run_id, example, "failed", before, before, make.appended(example, ""), 1)

    told = markdown(build_report(store, [record(examples, same, adversary="identity")]))
    assert "## Scores under attack" in told
    assert "What each attack changes" not in told


def test_attacks_that_change_other_originals_are_compared_on_those_that_all_change(store, record, make):
    """The first fools 10 of the 10 that it changes, of 20; the second 12 of 20, and 6 of these 10."""
    examples = [make.question(f"q{n}", f"Which is {n}?", CONTEXT, "Paris") for n in range(20)]

    def of_half(run_id, example):
        if int(example.id[1:]) < 10:
            return _fooled(run_id, example, make)
        before = make.verdict(example, "Paris")
        return make.attempt(run_id, example, "failed", before, None, None, 1)

    def of_all(run_id, example):
        if int(example.id[1:]) % 5 < 3:
            return _fooled(run_id, example, make)
        before = make.verdict(example, "Paris")
        return make.attempt(run_id, example, "failed", before, before, make.appended(example, "It rained."), 2)

    runs = [record(examples, of_half, "add-any"), record(examples, of_all, "add-common")]
    [found] = build_report(store, runs).matrices
    [shared] = found.shared
    assert (shared.victim, shared.originals, shared.run_id) == ("embedded", 10, runs[0])
    assert (shared.difference.value, shared.difference.n) == (-1.0, 10)
    assert [(one.scores.difference.value, one.without) for one in found.met] == [(-0.5, 10), (-0.6, 0)]
    [section] = build_report(store, runs).sections
    jointly = "In tables each interval is by itself; those of the first sentences hold for all attacks on all systems"
    assert any(one.startswith(jointly) for block in section.short for one in block.texts), "as its tables are narrower"
    said = next(one for one in build_report(store, runs).sentences if one.startswith("Under AddCommon, of 2 attacks"))
    assert ", and all of them of 10, where AddAny takes most (−100.0 [" in said
