"""A form of a project's settings: what its fields hold, and the settings that they mean."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from starlette.datastructures import FormData

from stumper.errors import BadOption
from stumper.people.projects.project import Kind, Project, Settings
from stumper.web.sent import text, texts
from stumper.web.words import t

GROUPS: Mapping[Kind, tuple[Kind, ...]] = {
    "write": ("write",),
    "fix": ("fix", "verify"),
    "judge": ("judge", "adjudicate"),
    "answer": ("answer",),
    "tag": ("tag",),
}
NUMBERS = (
    "timer", "items", "authors", "fixers", "verifiers", "approvals", "sample", "answerers", "seed", "characters",
    "taggers",
)  # fmt: skip
OTHERS = ("double_share", "lease", "fewest_sentences", "most_sentences")  # which settings hold in another way
OPTIONAL = ("items", "authors")  # an empty field: without a bound
TOSSUPS = ("characters", "taggers", "fewest_sentences", "most_sentences")  # an empty field: as before
FLAGS = ("timer_on", "live", "practice")
PERCENT, MINUTE = 100, 60
UNBOUND = Settings("", "", (), ())
STARTING_TIMER = 240
LONGEST_NUMBER = 9


@dataclass(frozen=True, slots=True)
class ProjectForm:
    """What the form's fields hold, as it is shown again where something is wrong with it."""

    name: str
    dataset: str
    kinds: frozenset[str]
    victims: tuple[str, ...]
    instructions: str
    flags: frozenset[str]
    numbers: Mapping[str, str]


def blank(dataset: str, victims: tuple[str, ...]) -> ProjectForm:
    """The form of a project that is not there yet."""
    settings = replace(UNBOUND, dataset=dataset, kinds=GROUPS["write"] + GROUPS["judge"], victims=victims)
    return form_of("", settings)


def form_of(name: str, settings: Settings) -> ProjectForm:
    """The form that means these settings."""
    flags = {"timer_on": settings.timer is not None, "live": settings.live, "practice": settings.practice}
    numbers = {field: getattr(settings, field) for field in NUMBERS} | {
        "timer": settings.timer or STARTING_TIMER,
        "double_share": round(settings.double_share * PERCENT),
        "lease": round(settings.lease / MINUTE),
        "fewest_sentences": settings.sentences[0],
        "most_sentences": settings.sentences[1],
    }
    return ProjectForm(
        name=name,
        dataset=settings.dataset,
        kinds=frozenset(kind for kind in GROUPS if kind in settings.kinds),
        victims=settings.victims,
        instructions=settings.instructions,
        flags=frozenset(flag for flag, is_on in flags.items() if is_on),
        numbers={field: "" if number is None else str(number) for field, number in numbers.items()},
    )


def form_from(sent: FormData) -> ProjectForm:
    """The form as a browser sent it."""
    return ProjectForm(
        name=text(sent, "name"),
        dataset=text(sent, "dataset"),
        kinds=frozenset(texts(sent, "kinds")),
        victims=texts(sent, "victims"),
        instructions=text(sent, "instructions").replace("\r\n", "\n"),
        flags=frozenset(flag for flag in FLAGS if text(sent, flag)),
        numbers={field: text(sent, field) for field in (*NUMBERS, *OTHERS)},
    )


def settings_from(form: ProjectForm, before: Settings = UNBOUND) -> Settings:
    """The settings that the form means, all else as before; BadOption where a number is none."""
    numbers = {
        field: _number(form, field) for field in form.numbers if form.numbers[field] or field not in OPTIONAL + TOSSUPS
    }
    return replace(
        before,
        kinds=tuple(kind for group, kinds in GROUPS.items() if group in form.kinds for kind in kinds),
        victims=form.victims,
        instructions=form.instructions,
        timer=numbers["timer"] if "timer_on" in form.flags else None,
        live="live" in form.flags,
        practice="practice" in form.flags,
        items=numbers.get("items"),
        authors=numbers.get("authors"),
        fixers=numbers["fixers"],
        verifiers=numbers["verifiers"],
        approvals=numbers["approvals"],
        sample=numbers["sample"],
        double_share=numbers["double_share"] / PERCENT,
        answerers=numbers["answerers"],
        lease=numbers["lease"] * MINUTE,
        seed=numbers["seed"],
        sentences=(
            numbers.get("fewest_sentences", before.sentences[0]),
            numbers.get("most_sentences", before.sentences[1]),
        ),
        characters=numbers.get("characters", before.characters),
        taggers=numbers.get("taggers", before.taggers),
    )


def with_what_stays(form: ProjectForm, project: Project) -> ProjectForm:
    """The form of a project that is there: what cannot be changed is as it is, whatever was sent."""
    kept = form_of(project.name, project.settings)
    staying = {field: kept.numbers[field] for field in ("items", "seed")}
    return replace(form, dataset=kept.dataset, numbers={**form.numbers, **staying})


def _number(form: ProjectForm, field: str) -> int:
    """A whole number of few digits; a field that is left out of sight is as it was sent."""
    value = form.numbers[field]
    if field == "timer" and "timer_on" not in form.flags:
        return 0
    return number_of(value, f"projects.{field}")


def number_of(value: str, label: str) -> int:
    """A whole number of few digits from a field with this label; BadOption."""
    if not (value.isascii() and value.isdecimal() and len(value) <= LONGEST_NUMBER):
        raise BadOption(t("projects.not_a_number", label=t(label), value=value))
    return int(value)
