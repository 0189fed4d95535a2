"""What the files of quizbowl that hold no questions look like."""

import re

from stumper.formats import Kind, line_with

GUESSES = Kind(
    "a file of guesses at tossups",
    "Ask it as a guesser, --victim file:PATH, or score it: stumper score DATASET PATH",
    (line_with(r'"id"\s*:', r'"guesses"\s*:\s*\['), line_with(r'"qid"\s*:', r'"run_outputs"\s*:\s*\[')),
)
TOURNAMENT = Kind(
    "a tournament of YellowFruit or another program that writes QBJ (teams, matches and points)",
    "It holds no questions, and of buzzes who scored how much, not after how many words, so that nothing in it can be "
    "asked or reported: name the packets that were read, as MODAQ, qbreader or QANTA write them, and for what people "
    "did a table (CSV) with the columns question, position and correct: stumper report --buzzes TABLE",
    (
        re.compile(r'\s*\{(?=[\s\S]*?"objects"\s*:\s*\[)(?=[\s\S]*?"type"\s*:\s*"(?:Tournament|Registration|Match)")'),
        re.compile(r'\s*\{(?=[\s\S]*?"YfData"\s*:|[\s\S]*?"match_teams"\s*:\s*\[)'),
        re.compile(r'\s*\{[^\n{}]*"version"[^\n{}]*\}\s*\n\s*\{[^\n]*"powers"\s*:'),  # YellowFruit before version 4
    ),
)
