"""What happened, as a noun: *Ada sold the mill*, *the sale of the mill*."""

from collections.abc import Mapping

from stumper.language.parse import Parse
from stumper.language.rewording.clause import SUBJECTS, Clause, Part, Span, whole
from stumper.language.rewording.words import word_set

_OF_WHAT = """
    abolish abolition, acquire acquisition, adopt adoption, announce announcement, appoint appointment,
    approve approval,
    arrest arrest, assassinate assassination, award award, build construction, bury burial, cancel cancellation,
    capture capture, complete completion, conquer conquest, construct construction, create creation, crown coronation,
    dedicate dedication, defeat defeat, demolish demolition, deploy deployment, design design, destroy destruction,
    develop development, discontinue discontinuation, discover discovery, dissolve dissolution, elect election,
    enact enactment, erect erection, establish establishment, execute execution, expand expansion, found founding,
    form formation, implement implementation, import importation, inaugurate inauguration, install installation,
    introduce introduction, invade invasion, invent invention, launch launch, murder murder, nominate nomination,
    occupy occupation, open opening, publish publication, purchase purchase, ratify ratification, rebuild rebuilding,
    redesign redesign, release release, remove removal, rename renaming, renovate renovation, repeal repeal,
    replace replacement, restore restoration, sell sale, sign signing, surrender surrender, transfer transfer,
    translate translation, unveil unveiling, withdraw withdrawal
"""
_OF_WHOM = """
    arrive arrival, arise rise, collapse collapse, debut debut, depart departure, die death,
    emerge emergence, end end, fall fall, premiere premiere, return return, retire retirement, resign resignation,
    surrender surrender
"""


def _rows(text: str) -> Mapping[str, str]:
    return dict(row.split() for row in text.replace("\n", " ").split(", "))


OF_OBJECT, OF_SUBJECT = _rows(_OF_WHAT), _rows(_OF_WHOM)
_STATES = word_set("""
    be have know live own contain lie stand exist consist belong remain last seem mean cost serve hold think believe
    consider call locate base use regard need want like love hate hope expect depend include represent appear keep
    involve require feature comprise say state argue claim write tell describe note suggest report estimate name work
    rule reign govern grow rise average rank receive relate refer associate tend face border cover run account
    """)


def event(parse: Parse, root: int) -> bool:
    """Whether the verb tells in the past what happened: no state, no denial, nothing that only may be."""
    tokens = parse.tokens
    below = [tokens[i] for i in parse.children(root) if tokens[i].relation in ("aux", "aux:pass", "cop", "advmod")]
    words = {token.text.lower() for token in below}
    if tokens[root].lemma in _STATES or words & _NOT_ONCE or any(t.relation == "cop" for t in below):
        return False
    if tokens[root].tag == "VBN":
        return bool(words & {"was", "were"}) and "been" not in words
    return tokens[root].tag == "VBD" and not any(t.relation.startswith("aux") for t in below)


_NOT_ONCE = word_set("not n't never often usually always generally sometimes had has have being also still only")


def undergoer(parse: Parse, root: int) -> tuple[str, int] | None:
    """The noun for what the verb tells, and the word for whom or what it happened to."""
    tokens = parse.tokens
    name = tokens[root].lemma
    objects = [i for i in parse.children(root) if tokens[i].relation == "obj"]
    subjects = [i for i in parse.children(root) if tokens[i].relation in SUBJECTS and i < root]
    if objects:
        return (OF_OBJECT[name], objects[0]) if len(objects) == 1 and name in OF_OBJECT else None
    if not subjects:
        return None
    table = OF_OBJECT if tokens[root].tag == "VBN" else OF_SUBJECT
    return (table[name], subjects[0]) if name in table else None


def nominal(clause: Clause) -> list[Part] | None:
    """*Ada sold the mill in 1871.* → *The sale of the mill by Ada took place in 1871.*"""
    parse, tokens = clause.parse, clause.parse.tokens
    happened = undergoer(parse, clause.root)
    if happened is None or not event(parse, clause.root) or clause.words(clause.tail) or clause.has_verb(clause.rest):
        return None
    name, at = happened
    thing, doer = whole(parse, at), clause.subject
    passive = tokens[clause.root].tag == "VBN"
    if thing is None or clause.words(clause.before) or clause.has_focus(clause.subject, clause.rest):
        return None
    after = (thing[1] + 1, clause.rest[1]) if at > clause.root else clause.rest
    if at > clause.root and thing[0] != clause.group[1] + 1:
        return None
    by = passive and clause.words(after)[:1] == ["by"]
    if by:
        agent = whole(parse, next((i for i in parse.children(clause.root) if i > after[0]), after[0]))
        if agent is None or agent[0] != after[0]:
            return None
        doer, after = (agent[0] + 1, agent[1]), (agent[1] + 1, after[1])
    who: list[Part] = ["by", doer] if by or at > clause.root else []
    if clause.words(after)[:1] not in (["in"], ["on"], ["at"], ["during"], ["after"], ["before"]):
        return None
    kinds = {entity.kind for i in range(after[0], after[1] + 1) if (entity := parse.entity_at(i)) is not None}
    if not kinds & {"DATE", "PLACE"} or not (_is_known(clause, thing) and (not who or _is_known(clause, doer))):
        return None
    return [f"The {name} of", thing, *who, "took place", after, clause.stop]


def _is_known(clause: Clause, span: Span) -> bool:
    """Whether a noun phrase names what it is of, in few words: *the mill*, *Ada*; no pronoun is among them."""
    tags, words = clause.tags(span), clause.words(span)
    named = words[0] == "the" or tags[0].startswith("NNP")
    plain = not {"PRP", "PRP$", "WP", "WDT", "VBG", "POS"} & set(tags[:1]) and not {"PRP", "PRP$"} & set(tags)
    return named and plain and len(words) < _LONGEST_THING and "," not in words


_LONGEST_THING = 9  # tokens
