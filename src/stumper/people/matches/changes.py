"""What has changed from one view to the next: what has ended is told once, and again where a ruling changes it."""

from collections.abc import Mapping
from dataclasses import asdict, fields, replace
from typing import Any

from stumper.people.matches.views import View


def changes(before: View, now: View) -> Mapping[str, Any]:
    """The fields that are not as they were, as JSON takes them; of the questions those that changed or came."""
    plays = tuple(
        play for place, play in enumerate(now.plays) if place >= len(before.plays) or play != before.plays[place]
    )
    changed = {field.name for field in fields(View) if getattr(now, field.name) != getattr(before, field.name)}
    return {name: value for name, value in asdict(replace(now, plays=plays)).items() if name in changed}


def asked_again(seen: View, since: int) -> View:
    """The view for somebody who asks again; where nothing has happened ``since``, they know the questions before the
    last."""
    return replace(seen, plays=seen.plays[-1:]) if since == seen.number else seen


def read_on(seen: View, number: int, after: int, words: int, text: str) -> View:
    """The view of somebody who was told the words behind ``after``, if they belong to it; ``text`` is all of them."""
    if number != seen.number or not after <= seen.words < words:
        return seen
    return replace(seen, words=words, text=text)
