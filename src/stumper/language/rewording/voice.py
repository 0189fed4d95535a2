"""The main clause in the other voice: active to passive, passive to active."""

from collections.abc import Sequence

from stumper.language.clauses import FINITE
from stumper.language.inflection import inflected, lemma
from stumper.language.rewording.clause import NOUNS, Clause, Part, Span, whole
from stumper.language.rewording.words import word_set

Parts = list[Part]


def passive(clause: Clause) -> Parts | None:
    """*Ada built the mill in 1850.* → *The mill was built by Ada in 1850.*"""
    tokens = clause.parse.tokens
    verb = tokens[clause.root]
    particle = _particle(clause)
    end = clause.group[1] + len(particle)
    thing = _object(clause, end + 1)
    name = lemma(verb.text, verb.tag)
    if (
        thing is None
        or clause.group[1] != clause.root
        or name in _NOT_PASSIVE
        or not _keeps_its_sense(clause)
        or not _agent_can_be(clause, clause.subject)
    ):
        return None
    after = (thing[1] + 1, clause.rest[1])
    if "well" in clause.words(after):
        return None  # *the mill as well as a house*
    number = _is_plural(clause, thing)
    if number is None or not _may_precede(clause) or not _may_follow(clause, after) or _may_be_of(clause, after):
        return None
    verbs = _passive_verbs(clause, name, number)
    if verbs is None:
        return None
    by: Part = _AGENTS.get(" ".join(clause.words(clause.subject)), clause.subject)
    return [clause.before, thing, " ".join([verbs, *particle]), "by", by, after, clause.tail, clause.stop]


def active(clause: Clause) -> Parts | None:
    """*The mill was built in 1850 by Ada.* → *Ada built the mill in 1850.*"""
    tokens = clause.parse.tokens
    by = next((i for i in range(*clause.rest) if tokens[i].text == "by"), None)
    if clause.group[1] != clause.root or by is None or (agent := _agent(clause, by)) is None:
        return None
    if not _keeps_its_sense(clause) or tokens[clause.root].lemma in _NO_DEEDS:
        return None
    between, after = (clause.root + 1, by - 1), (agent[1] + 1, clause.rest[1])
    if not _may_precede(clause) or clause.has_verb(between) or not _may_follow(clause, after):
        return None
    if between[0] <= between[1] and tokens[between[0]].tag not in ("IN", "RB", "RP"):
        return None
    number = _is_plural(clause, agent)
    verbs = None if number is None else _active_verbs(clause, number)
    if verbs is None or not _object_can_be(clause, clause.subject):
        return None
    thing: Part = _OBJECTS.get(" ".join(clause.words(clause.subject)), clause.subject)
    return [clause.before, agent, verbs, thing, between, after, clause.tail, clause.stop]


# Verbs that have no passive, or one that says something else.
_NOT_PASSIVE = word_set("""
    be have become remain resemble lack mean cost weigh equal contain comprise fit suit last seem appear get want total
    number measure span include see need take marry meet like love hate enjoy say think stay go come turn feel look
    sound do let make keep leave lead reach enter hold exceed average border face share join consist belong
    undergo experience suffer lose
    """)
_NO_DEEDS = word_set("know call name characterize")  # *known by several names*
_AGENTS = {"he": "him", "she": "her", "they": "them"}
_OBJECTS = {"he": "him", "she": "her", "they": "them", "it": "it"}
_POINTING = word_set("who which that this these those there what it i you we he she they one such")
_NOBODY = word_set("no neither none nobody nothing few little hardly")
_OWN = word_set("his her its their himself herself itself themselves own each other another")
# Of these, *not* denies something else when it stands behind them.
_QUANTIFIERS = word_set("""
    a an all every each both any some many most several few no either neither half more much enough
    everyone everybody everything anyone anybody anything someone somebody something
    """)
_FOCUS = word_set("also too only even just n't n’t mostly mainly largely both either neither")
_AFTER = word_set("in on at during after before since until from to for with as under within near when because")
_OF_NOUNS = word_set("in on at from to for with as between near over about against into")
_CLAUSES = word_set("because when after before although though while since until")
_KINDS_OF_AMOUNT = ("DATE", "TIME", "MONEY", "QUANTITY", "PERCENT", "CARDINAL", "ORDINAL")
_AMOUNTS = word_set("year years day days month months week weeks time times hour hours number majority lot")
_WITHOUT_S = word_set("States Netherlands Philippines Times Games Athens Texas Paris Maldives Bahamas")
_LONGEST_PHRASE = 12  # tokens of a noun phrase that is put elsewhere
_BE = {(True, False): "was", (True, True): "were", (False, False): "is", (False, True): "are"}
_HAVE = {(True, False): "had", (True, True): "had", (False, False): "has", (False, True): "have"}


def _keeps_its_sense(clause: Clause) -> bool:
    """Whether no word speaks of the phrase that it stands before, and no *and* may open another clause."""
    if clause.has_focus(clause.before, clause.subject, clause.rest) or clause.may_hide_clause(clause.rest):
        return False
    named = {*clause.words(clause.subject), *clause.words(clause.rest)}
    counted = "CD" in clause.tags(clause.subject) or _is_counted(clause)
    return not (clause.is_negated() and (counted or named & _QUANTIFIERS))


def _is_counted(clause: Clause) -> bool:
    """Whether a number stands before the object's noun: who did not sell two mills may have sold one."""
    tokens = clause.parse.tokens
    objects = [i for i in clause.parse.children(clause.root) if tokens[i].relation == "obj"]
    return any(tokens[i].relation == "nummod" for thing in objects for i in clause.parse.children(thing))


def _particle(clause: Clause) -> list[str]:
    after = clause.parse.tokens[clause.root + 1]
    return [after.text] if after.relation == "compound:prt" and after.tag == "RP" else []


def _object(clause: Clause, start: int) -> Span | None:
    """The object's tokens, where they start here and nothing belongs to the object but them."""
    tokens = clause.parse.tokens
    objects = [i for i in clause.parse.children(clause.root) if tokens[i].relation == "obj"]
    others = [i for i in clause.parse.children(clause.root) if tokens[i].relation in ("iobj", "xcomp", "ccomp")]
    others += [
        i for i in clause.parse.children(clause.root) if tokens[i].relation == "conj" and not _in(i, clause.tail)
    ]
    if len(objects) != 1 or others or (span := whole(clause.parse, objects[0])) is None or span[0] != start:
        return None
    kind = clause.parse.entity_at(objects[0])
    if tokens[objects[0]].tag not in NOUNS or (kind is not None and kind.kind in _KINDS_OF_AMOUNT):
        return None
    words = clause.words(span)
    fits = (
        span[1] - span[0] < _LONGEST_PHRASE
        and not _OWN & set(words)
        and not _AMOUNTS & set(words)
        and not {",", ":", ";"} & set(words)
    )
    return span if fits and words[0] not in _POINTING else None


def _in(index: int, span: Span) -> bool:
    return span[0] <= index <= span[1]


def _agent_can_be(clause: Clause, span: Span) -> bool:
    words = clause.words(span)
    if " ".join(words) in _AGENTS:
        return False  # *the tradition was kept by them*
    named = clause.parse.tokens[clause.subject_head].tag in NOUNS and clause.tags(span)[0] != "IN"
    named &= not set(words) & _NOBODY  # *was won by no single one*
    return named and span[1] - span[0] < _LONGEST_PHRASE and not set(words) & (_POINTING | _OWN) and "," not in words


def _object_can_be(clause: Clause, span: Span) -> bool:
    words = clause.words(span)
    if " ".join(words) in _OBJECTS:
        return True
    return span[1] - span[0] < _LONGEST_PHRASE and not set(words) & (_POINTING | _OWN) and "," not in words


def _agent(clause: Clause, by: int) -> Span | None:
    """Who does it, by the noun phrase after *by*."""
    tokens = clause.parse.tokens
    head = tokens[by].head
    if tokens[by].relation != "case" or head < by or (span := whole(clause.parse, head)) is None or span[0] != by:
        return None
    agent = (by + 1, span[1])
    words, tags = clause.words(agent), clause.tags(agent)
    bare = tokens[head].tag == "NN" and not any(tag in ("DT", "PRP$", "NNP", "POS") for tag in tags)
    fits = (
        len(words) <= _LONGEST_PHRASE and "," not in words and not set(words) & (_POINTING | _OWN) and "CD" not in tags
    )
    return agent if fits and not bare and tokens[head].tag in NOUNS and not clause.has_verb(agent) else None


def _may_precede(clause: Clause) -> bool:
    """Whether what comes first says something of the whole clause, and not of its subject."""
    if not clause.has_verb(clause.before):
        return True
    return clause.words(clause.before)[0] in _CLAUSES and bool(FINITE & set(clause.tags(clause.before)))


def _may_follow(clause: Clause, after: Span) -> bool:
    """Whether what comes last says something of the whole clause, and not of the noun phrase before it."""
    if after[0] > after[1]:
        return True
    words, tags = clause.words(after), clause.tags(after)
    if any(word in ("and", "but", "or") and FINITE & set(tags[i:]) for i, word in enumerate(words)):
        return False
    opening = words[1] if words[0] == "," and len(words) > 1 else words[0]
    if opening in _CLAUSES and clause.has_verb(after):
        return not _FOCUS & set(words)
    return (
        (opening in _AFTER or clause.tags(after)[0] == "RB") and not clause.has_verb(after) and "and" not in words[:1]
    )


def _may_be_of(clause: Clause, after: Span) -> bool:
    """Whether what follows the object may belong to it: *two books in all keys*, *a bridge to an island*."""
    if after[0] <= after[1] and "by" in clause.words(after):
        return True
    if after[0] > after[1] or clause.has_verb(after) or clause.words(after)[0] not in _OF_NOUNS:
        return False
    entities = [clause.parse.entity_at(i) for i in range(after[0] + 1, after[1] + 1)]
    return not any(entity is not None and entity.kind in ("DATE", "TIME", "PLACE") for entity in entities)


def _is_plural(clause: Clause, span: Span) -> bool | None:
    """Whether the noun phrase takes *are*; None where that cannot be told."""
    tokens = clause.parse.tokens
    heads = [i for i in range(span[0], span[1] + 1) if not span[0] <= tokens[i].head <= span[1]]
    if len(heads) != 1 or _AMOUNTS & set(clause.words(span)):
        return None
    head = tokens[heads[0]]
    if any(tokens[i].relation == "conj" for i in clause.parse.children(heads[0])):
        return True if "and" in clause.words(span) else None
    if head.tag in ("NN", "NNP"):
        team = head.tag == "NNP" and clause.words(span)[0] == "the" and head.text.endswith("s")
        return team and head.text not in _WITHOUT_S and not head.text.endswith(("ss", "us", "is"))
    return {"NNS": True, "NNPS": head.text not in _WITHOUT_S}.get(head.tag)


def _split(clause: Clause) -> tuple[list[str], list[str]] | None:
    """The group's verbs and its adverbs; None where it has what cannot be moved."""
    tokens = clause.parse.tokens[clause.group[0] : clause.group[1] + 1]
    adverbs = [token.text for token in tokens if token.tag.startswith("RB")]
    verbs = [token for token in tokens if not token.tag.startswith("RB")]
    if any(adverb.lower() in _FOCUS for adverb in adverbs) or not all(
        t.text.isalpha() and t.text.islower() for t in verbs
    ):
        return None
    return [token.text for token in verbs], adverbs


def _passive_verbs(clause: Clause, name: str, plural: bool) -> str | None:
    if (split := _split(clause)) is None:
        return None
    words, adverbs = split
    done = inflected(name, "VBN")
    match words[:-1]:
        case []:
            past = words[-1] == inflected(name, "VBD") and words[-1] != name
            made = [_BE[past, plural], done] if past or words[-1] in (name, inflected(name, "VBZ")) else None
        case ["did" | "do" | "does" as do]:
            made = [_BE[do == "did", plural], done]
        case ["has" | "have" | "had" as have] if words[-1] == done:
            made = [_HAVE[have == "had", plural], "been", done]
        case ["is" | "are" | "was" | "were" as be] if words[-1].endswith("ing"):
            made = [_BE[be.startswith("w"), plural], "being", done]
        case ["will" | "would" | "can" | "could" | "may" | "might" | "must" | "should" as modal]:
            made = [modal, "be", done]
        case _:
            made = None
    return None if made is None else _joined(made, adverbs)


def _active_verbs(clause: Clause, plural: bool) -> str | None:
    if (split := _split(clause)) is None:
        return None
    words, adverbs = split
    name = lemma(words[-1], "VBN")
    if inflected(name, "VBN") != words[-1] or name in _NOT_PASSIVE - {"take", "lead", "see", "make", "hold"}:
        return None
    negated = "not" in adverbs
    match words[:-1]:
        case ["was" | "were"]:
            made = ["did", name] if negated else [inflected(name, "VBD")]
        case ["is" | "are"]:
            made = [*(["do" if plural else "does", name] if negated else [inflected(name, "VBP" if plural else "VBZ")])]
        case ["has" | "have" | "had" as have, "been"]:
            made = [_HAVE[have == "had", plural], words[-1]]
        case ["will" | "would" | "can" | "could" | "may" | "might" | "must" | "should" as modal, "be"]:
            made = [modal, name]
        case _:
            return None
    return " ".join([*adverbs, *made]) if len(made) == 1 else _joined(made, adverbs)


def _joined(verbs: Sequence[str], adverbs: Sequence[str]) -> str:
    """The verbs with the adverbs after the first of them."""
    return " ".join([verbs[0], *adverbs, *verbs[1:]])
