"""What the files of quizbowl that hold no tossups look like."""

from stumper.formats import Kind, line_with

MATCH_LOG = Kind(
    "the log of a match",
    "To replay it, say stumper match PATH; with --out FILE that writes its buzzes, for stumper report --buzzes FILE",
    (line_with(r'"kind"\s*:\s*"match"'),),
)
BUZZ_LOG = Kind(
    "a log of buzzes",
    "It belongs in the report: stumper report --buzzes PATH",
    (line_with(r'"question"\s*:', r'"player"\s*:', r'"words"\s*:'),),
)
GUESSES = Kind(
    "a file of guesses at tossups",
    "Ask it as a guesser, --victim file:PATH, or score it: stumper score DATASET PATH",
    (line_with(r'"id"\s*:', r'"guesses"\s*:\s*\['),),
)
