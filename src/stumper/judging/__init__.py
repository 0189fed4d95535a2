"""What is judged of perturbations: drawn to a sheet, read back, and what stands of it."""

from stumper.judgeable import Judgeable
from stumper.judging.items import JudgeableSet, judgeable, judgeable_set, perturbations_of
from stumper.judging.rates import Agreement, Annotator, JudgingStanding, PairAgreement, agreements, standing
from stumper.judging.recording import Recorded, judged_by, record
from stumper.judging.sheet import Filled, bundled_judgements, judge_kind, read_sheet, write_sheet
from stumper.sections.judged import Judges, Sampled, checked, judged_ids, judges, sampled

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
    "Sampled",
    "agreements",
    "bundled_judgements",
    "checked",
    "judge_kind",
    "judgeable",
    "judgeable_set",
    "judged_by",
    "judged_ids",
    "judges",
    "perturbations_of",
    "read_sheet",
    "record",
    "sampled",
    "standing",
    "write_sheet",
]
