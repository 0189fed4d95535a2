"""What files of open questions and of answers to them look like."""

from stumper.formats import Kind, line_with

OPEN_QUESTIONS = line_with(r'"question"\s*:', r'"gold_passages"\s*:')
OPEN_ANSWERS = Kind(
    "a file of answers with what was retrieved",
    "Ask it as a victim, --victim file:PATH, or score it: stumper score DATASET PATH",
    (line_with(r'"answer"\s*:', r'"retrieved"\s*:'),),
)
