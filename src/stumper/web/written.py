"""Times and types of attack as people read them."""

from datetime import UTC, datetime

from stumper.people.writing.attack_types import ATTACK_TYPES
from stumper.table.naming import PAPER_NAMES
from stumper.web.words import t

MINUTE, HOUR, DAY = 60, 3600, 86_400


def type_name(name: str) -> str:
    """A type of attack as authors see it; of machines as papers call it; categories of tossups as they are."""
    return t(f"js.writing.type.{name}") if name in ATTACK_TYPES else PAPER_NAMES.get(name, name)


def day(time: float) -> str:
    """The day, as 2024-05-31."""
    return datetime.fromtimestamp(time, UTC).strftime("%Y-%m-%d")


def clock(time: float) -> str:
    """The time of the day, as 17:05:30."""
    return datetime.fromtimestamp(time, UTC).strftime("%H:%M:%S")


def ago(seconds: float) -> str:
    """How long ago something was."""
    if seconds < MINUTE:
        return t("projects.progress.now")
    if seconds < HOUR:
        return t("projects.progress.minutes_ago", n=int(seconds // MINUTE))
    if seconds < DAY:
        return t("projects.progress.hours_ago", n=int(seconds // HOUR))
    return t("projects.progress.days_ago", n=int(seconds // DAY))


def duration(seconds: float) -> str:
    """How long something took."""
    if seconds < MINUTE:
        return t("projects.progress.seconds", n=round(seconds))
    minutes = round(seconds / MINUTE)
    if minutes < MINUTE:
        return t("projects.progress.minutes", n=minutes)
    return t("projects.progress.hours", h=minutes // MINUTE, m=minutes % MINUTE)
