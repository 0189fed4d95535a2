"""What a language model is asked: a template for each task, whose names in braces a query's texts replace."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from stumper.errors import BadData, BadOption
from stumper.types import Claim, Passage, Query, Question
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

_NAME = re.compile(r"\{([a-z]+)\}")
_NAMES: Mapping[str, tuple[str, ...]] = {"question": ("question", "paragraph", "title"), "claim": ("claim", "evidence")}


@dataclass(frozen=True, slots=True)
class Prompts:
    """The templates of a victim: ``alone`` is for a claim without evidence, ``system`` says what goes before all."""

    reading: str = READING
    verification: str = VERIFICATION
    alone: str = VERIFICATION_ALONE
    system: str = ""

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
            case _:
                raise BadOption("A chat is asked questions and claims; of a tossup it has no template.")


def read_prompts(template: Path | None, system: Path | None) -> Prompts:
    """The prompts with the template in a file, which is of the task whose {question} or {claim} it holds.

    BadOption where it holds neither, or a name in braces that its task has not.
    """
    said = _read(system) if system is not None else ""
    if template is None:
        return Prompts(system=said)
    text = _read(template)
    names = list(dict.fromkeys(_NAME.findall(text)))
    task = next((task for task in _NAMES if task in names), None)
    if task is None:
        raise BadOption(f"The template {template} holds neither {{question}} nor {{claim}}: say where the query goes.")
    if unknown := [name for name in names if name not in _NAMES[task]]:
        known = ", ".join(f"{{{name}}}" for name in _NAMES[task])
        raise BadOption(
            f"The template {template} holds {{{unknown[0]}}}, which stands for nothing: it may use {known}."
        )
    if task == "question":
        return Prompts(reading=text, system=said)
    return Prompts(verification=text, alone=text, system=said)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8").rstrip("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise BadData(f"The prompt {path} cannot be read: {error}. Name a text file in UTF-8.") from error


def _replaced(template: str, texts: Mapping[str, str]) -> str:
    """Each name in braces that stands for a text replaced by it; braces within the texts stay."""
    return _NAME.sub(lambda match: texts.get(match[1], match[0]), template)


def _listed(evidence: Sequence[Passage]) -> str:
    """One passage a line, behind its title."""
    return "\n".join(written(passage) for passage in evidence) or "(none)"
