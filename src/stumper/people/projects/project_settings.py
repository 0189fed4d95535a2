"""Which settings a project can have."""

from stumper.errors import BadOption
from stumper.people.projects.project import KINDS, Settings

LEAST = {
    "timer": 10, "items": 1, "authors": 1, "fixers": 1, "verifiers": 1, "sample": 1, "answerers": 1, "lease": 30,
    "characters": 50, "taggers": 1,
}  # fmt: skip
MOST = 10_000
LONGEST_INSTRUCTIONS = 50_000
NAMES = {
    "timer": "The time for an item, in seconds,",
    "items": "The number of items an author gets",
    "authors": "The number of authors on one item",
    "fixers": "The number of people who mend a sentence",
    "verifiers": "The number of people who check a sentence",
    "sample": "The number of texts to judge from each attack",
    "answerers": "The number of people who answer a question",
    "characters": "The number of characters of a tossup",
    "taggers": "The number of people who tag a tossup",
    "lease": "The time after which unfinished work goes to another, in seconds,",
}


def check_settings(settings: Settings) -> None:
    """Nothing; BadOption with what is to be changed."""
    if not settings.kinds or not set(settings.kinds) <= set(KINDS):
        raise BadOption("Choose at least one kind of work.")
    if "write" in settings.kinds and not settings.victims:
        raise BadOption("Choose at least one model that authors write against.")
    for field, least in LEAST.items():
        value = getattr(settings, field)
        if value is not None and not least <= value <= MOST:
            raise BadOption(f"{NAMES[field]} is a number from {least} to {MOST:,}, not {value}.")
    if not 1 <= settings.approvals <= settings.verifiers:
        raise BadOption("A sentence can be approved by no more people than check it, and by no fewer than one.")
    if not 1 <= settings.sentences[0] <= settings.sentences[1] <= MOST:
        raise BadOption("A tossup has at least one sentence, and no fewer at most than at least.")
    if not 0 <= settings.double_share <= 1:
        raise BadOption("The share of texts that two people judge is a number from 0 to 1.")
    if len(settings.instructions) > LONGEST_INSTRUCTIONS:
        raise BadOption(f"Instructions are at most {LONGEST_INSTRUCTIONS:,} characters long.")
