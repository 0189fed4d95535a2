"""Step 4 of AddSent by language models: each raw sentence is mended several times, and others vote on every version
(Jia & Liang 2017, section 3.3.1). What people have done of it already counts, and models do the rest."""

import logging
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from stumper.adversaries.reading.addsent.raw_file import RawSentence, Version, Vote, Voted
from stumper.errors import VictimFailed
from stumper.protocols import Cache
from stumper.shown import shown
from stumper.spoken import QUOTES, refuses, spoken
from stumper.victims.retrying import Unanswered
from stumper.victims.writing import Writer
from stumper.wire import Reply

FIX = (
    "A program made the sentence below out of a question, and it may be ungrammatical. Write it as a fluent speaker of "
    "English would, and change as little as you can; if nothing is wrong with it, write it as it is. It need not be "
    "true. It must still say “{fake}”. Reply with the sentence alone.\n\nQuestion: {question}\nSentence: {sentence}"
)
CHECK = (
    "Somebody adds a sentence to a paragraph. The sentence need not be true. Say of it, in two lines and no more:\n"
    "grammatical: yes, if it is good English that somebody could have written, else no\n"
    "unanswered: no, if it could be read as an answer to the question, or goes against what the paragraph says, "
    "else yes\n\nParagraph: {paragraph}\n\nQuestion: {question}\nSentence: {sentence}"
)
MOST_FAILED = 1 / 3  # of the replies of one step: more of them end the run
_LABEL = re.compile(r"^(?:(?:here is|here's)[^:]*|(?:corrected |fixed |mended )?sentence)\s*:\s*", re.IGNORECASE)
_SAID = re.compile(r"\b(yes|no)\b", re.IGNORECASE)
LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Mending:
    """How sentences are mended: by ``fixes`` writers each, and of each version ``verifiers`` votes, of which
    ``approvals`` keep it. The models take turns; without any, nothing more is written, or voted on."""

    fixers: tuple[Writer, ...] = ()
    verifiers: tuple[Writer, ...] = ()
    fixes: int = 5
    votes: int = 3
    approvals: int = 2

    @property
    def models(self) -> tuple[Writer, ...]:
        """All that are asked, each once."""
        return tuple({model.spec: model for model in (*self.fixers, *self.verifiers)}.values())

    def most(self, raw: Sequence[RawSentence]) -> tuple[int, int]:
        """How many versions, and how many votes on them, models are asked for at most."""
        lacking = [max(0, self.fixes - one.written) if self.fixers else 0 for one in raw]
        given = sum(self.votes - min(self.votes, len(version.votes)) for one in raw for version in one.versions)
        return sum(lacking), (sum(lacking) * self.votes + given) if self.verifiers else 0

    @property
    def manner(self) -> Mapping[str, str]:
        """How models are asked, by name, to be kept with the run."""
        who = (("fixer", self.fixers, FIX), ("verifier", self.verifiers, CHECK))
        told = {name: " ".join(one.spec for one in models) for name, models, _ in who if models}
        prompts = {f"prompt of the {name}": prompt for name, models, prompt in who if models}
        kept = f"of {self.votes} votes, {self.approvals} keep it" if self.votes else "nobody votes on it"
        return {**told, **prompts, "mending": f"{self.fixes} versions of each raw sentence; {kept}"}


def mended(
    raw: Sequence[RawSentence], paragraphs: Mapping[str, str], how: Mending, cache: Cache
) -> tuple[tuple[RawSentence, ...], Mapping[str, str]]:
    """The sentences with all versions and votes, and why replies are lacking, by sentence.

    Every reply that can be used is in the cache as soon as it is there; no other ever is. VictimFailed where too many
    cannot be used.
    """
    why: dict[str, str] = {}
    written = _asked(list(_to_write(raw, how)), cache, why)
    found = [_with_versions(one, [work for work in written if work.raw_id == one.id]) for one in raw]
    while work := list(_to_check(found, paragraphs, how, why)):
        votes = _asked(work, cache, why)
        if not votes:
            break
        found = [_with_votes(one, votes) for one in found]
    return tuple(found), why


def approved(raw: RawSentence, how: Mending) -> list[str]:
    """The versions that enough votes approve, in the order in which they came."""
    return [version.sentence for version in raw.versions if not how.votes or version.approving >= how.approvals]


@dataclass(frozen=True, slots=True)
class Forgetting:
    """A cache that keeps nothing."""

    def get(self, keys: Sequence[str]) -> Mapping[str, bytes]:
        """Nothing is there."""
        return {}

    def put(self, predictions: Mapping[str, bytes]) -> None:
        """Nothing is kept."""


@dataclass(frozen=True, slots=True)
class _Work:
    """One request: its prompt, how many like it came before, and what reads the reply, "" where it cannot be used."""

    raw_id: str
    writer: Writer
    prompt: str
    number: int
    read: Callable[[str], str]
    sentence: str = ""  # that is voted on
    said: str = ""

    @property
    def key(self) -> str:
        return self.writer.key(self.prompt, self.number)


def _to_write(raw: Sequence[RawSentence], how: Mending) -> Iterator[_Work]:
    for one in raw:
        prompt = FIX.format(fake=one.fake_answer, question=one.question, sentence=one.sentence)
        for number in range(max(0, how.fixes - one.written) if how.fixers else 0):
            writer = how.fixers[number % len(how.fixers)]
            yield _Work(one.id, writer, prompt, number, partial(_sentence, one))


def _to_check(
    raw: Sequence[RawSentence], paragraphs: Mapping[str, str], how: Mending, failed: Collection[str]
) -> Iterator[_Work]:
    """As many votes on each version as can decide it, if all of them say yes."""
    for one in raw if how.verifiers and how.votes else ():
        for version in one.versions:
            given = len(version.votes)
            open_to = min(how.approvals - version.approving, how.votes - given)
            may_pass = version.approving + how.votes - given >= how.approvals
            if open_to <= 0 or not may_pass or _key(one.id, version.sentence) in failed:
                continue
            prompt = CHECK.format(
                paragraph=paragraphs[one.original_id], question=one.question, sentence=version.sentence
            )
            for number in range(given, given + open_to):
                writer = how.verifiers[number % len(how.verifiers)]
                yield _Work(one.id, writer, prompt, number, _vote, version.sentence)


def _asked(work: Sequence[_Work], cache: Cache, why: dict[str, str]) -> list[_Work]:
    """The work with what was said, without that of which no reply can be used; ``why`` then says of what and why."""
    known = cache.get([one.key for one in work])
    done = {at: known[one.key].decode() for at, one in enumerate(work) if one.key in known}
    failures: dict[int, str] = {}
    for writer in {one.writer.spec: one.writer for one in work}.values():
        places = [at for at, one in enumerate(work) if one.writer.spec == writer.spec and at not in done]
        for place, reply in writer.written([work[at].prompt for at in places]) if places else ():
            at = places[place]
            said = _usable(work[at], reply)
            if isinstance(said, str):
                done[at] = said
                cache.put({work[at].key: said.encode()})
            else:
                failures[at] = said.reason
    if failures:
        first = failures[min(failures)]
        told = f"{len(failures):,} of {len(work):,} replies cannot be used; the first: {first}"
        if len(failures) > max(1, MOST_FAILED * len(work)):
            raise VictimFailed(f"{told}. What was done is kept: the same command asks for these again.")
        LOG.warning("%s", told)
        for at, reason in failures.items():
            why.setdefault(_key(work[at].raw_id, work[at].sentence), reason)
    return [replace(one, said=done[at]) for at, one in enumerate(work) if at in done]


@dataclass(frozen=True, slots=True)
class _Unusable:
    reason: str


def _usable(work: _Work, reply: Reply | Unanswered) -> str | _Unusable:
    """What a reply says, or why it says nothing."""
    if isinstance(reply, Unanswered):
        return _Unusable(str(reply))
    said = spoken(reply.text)
    if reply.was_cut:
        return _Unusable(f"{work.writer.name} was cut off at max_tokens")
    if not said or refuses(said) or not (read := work.read(said)):
        quoted = shown(work.writer.model.service.quotable(reply.text))
        return _Unusable(f"{work.writer.name} replied {quoted}")
    return read


def _sentence(raw: RawSentence, said: str) -> str:
    """The sentence of a reply, without marks around it or what introduces it: its first line that breaks no rule for
    those who mend, else the last."""
    lines = [line.strip(QUOTES) for line in said.splitlines() if line.strip(f"{QUOTES}-*#")]
    found = [" ".join(_LABEL.sub("", line).strip(QUOTES).split()) for line in lines]
    return next((line for line in found if raw.fault_of(line) is None), found[-1] if found else "")


def _vote(said: str) -> str:
    """The two answers of a reply, in their order; "" where it gives other than two."""
    found = [match.lower() for match in _SAID.findall(said)]
    return " ".join(found) if len(found) == 2 else ""


def _with_versions(raw: RawSentence, written: Sequence[_Work]) -> RawSentence:
    """The sentence with what was written of it; what breaks a rule for those who mend is left out."""
    versions = {version.sentence: version for version in raw.versions}
    for work in written:
        if raw.fault_of(work.said) is None:
            before = versions.get(work.said, Version(work.said, ()))
            versions[work.said] = replace(before, writers=(*before.writers, (work.writer.name, "model")))
    return replace(raw, versions=tuple(versions.values()))


def _with_votes(raw: RawSentence, said: Sequence[_Work]) -> RawSentence:
    votes: dict[str, list[Voted]] = {}
    for work in said:
        if work.raw_id == raw.id:
            grammatical, unanswered = (word == "yes" for word in work.said.split())
            votes.setdefault(work.sentence, []).append(Voted(work.writer.name, "model", Vote(grammatical, unanswered)))
    versions = (replace(one, votes=(*one.votes, *votes.get(one.sentence, ()))) for one in raw.versions)
    return replace(raw, versions=tuple(versions))


def _key(raw_id: str, sentence: str) -> str:
    return f"{raw_id}/{sentence}" if sentence else raw_id
