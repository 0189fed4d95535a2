"""A victim in ten lines: it answers with the sentence that shares most words with the question.

Attack it: stumper attack reading --adversary add-any --set search=fast --victim python:my_model:answer --out out.json
"""

import re


def answer(question: str, context: str) -> str:
    """The sentence of the paragraph that is most like the question."""
    asked = _words(question)
    return max(re.split(r"(?<=[.!?])\s+", context), key=lambda sentence: len(asked & _words(sentence)))


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))
