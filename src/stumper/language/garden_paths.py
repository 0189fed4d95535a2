"""Questions lead a parser that goes from left to right astray: what their ends show is set right afterwards."""

from collections.abc import Sequence

BARE = frozenset(("do", "does", "did", "can", "could", "will", "would", "shall", "should", "may", "might", "must"))
VERBLIKE = frozenset(("NN", "NNP", "VBP", "JJ", "RB"))
PARTICIPLES = frozenset(("VBN", "VBD", "VBG"))
CALLED = frozenset(("called", "named", "termed", "titled", "entitled", "dubbed", "nicknamed", "labeled", "labelled"))
ASKED = frozenset(("obl", "obl:agent", "advmod", "obj", "xcomp", "nsubj", "nsubj:pass", "obl:unmarked"))


def mended(
    words: Sequence[str], tags: Sequence[str], heads: Sequence[int], labels: Sequence[str]
) -> tuple[list[str], list[int], list[str]]:
    """Tags, heads and relations, with passives and auxiliaries on their verbs and base forms behind `do`."""
    small = [word.lower() for word in words]
    tags, heads, labels = _passives(small, *_auxiliaries(list(tags), list(heads), list(labels)))
    return _base_forms(small, tags, heads, labels), heads, labels


def _auxiliaries(tags: list[str], heads: list[int], labels: list[str]) -> tuple[list[str], list[int], list[str]]:
    """In "What is it used for?" the verb is no copula of "What": it hangs on the participle that follows."""
    for i, label in enumerate(labels):
        asked = heads[i]
        verb = heads[asked]
        if label != "cop" or tags[asked] not in ("WP", "WRB", "WDT") or labels[asked] not in ASKED:
            continue
        if not (asked < i < verb and tags[verb] in PARTICIPLES):
            continue
        passive = tags[verb] != "VBG"
        if passive and labels[asked] in ("obj", "nsubj", "nsubj:pass"):
            continue  # "What is the last league listed?" asks for what a passive has already
        heads[i], labels[i] = verb, "aux:pass" if passive else "aux"
        if passive:
            tags[verb] = "VBN"
            for k, head in enumerate(heads):
                if head == verb and labels[k] == "nsubj":
                    labels[k] = "nsubj:pass"
    return tags, heads, labels


def _passives(
    words: Sequence[str], tags: list[str], heads: list[int], labels: list[str]
) -> tuple[list[str], list[int], list[str]]:
    """In "What is the fear of spiders called?" the participle at the end is the head, and nothing beside its noun."""
    for asked, tag in enumerate(tags):
        if heads[asked] != asked or tag not in ("WP", "WRB"):
            continue
        below = [k for k, head in enumerate(heads) if head == asked and k != asked]
        if not any(labels[k] == "cop" for k in below) or not any(labels[k] == "nsubj" for k in below):
            continue
        verb = _late_participle(asked, words, tags, heads, labels)
        if verb is None:
            continue
        for k in below:
            heads[k] = verb
            labels[k] = {"cop": "aux:pass", "nsubj": "nsubj:pass"}.get(labels[k], labels[k])
        heads[verb], labels[verb], tags[verb] = verb, "root", "VBN"
        heads[asked], labels[asked] = verb, "xcomp" if tag == "WP" else "advmod"
        left = _left_behind(verb, tags, heads, labels) if tag == "WP" else None
        if left is not None:
            heads[left], labels[left] = asked, "case"
            labels[asked] = "obl:agent" if words[left] == "by" else "obl"
    return tags, heads, labels


def _late_participle(
    asked: int, words: Sequence[str], tags: Sequence[str], heads: Sequence[int], labels: Sequence[str]
) -> int | None:
    """The participle that the question is about: with `what` one of naming, or one that a preposition follows."""
    for verb in range(asked + 1, len(words)):
        if labels[verb] != "acl" or tags[verb] not in ("VBN", "VBD"):
            continue
        subject = heads[verb]
        on_subject = heads[subject] == asked and labels[subject] == "nsubj"
        closes = not any(head == verb and k > verb and labels[k] != "punct" for k, head in enumerate(heads))
        if tags[asked] == "WRB" and on_subject and (closes or words[asked] != "where"):
            return verb
        ends = closes and all(labels[k] == "punct" for k in range(verb + 1, len(words)))
        if tags[asked] == "WP" and ((words[verb] in CALLED and ends) or _left_behind(verb, tags, heads, labels)):
            return verb
    return None


def _left_behind(verb: int, tags: Sequence[str], heads: Sequence[int], labels: Sequence[str]) -> int | None:
    """The preposition that alone stands between a verb and the end of its sentence."""
    after = [k for k, head in enumerate(heads) if head == verb and k > verb and labels[k] != "punct"]
    if len(after) != 1 or tags[after[0]] not in ("IN", "TO", "RP") or after[0] in heads:
        return None
    rest = [k for k in range(verb + 1, len(tags)) if k != after[0]]
    return after[0] if all(labels[k] == "punct" for k in rest) else None


def _base_forms(words: Sequence[str], tags: list[str], heads: Sequence[int], labels: Sequence[str]) -> list[str]:
    """Behind nothing but `do` or a modal verb a verb stands in its base form; a tagger sees too few words for that."""
    alone: dict[int, bool] = {}
    for i, label in enumerate(labels):
        if label in ("aux", "aux:pass", "cop"):
            alone[heads[i]] = alone.get(heads[i], True) and label == "aux" and words[i] in BARE
    return ["VB" if alone.get(i, False) and tag in VERBLIKE else tag for i, tag in enumerate(tags)]
