"""Published sets of claims beside FEVER, each line or object of them as a row of claims (``rows``).

What they look like is known from their papers and the files that these describe: AVeriTeC (Schlichtkrull et al. 2023),
SciFact (Wadden et al. 2020), VitaminC (Schuster et al. 2021), HoVer (Jiang et al. 2020), Climate-FEVER (Diggelmann et
al. 2020) and FoolMeTwice (Eisenschlos et al. 2021).
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from stumper.formats import Format
from stumper.tasks.verification.claim import LABELS

Values = Mapping[str, Any]


def averitec(values: Values) -> dict[str, object]:
    """A claim whose evidence are the addresses at which its questions were answered; one of them suffices."""
    answers = [answer for asked in _objects(values, "questions") for answer in _objects(asked, "answers")]
    urls = dict.fromkeys(url for answer in answers if isinstance(url := answer.get("source_url"), str) and url)
    return {
        "id": values.get("claim_id"),
        "claim": values.get("claim"),
        "label": values.get("label"),
        "labels": [*LABELS, "CONFLICTING EVIDENCE/CHERRYPICKING"],
        "evidence": [[url] for url in urls],
        "evidence_matched_by": "url",
    }


def scifact(values: Values) -> dict[str, object]:
    """A claim whose evidence are sentences of abstracts, ``DOCUMENT:SENTENCE``; its label is that of its documents, of
    which none that agree leave none."""
    evidence = values.get("evidence")
    found = evidence if isinstance(evidence, dict) else {}
    rationales = [(document, one) for document, of_one in found.items() for one in of_one if isinstance(one, dict)]
    labels = {str(one.get("label")) for _, one in rationales}
    label = labels.pop() if len(labels) == 1 else None if labels or evidence is None else "NOT ENOUGH INFO"
    cited = values.get("cited_doc_ids")
    return {
        "id": values.get("id"),
        "claim": values.get("claim"),
        "label": label,
        "evidence": [[f"{document}:{line}" for line in one.get("sentences", ())] for document, one in rationales],
        "evidence_matched_by": "id",
        "document": cited[0] if isinstance(cited, list) and cited else None,
    }


def vitaminc(values: Values) -> dict[str, object]:
    """A claim with the sentence that it is to be judged by; another sentence may turn its label."""
    return {key: values.get(of) for key, of in
            (("id", "unique_id"), ("claim", "claim"), ("label", "label"), ("evidence", "evidence"), ("page", "page"))
            } | {"evidence_matched_by": "none"}  # fmt: skip


def hover(values: Values) -> dict[str, object]:
    """A claim whose evidence are sentences of several pages that are needed together."""
    facts = values.get("supporting_facts")
    sentences = [f"{fact[0]}:{fact[1]}" for fact in facts if isinstance(fact, list) and len(fact) == 2] if facts else []
    return {
        "id": values.get("uid"),
        "claim": values.get("claim"),
        "label": values.get("label"),
        "labels": ["SUPPORTS", "NOT SUPPORTED"],
        "evidence": [sentences] if sentences else [],
        "evidence_matched_by": "id",
    }


def climate_fever(values: Values) -> dict[str, object]:
    """A claim whose evidence are sentences of Wikipedia that decide something; each by itself."""
    decisive = [one for one in _objects(values, "evidences") if one.get("evidence_label") in ("SUPPORTS", "REFUTES")]
    return {
        "id": values.get("claim_id"),
        "claim": values.get("claim"),
        "label": values.get("claim_label"),
        "labels": [*LABELS, "DISPUTED"],
        "evidence": [[one.get("evidence_id")] for one in decisive],
        "evidence_matched_by": "id",
    }


def fool_me_twice(values: Values) -> dict[str, object]:
    """A claim whose evidence are texts of one page; each by itself."""
    return {
        "id": values.get("id"),
        "claim": values.get("text"),
        "label": values.get("label"),
        "labels": ["SUPPORTS", "REFUTES"],
        "evidence": [[one.get("text")] for one in _objects(values, "gold_evidence")],
        "evidence_matched_by": "text",
        "page": values.get("wikipedia_page"),
    }


def _objects(values: Values, key: str) -> Sequence[Values]:
    listed = values.get(key)
    return [one for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []


def _format(name: str, keys: Sequence[str], row: Callable[[Values], dict[str, object]], **kinds: type) -> Format:
    marks = re.compile(r"\s*\[?\s*\{" + "".join(rf'(?=[\s\S]*?"{key}"\s*:)' for key in keys))

    def suits(first: Values) -> bool:
        return all(key in first for key in keys) and all(
            isinstance(first[key], kind) or first[key] is None for key, kind in kinds.items()
        )

    looks = " and ".join(f'"{key}"' for key in keys)
    return Format(name, f"objects with {looks}", marks, None, suits, row)


PUBLISHED = (
    _format("AVeriTeC", ("claim", "label", "questions"), averitec, questions=list),
    _format("SciFact", ("claim", "cited_doc_ids"), scifact),
    _format("VitaminC", ("unique_id", "claim", "evidence", "label"), vitaminc, evidence=str),
    _format("HoVer", ("uid", "claim", "supporting_facts"), hover, supporting_facts=list),
    _format("Climate-FEVER", ("claim", "claim_label", "evidences"), climate_fever, evidences=list),
    _format("FoolMeTwice", ("text", "label", "gold_evidence"), fool_me_twice, gold_evidence=list),
)
