"""Examples to try the writing page on, which count for nothing: one a task."""

from collections.abc import Mapping

from stumper.tasks.quizbowl.tossup import Tossup
from stumper.tasks.reading.question import Question
from stumper.tasks.verification.claim import Claim
from stumper.types import Answer, Example, Gold, Passage

PARAGRAPH = (
    "Casablanca was filmed in Hollywood in the summer of 1942. Humphrey Bogart plays Rick Blaine, an American who owns "
    "a nightclub in Morocco. Ingrid Bergman plays Ilsa Lund, whom he once loved in Paris. The film won three Academy "
    "Awards, among them the one for best picture."
)

SENTENCE = "Humphrey Bogart plays Rick Blaine, an American who owns a nightclub in Morocco."


def practice_example(task: str) -> Example:
    """The example that authors practise on."""
    return PRACTICE[task]


def _question(question: str, answer: str) -> Example:
    passage = Passage("practice", PARAGRAPH, "Casablanca")
    return Example("practice", Question(question, passage), Gold((Answer(answer, PARAGRAPH.index(answer)),)))


PRACTICE: Mapping[str, Example] = {
    "reading": _question("Who plays the owner of the nightclub?", "Humphrey Bogart"),
    "verification": Example(
        "practice",
        Claim("Humphrey Bogart plays a nightclub owner in Casablanca.", (Passage("", SENTENCE, "Casablanca"),)),
        Gold((Answer("SUPPORTS"),)),
    ),
    "quizbowl": Example(
        "practice",
        Tossup(
            "Its script was finished only as it was being filmed. For 10 points, name this film in which Humphrey "
            "Bogart plays Rick Blaine."
        ),
        Gold((Answer("Casablanca"),)),
    ),
}
