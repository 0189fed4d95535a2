"""What the report says of judges that are split, and of an attack that fools with what is wrong."""

from typing import Any

import pytest

from report_figures import figures
from stumper.identity import perturbation_id
from stumper.reports import Report, build_report, markdown
from stumper.tasks.verification.claim import LABELS
from stumper.types import Instance, Judgement

SUPPORTS, REFUTES, _ = LABELS


@pytest.fixture
def instances(make: Any) -> list[Instance]:
    claims = [make.claim(str(n), f"Ada Thorn lit lamp {n}.", SUPPORTS) for n in range(60)]
    return [make.changed(one, f"It is said that {one.query.text}", "said", "it-is-said") for one in claims]


@pytest.fixture
def report(recorder: Any, make: Any, instances: list[Instance]) -> Any:
    """Of a system that is wrong on the second half of the claims once they are changed."""

    def made(*judgements: Judgement) -> Report:
        late = {one.id for one in instances[30:]}
        right, wrong = make.said(SUPPORTS), make.said(REFUTES)
        run_id = recorder.run("rules", "a", instances, lambda one: (right, wrong if one.id in late else right))
        recorder.store.put_judgements(judgements)
        return build_report(recorder.store, [run_id])

    return made


def judged(one: Instance, is_correct: bool, annotator: str = "ann") -> Judgement:
    return Judgement(perturbation_id(one.perturbation), annotator, True, is_correct, True, judge="person")


def test_an_attack_that_fools_with_what_is_wrong_is_said_to(report: Any, instances: list[Instance]) -> None:
    """Half is correct, half is missed, and nothing is both: the product says 25."""
    found = report(*(judged(one, place < 30) for place, one in enumerate(instances)))
    [part] = figures(found).verification
    [row] = part.standings[0].tournament.potencies
    assert (row.potency.value, row.joint.potency.value, row.joint.is_counted) == (0.25, 0.0, True)
    [note] = [one for one in part.notes if one.startswith("rules: what is correct of it is missed less often")]
    assert "the product of correct rate and raw potency says too much. Claim by claim its potency is 0.0" in note
    assert "over the 60 judged, −25.0 [" in note
    assert "0.0, all 60 judged" in markdown(found)
    [first] = [one for one in found.sentences if "potency of 25.0" in one]
    assert first.endswith("; but claim by claim it is 0.0 of the 60 judged that count.")


def test_where_the_two_agree_nothing_is_said(report: Any, instances: list[Instance]) -> None:
    [part] = figures(report(*(judged(one, place % 2 == 0) for place, one in enumerate(instances)))).verification
    assert not [one for one in part.notes if "the product of correct rate" in one]


def test_what_judges_are_split_on_is_open_and_not_wrong(report: Any, instances: list[Instance]) -> None:
    """Six ties were a correct rate of 0.0."""
    ties = [judged(one, name == "ann", name) for one in instances[:6] for name in ("ann", "bob")]
    found = report(*ties)
    [part] = figures(found).verification
    assert "Judged, and not settled, as judges are split: rules (6 open)." in " ".join(part.notes)
    assert "Nothing of what was judged is settled, as its judges are split (6 open), so its potency" in " ".join(
        found.sentences
    )
    assert "6 open" in markdown(found)
    assert (part.runs[0].judged, part.runs[0].correct, part.runs[0].open) == (6, 0, 6)


def test_a_rate_is_told_with_what_is_open_beside_it(report: Any, instances: list[Instance]) -> None:
    ties = [judged(one, name == "ann", name) for one in instances[:6] for name in ("ann", "bob")]
    found = report(*ties, *(judged(one, True) for one in instances[6:20]))
    said = "with 6 open; but claim by claim it is 0.0 of the 14 judged that count."
    assert f"of the 14 that 2 people judged are correct, {said}" in " ".join(found.sentences)
    assert "of 14 by 2 people, 6 open" in markdown(found)


def test_judgements_of_another_attack_s_sample_do_not_count_as_drawn_of_this_one(
    recorder: Any, make: Any, instances: list[Instance]
) -> None:
    """The ten that both attacks make are all wrong, and were judged for the other: the rate was 10 of 20."""
    right = make.said(SUPPORTS)
    shared, other = instances[:10], [make.changed(one.example, "So it is.", "so", "so") for one in instances[10:]]
    run_ids = [
        recorder.run(name, "a", made, lambda one: (right, right))
        for name, made in (("rules", instances), ("other", [*shared, *other]))
    ]
    ids = {
        name: [perturbation_id(one.perturbation) for one in made]
        for name, made in (("rules", instances), ("other", [*shared, *other]), ("shared", shared))
    }
    recorder.store.put_judgements([judged(one, False) for one in shared])
    recorder.store.put_judgements([judged(one, True) for one in instances[20:30]])
    recorder.store.draws().put(ids["other"], ids["shared"])
    recorder.store.draws().put(ids["rules"], ids["rules"][20:30])
    found = build_report(recorder.store, run_ids)
    [part] = figures(found).verification
    rows = {row.adversary: row for row in part.standings[0].tournament.potencies}
    assert (rows["rules"].correct_rate.value, rows["rules"].correct_rate.n) == (1.0, 10)
    assert (rows["other"].correct_rate.value, rows["other"].correct_rate.n) == (0.0, 10)
    assert (
        "10 claims of rules were judged in another attack's sample, which is no random sample of this one: left out of "
        "its correct rate." in part.notes
    )


def test_where_it_is_not_recorded_how_judgements_were_drawn_that_is_said(
    report: Any, instances: list[Instance]
) -> None:
    [part] = figures(report(*(judged(one, True) for one in instances[:10]))).verification
    assert "How what was judged of rules was drawn is not recorded: it is taken for a random sample." in part.notes
    [part] = figures(report(*(judged(one, True) for one in instances))).verification
    assert not [one for one in part.notes if "not recorded" in one]
