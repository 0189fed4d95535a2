"""What a language model says in a reply: without what it thinks aloud and what it marks as its answer; whether it
abstains or refuses."""

import json
import re
from collections.abc import Iterator
from functools import cache
from itertools import islice

QUOTES = " \t`*_\"'“”‘’"
OPENINGS = 50  # brackets at which JSON is looked for: a reply may hold thousands
MARKED = re.compile(r"^\W*(?:final )?answer\W*[:=]\W*(\S.*)$", re.IGNORECASE | re.MULTILINE)
_THOUGHT = re.compile(r"<(think|thinking|thought|reasoning)>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_THOUGHT_END = re.compile(r"</(?:think|thinking|thought|reasoning)>", re.IGNORECASE)
_TAGGED = re.compile(r"<(answer|final_answer)>(.*?)</\1>", re.DOTALL | re.IGNORECASE)


def spoken(text: str) -> str:
    """The reply without what the model thought aloud, and without the tags around its answer.

    A thought that the prompt began has an end alone.
    """
    said = _THOUGHT.sub("", text)
    ends = [found.end() for found in _THOUGHT_END.finditer(said)]
    said = said[ends[-1] :].strip() if ends else said.strip()
    tagged = _TAGGED.findall(said)
    return tagged[-1][1].strip() if tagged else said


def ended(said: str) -> str:
    """Without the full stop of a sentence, which is not that of "U.S."."""
    if said.endswith(".") and "." not in said.split()[-1][:-1]:
        return said[:-1].rstrip(QUOTES)
    return said


def json_answers(said: str) -> list[str] | None:
    """The answers that the first object or list in JSON names; "" for one that is null or empty. None without JSON
    that names any."""
    for opening in islice(re.finditer(r"[{\[]", said), OPENINGS):
        try:
            value, _ = json.JSONDecoder().raw_decode(said, opening.start())
        except (ValueError, RecursionError):
            continue
        if value:
            found = list(_answers(value))
            return found or None
    return None


def _answers(value: object) -> Iterator[str]:
    if value is None or isinstance(value, str):
        yield (value or "").strip()
    elif isinstance(value, list):
        for each in value:
            yield from _answers(each)
    elif isinstance(value, dict):
        named = {str(name).lower().replace("_", " "): each for name, each in value.items()}
        for name in _KEYS:
            if name in named:
                yield from _answers(named[name])
                return


def told_in_json(said: str) -> list[tuple[str, float]]:
    """Each answer that an object in JSON names together with a confidence from 0 to 1, or in percent."""
    found: list[tuple[str, float]] = []
    for opening in re.finditer(r"\{", said):
        try:
            value, _ = json.JSONDecoder().raw_decode(said, opening.start())
        except ValueError:
            continue
        named = {str(name).lower().replace("_", " "): each for name, each in value.items()}
        answer = next((named[name] for name in _KEYS if isinstance(named.get(name), str)), None)
        share = next((named[name] for name in _SHARES if _is_number(named.get(name))), None)
        if answer is not None and share is not None:
            found.append((answer, share / 100 if share > 1 else share))
    return found


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


_SHARES = ("confidence", "probability")
_KEYS = ("guesses", "answers", "answer", "guess", "final answer", "best guess", "name")


def refuses(said: str) -> bool:
    """Whether the reply declines to do what it was asked, which says nothing of what it was asked about."""
    return _compiled(_REFUSAL).match(said.lstrip(QUOTES)) is not None and not abstains(said)


_REFUSAL = (
    r"(?:I['’]m|I am) (?:sorry|unable|afraid)\b|Sorry, (?:but )?I\b|As an AI\b|(?:I )?apologi[sz]e\b|My apologies\b"
    r"|I (?:can['’]?t|cannot|can not|won['’]?t|will not) (?:help|assist|answer|provide|comply|fulfil|discuss|do that)"
)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """The pattern, compiled when it is first asked for: that takes a while, and most commands read no replies."""
    return re.compile(pattern, re.IGNORECASE)


def abstains(said: str) -> bool:
    """Whether a reply says that there is no answer, or that it does not know one: by its first sentence. One that goes
    on to give an answer behind a "but" does not."""
    first = re.split(r"(?<=[.!?])\s|\n", said.strip().strip(QUOTES), maxsplit=1)[0]
    bare = _compiled(_LEAD_IN).sub("", first.replace("’", "'")).strip(f"{QUOTES}.!")
    found = _compiled(_ABSTAINS).match(bare)
    if found is None:
        return False
    before, but, behind = bare.partition(", but ")
    return not but or _compiled(_ONLY_TELLS).match(behind) is not None or len(before) < found.end()


_SOURCE = (
    r"(?:passage|paragraph|text|context|document|article|excerpt|information|evidence|source|material|content"
    r"|snippet|data)s?"
)
_NOT = r"(?:does not|doesn't|do not|don't|did not|didn't|never|fails? to)"
_SAY = (
    r"(?:say|state|mention|specify|provide|contain|include|give|indicate|tell|name|disclose|reveal|answer|address"
    r"|discuss|describe|identify|offer|list|note|explain|have|cover|clarify)s?"
)
_SAID = (
    r"(?:stated|mentioned|specified|provided|given|said|named|known|possible|clear|disclosed|identified|included|found"
    r"|answerable|contained|indicated|described|listed|available|discussed|explained|addressed|revealed|present"
    r"|enough|sufficient)"
)
_LEAD_IN = (
    rf"^(?:(?:unfortunately|sorry|hmm|well|honestly|however|(?:i'm|i am) (?:sorry|afraid)(?:,? but)?"
    rf"|(?:based on|according to|from|given|in) (?:\w+ ){{0,3}}{_SOURCE}(?: \w+)?)\b[,:]?\s*)+"
)
_WORDS = r"(?:[\w'-]+ ){0,10}?"  # of a subject
_ABSTAINS = (
    rf"(?:no answer|unanswerable|not answerable|none|n/a|null|unclear|unknown|idk|no idea|not sure|undetermined)$"
    rf"|not {_SAID}\b|not in (?:the )?{_SOURCE}\b"
    rf"|{_WORDS}{_SOURCE} (?:[\w]+ )?{_NOT} (?:\w+ ){{0,2}}{_SAY}\b"
    rf"|(?:it|this|that) {_NOT} (?:\w+ )?{_SAY}\b"
    rf"|(?:i|we)(?: am|'m)? (?:really )?(?:do not|don't|not|cannot|can't|can not|could not|couldn't|unable to) "
    rf"(?:\w+ )?(?:know|tell|say|find|determine|sure|certain|infer|able to)\b"
    rf"|(?:i|we) (?:cannot|can't|can not|could not|couldn't) answer\b.*\b{_SOURCE}\b"
    rf"|(?:there is|there's|there are|there isn't|there is not) (?:no\b|not enough|insufficient|any\b|enough\b)"
    rf"|(?:no|not enough|insufficient) (?:\w+ )?(?:information|details?|data|mention|answer|context|evidence|clues)\b"
    rf"|{_WORDS}(?:is|was|are|were|has|have|'s)(?:n't| not) (?:\w+ ){{0,2}}(?:been )?{_SAID}\b"
    rf"|{_WORDS}(?:is|remains) (?:unknown|unclear|unspecified|impossible to|unanswerable|not answerable|undetermined)\b"
    rf"|{_WORDS}(?:cannot|can not|can't|could not|couldn't) be (?:\w+ )?(?:answered|determined|inferred|found|known"
    rf"|derived|deduced|ascertained|established)\b"
)
_ONLY_TELLS = (
    rf"(?:it|(?:the )?{_SOURCE}) (?:\w+ )?"
    r"(?:mentions?|says?|states?|notes?|tells?|does|do|only|describes?|discusses)\b"
)
