"""What the API of projects takes and gives."""

from dataclasses import asdict
from typing import Self

from pydantic import BaseModel, ConfigDict, Field

from stumper.people.accounts.person import Role
from stumper.people.projects import invitations
from stumper.people.projects.members import Member
from stumper.people.projects.project import Kind, Settings
from stumper.people.projects.project import Project as Kept
from stumper.people.queues.progress import PersonProgress, QueueProgress

UNSET = Settings("", "", (), ())


class Given(BaseModel):
    """What is sent to the server: nothing that it does not know."""

    model_config = ConfigDict(extra="forbid")


class ChangeableSettings(Given):
    """What an administrator may change of a project at any time."""

    victims: list[str] = Field(description="As `stumper serve --victim` names them; authors write against the first.")
    kinds: list[Kind]
    instructions: str = Field(UNSET.instructions, description="Markdown.")
    timer: int | None = Field(UNSET.timer, description="Seconds for each text; null: no limit.")
    live: bool = Field(UNSET.live, description="Whether the model answers as one types.")
    practice: bool = UNSET.practice
    authors: int | None = Field(UNSET.authors, description="Authors for each text; null: as many as like to.")
    fixers: int = UNSET.fixers
    verifiers: int = UNSET.verifiers
    approvals: int = UNSET.approvals
    sample: int = Field(UNSET.sample, description="Texts to judge or answer, drawn from each attack.")
    double_share: float = Field(UNSET.double_share, description="The share of them that two people judge.")
    answerers: int = UNSET.answerers
    lease: int = Field(UNSET.lease, description="Seconds after which work that somebody left goes to another.")
    sentences: tuple[int, int] = Field(UNSET.sentences, description="The fewest and the most of a tossup.")
    characters: int = Field(UNSET.characters, description="The most of a tossup.")
    taggers: int = Field(UNSET.taggers, description="People who say what makes a tossup hard.")
    gold_rate: float = Field(UNSET.gold_rate, description="The share of pieces of work that are gold.")


class NewProject(ChangeableSettings):
    """A project to be made."""

    name: str
    dataset: str = Field(description="One that the form of a new project offers, by its name, or `upload:ID`.")
    items: int | None = Field(UNSET.items, description="Texts for each author, drawn by the seed; null: all.")
    seed: int = UNSET.seed


class ChangedProject(ChangeableSettings):
    """What a project is to be from now on."""

    name: str


class ProjectSettings(NewProject):
    """All that is decided of a project."""

    task: str


class Project(BaseModel):
    """A project; times are seconds since 1970, UTC."""

    id: str
    settings: ProjectSettings
    created: float
    closed: float | None
    roles: list[Role] = Field(description="Yours.")

    @classmethod
    def of(cls, project: Kept, roles: frozenset[Role]) -> Self:
        """The project as somebody with these roles sees it."""
        settings = ProjectSettings(name=project.name, **asdict(project.settings))
        return cls(
            id=project.id, settings=settings, created=project.created, closed=project.closed, roles=sorted(roles)
        )


class Person(BaseModel):
    """What one person did in a queue; ``expired`` was begun and left."""

    person: str
    name: str
    done: int
    leased: int
    expired: int
    seconds: float
    seen: float
    submissions: int

    @classmethod
    def of(cls, progress: PersonProgress) -> Self:
        """As the store counts it."""
        return cls(
            person=progress.person_id,
            name=progress.name,
            done=progress.done,
            leased=progress.leased,
            expired=progress.expired,
            seconds=progress.spent,
            seen=progress.seen,
            submissions=progress.submissions,
        )


class Queue(BaseModel):
    """How far a queue is; ``places`` is null where every item is for whoever likes to. Of writing, ``submissions`` have
    come in that were not taken back, on so many items (``submitted``)."""

    kind: Kind
    items: int
    decided: int
    complete: int
    untouched: int
    places: int | None
    done: int
    leased: int
    expired: int
    submissions: int
    submitted: int
    people: list[Person]

    @classmethod
    def of(cls, progress: QueueProgress) -> Self:
        """As the store counts it."""
        counts = {name: getattr(progress, name) for name in cls.model_fields if name != "people"}
        return cls(**counts, people=[Person.of(person) for person in progress.people])


class ProjectMember(BaseModel):
    """Somebody in a project."""

    person: str
    name: str
    roles: list[Role]
    joined: float

    @classmethod
    def of(cls, member: Member) -> Self:
        """As the store has it."""
        return cls(person=member.person.id, name=member.person.name, roles=sorted(member.roles), joined=member.joined)


class NewInvitation(Given):
    """A link to be made."""

    role: Role
    places: int = Field(1, description="How many people may join by it.")
    days: int = Field(14, description="For how many days it works.")


class Invitation(BaseModel):
    """A link by which ``places`` more people may join; what it holds cannot be read again."""

    id: str
    role: Role
    places: int
    created: float
    expires: float

    @classmethod
    def of(cls, found: invitations.Invitation) -> Self:
        """As the store has it."""
        return cls(**{name: getattr(found, name) for name in cls.model_fields})


class MadeInvitation(BaseModel):
    """A link, which cannot be read again."""

    link: str


class Upload(BaseModel):
    """A file that is in the store; a data set is named `upload:ID`."""

    id: str
    name: str


class SkippedLine(BaseModel):
    """A question of a packet file that cannot be used, by its line."""

    line: int
    reason: str


class DataSetUpload(Upload):
    """A data set; ``skipped`` is left out of it."""

    skipped: list[SkippedLine]


class MarkdownText(Given):
    """Markdown."""

    text: str = Field(max_length=50_000)


class Html(BaseModel):
    """The same as HTML, in which nothing but text, lists, tables and links can be."""

    html: str
