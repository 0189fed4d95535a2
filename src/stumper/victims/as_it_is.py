"""A service that speaks no protocol of ours: asked query by query in its own words, its answer found in its reply."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import partial
from typing import Any, ClassVar, Literal
from urllib.parse import quote, urlencode

from stumper.datasets.documents import KINDS
from stumper.errors import BadOption, BrokenVictim
from stumper.identity import content_id, query_id
from stumper.registry import task_of, tasks
from stumper.spoken import abstains
from stumper.task import Task
from stumper.types import AbsentGold, Example, Guess, OwnIndex, Prediction, Query
from stumper.victims.contract import checked
from stumper.victims.filling import QUERY, Filling, names_in
from stumper.victims.foreign_index import ForeignIndex
from stumper.victims.own_index import Misnamed, named
from stumper.victims.prompts import Prompts, read_reply
from stumper.victims.retrying import Passing, Unanswered, quotation, told
from stumper.victims.transport import Job, Request, Service, Tell, in_order
from stumper.victims.usage import Sent, Usage, about_tokens
from stumper.wire import Reply

VERSION = 2  # of everything between the service's reply and the prediction
Reads = Literal["answer", "reply"]
PROMPT = "prompt"  # the name of the task's own prompt for a language model


@dataclass(frozen=True, slots=True)
class Asking:
    """How a service is asked: ``url`` and ``request`` are templates, the latter None where only the URL says what is
    asked; ``response``, ``probability``, ``evidence`` and ``retrieved`` are paths in the reply, "" where there is none.
    """

    url: str
    request: Any
    response: str
    probability: str = ""
    evidence: str = ""
    reads: Reads = "answer"
    extract: str = ""
    is_get: bool = False
    headers: Mapping[str, str] = field(default_factory=dict)  # as they were written, with the names of variables
    retrieved: str = ""

    @property
    def names(self) -> list[str]:
        """All names in braces."""
        return names_in(self.url, self.request)

    @property
    def parts(self) -> list[object]:
        """All that decides what is asked and how the reply is read, as JSON values."""
        prompts = Prompts().texts if PROMPT in self.names else []
        paths = [self.response, self.probability, self.evidence, self.reads, self.extract]
        found = [self.retrieved] if self.retrieved else []
        return [VERSION, self.request, self.is_get, *paths, sorted(self.headers.items()), prompts, *found]


def suited(asking: Asking) -> tuple[str, ...]:
    """The names of the tasks whose queries can be asked so; BadOption where there is none, or nothing is asked."""
    names = set(asking.names)
    found = tuple(task.name for task in tasks() if names <= _names(task) and names & _askable(task))
    if found:
        return found
    if unknown := [name for name in asking.names if not any(name in _names(task) for task in tasks())]:
        known = ", ".join(f"{{{name}}}" for name in sorted(set().union(*map(_names, tasks()))))
        raise BadOption(f"The request holds {{{unknown[0]}}}, which stands for nothing: it may use {known}; a brace "
                        "itself is written twice.")  # fmt: skip
    marks = ", ".join(dict.fromkeys(f"{{{task.wire.placeholders[0]}}}" for task in tasks()))
    raise BadOption(f"The request does not say what is asked, or asks of two tasks at once: write {marks}, {{text}} or "
                    "{prompt} where the query goes.")  # fmt: skip


def _names(task: Task) -> set[str]:
    return {*task.wire.placeholders, *(each.name for each in fields(task.query)), "text", PROMPT, QUERY}


def _askable(task: Task) -> set[str]:
    return {task.wire.placeholders[0], "text", PROMPT, QUERY}


@dataclass(frozen=True, slots=True)
class AsItIs:
    """Asks a service query by query, several at once, from any number of threads.

    ``revision`` is the user's word for the service's state; without it nothing vouches for its answers. ``index`` is
    its own, where that can be changed; ``own_index`` says what it can do.
    """

    varies: ClassVar[bool] = True

    tasks: Sequence[str]
    asking: Asking
    service: Service
    filling: Filling
    revision: str = ""
    index: ForeignIndex | None = None
    own_index: OwnIndex | None = None
    _understood: list[bool] = field(default_factory=list, repr=False, compare=False)  # not empty: a reply held the path

    @property
    def address(self) -> list[object]:
        """What is asked, and how: all that decides the answers, as far as one can know from here."""
        return ["http", "as-it-is", self.service.url.identity, *self.asking.parts, self.revision]

    @property
    def fingerprint(self) -> str | None:
        """The hash of the address, where the user says which revision the service is of."""
        return content_id(*self.address) if self.revision else None

    @property
    def manner(self) -> Mapping[str, str]:
        """How it is asked and its replies read, to be kept with the run."""
        asking = self.asking
        paths = {"response": asking.response, "probability": asking.probability, "evidence": asking.evidence,
                 "retrieved": asking.retrieved}  # fmt: skip
        how = "as they are" if asking.reads == "answer" else Prompts(extract=asking.extract).taking
        return {
            "address": self.service.url.text,
            "method": "GET" if asking.is_get else "POST",
            **({} if asking.request is None else {"request": json.dumps(asking.request, ensure_ascii=False)}),
            **{name: path for name, path in paths.items() if path},
            **({"headers": ", ".join(asking.headers)} if asking.headers else {}),
            "answers": how,
            **({"revision": self.revision} if self.revision else {}),
        }

    @property
    def usage(self) -> Usage:
        """What has been sent so far."""
        return self.service.usage

    def absent_gold(self, examples: Sequence[Example]) -> AbsentGold | None:
        """For how many questions its index lacks gold evidence, where it gives what it holds by id."""
        return None if self.index is None else self.index.absent_gold(examples)

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        """One prediction a query; Unanswered where one got none, BrokenVictim where replies hold no answer at all."""
        return in_order(self.predict_each(queries), len(queries))

    def predict_each(self, queries: Sequence[Query]) -> Iterator[tuple[int, Prediction | Unanswered]]:
        """The prediction of each query, or why it has none, by its place, as it arrives."""
        return self._each(queries) if self.index is None else self.index.each(self._each, queries)

    def _each(self, queries: Sequence[Query]) -> Iterator[tuple[int, Prediction | Unanswered]]:
        return self.service.each([partial(self._answered, at, query) for at, query in enumerate(queries)])

    def sent(self, query: Query) -> Sent:
        """What would be sent for a query, without any key."""
        url, body = self.request(query)
        said = url if body is None else f"{self.service.url.text}\n{json.dumps(body, ensure_ascii=False)}"
        text = self.service.quotable(said)
        return Sent(text, about_tokens(text))

    def request(self, query: Query) -> tuple[str, Any]:
        """The URL that is asked for a query, and the body that is sent, None of a GET."""
        texts = self._texts(query)
        url = self.filling.text(self.asking.url, texts, partial(quote, safe=""))
        body = self.filling.filled(self.asking.request, texts, task_of(query).wire.to_json(query))
        if not self.asking.is_get:
            return url, body
        if body is None:
            return url, None
        return f"{url}{'&' if '?' in url else '?'}{urlencode(_pairs(body))}", None

    def _texts(self, query: Query) -> Mapping[str, str]:
        wire = task_of(query).wire
        texts = {**wire.fields(query), **wire.texts(query), "text": query.text, QUERY: ""}
        if PROMPT in self.asking.names:
            texts[PROMPT] = Prompts().messages(query)[-1]["content"]
        return texts

    async def _answered(self, at: int, query: Query, tell: Tell) -> Sequence[Job]:
        url, body = self.request(query)
        read = partial(self._prediction, query=query)
        try:
            tell(at, await self.service.ask(Request(body, read, query_id(query), url=url)))
        except Unanswered as failure:
            tell(at, failure)
        return ()

    def _prediction(self, reply: Any, query: Query) -> Prediction:
        """The prediction that a reply holds. Passing where it is an error that a service sends as if all were well,
        BrokenVictim where no reply so far held what is looked for, Unanswered where this one does not."""
        where = self.service.url.text
        error_said = error_beside(reply, self.asking.response)
        try:
            said = found_at(reply, self.asking.response)
            if error_said and (said.get("text") if isinstance(said, dict) else said) in (None, "", []):
                raise Passing(f"answered with an error{quotation(told(error_said))}")
            shares = found_at(reply, self.asking.probability) if self.asking.probability else None
            evidence = found_at(reply, self.asking.evidence) if self.asking.evidence else ()
            retrieved = found_at(reply, self.asking.retrieved) if self.asking.retrieved else None
        except NotThere as error:
            if error_said:
                raise Passing(f"answered with an error{quotation(told(error_said))}") from error
            sentence = f"{where} answered without {error}"
            if self._understood:
                raise Unanswered(sentence) from error
            raise BrokenVictim(f"{sentence}. Say with --response (or 'response') where the answer stands.") from error
        answers = _listed(
            said, self.asking.response, where, may_be_truth=task_of(query).wire.choices(query) is not None
        )
        prediction = self._read(query, answers, _listed_shares(shares, where))
        self._understood[:] = [True]
        had = None if retrieved is None else _ids(retrieved)
        said_of = Prediction(prediction.guesses, prediction.mass, _ids(evidence), had)
        [found] = checked(where, [query], [said_of])
        try:
            return named(query, found)
        except Misnamed as error:
            raise Unanswered(f"{where}: {error}") from error

    def _read(self, query: Query, answers: Sequence[str | None], shares: Sequence[float] | None) -> Prediction:
        where = self.service.url.text
        if shares is not None and len(shares) != len(answers):
            raise BrokenVictim(f"{where} gave {len(shares)} probabilities for {len(answers)} answers: name paths that "
                               "lead to as many of one as of the other.")  # fmt: skip
        of_each = shares if shares is not None else [None] * len(answers)
        guesses = [self._guess(query, answer, share) for answer, share in zip(answers, of_each, strict=True)]
        if shares is None:
            return Prediction(tuple(guesses), None)
        ranked = sorted(guesses, key=lambda guess: -(guess.probability or 0.0))
        return Prediction(tuple(ranked), min(1.0, sum(guess.probability or 0.0 for guess in ranked)))

    def _guess(self, query: Query, answer: str | None, share: float | None) -> Guess:
        wire, where = task_of(query).wire, self.service.url.text
        if self.asking.reads == "answer" and wire.choices(query) is None:
            said = answer or ""
            if abstains(said) and wire.place(query, said) is None:
                said = ""
            return Guess(wire.named(query, said), share, wire.place(query, said))
        prediction = read_reply(query, Reply(answer or ""), self.asking.extract)
        if prediction is None:
            raise Unanswered(f"{where} answered {self.service.quotable(answer or '')!r}, which is no {wire.meant}")
        return Guess(prediction.guesses[0].answer, share, prediction.guesses[0].start)


def _ids(said: Any) -> tuple[str, ...]:
    """What stands where ids of passages are looked for, one or several."""
    return tuple(str(each) for each in (said if isinstance(said, list) else [said])) if said else ()


def _listed(said: Any, path: str, where: str, may_be_truth: bool) -> list[str | None]:
    """The answers that stand at the path: one, or where they are ranked, several; true or false may be one of a choice
    alone, as a verdict on a claim is."""
    found = said if isinstance(said, list) else [said]
    for each in found:
        if isinstance(each, bool) and not may_be_truth:
            raise BrokenVictim(f"{where} has no text at {path!r} but {json.dumps(each)}: make it a text, and null "
                               "where there is no answer, or name another path.")  # fmt: skip
        if isinstance(each, dict | list):
            what = f"the keys {', '.join(map(repr, each))}" if isinstance(each, dict) else "a list"
            raise BrokenVictim(f"{where} has no text at {path!r} but {what}: name the path of a text, such as "
                               f"{path}{'.0' if isinstance(said, list) else ''}.{next(iter(each), 'answer')}."
                               )  # fmt: skip
    if not found:
        return []
    return [each if each is None or isinstance(each, str) else json.dumps(each) for each in found]


def _listed_shares(shares: Any, where: str) -> list[float] | None:
    if shares is None:
        return None
    found = shares if isinstance(shares, list) else [shares]
    for each in found:
        if isinstance(each, bool) or not isinstance(each, int | float):
            raise BrokenVictim(f"{where} gave the probability {each!r}: name the path of a number from 0 to 1.")
    return [float(each) for each in found]


def _pairs(body: Any) -> list[tuple[str, str]]:
    """What stands in the query of a URL for an object of texts and numbers, or lists of them."""
    if not isinstance(body, dict):
        raise BadOption(f"A GET sends the names and values of an object, not {json.dumps(body)[:60]}: write --request "
                        "as an object, or ask by POST.")  # fmt: skip
    pairs = []
    for name, value in body.items():
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, dict | list):
                raise BadOption(f"{name!r} of the request is nested, and a GET cannot send that: ask by POST.")
            pairs.append((name, each if isinstance(each, str) else json.dumps(each)))
    return pairs


EACH = "*"  # of a list, all of it
_PLACE = re.compile(r"\[(\d+|\*)\]")


class NotThere(Exception):
    """A path that leads nowhere; it says where it ends, and what is there."""


def steps(path: str) -> tuple[str, ...]:
    """The names and places of ``a.0.b``, which may also be written ``$.a[0].b``; none of the whole reply."""
    bare = _PLACE.sub(r".\1", path.strip().removeprefix("$"))
    return tuple(filter(None, bare.split(".")))


def found_at(value: Any, path: str) -> Any:
    """What stands there; of ``*`` a list of what stands there in each. NotThere says what stands there instead."""
    return _found(value, steps(path), ())


def _found(value: Any, left: Sequence[str], passed: Sequence[str]) -> Any:
    if not left:
        return value
    step, further, here = left[0], left[1:], (*passed, left[0])
    if step == EACH and isinstance(value, list):
        return [_found(each, further, here) for each in value]
    if isinstance(value, dict) and step in value:
        return _found(value[step], further, here)
    if isinstance(value, list) and step.isdecimal() and int(step) < len(value):
        return _found(value[int(step)], further, here)
    raise NotThere(f"{'.'.join(left)!r}, as {_place(passed)} {_there(value)}")


def error_beside(value: Any, path: str) -> Any:
    """The first ``error`` that is said in any of the objects through which a path leads; None where none is."""
    left = list(steps(path))
    while True:
        if isinstance(value, dict) and value.get("error"):
            return value["error"]
        step = left.pop(0) if left else ""
        if isinstance(value, dict) and step in value:
            value = value[step]
        elif isinstance(value, list) and step.isdecimal() and int(step) < len(value):
            value = value[int(step)]
        else:
            return None


def _place(passed: Sequence[str]) -> str:
    return f"at {'.'.join(passed)!r} there" if passed else "there"


def _there(value: Any, most: int = 12) -> str:
    """What a value offers, in words."""
    if isinstance(value, dict):
        names = [repr(name) for name in value]
        more = f" and {len(names) - most} more" if len(names) > most else ""
        listed = ", ".join(names[:most]) + more
        return (
            f"is the key {listed}" if len(names) == 1 else f"are the keys {listed}" if names else "is an empty object"
        )
    if isinstance(value, list):
        return f"is a list of {len(value)}" if value else "is an empty list"
    return f"is {KINDS[type(value)]}"
