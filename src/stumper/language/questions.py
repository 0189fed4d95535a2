"""A question taken apart: what asks, what is asked about, and the clause that an answer would complete."""

from stumper.language.asking import asked, asked_noun, asking_phrase, asking_word, finite_verb, fronted, is_base_form
from stumper.language.clauses import AUXILIARIES, FINITE, PREPOSITIONS, Clause, Span, is_word
from stumper.language.parse import Parse
from stumper.language.predicates import (
    adverbs_begin,
    adverbs_end,
    main_verb,
    predicate,
    predicate_features,
    says_at_once,
)

_ADVERBIAL = frozenset(("when", "where", "why", "how", "how-adjective", "preposition", "yes-no"))
_BEGIN_SUBJECT = frozenset(str.split("the a an this these those my your his her its our their"))
_TIMES = ("year", "month", "century", "decade", "day")
_IMPERATIVES = frozenset(str.split("name give list identify tell provide state find mention specify"))


def clause(parse: Parse) -> Clause:
    """The parts of the last sentence that asks, by the parse where it says enough, else by tags and closed classes."""
    whole = asked(parse)
    asking = asking_word(parse, whole)
    if asking is None:
        return _without_asking_word(parse, whole)
    found = fronted(parse, whole, asking)
    phrase, kind = asking_phrase(parse, asking, whole.end)
    if found is None:
        if is_word(parse.tokens[whole.first], AUXILIARIES):  # "do children choose what they wear"
            return _without_asking_word(parse, whole)
        return _in_place(parse, whole, phrase, kind)
    opening, preposition = found
    noun = asked_noun(parse, phrase, kind, whole.end)
    features = {kind, *_openings(opening, preposition), *(["noun"] if noun else [])}
    return _clause(parse, whole.end, opening, preposition, phrase, noun, features)


def _openings(opening: Span, preposition: Span) -> list[str]:
    return [name for name, span in (("opening", opening), ("preposition", preposition)) if span]


def _clause(
    parse: Parse, end: int, opening: Span, preposition: Span, asking: Span, noun: Span, features: set[str]
) -> Clause:
    """The clause behind a fronted asking phrase."""
    tokens = parse.tokens
    noun, at = _unturned(parse, noun, asking, end)
    if at is not None:
        return _as_stated(parse, end, opening, preposition, asking, noun, at, features)
    at = finite_verb(parse, noun.end, end)
    early = Span(noun.end, at)  # "Who first won", "where in town did": what stands before the verb
    empty = Span(end, end)
    if at >= end:
        return Clause(parse, opening, preposition, asking, noun, empty, empty, empty, early, empty, Span(noun.end, end),
                      frozenset(features | {"verbless"}))  # fmt: skip
    kind = AUXILIARIES.get(tokens[at].text.lower(), "lexical") if tokens[at].tag != "POS" else "lexical"
    counts = features & {"how-many", "how-much"}
    if (
        kind == "have" and noun and not counts and tokens[at].relation == "root"
    ):  # "which group had their boats repaired"
        kind = "lexical"
    auxiliary = Span(at, at + 1)
    after = at + 1
    if after < end and is_word(tokens[after], ("n't", "n’t", "not")):
        auxiliary, after = Span(at, after + 1), after + 1
    adverbs = Span(after, adverbs_end(parse, after, end))
    if kind == "be" and not features & _ADVERBIAL and says_at_once(parse, adverbs.end, end):
        main: int | None = adverbs.end
    else:
        main = None if kind == "lexical" else main_verb(parse, kind, after, end, features)
        is_compound = main is not None and main + 1 < end and tokens[main + 1].tag == "HYPH"  # "did play-by-play"
        if (
            kind == "do" and main is not None and (is_compound or not is_base_form(tokens[main].lemma))
        ):  # "which actor did the talking"
            kind, main = "lexical", None
        if kind == "be" and main is not None and _is_superlative(parse, after, main):
            main = None  # "which ships were the most common in the north"
        if kind == "have" and main is None and noun and not counts and not features & _ADVERBIAL:
            kind = "lexical"  # "which town has the most halls"
    parts: tuple[Span, Span, Span, Span]
    if adverbs and kind != "lexical" and not features & _ADVERBIAL:
        main, adverbs = _behind_adverbs(parse, main, adverbs, end)
    if kind == "lexical":
        form, parts = "subject", (empty, early, auxiliary, Span(after, end))
        auxiliary = Span(at, at)
    elif main is not None and main <= adverbs.end:
        form, parts = "subject", (empty, adverbs, Span(main, main + 1), Span(main + 1, end))
    elif main is not None:
        cut = adverbs_begin(parse, after, main)
        form, parts = "inverted", (Span(after, cut), Span(cut, main), Span(main, main + 1), Span(main + 1, end))
    else:
        cut = predicate(parse, kind, after, end, features)
        said = adverbs.end if adverbs.end < cut else after  # "what is usually the goal": the goal is usually …
        form, parts = "copula", (Span(said, cut), Span(after, said), empty, Span(cut, end))
        if kind == "do" and features & _ADVERBIAL:
            auxiliary = empty
    subject, between, verb, rest = parts
    if form == "subject" and kind != "lexical":
        noun = Span(noun.first, at) if noun else noun  # "how many boats from abroad were sold"
    features = features | {form, kind} | predicate_features(parse, auxiliary, subject, verb, rest)
    early = early if form != "subject" else empty
    return Clause(parse, opening, preposition, asking, noun, early, auxiliary, subject, between, verb, rest,
                  frozenset(features))  # fmt: skip


def _is_superlative(parse: Parse, first: int, main: int) -> bool:
    """Whether nothing but "the most" or "the first" stands before a word, which is then no verb's."""
    before = [parse.tokens[i] for i in range(first, main)]
    if len(before) > 2 and before[-1].tag == "RBS" and before[-2].tag == "POS":  # "Oslo's most famous"
        return True
    return bool(before) and before[0].tag == "DT" and all(
        token.tag in ("DT", "RBS", "RBR")
        or is_word(token, ("first", "last", "only"))
        or (token.tag == "RB" and before[1].tag in ("RBS", "RBR"))
        for token in before
    )  # fmt: skip


def _unturned(parse: Parse, noun: Span, asking: Span, end: int) -> tuple[Span, int | None]:
    """The noun and the verb of a question that keeps a statement's order: "in which year the law was passed"."""
    tokens = parse.tokens
    nouns = [i for i in noun if tokens[i].tag.startswith("NN")]
    for i in noun if noun else Span(asking.end, min(asking.end + 1, end)):
        is_subject = tokens[i].tag == "PRP" or is_word(tokens[i], _BEGIN_SUBJECT)
        is_subject |= i > asking.end and is_word(tokens[i - 1], _TIMES) and tokens[i].tag in ("NNP", "JJ")
        behind = i == asking.end or tokens[i - 1].tag.startswith("NN")
        if is_subject and behind and (i > asking.end or not nouns or nouns[0] > i):
            at = finite_verb(parse, i, end)
            is_turned = at < end and AUXILIARIES.get(tokens[at].text.lower()) in ("do", "modal")
            if tokens[i].tag in ("NNP", "JJ") and at < end and is_word(tokens[at], AUXILIARIES):
                is_turned = True
            if i < at < end and not is_turned and not any(tokens[k].tag in ("WDT", "WP") for k in range(i, at)):
                return Span(noun.first, i), at
    return noun, None


def _as_stated(
    parse: Parse, end: int, opening: Span, preposition: Span, asking: Span, noun: Span, at: int, features: set[str]
) -> Clause:
    """The clause of a question that keeps a statement's order."""
    empty = Span(end, end)
    subject, verb, rest = Span(noun.end, at), Span(at, at + 1), Span(at + 1, end)
    found = {*(features - ({"noun"} if not noun else set())), "inverted", "lexical"}
    found |= predicate_features(parse, empty, subject, verb, rest)
    return Clause(parse, opening, preposition, asking, noun, empty, Span(at, at), subject, empty, verb, rest,
                  frozenset(found))  # fmt: skip


def _behind_adverbs(parse: Parse, main: int | None, adverbs: Span, end: int) -> tuple[int | None, Span]:
    """The verb where been follows the auxiliary at once, so that what asks is the subject: "what has been in use"."""
    tokens = parse.tokens
    if not is_word(tokens[adverbs.end - 1], ("been",)):
        return main, adverbs
    if adverbs.end < end and tokens[adverbs.end].tag in ("VBG", "VBN", "VBD"):
        return adverbs.end, adverbs
    return adverbs.end - 1, Span(adverbs.first, adverbs.end - 1)


def _in_place(parse: Parse, whole: Span, phrase: Span, kind: str) -> Clause:
    """A question whose asking phrase stands where the answer would."""
    end = phrase.end
    if kind in ("what", "which", "whose", "how-many", "how-much"):
        tags = ("NN", "NNS", "NNP", "NNPS", "JJ", "JJR", "JJS", "CD", "POS", "HYPH", "VBG", "VBN", "RBS")
        while end < whole.end and (
            (parse.tokens[end].tag in tags and not is_word(parse.tokens[end], AUXILIARIES))
            or (is_word(parse.tokens[end], ("of",)) and end > phrase.end)
        ):
            end += 1
        while end > phrase.end and parse.tokens[end - 1].tag in ("IN", "VBN", "VBG"):
            end -= 1
    noun = Span(phrase.end, end)
    features = {kind, "in-place", *(["noun"] if noun else [])}
    before = Span(whole.first, phrase.first)
    if before and parse.tokens[before.end - 1].tag in PREPOSITIONS:
        features.add("preposition")
    none = Span(whole.end, whole.end)
    return Clause(
        parse, before, none, phrase, noun, none, none, none, none, none, Span(end, whole.end), frozenset(features)
    )


def _without_asking_word(parse: Parse, whole: Span) -> Clause:
    """An order, a yes-or-no question, a gap or an unfinished statement."""
    none = Span(whole.end, whole.end)
    tokens = parse.tokens
    if not whole:
        return Clause(parse, none, none, none, none, none, none, none, none, none, none, frozenset({"empty"}))
    gap = next((i for i in whole if set(tokens[i].text) <= {"_", "."} and len(tokens[i].text) > 1), None)
    if gap is not None:
        return Clause(parse, Span(whole.first, gap), none, Span(gap, gap + 1), none, none, none, none, none, none,
                      Span(gap + 1, whole.end), frozenset({"gap", "in-place"}))  # fmt: skip
    first = tokens[whole.first].text.lower()
    if first in _IMPERATIVES:
        return Clause(parse, none, none, Span(whole.first, whole.first + 1), none, none, none, none, none, none,
                      Span(whole.first + 1, whole.end), frozenset({"order"}))  # fmt: skip
    if first in AUXILIARIES:
        return _clause(parse, whole.end, none, none, Span(whole.first, whole.first), Span(whole.first, whole.first),
                       {"yes-no"})  # fmt: skip
    last = tokens[whole.end - 1]
    form = "unfinished" if last.tag in (*FINITE, "VBN", "IN", "TO") or is_word(last, AUXILIARIES) else "statement"
    return Clause(parse, none, none, none, none, none, none, none, none, none, whole, frozenset({form}))
