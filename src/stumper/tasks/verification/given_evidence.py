"""What a claim is given to read in the oracle setting: the words of its gold evidence, or the nearest of another's."""

from collections.abc import Mapping, Sequence

from stumper.datasets.wiki_pages import parted, readable, readable_title, written
from stumper.tasks.verification.evidence import is_verifiable, passage_id
from stumper.types import Example, Passage


def given_evidence(
    claims: Mapping[str, Example], texts: Mapping[str, str], sentences: Mapping[str, str]
) -> dict[str, Passage]:
    """For each claim one passage: the words of its own evidence, as ``texts`` has them; for one with not enough info
    the evidence of another claim that is the nearest, and none where it shares no word with any.

    ``sentences`` has the words of those sentences that are known.
    """
    from stumper.nearest import nearest  # numpy, which finding the tasks is not to load

    held = sentences_held(claims, texts, sentences)
    given = {id: _passage(claims[id], texts[id], held.get(id, ())) for id in claims if id in texts}
    pool = list(dict.fromkeys(passage for id, passage in given.items() if is_verifiable(claims[id].gold)))
    lacking = [id for id in claims if id not in given and not is_verifiable(claims[id].gold)]
    found = nearest([claims[id].query.text for id in lacking], [written(passage) for passage in pool])
    return given | {id: pool[place] for id, place in zip(lacking, found, strict=True) if place is not None}


def sentences_held(
    claims: Mapping[str, Example], texts: Mapping[str, str], sentences: Mapping[str, str]
) -> dict[str, tuple[str, ...]]:
    """The ids of the sentences that a claim's text is made of: those of its evidence set; of several sets those of one,
    or of all together, as sentences tell that are known, or that other texts give away.

    Where all claims of which that tells are given all together, so are the rest. Else these are left out.
    """
    choices = {id: _choices(claim) for id, claim in claims.items() if id in texts}
    words = {id: _untitled(texts[id], each) for id, each in choices.items()}
    known = {id: _spaced(text) for id, text in sentences.items()}
    for id in sorted(choices, key=lambda id: len(choices[id])):  # those first that leave no choice
        fitting = _fitting(choices[id], words[id], known)
        if len(fitting) == 1:
            new = [sentence for sentence in fitting[0] if sentence not in known]
            if len(new) == 1:
                known[new[0]] = _rest(fitting[0], words[id], known)
    fits = {id: _fitting(each, words[id], known) for id, each in choices.items()}
    found = {id: each[0] for id, each in fits.items() if len(each) == 1}
    told = [id for id in found if len(choices[id]) > 1]
    if told and all(found[id] == choices[id][0] for id in told):
        found = {id: each[0] for id, each in fits.items() if choices[id][:1] == each[:1] != []} | found
    return found


def _passage(claim: Example, text: str, sentences: Sequence[str]) -> Passage:
    """The text under the ids of its sentences and the title of their first page, where these are known."""
    [every, *_] = _choices(claim) or [()]
    pages = list(dict.fromkeys(parted(id)[0] for id in sentences or every))
    return Passage(passage_id(sentences), readable(text), pages[0] if sentences or len(pages) == 1 else "")


def _choices(claim: Example) -> list[tuple[str, ...]]:
    """The sentences that a claim's text may be made of: all together, and each evidence set."""
    if claim.gold.matched_by != "id" or not claim.gold.evidence_sets:
        return []
    sets = [tuple(sorted(one, key=parted)) for one in claim.gold.evidence_sets]
    every = tuple(dict.fromkeys(id for one in sets for id in one))
    return [every, *(one for one in sets if len(one) < len(every))]


def _fitting(choices: Sequence[tuple[str, ...]], words: str, known: Mapping[str, str]) -> list[tuple[str, ...]]:
    """Those of the choices that the text may be made of, as far as sentences are known."""
    return [one for one in choices if _fits(one, choices[0], words, known)]


def _fits(choice: tuple[str, ...], every: tuple[str, ...], words: str, known: Mapping[str, str]) -> bool:
    """Whether the text has all known sentences of the choice and no other known one, and words for those not known."""
    if any((known[id] in words) != (id in choice) for id in every if id in known):
        return False
    return bool(_rest(choice, words, known)) == any(id not in known for id in choice)


def _rest(sentences: Sequence[str], words: str, known: Mapping[str, str]) -> str:
    """What is left of the words without those of the known sentences."""
    for text in sorted((known[id] for id in sentences if id in known), key=len, reverse=True):
        words = words.replace(text, "", 1)
    return " ".join(words.split())


def _untitled(text: str, choices: Sequence[tuple[str, ...]]) -> str:
    """The words of a text without the titles of its sentences' pages, which claims made anew have before them."""
    words = _spaced(text)
    for page in sorted({parted(id)[0] for one in choices for id in one}, key=len, reverse=True):
        words = words.replace(f"{_spaced(readable_title(page))}: ", "")
    return words


def _spaced(text: str) -> str:
    return " ".join(readable(text).split())
