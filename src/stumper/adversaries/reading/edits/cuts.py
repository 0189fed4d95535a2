"""Where one sentence can be made two: a semicolon, coordinated clauses, a clause of contrast, an aside."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from stumper.adversaries.reading.edits.asides import NO_PARTICIPLES, asides
from stumper.adversaries.reading.edits.by_words import by_words
from stumper.adversaries.reading.edits.facts import DONE_BY_ONESELF, GOING_ON, PRONOUNS, facts, pronoun_of, told_again
from stumper.adversaries.reading.edits.going_on import going_on
from stumper.adversaries.reading.edits.subjects import (
    copula,
    ends_with_list,
    has_subject,
    is_clause,
    is_plural,
    may_be_things,
    opens_clause,
    phrase,
    within,
)
from stumper.language.clauses import FINITE
from stumper.language.inflection import inflected, lemma
from stumper.language.parse import Parse, Token
from stumper.language.rewording.clause import VERBAL, Clause, Part, balanced, main_clause
from stumper.language.rewording.leaning import PERSONAL
from stumper.language.rewording.well_formed import with_past_tenses, with_present_tenses
from stumper.language.rewording.words import word_set

SHORTEST = 3  # tokens of a clause that becomes a sentence, but for what is repeated
LONGEST_REPEATED = 8  # tokens before the subject that are said twice
LONGEST_TOLD = 70  # tokens of a sentence whose relative clauses a tree tells apart
AT = frozenset(("In", "On", "At", "During", "From", "After", "Before", "Since", "Until", "Between", "Within"))
LATER = word_set("later subsequently then eventually soon afterwards finally initially originally still already")
CONTRAST = frozenset(("while", "whereas", "although", "though"))


@dataclass(frozen=True, slots=True)
class Cut:
    """Two sentences, each of parts, that say together what the one said.

    With ``is_whole`` the second says all that it needs, as far as its grammar tells, and may stand apart.
    """

    rule: str
    first: tuple[Part, ...]
    second: tuple[Part, ...]
    is_whole: bool = True
    by_words: bool = False  # found without the tree


def cuts(parse: Parse) -> Iterator[Cut]:
    """The ways to make two of a sentence that ends with a full stop, the most certain first."""
    if len(parse.tokens) < 2 * SHORTEST or parse.tokens[-1].text != ".":
        return
    parse = with_present_tenses(with_past_tenses(parse))
    same: list[Cut] = []
    for rule in (_semicolon, _asides, _coordination, _contrast, _opening_contrast, _opening_participle, _facts):
        sound = [cut for cut in rule(parse) if _is_sound(parse, cut)]
        same += [cut for cut in sound if cut.rule in _OF_SUBJECT]
        yield from sound
    found = (Cut(*aside, is_whole=whole, by_words=True) for aside, whole in by_words(parse))
    yield from (cut for cut in found if _is_sound(parse, cut))
    more = (Cut(*aside, is_whole=aside[0] in _STANDS, by_words=True) for aside in going_on(parse))
    yield from (cut for cut in more if _is_sound(parse, cut))
    for cut in same:
        yield from _by_pronoun(parse, cut)


def _by_pronoun(parse: Parse, cut: Cut) -> Iterator[Cut]:
    """The cut with a pronoun for the subject, where the first sentence has it, too: *Ada sold salt.* *She left.*"""
    clause, (named, *rest) = main_clause(parse), cut.second
    if clause is None or not isinstance(named, str) or clause.subject[0]:
        return
    pronoun = pronoun_of(parse, clause)
    others = {
        token.text.lower()
        for part in rest
        if not isinstance(part, str)
        for token in parse.tokens[part[0] : part[1] + 1]
    }
    if pronoun is not None and named.lower() == parse.span(*clause.subject).lower() and not others & PERSONAL:
        yield replace(cut, rule=f"{cut.rule} by a pronoun", second=(pronoun, *rest), is_whole=False)


_OF_SUBJECT = ("coordinated verbs", "last of a list", "what was done besides", "means")
_STANDS = ("years of life",)  # the rules of these whose second sentence needs nothing


def _is_sound(parse: Parse, cut: Cut) -> bool:
    """Whether both sentences are long enough, end with a word, tear no brackets or quotation apart, and hold all that
    their words hang on, but for the one word of the first that the second hangs on.
    """
    for parts, torn in ((cut.first, 0), (cut.second, 1)):
        spans = [part for part in parts if not isinstance(part, str)]
        if cut.by_words and not spans:
            continue
        held = {i for first, last in spans for i in range(first, last + 1)}
        shortest = 1 if len(spans) < len(parts) - 1 and torn else SHORTEST - 1
        if len(held) < shortest or parse.tokens[spans[-1][1]].tag in (",", ":", "HYPH"):
            return False
        if not all(balanced(parse, *span) for span in spans):
            return False
        if cut.by_words:
            continue
        outside = {parse.tokens[i].head for i in held if parse.tokens[i].relation not in ("punct", "cc")} - held
        if len(outside) > torn:
            return False
    return True


def _semicolon(parse: Parse) -> Iterator[Cut]:
    """A; B. becomes A. B."""
    at = [i for i, token in enumerate(parse.tokens) if token.text == ";"]
    if len(at) != 1 or _is_participle(parse, at[0] + 1, _end(parse)):
        return
    if is_clause(parse, 0, at[0] - 1) and is_clause(parse, at[0] + 1, _end(parse)):
        yield Cut("semicolon", ((0, at[0] - 1), "."), ((at[0] + 1, _end(parse)), "."))


def _is_participle(parse: Parse, first: int, last: int) -> bool:
    """Whether the one verb of these tokens may be no finite one: *a few men led by Bo*."""
    verbs = [i for i in range(first, last + 1) if parse.tokens[i].tag in FINITE]
    return len(verbs) == 1 and parse.tokens[verbs[0]].tag == "VBD" and parse.tokens[verbs[0] + 1].text == "by"


def _asides(parse: Parse) -> Iterator[Cut]:
    return (Cut(*aside) for aside in asides(parse)) if len(parse.tokens) <= LONGEST_TOLD else iter(())


def _facts(parse: Parse) -> Iterator[Cut]:
    return (Cut(*fact, is_whole=not _leans(fact[2])) for fact in facts(parse))


def _leans(second: tuple[Part, ...]) -> bool:
    """Whether the second sentence goes on from the first: *This was because …*."""
    return second[0] in GOING_ON


def _coordination(parse: Parse) -> Iterator[Cut]:
    """X V and W. becomes X V. X W.; where the second clause has a subject of its own, that one stays."""
    tokens, clause = parse.tokens, main_clause(parse)
    if clause is None:
        return
    conjuncts = [i for i in parse.children(clause.root) if tokens[i].relation == "conj"]
    joint = next((i for verb in conjuncts[-1:] for i in parse.children(verb) if tokens[i].relation == "cc"), None)
    if joint is None or tokens[joint].text.lower() not in ("and", "but") or joint > conjuncts[-1]:
        return
    listed = any(a.text == "," and b.tag[:2] == "VB" for a, b in pairwise(tokens[clause.root : joint - 1]))
    if len(conjuncts) == 1 and tokens[joint - 1].text == "," and listed:
        return  # *knows the poor, helps nuns, and*
    if {"both", "between", "either"} & {token.text.lower() for token in tokens[max(0, joint - _BOTH) : joint]}:
        return
    verb, end = conjuncts[-1], _end(parse)
    before, rest = _first(parse, clause, conjuncts, joint), (joint + 1, end)
    if before is None or parse.subtree(verb)[-1] != end or ends_with_list(parse, clause.group[1], joint):
        return
    if opens_clause(parse, clause.group[1], joint):
        return
    if has_subject(parse, verb):
        bare = tokens[joint - 1].text != "," and tokens[joint + 1].tag not in ("DT", "PRP", "PRP$", "NNP", "CD", "EX")
        if bare and any(token.text == "and" for token in tokens[clause.group[1] : joint]):
            return  # *ropes are cut and the knots and ends may be sold*
        bound = any(t.relation == "mark" for t in tokens[clause.group[1] : joint]) and tokens[joint - 1].text != ","
        listed = verb == end and tokens[verb].tag in ("VBZ", "VBP")  # *good for scales, and big jumps*
        if is_clause(parse, *rest) and not bound and not listed:
            yield Cut("coordinated clauses", before, (rest, "."), is_whole=clause.before[0] > clause.before[1])
        return
    opening, shared = _repeated(clause), _shared_verbs(parse, clause.root, verb, joint)
    start = next((i for i in range(joint + 1, verb + 1) if tokens[i].tag in VERBAL), verb)
    done = tokens[verb].tag == "VBD" and inflected(lemma(tokens[verb].text, "VBD"), "VBN") == tokens[verb].text
    if done and any(token.tag == "VBN" and token.relation in ("acl", "advcl") for token in tokens[clause.root : joint]):
        return  # *a mill, built in 1871 and sold to nuns*
    if may_be_things(parse, clause.group[1] + 1, joint, verb):
        return
    runs_on = all(token.tag in ("RB", "RBR") for token in tokens[joint + 1 : start])
    named = told_again(parse, clause)
    is_new = named in ("It", "They") and parse.tokens[clause.subject[1]].tag != "PRP"
    if (
        runs_on
        and opening is not None
        and shared is not None
        and named is not None
        and not (is_new and _has_relative(parse, clause, joint))
        and "not" not in clause.words(clause.group)
    ):
        many = named == "They" or is_plural(parse, clause.subject_head) or "and" in clause.words(clause.subject)
        if not all(_is_of_number(token, many) for token in tokens[joint + 1 : verb + 1]):
            return
        if opening and _has_year(parse, joint + 1, end):
            return  # *In 1871, Ada left and came back in 1902*
        again = (opening, within(named)) if opening and named.lower() not in PRONOUNS else (named,)
        yield Cut("coordinated verbs", before, (*again, *shared, rest, "."), is_whole=named.lower() not in PRONOUNS)


_BOTH = 8  # tokens before *and* in which *both* may open what it joins


def _first(parse: Parse, clause: Clause, conjuncts: list[int], joint: int) -> tuple[Part, ...] | None:
    """The sentence up to the last conjunct; of V, W, and U, V and W are left."""
    tokens = parse.tokens
    last = joint - 2 if tokens[joint - 1].text == "," else joint - 1
    if last <= clause.group[1]:
        return None
    if len(conjuncts) == 1:
        return (0, last), "."
    other = phrase(parse, conjuncts[0])
    if len(conjuncts) > 2 or other is None or tokens[other[0] - 1].text != "," or tokens[other[0]].relation == "cc":
        return None
    return ((0, other[0] - 2), "and", (other[0], last), ".") if other[0] - 2 > clause.group[1] else None


def _is_of_number(token: Token, many: bool) -> bool:
    """Whether a token is no finite verb of the other number."""
    if many:
        return token.tag != "VBZ" and token.text not in ("was", "is", "has")
    return token.tag != "VBP" and token.text not in ("were", "are", "have")


def _repeated(clause: Clause) -> str | None:
    """What stands before the subject and holds of both clauses, "" where nothing does; None where it is too much."""
    first, last = clause.before
    if first > last:
        return ""
    tokens = clause.parse.tokens
    is_time_or_place = tokens[first].text in AT and any(
        tag in ("CD", "NNP", "NNPS") for tag in clause.tags(clause.before)
    )
    short = last - first < LONGEST_REPEATED and tokens[last].text == ","
    return clause.parse.span(first, last) if is_time_or_place and short and not clause.has_verb(clause.before) else None


def _has_year(parse: Parse, first: int, last: int) -> bool:
    """Whether a year or another date stands among these tokens."""
    return any(entity.kind == "DATE" and first <= entity.first <= last for entity in parse.entities)


def _has_relative(parse: Parse, clause: Clause, joint: int) -> bool:
    """Whether a relative clause stands between the verb and what joins the second, which may be of that clause."""
    return any(token.tag in ("WDT", "WP", "WP$") for token in parse.tokens[clause.group[1] : joint])


def _shared_verbs(parse: Parse, root: int, verb: int, joint: int) -> tuple[str, ...] | None:
    """The auxiliaries that the second verb has from the first; None where the two do not go together."""
    tokens = parse.tokens
    if any(token.tag in FINITE for token in tokens[joint + 1 : verb + 1]):
        return ()
    helpers = [i for i in parse.children(root) if tokens[i].relation in ("aux", "aux:pass") and i < root]
    if tokens[verb].tag != tokens[root].tag or tokens[root].tag not in ("VBN", "VB") or not helpers:
        return None
    passive = any(tokens[i].relation == "aux:pass" for i in helpers)
    if passive and lemma(tokens[verb].text, "VBN") in DONE_BY_ONESELF:
        return None  # *was beaten and surrendered*
    return (" ".join(tokens[i].text for i in helpers),)


def _contrast(parse: Parse) -> Iterator[Cut]:
    """A, while B. becomes A. B."""
    tokens, end = parse.tokens, _end(parse)
    for i, token in enumerate(tokens):
        if token.text.lower() not in CONTRAST or token.relation != "mark" or tokens[i - 1].text != ",":
            continue
        is_last = parse.subtree(token.head)[-1] == end and tokens[token.head].relation == "advcl"
        if tokens[i + 1].text in ("that", "those"):
            continue  # *while that of Orrin grew*
        if is_last and has_subject(parse, token.head) and is_clause(parse, i + 1, end) and is_clause(parse, 0, i - 2):
            yield Cut("clause of contrast", ((0, i - 2), "."), ((i + 1, end), "."))


def _opening_contrast(parse: Parse) -> Iterator[Cut]:
    """While B, A. becomes A. B."""
    tokens, end = parse.tokens, _end(parse)
    span = phrase(parse, tokens[0].head) if tokens[0].text.lower() in CONTRAST else None
    if span is None or span[0] != 0 or tokens[tokens[0].head].relation != "advcl" or tokens[span[1] + 1].text != ",":
        return
    in_order = any(token.text in LATER for token in tokens[1 : span[1]])
    if in_order or not has_subject(parse, tokens[0].head):
        return
    if is_clause(parse, 1, span[1]) and is_clause(parse, span[1] + 2, end):
        yield Cut("opening clause of contrast", ((span[1] + 2, end), "."), ((1, span[1]), "."))


def _opening_participle(parse: Parse) -> Iterator[Cut]:
    """Built in 1900, X ... becomes X ... X was built in 1900."""
    tokens, clause = parse.tokens, main_clause(parse)
    word = tokens[0].text.lower()
    if clause is None or tokens[0].tag != "VBN" or tokens[0].relation != "advcl" or word in NO_PARTICIPLES | {"based"}:
        return
    span = phrase(parse, 0)
    if span is None or clause.before != (0, span[1] + 1) or tokens[span[1] + 1].text != ",":
        return
    named = told_again(parse, clause)
    be = copula(parse, is_plural(parse, clause.subject_head) or named == "They", word)
    if named is not None and be is not None:
        first, second = ((clause.subject[0], _end(parse)), "."), (named, be, word, (1, span[1]), ".")
        yield Cut("opening participle", first, second, is_whole=named.lower() not in PRONOUNS)


def _end(parse: Parse) -> int:
    """The last token before the full stop."""
    return len(parse.tokens) - 2
