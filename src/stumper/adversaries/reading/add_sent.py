"""AddSent: a sentence that looks like an answer and is none (Jia & Liang 2017, sections 3.3.1 and 4.6)."""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import ClassVar, Literal

from stumper.adversaries.reading.addsent.candidates import RawSentence, Strategy, Wanted
from stumper.adversaries.reading.addsent.mending import Forgetting, Mending, approved, mended
from stumper.adversaries.reading.addsent.raw import (
    Language,
    named_file,
    raw_in_file,
    raw_sentences,
    write_mended,
    write_raw,
)
from stumper.adversaries.reading.addsent.raw_file import RawSentence as RawInFile
from stumper.adversaries.reading.addsent.raw_file import read_raw_sentences
from stumper.adversaries.reading.insertion import Place, inserted
from stumper.errors import BadData, BadOption
from stumper.protocols import Cache
from stumper.shown import shown
from stumper.tasks.reading.question import Question
from stumper.types import Example, Nothing, OutputFile, Perturbation, Verdict
from stumper.victims.usage import Usage


@dataclass(frozen=True, slots=True)
class AddSent:
    """Adds what the changed question says with a fake answer (Jia & Liang 2017).

    With ``pick=one`` it is a sentence at random, without asking. ``strategy`` changes the question's words together,
    separately, or both; ``modified`` takes other fake answers, ``safe`` leaves out what repeats a gold answer, ``raw``
    names a file for the sentences to be mended by people.
    """

    tasks: ClassVar[Sequence[str]] = ("reading",)
    family: ClassVar[str] = "sentences"
    searches: ClassVar[bool] = False
    mendable: ClassVar[str] = "raw"

    place: Place = "append"
    strategy: Strategy = "together"
    fakes: Literal[1, 2] = 2
    pick: Literal["worst", "one"] = "worst"
    modified: bool = False
    safe: bool = True
    pipeline: str = "embedded"
    vectors: Path | None = None
    raw: OutputFile | None = None

    def attack(
        self, example: Example, original: Verdict, rng: Random
    ) -> Generator[Sequence[Perturbation], Sequence[Verdict], Perturbation | Nothing | None]:
        """One batch of all candidates, or of one; none where nothing in the question can be changed."""
        [found] = self.sentences([example])
        if not found:
            return Nothing("the question cannot be made a sentence that says something else and repeats no answer")
        chosen = found if self.pick == "worst" else (rng.choice(found),)
        yield [inserted(example, raw.text, self.place, "add-sent", raw.label) for raw in chosen]
        return None

    def sentences(self, examples: Sequence[Example], workers: int = 1) -> list[tuple[RawSentence, ...]]:
        """The raw sentences of each example, in order."""
        wanted = Wanted(self.strategy, self.fakes, self.modified, self.safe)
        return list(raw_sentences(examples, wanted, Language(self.pipeline, self.vectors), workers))

    def export(self, examples: Sequence[Example]) -> None:
        """The file that ``raw`` names holds the raw sentences of all examples; nothing, where it names none."""
        if self.raw is None:
            return
        write_raw(named_file(self.raw), examples, self.sentences(examples), self.place)


@dataclass(frozen=True, slots=True)
class MendedAddSent:
    """AddSent with its step 4: what is proposed are the versions of its raw sentences that were approved.

    The raw sentences are made by ``proposing``, or are those of ``file`` with all that people and models have made of
    them; models do what is lacking.
    """

    tasks: ClassVar[Sequence[str]] = ("reading",)
    family: ClassVar[str] = "sentences"
    searches: ClassVar[bool] = False

    proposing: AddSent
    mending: Mending
    file: Path | None = None

    @property
    def pipeline(self) -> str:
        """The parser of the raw sentences."""
        return self.proposing.pipeline

    @property
    def manner(self) -> Mapping[str, str]:
        """How models are asked, by name."""
        return self.mending.manner

    @property
    def usage(self) -> Usage:
        """What models were asked, and what that has cost, so far."""
        return sum((model.usage for model in self.mending.models), Usage())

    def rehearsed(self, examples: Sequence[Example]) -> str:
        """What models would be asked, at most."""
        versions, votes = self.mending.most(self._raw(examples))
        return f"before that, models are asked for {versions:,} sentences and {votes:,} votes at most"

    def prepared(self, examples: Sequence[Example], cache: Cache) -> "ApprovedSentences":
        """The adversary with the approved sentences of these examples; the file that ``raw`` names holds all versions
        and votes."""
        paragraphs = {e.id: e.query.context.text for e in examples if isinstance(e.query, Question)}
        found, why = mended(self._raw(examples), paragraphs, self.mending, cache)
        if self.proposing.raw is not None:
            write_mended(named_file(self.proposing.raw), found)
        kept: dict[str, dict[str, str]] = {example.id: {} for example in examples}
        reasons = dict.fromkeys(kept, "there is no raw sentence of it to mend")
        for raw in found:
            kept[raw.original_id] |= dict.fromkeys(approved(raw, self.mending), raw.label)
            reasons[raw.original_id] = "no version of its sentences was approved"
        for raw in found:
            if failure := next((reason for key, reason in why.items() if key.partition("/")[0] == raw.id), ""):
                reasons[raw.original_id] = f"no version of its sentences was approved, and {failure}"
        sentences = {id: tuple(found.items()) for id, found in kept.items()}
        return ApprovedSentences(sentences, reasons, self.proposing.place, self.proposing.pick, self.pipeline)

    def attack(
        self, example: Example, original: Verdict, rng: Random
    ) -> Generator[Sequence[Perturbation], Sequence[Verdict], Perturbation | Nothing | None]:
        """One batch of what models make of the example's sentences, asked for it alone."""
        return (yield from self.prepared([example], Forgetting()).attack(example, original, rng))

    def _raw(self, examples: Sequence[Example]) -> Sequence[RawInFile]:
        if self.file is None:
            return raw_in_file(examples, self.proposing.sentences(examples))
        asked = {example.id: example.query.text for example in examples}
        found = [raw for raw in read_raw_sentences(self.file) if raw.original_id in asked]
        for raw in found:
            if raw.question != asked[raw.original_id]:
                raise BadData(f"{self.file}: line {raw.line}: {raw.original_id!r} asks {shown(raw.question)} there, "
                              "and something else in the data set. Name sentences that were made of it.")  # fmt: skip
        return found


@dataclass(frozen=True, slots=True)
class ApprovedSentences:
    """Proposes the sentences of each example, each with its rule, or one of them; ``reasons`` say why there is none."""

    searches: ClassVar[bool] = False

    sentences: Mapping[str, Sequence[tuple[str, str]]]
    reasons: Mapping[str, str]
    place: Place
    pick: Literal["worst", "one"]
    pipeline: str

    def attack(
        self, example: Example, original: Verdict, rng: Random
    ) -> Generator[Sequence[Perturbation], Sequence[Verdict], Perturbation | Nothing | None]:
        """One batch of all sentences, or of one; none where none was approved."""
        found = self.sentences[example.id]
        if not found:
            return Nothing(self.reasons[example.id])
        chosen = found if self.pick == "worst" else (rng.choice(found),)
        yield [inserted(example, text, self.place, "add-sent", label) for text, label in chosen]
        return None


def add_sent(
    place: Place = "append",
    strategy: Strategy = "together",
    fakes: Literal[1, 2] = 2,
    pick: Literal["worst", "one"] = "worst",
    modified: bool = False,
    safe: bool = True,
    pipeline: str = "embedded",
    vectors: Path | None = None,
    raw: OutputFile | None = None,
    fixer: str = "",
    verifier: str = "",
    mended: Path | None = None,
    fixes: int = 5,
    votes: int = 3,
    approvals: int = 2,
) -> AddSent | MendedAddSent:
    """Adds what the changed question says with a fake answer (Jia & Liang 2017), as it is made or as it was mended.

    ``fixer`` and ``verifier`` name the language models that mend sentences and vote on them, ``openai:MODEL@URL``,
    several with spaces between; ``mended`` is a file of what people and models have made of raw sentences so far. A
    sentence is mended ``fixes`` times, and of ``votes`` votes ``approvals`` keep a version.
    """
    proposing = AddSent(place, strategy, fakes, pick, modified, safe, pipeline, vectors, raw)
    if not (fixer or verifier or mended):
        return proposing
    for name, number, least in (("fixes", fixes, 1), ("votes", votes, 0), ("approvals", approvals, 1)):
        if number < least:
            raise BadOption(f"The option {name!r} of add-sent is {least} or more, not {number}.")
    if approvals > votes > 0:
        raise BadOption(
            f"Of {votes} votes, {approvals} cannot approve: say another number of 'votes' or of 'approvals'."
        )
    if raw is not None and not raw.path.endswith(".jsonl"):
        raise BadOption(
            f"Mended sentences are JSON lines, not {raw.path!r}: name a file for 'raw' that ends in .jsonl."
        )
    from stumper.victims.writing import writer

    fixers = tuple(writer(spec, "fixer") for spec in fixer.split())
    verifiers = tuple(writer(spec, "verifier") for spec in verifier.split()) or fixers
    return MendedAddSent(proposing, Mending(fixers, verifiers, fixes, votes, approvals), mended)


add_one_sent = partial(add_sent, pick="one")
add_one_sent.__doc__ = "Adds one of the sentences of AddSent at random, without asking the victim (Jia & Liang 2017)."
add_sent_mod = partial(add_sent, modified=True, place="prepend")
add_sent_mod.__doc__ = (
    "Puts the sentences of AddSent, with other fake answers, before the paragraph (Jia & Liang 2017)."
)
