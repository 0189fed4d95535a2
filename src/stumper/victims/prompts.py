"""What a language model is asked: a template for each task, whose names in braces a query's texts replace."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from stumper.errors import BadOption
from stumper.file_bytes import file_text
from stumper.shown import shortened
from stumper.types import Claim, Passage, Query, Question, Tossup
from stumper.victims.evidence import written

READING = """\
Answer the question with words of the paragraph: the fewest that answer it, copied exactly. Reply with these words only.

Paragraph: {paragraph}

Question: {question}
Answer:"""

VERIFICATION = """\
Does the evidence support or refute the claim? Reply with SUPPORTS, REFUTES or NOT ENOUGH INFO, and with nothing else.

Evidence:
{evidence}

Claim: {claim}
Label:"""

VERIFICATION_ALONE = """\
Is the claim true, by what you know? Reply with SUPPORTS where it is true, REFUTES where it is false, NOT ENOUGH INFO
where you cannot tell, and with nothing else.

Claim: {claim}
Label:"""

QUIZBOWL = """\
This is the beginning of a quizbowl tossup, or all of it; its clues become easier as it goes on. What is its answer?
Reply with your best guess, even where you are unsure, and with nothing else. Where you have others in mind, write up to
five, one a line, the likeliest first.

Tossup: {tossup}
Answer:"""

_NAME = re.compile(r"\{([a-z]+)\}")
_NAMES: Mapping[str, tuple[str, ...]] = {
    "question": ("question", "paragraph", "title"),
    "claim": ("claim", "evidence"),
    "tossup": ("tossup",),
}


@dataclass(frozen=True, slots=True)
class Prompts:
    """The templates of a victim: ``alone`` is for a claim without evidence, ``system`` says what goes before all."""

    reading: str = READING
    verification: str = VERIFICATION
    alone: str = VERIFICATION_ALONE
    quizbowl: str = QUIZBOWL
    system: str = ""

    @property
    def texts(self) -> list[str]:
        """All that decides what is asked."""
        return [self.reading, self.verification, self.alone, self.quizbowl, self.system]

    def messages(self, query: Query) -> list[dict[str, str]]:
        """The chat that asks this query."""
        asked = {"role": "user", "content": self._filled(query)}
        return [{"role": "system", "content": self.system}, asked] if self.system else [asked]

    def _filled(self, query: Query) -> str:
        match query:
            case Question(text, context):
                return _replaced(self.reading, {"question": text, "paragraph": context.text, "title": context.title})
            case Claim(text, evidence):
                template = self.verification if evidence else self.alone
                return _replaced(template, {"claim": text, "evidence": _listed(evidence)})
            case Tossup(text):
                return _replaced(self.quizbowl, {"tossup": text})


def read_prompts(template: Path | None, system: Path | None) -> Prompts:
    """The prompts with the template in a file, which is of the task whose {question}, {claim} or {tossup} it holds.

    BadOption where it holds none of these, or a name in braces that its task has not.
    """
    said = _text(system) if system is not None else ""
    if template is None:
        return Prompts(system=said)
    text = _text(template)
    names = list(dict.fromkeys(_NAME.findall(text)))
    task = next((task for task in _NAMES if task in names), None)
    if task is None:
        raise BadOption(f"The template {template} holds none of {{question}}, {{claim}} and {{tossup}}: say where the "
                        "query goes.")  # fmt: skip
    if unknown := [name for name in names if name not in _NAMES[task]]:
        known = ", ".join(f"{{{name}}}" for name in _NAMES[task])
        raise BadOption(
            f"The template {template} holds {{{shortened(unknown[0], 60)}}}, which stands for nothing: it may use "
            f"{known}."
        )
    if task == "question":
        return Prompts(reading=text, system=said)
    if task == "tossup":
        return Prompts(quizbowl=text, system=said)
    return Prompts(verification=text, alone=text, system=said)


def _text(path: Path) -> str:
    return file_text(path).rstrip("\n")


def _replaced(template: str, texts: Mapping[str, str]) -> str:
    """Each name in braces that stands for a text replaced by it; braces within the texts stay."""
    return _NAME.sub(lambda match: texts.get(match[1], match[0]), template)


def _listed(evidence: Sequence[Passage]) -> str:
    """One passage a line, behind its title."""
    return "\n".join(written(passage) for passage in evidence) or "(none)"
