"""What questions share with others of their data set."""

from collections.abc import Mapping

from stumper.identity import content_id
from stumper.tasks.reading.question import Question
from stumper.types import Example


def groups(example: Example) -> Mapping[str, str]:
    """The article of a question, where it is known, and the paragraph.

    A paragraph is named by its text: its place in a file is another once variants stand among the paragraphs.
    """
    question = example.query
    assert isinstance(question, Question), "a question"
    article = question.context.title
    paragraph = f"{article}/{content_id(question.context.text)[:12]}"
    return {"article": article, "paragraph": paragraph} if article else {"paragraph": paragraph}
