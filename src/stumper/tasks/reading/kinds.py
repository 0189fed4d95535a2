"""What files of questions and of answers to them look like."""

import re

from stumper.formats import Kind

SQUAD = re.compile(r'\s*\{[\s\S]*?"data"\s*:')
ANSWERS = Kind("a file of answers to questions", "Score it: stumper score DATASET PATH", ())  # its keys are anything
