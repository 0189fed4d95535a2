"""Three projects with something to do in every queue, so that somebody alone can try all of it."""

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from stumper import api
from stumper.cli.console import carry_out
from stumper.cli.tally import tallying
from stumper.errors import BadOption
from stumper.people.accounts.demo import Cast, cast
from stumper.people.accounts.person import Role
from stumper.people.annotating.filling import fill_from_runs, fill_from_upload
from stumper.people.matches.match import Rules, listening_to
from stumper.people.matches.packets import Chosen
from stumper.people.matches.rooms import open_match, rooms_of
from stumper.people.projects.data_sets import project_dataset
from stumper.people.projects.members import add_member
from stumper.people.projects.project import KINDS, Project, Settings
from stumper.people.projects.uploads import put_upload
from stumper.people.queues.queue import lease_item
from stumper.people.study.founding import found_project
from stumper.people.writing.beginning import Beginning, begin_tossup
from stumper.people.writing.submitting_composed import Sent, submit_tossup
from stumper.web.house import House
from stumper.web.words import t

NAMES = ("Ada", "Ben", "Cleo")
ROLES: Mapping[str, tuple[Role, ...]] = {"Ben": ("author", "annotator"), "Cleo": ("author", "annotator", "player")}
VICTIM = "embedded"
READING_KINDS = tuple(kind for kind in KINDS if kind != "tag")
GUESSERS = ("ir", "dan", "rnn")  # that are compared with, where the server has them
PLAYED = 10  # tossups of the match against the machine
TAGGED = 3  # tossups that wait to be tagged
QUESTIONS, CLAIMS = 6, 9  # that machines attack beforehand: enough to judge, made within seconds
OTHERS = 2  # the seed of questions that are not judged, as whoever judges has seen the answer


def open_demo(house: House) -> Cast:
    """The people are there; BadOption, or Refused, where there can be no demonstration."""
    if VICTIM not in house.victims:
        raise BadOption(f"--demo is about the victim {VICTIM!r}. Leave --victim out, or add --victim {VICTIM}.")
    return cast(house.store, NAMES, house.clock())


def prepare_demo(house: House, people: Cast) -> None:
    """The projects are there with their work; what can be begun without machines' texts comes first."""
    with tallying():
        reading = _reading(house, people)
        claims = _claims(house, people)
        _tossups(house, people)
        _attack_claims(house, people, claims)
        _attack_questions(house, people, reading)


def _reading(house: House, people: Cast) -> Project:
    settings = Settings(
        "reading", "reading", (VICTIM,), READING_KINDS, t("shared.demo.reading.instructions"), items=10,
        fixers=1, verifiers=2, double_share=1.0,
    )  # fmt: skip
    return _project(house, people, t("shared.demo.reading"), settings, people.began)


def _attack_questions(house: House, people: Cast, project: Project) -> None:
    with TemporaryDirectory() as folder:
        raw = Path(folder) / "raw.jsonl"
        run_id = _attack(house, "reading", "add-sent", {"raw": str(raw)}, QUESTIONS)
        sentences = put_upload(house.store, raw.name, raw.read_bytes(), people.began, project.id)
    fill_from_upload(house.store, project, "fix", sentences, people.began)
    fill_from_runs(house.store, project, "judge", [run_id], people.began)
    others = _attack(house, "reading", "add-sent", {}, QUESTIONS, OTHERS)
    fill_from_runs(house.store, project, "answer", [others], people.began)


def _claims(house: House, people: Cast) -> Project:
    settings = Settings(
        "verification", "verification", (VICTIM,), ("write", "judge", "adjudicate"),
        t("shared.demo.claims.instructions"), items=10, double_share=1.0,
    )  # fmt: skip
    return _project(house, people, t("shared.demo.claims"), settings, people.began - 1)  # listed behind


def _attack_claims(house: House, people: Cast, project: Project) -> None:
    run_id = _attack(house, "verification", "claim-rules", {"balanced": str(CLAIMS)}, None)
    fill_from_runs(house.store, project, "judge", [run_id], people.began)


def _tossups(house: House, people: Cast) -> None:
    victims = (VICTIM, *(spec for spec in GUESSERS if spec in house.victims))
    settings = Settings("quizbowl", "quizbowl", victims, ("write", "tag"), t("shared.demo.tossups.instructions"))
    project = _project(house, people, t("shared.demo.tossups"), settings, people.began - 2)
    ada = people.people[0].id
    dataset = project_dataset(house.store, settings.dataset)
    for example in dataset.examples[:TAGGED]:
        answer = example.gold.answers[0].text
        category = listening_to(settings.task).details(dataset, example.id).category
        beginning = Beginning(example.id, answer, "", category, example.id)
        item_id = begin_tossup(house.store, project, ada, beginning, people.began)
        held = lease_item(house.store, item_id, ada, people.began, is_looking=True)
        submit_tossup(
            house.store,
            project,
            held,
            Sent(example.id, example.query.text, t("shared.demo.tossups.reason")),
            (),
            people.began,
        )
    if not rooms_of(house.store, project.id):
        rules, packet = Rules("machine", victim=VICTIM), Chosen("data", PLAYED, 1)
        open_match(house.store, project, t("shared.demo.match"), rules, packet, ada, people.began)


def _project(house: House, people: Cast, name: str, settings: Settings, now: float) -> Project:
    project = found_project(house.store, name, settings, house.victims, now, people.people[0].id)
    for person in people.people:
        for role in ROLES.get(person.name, ()):
            add_member(house.store, project.id, person.id, role, people.began)
    return project


def _attack(
    house: House, dataset: str, adversary: str, options: dict[str, str], limit: int | None, seed: int = 1
) -> str:
    """The id of a run that is over; one that was over before is not made again."""
    job = api.prepare(dataset, adversary, VICTIM, options=options, limit=limit, seed=seed, store=house.store)
    carry_out(job, t("shared.demo.preparing", dataset=dataset))
    job.conclude()
    return job.plan.id
