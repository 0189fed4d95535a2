"""What the files of quizbowl that hold no tossups look like."""

from stumper.formats import Kind, line_with

GUESSES = Kind(
    "a file of guesses at tossups",
    "Ask it as a guesser, --victim file:PATH, or score it: stumper score DATASET PATH",
    (line_with(r'"id"\s*:', r'"guesses"\s*:\s*\['),),
)
