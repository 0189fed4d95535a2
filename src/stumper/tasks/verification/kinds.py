"""What files of claims and of predictions for them look like."""

from stumper.formats import Kind, line_with

FEVER = line_with(r'"claim"\s*:')
PREDICTED_LABELS = Kind(
    "a file of predictions for claims",
    "Ask it as a victim, --victim file:PATH, or score it: stumper score DATASET PATH",
    (line_with(r'"predicted_label"\s*:'),),
)
