"""What is judged of perturbations: drawn to a sheet, read back, and what stands of it."""

from stumper.judgeable import Judgeable
from stumper.judging.judgeable import JudgeableSet, judgeable, judgeable_set, perturbations_of
from stumper.judging.recording import Recorded, record
from stumper.judging.sheet import Filled, bundled_judgements, judge_kind, read_sheet, write_sheet
from stumper.judging.standing import Agreement, Annotator, JudgingStanding, PairAgreement, agreements, standing
from stumper.sections.judged import Judges, correct_and_judged, judged_ids, judges

__all__ = [
    "Agreement",
    "Annotator",
    "Filled",
    "Judgeable",
    "JudgeableSet",
    "Judges",
    "JudgingStanding",
    "PairAgreement",
    "Recorded",
    "agreements",
    "bundled_judgements",
    "correct_and_judged",
    "judge_kind",
    "judgeable",
    "judgeable_set",
    "judged_ids",
    "judges",
    "perturbations_of",
    "read_sheet",
    "record",
    "standing",
    "write_sheet",
]
