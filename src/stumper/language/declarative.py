"""From a question's parse and an answer to the statement that the answer would make (Jia & Liang 2017, step 3)."""

import re
from dataclasses import dataclass
from functools import cached_property

from stumper.language.answer_phrases import PREPOSITIONS, Phrases, is_plural
from stumper.language.asking import is_base_form
from stumper.language.clauses import AUXILIARIES, Clause, Span
from stumper.language.declarative_rules import RULES
from stumper.language.inflection import inflected
from stumper.language.lexicon import senses
from stumper.language.parse import Parse
from stumper.language.predicates import stranded
from stumper.language.questions import clause


@dataclass(frozen=True, slots=True)
class Declarative:
    """A statement, and the rule that made it."""

    text: str
    rule: str


def declarative(parse: Parse, answer: str, *, negated: bool = False) -> Declarative:
    """The statement that answers the question so; ``negated`` denies it where the rule names the verb.

    The same parse and answer make the same statement, and any text makes one.
    """
    return stated(clause(parse), answer, negated=negated)


def stated(asked: Clause, answer: str, *, negated: bool = False) -> Declarative:
    """The statement of a question that has been taken apart."""
    statement = _Statement(asked, Phrases(asked, _within(answer.strip())), negated)
    features = asked.features | statement.phrases.features
    rule = next(rule for rule in RULES if rule.applies(features))
    parts = {name: str(getattr(statement, name)) for name in re.findall(r"\{(\w+)\}", rule.template)}
    return Declarative(_sentence(rule.template.format_map(parts)), rule.name)


@dataclass(frozen=True)
class _Statement:
    """The parts that templates name, as texts."""

    asked: Clause
    phrases: Phrases
    negated: bool

    def __getattr__(self, name: str) -> str:
        """A phrase of the answer, else a span of the clause."""
        if name in ("answer", "named", "whose", "timed", "dated", "placed", "lasting", "caused", "done", "measured"):
            return str(getattr(self.phrases, name))
        return self.asked.text(getattr(self.asked, name))

    @cached_property
    def opening(self) -> str:
        """What stands before what asks, with a comma behind it."""
        text = self.asked.text(self.asked.opening)
        if not text or "in-place" in self.asked.features or text.endswith((",", ":", ";", "-", "–", "—")):
            return text
        return f"{text},"

    @cached_property
    def preposition(self) -> str:
        """The preposition before what asks, where the answer does not bring its own."""
        return "" if self.phrases.has_preposition else _uncapitalised(self.asked, self.asked.preposition)

    @cached_property
    def subject(self) -> str:
        return _uncapitalised(self.asked, self.asked.subject)

    @cached_property
    def rest(self) -> str:
        """What follows the verb, and behind it what stood before an inverted auxiliary."""
        return f"{_uncapitalised(self.asked, self.asked.rest)} {self.asked.text(self.asked.early)}"

    @cached_property
    def acted(self) -> str:
        """The answer as a verb phrase in the tense of do, else as an object of do."""
        words = re.sub(r"^to ", "", self.phrases.answer).split(" ")
        is_action = words[0].islower() and senses(words[0], "verb") and not self.phrases.has_article
        if not is_action or self.negated or "not" in self.verb.split():
            return f"{self.verb} {self.phrases.answer}"
        auxiliary = self.asked.text(self.asked.auxiliary).lower()
        if (tag := _TAGS.get(auxiliary)) is not None:
            auxiliary = ""
        else:
            tag = next((tag for kind, tag in _FORMS.items() if kind in self.asked.features), "VB")
        return " ".join([auxiliary, self.asked.text(self.asked.adverbs), inflected(words[0], tag), *words[1:]])

    @cached_property
    def auxiliary(self) -> str:
        """The verb to be or to have of a clause that has no other."""
        text = _written_out(self.asked.text(self.asked.auxiliary))
        return f"{text} not" if self.negated and not re.search(r"n[o'’]t$", text) else text

    @cached_property
    def be(self) -> str:
        """The auxiliary in the number of the answer, where the answer is the subject."""
        return _agreeing(self.auxiliary, is_plural(self.phrases.answer))

    @cached_property
    def verb(self) -> str:
        """The finite verb with its adverbs, after its subject."""
        asked, tokens = self.asked, self.asked.parse.tokens
        adverbs, verb = asked.text(asked.adverbs), asked.text(asked.verb)
        if not asked.auxiliary:
            return self._lexical(adverbs, verb)
        auxiliary = _written_out(asked.text(asked.auxiliary))
        if "subject" in asked.features and not asked.noun:
            auxiliary = _agreeing(auxiliary, is_plural(self.phrases.answer))
        is_denied = bool(re.search(r"\bnot$|n[’']t$", auxiliary))
        if "do" in asked.features and asked.verb and not is_denied and not self.negated:
            if asked.adverbs and tokens[asked.adverbs.first].text.lower() == "not":
                return f"{auxiliary} {adverbs} {verb}"
            tag = _TAGS[tokens[asked.auxiliary.first].text.lower()]
            token = tokens[asked.verb.first]
            base = token.text.lower() if is_base_form(token.text.lower()) else token.lemma
            return f"{adverbs} {inflected(base, tag)}"
        return f"{auxiliary} {'not' if self.negated and not is_denied else ''} {adverbs} {verb}"

    def _lexical(self, adverbs: str, verb: str) -> str:
        """A verb without an auxiliary; denied, it needs one."""
        token = self.asked.parse.tokens[self.asked.verb.first] if self.asked.verb else None
        if token is None:
            return adverbs
        if self.negated:
            helper = {"VBD": "did", "VBN": "did", "VBZ": "does"}.get(token.tag, "do")
            return f"{helper} not {adverbs} {token.lemma}"
        if (
            token.tag == "VBP"
            and self.asked.features & {"who", "what"}
            and not self.asked.noun
            and not is_plural(self.phrases.answer)
        ):
            return f"{adverbs} {inflected(token.lemma, 'VBZ')}"
        return f"{adverbs} {verb}"

    @cached_property
    def filled(self) -> str:
        """The rest with the named answer in its gap."""
        return self._filled(self.phrases.named)

    @cached_property
    def plain(self) -> str:
        """The rest with the answer alone in its gap."""
        return self._filled(self.phrases.answer)

    def _filled(self, phrase: str) -> str:
        rest = self.asked.rest
        at = _gap(self.asked)
        before, after = Span(rest.first, at), Span(at, rest.end)
        return f"{self.asked.text(before)} {phrase} {self.asked.text(after)} {self.asked.text(self.asked.early)}"

    @cached_property
    def ordered(self) -> str:
        """What an order asks to be named."""
        return re.sub(r"^(?:me |us |the name of )+", "", self.rest)

    @property
    def is_(self) -> str:
        return "are" if is_plural(self.phrases.answer) else "is"


def _gap(asked: Clause) -> int:
    """The token of the rest before which the answer belongs: after a stranded preposition, after the last verb of
    the chain that has no object, else at the end."""
    tokens, rest = asked.parse.tokens, asked.rest
    if (left := stranded(asked.parse, rest)) is not None:
        return left + 1
    if rest and tokens[rest.first].tag == "TO" and asked.verb and tokens[asked.verb.first].lemma in _WITH_MEANS:
        return rest.first
    verbs = [i for i in rest if tokens[i].tag == "VB" and tokens[i - 1].tag == "TO"]
    has = asked.verb and tokens[asked.verb.first].lemma == "have"  # "they had six days to leave the town"
    lacking = [i for i in verbs if i + 1 == rest.end or tokens[i + 1].tag in ("IN", "TO", "WRB", ",", "RB")]
    if has and verbs and verbs[0] == rest.first + 1 and not lacking:
        return rest.first
    means = bool(verbs) and verbs[0] == rest.first + 1 and verbs[0] not in lacking  # "beat them to win the cup"
    if means and asked.verb and tokens[asked.verb.first].lemma not in _CHAINED and "passive" not in asked.features:
        return rest.first
    at = lacking[0] + 1 if lacking else verbs[0] + 1 if verbs and verbs[0] <= rest.first + 1 else rest.first
    while at < rest.end and tokens[at].tag == "RP":
        at += 1
    if at >= rest.end:
        return at
    following = tokens[at]
    if following.text.lower() in AUXILIARIES or following.tag in ("VBD", "VBZ", "VBP", "MD"):
        return at
    if following.tag in ("IN", "TO", ",", "CC") and following.text.lower() not in ("that", "if", "whether"):
        return at
    if following.tag in ("RB", "WRB") and at + 1 < rest.end:
        return at
    return rest.end


def _within(answer: str) -> str:
    """The answer without the capital of a preposition that began its sentence."""
    first, space, rest = answer.partition(" ")
    return first.lower() + space + rest if space and first.istitle() and first.lower() in PREPOSITIONS else answer


def _uncapitalised(asked: Clause, span: Span) -> str:
    """The text without the capital that only the question's beginning gave it."""
    text = asked.text(span)
    if span and span.first == 0 and not asked.parse.tokens[0].tag.startswith("NNP") and text[1:2].islower():
        return text[0].lower() + text[1:]
    return text


_WITH_MEANS = frozenset(  # verbs with an object before an infinitive: "they used it to …"
    str.split("use ask allow force cause take build employ hire choose pay tell require provide give spend send bring")
)
_CHAINED = frozenset(  # verbs whose infinitive is no end for which they are done: "they wanted to give the boy …"
    str.split(
        "want try seek plan hope begin start continue decide attempt intend need like love prefer agree refuse fail "
        "help aim wish get go come appear seem tend manage learn expect prepare promise threaten claim propose vow "
        "swear work struggle strive choose have ought dare desire move cease offer demand be serve act fight join"
    )
)
_TAGS = {"did": "VBD", "does": "VBZ", "do": "VBP"}
_FORMS = {"modal": "VB", "have": "VBN", "be": "VBG"}
_PLURALS = {"is": "are", "was": "were", "has": "have", "does": "do", "'s": "are"}
_SINGULARS = {plural: singular for singular, plural in _PLURALS.items() if singular != "'s"}


def _agreeing(auxiliary: str, plural: bool) -> str:
    word, _, rest = auxiliary.partition(" ")
    return f"{(_PLURALS if plural else _SINGULARS).get(word.lower(), word)} {rest}".strip()


def _written_out(auxiliary: str) -> str:
    """The auxiliary in lower case and without the contraction of is."""
    text = auxiliary.lower()
    return {"'s": "is", "’s": "is", "'re": "are", "’re": "are"}.get(text, text)


def _sentence(text: str) -> str:
    """The text as a sentence: one space between words, none before marks, a capital and a stop."""
    text = re.sub(r"\s+", " ", text).strip()
    text = re.sub(r" ([,.;:?!)\]%’](?:\s|$)|n't\b|'s\b)", r"\1", text)
    text = re.sub(r"([(\[$£€#]) (?=\S)", r"\1", text)
    text = re.sub(r"\b(in|on|at|for|by|from|to|with|of|during) \1\b", r"\1", text)
    text = re.sub(r",(?:\s*,)+", ",", text)
    text = re.sub(r"\?(?=[\"”’']$|\s)", "", text)
    text = re.sub(r"^[,;:.\s]+|[,;:\s]+$", "", text)
    if text and (text[0].islower() and not re.match(r"\w[A-Z]", text)):
        text = text[0].upper() + text[1:]
    return text if text.endswith((".", "!", "…")) else f"{text}."
