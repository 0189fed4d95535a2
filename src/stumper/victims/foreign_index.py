"""An index of somebody else's, changed for a question and put right again: by its own ``add`` and ``remove``.

What is changed is noted in a journal before (``journal.py``), so that a process that is killed leaves nothing behind
but what the next one undoes first.
"""

import atexit
import json
import logging
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from uuid import UUID, uuid5

from stumper.errors import BrokenVictim, StumperError
from stumper.identity import content_id
from stumper.reasons import reason_of
from stumper.registry import task_of
from stumper.types import AbsentGold, Example, IndexChange, Passage, Prediction, Query
from stumper.victims.allowance import current
from stumper.victims.calling import as_mapping
from stumper.victims.journal import Journal, Noted
from stumper.victims.own_index import Misnamed, named

NAMESPACE = UUID("6f2b1a54-61c8-4c35-9d3e-0d8a7f0f5b1e")
LOG = logging.getLogger(__name__)
AT_ONCE = 200  # ids of gold evidence that are looked up in one request
LEAVING = 5.0  # seconds that the end of a process waits for a thread that still asks
Item = Mapping[str, Any]  # a passage as an index gives it: ``id``, ``text``, and what else it keeps
Each = Callable[[Sequence[Query]], Iterator[tuple[int, Any]]]


class NotInIndex(Exception):
    """A query asks for a change that cannot be made for it."""


@dataclass(frozen=True, slots=True)
class ForeignIndex:
    """An index that a system changes when it is asked to.

    ``remove`` takes ids, and those that the index does not hold are nothing to it; ``get`` gives what it holds of some
    ids, None where it cannot: then nothing can be put back, so that passages may be added alone, and whether they are
    out of it again is seen by what is retrieved.
    """

    journal: Journal
    add: Callable[[Sequence[Item]], object]
    remove: Callable[[Sequence[str]], object]
    get: Callable[[Sequence[str]], Sequence[Item]] | None = None
    _watches: list["_Watch"] = field(default_factory=list, repr=False, compare=False)  # none yet, or one

    def asked(self, ask: Callable[[Sequence[Query]], list[Prediction]], queries: Sequence[Query]) -> list[Prediction]:
        """One prediction a query, in order; those that ask for one change are asked together."""
        found: dict[int, Prediction] = {}
        for change, places in _by_change(queries):
            with self.holding(change):
                answers = ask([_unmodified(queries[place]) for place in places])
            for place, answer in zip(places, answers, strict=True):
                self._check_out(queries[place], change, answer)
            found |= {place: _renamed(one, change) for place, one in zip(places, answers, strict=True)}
        self._check_last(lambda query: ask([query])[0])
        return [found[place] for place in range(len(queries))]

    def each(self, ask: Each, queries: Sequence[Query]) -> Iterator[tuple[int, Any]]:
        """The prediction of each query as it arrives, or why it has none, by its place."""
        for change, places in _by_change(queries):
            left = set(places)
            try:
                with self.holding(change):
                    for at, outcome in ask([_unmodified(queries[place]) for place in places]):
                        left.discard(places[at])
                        self._check_out(queries[places[at]], change, outcome)
                        yield places[at], _outcome(queries[places[at]], outcome, change)
            except StumperError:
                raise
            except Exception as error:  # whatever the system raises, it is the outcome of what asks for this change
                yield from ((place, error) for place in places if place in left)
        self._check_last(lambda query: next(outcome for _, outcome in ask([query])))

    def absent_gold(self, examples: Sequence[Example]) -> AbsentGold | None:
        """Of the questions with an answer that are asked of the index as it is, for how many it lacks gold evidence;
        None where it gives nothing by id, or where requests are counted, as none is spent on this."""
        if self.get is None or current().max_requests is not None:
            return None
        sets = [one.gold.evidence_sets for one in examples
                if one.gold.evidence_sets and one.gold.matched_by == "id" and one.gold.answerable is not False
                and task_of(one.query).wire.change(one.query) == IndexChange()]  # fmt: skip
        ids = list(dict.fromkeys(id for of_one in sets for some in of_one for id in sorted(some)))
        parts = [ids[at : at + AT_ONCE] for at in range(0, len(ids), AT_ONCE)]
        with self._shared():  # what others take out for a question is not absent
            return AbsentGold.among(sets, {str(item["id"]) for part in parts for item in self.get(part)})

    @contextmanager
    def holding(self, change: IndexChange) -> Iterator[None]:
        """Meanwhile the index holds what is added, and lacks what is removed; whatever happens, it is put right.

        BrokenVictim where that fails.
        """
        if not (change.added or change.removed):
            with self._shared():
                yield
            return
        with self.journal.held(is_shared=False):
            self._undo_left()
            removed = self._held_of(change.removed)
            added = [as_mapping(replace(passage, id=foreign_id(passage))) for passage in change.added]
            self.journal.note(Noted(tuple(item["id"] for item in added), tuple(removed)))
            try:
                if removed:
                    self.remove([item["id"] for item in removed])
                if added:
                    self.add(added)
                yield
            finally:
                self._undo_left()

    def settle(self, seconds: float = 0.0) -> None:
        """What was left in the index is out of it. Whoever is at work on it is waited for so long: they undo it
        themselves."""
        deadline = time.monotonic() + seconds
        while self.journal.file.exists():
            with self.journal.held(is_shared=False, waits=False) as is_ours:
                if is_ours:
                    self._undo_left()
                    return
            if time.monotonic() >= deadline:
                return
            time.sleep(0.05)

    def is_free(self, seconds: float) -> bool:
        """Whether nobody is at work on the index, once so long at most was waited for them."""
        deadline = time.monotonic() + seconds
        while True:
            with self.journal.held(is_shared=False, waits=False) as is_ours:
                if is_ours or time.monotonic() >= deadline:
                    return is_ours
            time.sleep(0.05)

    @contextmanager
    def _shared(self) -> Iterator[None]:
        """Nobody changes the index meanwhile, and nothing is left in it."""
        while True:
            self.settle()
            with self.journal.held(is_shared=True):
                if not self.journal.file.exists():  # else somebody has been killed just now
                    yield
                    return

    def _check_out(self, query: Query, change: IndexChange, outcome: Any) -> None:
        """Nothing; BrokenVictim where a query retrieves what was taken out, of an index that cannot be looked at."""
        if self.get is None:
            self._check(self._watch.left(query, [foreign_id(passage) for passage in change.added], outcome))

    def _check_last(self, ask: Callable[[Query], Any]) -> None:
        """The same of the last query that retrieved what was added, which is asked again for this."""
        if self.get is None:
            with self._shared():
                left = self._watch.left_after(lambda query: ask(_unmodified(query)))
            self._check(left)

    def _check(self, left: str) -> None:
        if not left:
            return
        with self.journal.held(is_shared=False):
            self.journal.note(Noted(tuple(sorted(self._watch.added))))
        raise _left_changed(
            f"What was added to the index of {self.journal.name!r} is not taken out again: after remove(ids) it still "
            f"retrieves {left!r}. The ids of all that was added stand in {self.journal.file}, and the next command "
            "that asks the system tries again: mend remove(ids) before."
        )

    @property
    def _watch(self) -> "_Watch":
        if not self._watches:
            self._watches.append(_Watch(self.journal.name, _LENGTH))
        return self._watches[0]

    def _held_of(self, ids: Sequence[str]) -> list[Item]:
        """What the index holds of these ids; NotInIndex where it lacks one, as the change would change nothing."""
        if not ids:
            return []
        assert self.get is not None, "else a query that removes is refused"
        found = {str(item["id"]): item for item in self.get(ids)}
        if missing := [id for id in ids if id not in found]:
            raise NotInIndex(f"its index holds no passage {missing[0]!r} that could be taken out: passages have the "
                             "ids there that the data set gives them")  # fmt: skip
        items = [found[id] for id in ids]
        try:
            json.dumps(items)
        except (TypeError, ValueError) as error:
            raise BrokenVictim(f"What get(ids) returns of {self.journal.name!r} cannot be noted before it is taken "
                               f"out ({error}): return texts and numbers alone.") from error  # fmt: skip
        return items

    def _undo_left(self) -> None:
        """Nothing is left of the change that the journal holds, and it holds none."""
        noted = self.journal.left()
        if noted is None:
            return
        try:
            self._undo(noted)
        except Exception as error:  # code of others, which may fail in any way
            raise _left_changed(
                f"What was added to the index of {self.journal.name!r} could not be taken out again: "
                f"{reason_of(error)}. It stands in {self.journal.file}, and the next command that asks the system "
                "tries again. Let remove(ids) pass over ids that it does not hold; where that index is gone, remove "
                "the file."
            ) from error
        self.journal.forget()

    def _undo(self, noted: Noted) -> None:
        there = {str(item["id"]) for item in self._look(noted)}
        if added := [id for id in noted.added if self.get is None or id in there]:
            self.remove(added)
        if gone := [item for item in noted.removed if str(item["id"]) not in there]:
            self.add(gone)
        if self.get is None:
            return
        there = {str(item["id"]) for item in self._look(noted)}
        if left := [id for id in noted.added if id in there]:
            raise NotInIndex(f"after remove(ids) it still holds {left[0]!r}")
        if lost := [str(item["id"]) for item in noted.removed if str(item["id"]) not in there]:
            raise NotInIndex(f"after add(passages) it does not hold {lost[0]!r} again")

    def _look(self, noted: Noted) -> Sequence[Item]:
        ids = [*noted.added, *(str(item["id"]) for item in noted.removed)]
        return self.get(ids) if self.get is not None and ids else []


def _left_changed(sentence: str) -> BrokenVictim:
    broken = BrokenVictim(sentence)
    broken.leaves_changed = True
    return broken


def foreign_id(passage: Passage) -> str:
    """The id under which a passage stands in an index of others, which holds nothing else under it; a UUID, as some
    indexes take no other."""
    return str(uuid5(NAMESPACE, content_id(passage.id, passage.title, passage.text)))


def _by_change(queries: Sequence[Query]) -> Iterable[tuple[IndexChange, list[int]]]:
    """The places of the queries that ask for the same change, none first."""
    found: dict[IndexChange, list[int]] = {IndexChange(): []}
    for place, query in enumerate(queries):
        found.setdefault(task_of(query).wire.change(query) or IndexChange(), []).append(place)
    return [(change, places) for change, places in found.items() if places]


def _unmodified(query: Query) -> Query:
    return task_of(query).wire.unmodified(query)


def _renamed(prediction: Prediction, change: IndexChange) -> Prediction:
    """The prediction with the added passages under the ids of the query; a part of one, which some indexes name by its
    id and a number, is that passage."""
    if not change.added:
        return prediction
    own = {foreign_id(passage): passage.id for passage in change.added}
    retrieved = None if prediction.retrieved is None else _named(own, prediction.retrieved)
    return replace(prediction, evidence=_named(own, prediction.evidence), retrieved=retrieved)


def _outcome(query: Query, outcome: Any, change: IndexChange) -> Any:
    """The prediction for the query as it was put, or why there is none."""
    try:
        return named(query, _renamed(outcome, change)) if isinstance(outcome, Prediction) else outcome
    except Misnamed as error:
        return error


def _named(own: Mapping[str, str], ids: Sequence[str]) -> tuple[str, ...]:
    found = [own.get(id) or own.get(id[:_LENGTH], id) for id in ids]
    parts = {name for id, name in zip(ids, found, strict=True) if id not in own and id != name}
    return tuple(name for place, name in enumerate(found) if name not in parts or name not in found[:place])


_LENGTH = len(str(NAMESPACE))
_ends: dict[str, Callable[[], object]] = {}  # by the file of its journal: what puts an index right


def settle_at_the_end(index: ForeignIndex, made_anew: Callable[[], object] | None = None) -> None:
    """When this process ends, what others were killed at, or threads given up at, is undone: by the index, or by
    whatever is ``made_anew``, where that undoes it when it is made, as an object may know an index as it was."""
    if not _ends:
        from stumper.victims.background import background

        background()  # its own end comes after this one: until then services and coroutines can be reached
        atexit.register(_settle_all)

    def settle() -> None:
        if made_anew is None:
            index.settle(LEAVING)
        elif index.is_free(LEAVING) and index.journal.file.exists():
            made_anew()

    _ends[str(index.journal.file)] = settle


def _settle_all() -> None:
    ends = dict(_ends)
    for file, settle in ends.items():
        if Path(file).exists():
            with suppress(Exception):  # code of others; what it leaves stays noted, and the next command says it
                settle()


@dataclass(slots=True)
class _Watch:
    """What one system was seen to retrieve of what was ever ``added`` to its index, by the ids that it has there.

    ``asked`` is the last query that retrieved any of it while it was there; ``is_over``: the system was asked that
    again, or nothing that was added was retrieved, and it was said that nothing can be told.
    """

    name: str
    length: int  # of an id; what follows it numbers the parts of a passage
    added: set[str] = field(default_factory=set)
    asked: Query | None = None
    is_over: bool = False

    def left(self, query: Query, there: Collection[str], outcome: Any) -> str:
        """An id that was taken out of the index and is retrieved all the same; "" where none is. ``there`` are those
        that the index held for this query."""
        retrieved = [id[: self.length] for id in outcome.retrieved or ()] if isinstance(outcome, Prediction) else []
        self.added.update(there)
        if not {*there}.isdisjoint(retrieved):
            self.asked = query
        return next((id for id in retrieved if id in self.added and id not in there), "")

    def left_after(self, ask: Callable[[Query], Any]) -> str:
        """The same, once the query that retrieved what was added is asked without it: one query of a system's whole
        life. Where none did, it is said that nothing can be told."""
        if self.is_over or not self.added:
            return ""
        if self.asked is None:
            self.is_over = True
            LOG.warning(
                "Whether %s takes out of its index again what was added cannot be verified without get(ids): nothing "
                "that was added is named by its id among what it retrieved.", self.name
            )  # fmt: skip
            return ""
        try:
            outcome = ask(self.asked)
        except StumperError:
            raise
        except Exception:  # whatever the system raises tells nothing; it is asked behind the next queries
            return ""
        self.is_over = isinstance(outcome, Prediction)
        return self.left(self.asked, (), outcome)
