"""What people say of perturbations: drawn to a sheet, read back, and what stands of it."""

from stumper.judging.bundled import bundled_judgements
from stumper.judging.judgeable import Judgeable, JudgeableSet, judgeable, judgeable_set, judged_ids, perturbations_of
from stumper.judging.recording import Recorded, record
from stumper.judging.sheet import Filled, read_sheet, write_sheet
from stumper.judging.standing import Agreement, JudgingStanding, PairAgreement, agreements, correct_and_judged, standing

__all__ = [
    "Agreement",
    "Filled",
    "Judgeable",
    "JudgeableSet",
    "JudgingStanding",
    "PairAgreement",
    "Recorded",
    "agreements",
    "bundled_judgements",
    "correct_and_judged",
    "judgeable",
    "judgeable_set",
    "judged_ids",
    "perturbations_of",
    "read_sheet",
    "record",
    "standing",
    "write_sheet",
]
