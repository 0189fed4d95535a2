"""What people submitted with Stumper 0.1 and what they submit now against the same model is one run, with a notice."""

from dataclasses import replace

from authoring import PARAGRAPH, authoring
from stumper.people.writing.item import example_of
from stumper.people.writing.runs import people_plan
from stumper.people.writing.submitting import Pressed, Writing, submit
from stumper.reports import build_report, markdown
from stumper.runs import to_json
from stumper.store import Store
from stumper.store.connection import writing
from stumper.store.schema import attempts, plans

FOOLING = PARAGRAPH + " Mary Bell was no kin."


def test_a_project_joins_its_runs_of_0_1_with_those_of_today_and_says_so(store: Store) -> None:
    room = authoring(store)
    desk = room.desks["scripted"]

    def press(place: int, key: str) -> None:
        held = room.item(place)
        here = Writing(store, room.desks, room.project, held, example_of(store, room.project, held.item))
        submit(here, Pressed(key, FOOLING), 110.0)

    press(0, "a")
    old = replace(people_plan(room.project, desk), format=1, victim_fingerprint="scripted")
    with writing(store.engine) as connection:  # as 0.1 would have written it
        connection.execute(
            plans.insert().values(
                run_id=old.id, fingerprint=old.dataset_fingerprint, document=to_json(old), concluded=False, revision=0
            )
        )
        connection.execute(attempts.update().values(run_id=old.id))
        connection.execute(plans.delete().where(plans.c.run_id != old.id))
    desk.code = "the code behind it"
    press(1, "b")
    now = people_plan(room.project, desk)
    assert now.id != old.id
    assert list(store.plans()) == [now.id]
    assert len(store.attempts(now.id)) == 2
    report = build_report(store, [now.id])
    assert report.provenance[0].joined == old.id
    assert f"is joined with it, from the run `{old.id}`" in markdown(report)
    room.close()
