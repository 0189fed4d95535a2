"""What a language model is asked, by templates of each task, and what its replies mean."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from stumper.errors import BadOption
from stumper.file_bytes import file_text
from stumper.registry import task_of, tasks
from stumper.shown import shortened
from stumper.spoken import abstains, refuses, spoken
from stumper.task import Task
from stumper.text import normalise_answer
from stumper.types import Guess, Prediction, Query
from stumper.wire import Reply

FIRST = ("reading", "verification", "quizbowl")  # the tasks whose templates a model has always been known by
_NAME = re.compile(r"\{([a-z]+)\}")


@dataclass(frozen=True, slots=True)
class Prompts:
    """The templates of a victim: a task's own but for those ``given`` by its name; ``system`` goes before all.

    ``extract`` is a regular expression that takes the answer out of a reply, "" for the task's own way.
    """

    given: Mapping[str, Sequence[str]] = field(default_factory=dict)
    system: str = ""
    extract: str = ""

    @property
    def texts(self) -> list[str]:
        """All that decides what is asked; the code of a plug-in's task, with its templates, is told elsewhere.

        A task that came later changes no model's name for what it is asked of others: a test holds its templates, and
        who changes one makes another VERSION of the victims that are known by these texts.
        """
        told = [task for task in tasks() if task.name in (*FIRST, *self.given)]
        own = [*(text for task in told for text in self._templates(task)), self.system]
        return [*own, self.extract] if self.extract else own

    def of(self, query: Query) -> str:
        """The template that asks this query."""
        task = task_of(query)
        return self._templates(task)[task.wire.template(query)]

    def told(self, query: Query | None) -> dict[str, str]:
        """What asks a query, and how its answer is taken, by name."""
        system = {"system prompt": self.system} if self.system else {}
        asked = {} if query is None else {"prompt": self.of(query)}
        return {**asked, **system, "answers": self.taking}

    @property
    def taking(self) -> str:
        """How answers are taken out of replies, in words."""
        return f"by the pattern {self.extract}" if self.extract else "read out of replies"

    def messages(self, query: Query) -> list[dict[str, str]]:
        """The chat that asks this query."""
        task = task_of(query)
        asked = {"role": "user", "content": _replaced(self.of(query), task.wire.texts(query))}
        return [{"role": "system", "content": self.system}, asked] if self.system else [asked]

    def _templates(self, task: Task) -> Sequence[str]:
        return self.given.get(task.name, task.wire.templates)


def read_prompts(template: Path | None, system: Path | None, extract: str = "", confidence: bool = False) -> Prompts:
    """The prompts with the template in a file, which is of the task whose {question}, {claim} or {tossup} it holds; of
    two tasks with one mark, of the first that has all its names.

    With ``confidence`` the prompt asks how sure the answer is, where a task has one that does. BadOption where the file
    holds none of these, or a name in braces that its task has not, or ``extract`` is no pattern with one group.
    """
    _check_pattern(extract)
    said = _text(system) if system is not None else ""
    if template is not None and confidence:
        raise BadOption("The options 'template' and 'confidence' both say what is asked: give one of them.")
    if template is None:
        sure = {task.name: [task.wire.confident] * len(task.wire.templates) for task in tasks() if task.wire.confident}
        return Prompts(sure if confidence else {}, said, extract)
    text = _text(template)
    names = list(dict.fromkeys(_NAME.findall(text)))
    marked = [task for task in tasks() if task.wire.placeholders[0] in names]
    if not marked:
        marks = list(dict.fromkeys(f"{{{task.wire.placeholders[0]}}}" for task in tasks()))
        raise BadOption(f"The template {template} holds none of {', '.join(marks[:-1])} and {marks[-1]}: say where the "
                        "query goes.")  # fmt: skip
    task = next((task for task in marked if {*names} <= {*task.wire.placeholders}), marked[0])
    if unknown := [name for name in names if name not in task.wire.placeholders]:
        known = ", ".join(f"{{{name}}}" for name in task.wire.placeholders)
        raise BadOption(
            f"The template {template} holds {{{shortened(unknown[0], 60)}}}, which stands for nothing: it may use "
            f"{known}."
        )
    return Prompts({task.name: [text] * len(task.wire.templates)}, said, extract)


def _check_pattern(extract: str) -> None:
    try:
        groups = re.compile(extract).groups if extract else 1
    except re.error as error:
        raise BadOption(f"The option 'extract' is no regular expression: {error}, in {extract!r}.") from error
    if groups != 1:
        raise BadOption(
            f"The option 'extract' needs one group around the answer, as in 'Answer: (.+)', not {extract!r}."
        )


def _text(path: Path) -> str:
    return file_text(path).rstrip("\n")


def _replaced(template: str, texts: Mapping[str, str]) -> str:
    """Each name in braces that stands for a text replaced by it; braces within the texts stay."""
    return _NAME.sub(lambda match: texts.get(match[1], match[0]), template)


def read_reply(query: Query, reply: Reply, extract: str = "") -> Prediction | None:
    """What one reply means, with the probabilities of its tokens where there are any; None where it means nothing.

    A label has the probability of all first tokens that begin it, an answer that of the whole reply. A guess at a
    tossup stands alone with its probability; several, one a line, come without probabilities. With ``extract`` the
    answer is what its group holds in the last place where it matches, without any probability; a reply in which it
    matches nowhere means nothing, unless it abstains.
    """
    read = task_of(query).wire.reply
    if not extract:
        return read(query, reply)
    said = spoken(reply.text)
    if found := re.findall(extract, said):
        return read(query, Reply(found[-1]))
    return read(query, Reply(reply.text)) if abstains(said) and not refuses(said) else None


def read_replies(query: Query, replies: Sequence[Reply], extract: str = "") -> Prediction | None:
    """What several replies mean: each answer with the share of the replies that mean it, the first said first.

    Those that mean nothing are the mass that is left out; None where none means anything.
    """
    meant: dict[str, list[Guess]] = {}
    for reply in replies:
        prediction = read_reply(query, Reply(reply.text), extract)
        if prediction is not None:
            guess = prediction.guesses[0]
            meant.setdefault(normalise_answer(guess.answer) or guess.answer, []).append(guess)
    if not meant:
        return None
    ranked = sorted(meant.values(), key=lambda guesses: -len(guesses))
    guesses = tuple(Guess(same[0].answer, len(same) / len(replies), same[0].start) for same in ranked)
    return Prediction(guesses, sum(len(same) for same in ranked) / len(replies))
