"""How rules are learned: from paraphrases that turn the victim wrong to the few rules that turn it most (SEARs).

Ribeiro et al. 2018, section 4. The victim is asked only where an answer can change what is chosen: about examples that
it answers rightly, about paraphrases whose change occurs often enough, about what a rule makes where it matches, and
each text once.
"""

from collections import Counter, defaultdict
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from stumper.adversaries.rule_induction.answers import Answers
from stumper.adversaries.rule_induction.coverage import Chosen, Reach, cover
from stumper.adversaries.rule_induction.index import Matches, index_of
from stumper.adversaries.rule_induction.lines import Line
from stumper.adversaries.rule_induction.meaning import OPEN, Swap, score
from stumper.adversaries.rule_induction.pairs import Replacement, only_punctuates, replacement, rules_of, skeleton
from stumper.adversaries.rule_induction.rule import Rule, literal_words, rewriting, tag_of
from stumper.types import Example, Prediction, Query

SCORED = 200  # matches by which the semantic score of a rule is estimated
GLANCE = 12  # of them by which a hopeless rule is told
KEPT = 0.9  # of the matches must keep the meaning (section 4)
SHOWN = 3  # examples kept with a rule
UNIT = 1000  # of the objective: scores are summed as whole numbers, so that sums do not depend on their order


@dataclass(frozen=True, slots=True)
class Wanted:
    """How many rules, how many answers each must turn, how surely nine of ten matches must keep the meaning, and
    whether a rule may touch nothing but punctuation."""

    rules: int = 10
    least_flips: int = 3
    least_score: float = 0.8
    punctuation: bool = False


@dataclass(frozen=True, slots=True)
class Shown:
    """An example that a rule turns: the text and the victim's answer, before and after."""

    before: str
    after: str
    answer_before: str
    answer_after: str


@dataclass(frozen=True, slots=True)
class HeldOut:
    """Right answers on texts that a rule was not learned from and rewrites; how many of these it turns wrong, and how
    many a trivial edit of the same texts does, the floor."""

    texts: int
    flips: int
    floor: int


@dataclass(frozen=True, slots=True)
class LearnedRule:
    """A rule with the number of texts that it matches, of right answers that it turns wrong, and its semantic score."""

    rule: Rule
    support: int = 0
    flips: int = 0
    score: float = 1.0
    shown: tuple[Shown, ...] = ()
    accepted: bool = True
    held_out: HeldOut | None = None


def learn(
    examples: Sequence[Example], lines: Sequence[Line], paraphrases: Sequence[Mapping[str, float]], wanted: Wanted
) -> Generator[Sequence[Query], Sequence[Prediction | None], list[LearnedRule]]:
    """The rules that turn most of the examples, the best first.

    ``lines`` are the examples' texts, ``paraphrases`` those of each, with how surely each means the same.
    """
    varied = [_pairs(number, line, found) for number, (line, found) in enumerate(zip(lines, paraphrases, strict=True))]
    answers = Answers(examples)
    study = _Study(answers, lines, paraphrases, _swaps(lines, varied))
    yield from answers.ask([example.query for example in examples])
    right = [
        pair
        for number, pairs in enumerate(varied) if answers.is_right(number)
        for pair in pairs if wanted.punctuation or not only_punctuates(lines[number], pair.change)
    ]  # fmt: skip
    pairs = _frequent(lines, right, wanted.least_flips)
    yield from answers.ask([answers.query(pair.example, pair.text) for pair in pairs])
    turning = [pair for pair in pairs if answers.is_turned(pair.example, pair.text)]
    index = index_of(lines)
    candidates = [
        candidate
        for rule in _recurring(lines, turning, wanted.least_flips)
        if (candidate := study.candidate(rule, index.matches(rule), wanted.least_score)) is not None
    ]
    chosen = yield from study.chosen(candidates, wanted)
    return [study.learned(candidates[each.candidate], each) for each in chosen]


@dataclass(frozen=True, slots=True)
class _Pair:
    """An example, a paraphrase of its text with how surely it means the same, and the change between them."""

    example: int
    text: str
    score: float
    change: Replacement


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A rule with its support, its score, and what it makes of the examples that the victim has right."""

    rule: Rule
    support: int
    score: float
    reaches: tuple[Reach, ...]


@dataclass(frozen=True, slots=True)
class _Study:
    """The texts with what may be said instead, and what the victim has said of them so far."""

    answers: Answers
    lines: Sequence[Line]
    paraphrases: Sequence[Mapping[str, float]]
    swaps: Mapping[Swap, float]

    def candidate(self, rule: Rule, matches: Matches, least_score: float) -> _Candidate | None:
        """The rule where it keeps the meaning of what it matches; else None."""
        step = max(1, len(matches) // SCORED)
        drawn = list(matches)[::step]
        glance = drawn[:: max(1, len(drawn) // GLANCE)]
        if self._kept(rule, glance, least_score) < KEPT - 0.2 or self._kept(rule, drawn, least_score) < KEPT:
            return None
        reaches = []
        for number, at in matches:
            made = rewriting(rule, self.lines[number], at) if self.answers.is_right(number) else None
            if made is not None:
                worth = round(UNIT * self._score(rule, number, at))
                reaches.append(Reach(number, worth, (number, made.text)))
        return _Candidate(rule, len(matches), fmean(self._scores(rule, drawn)), tuple(reaches))

    def chosen(
        self, candidates: Sequence[_Candidate], wanted: Wanted
    ) -> Generator[Sequence[Query], Sequence[Prediction | None], list[Chosen]]:
        """The best candidates, for which what they make is asked where it is not known."""
        for candidate in candidates:
            for reach in candidate.reaches:
                number, text = reach.query
                if reach.query not in self.answers.turned and self.answers.query(number, text) in self.answers.said:
                    self.answers.is_turned(number, text)
        choice = cover(
            [candidate.reaches for candidate in candidates], wanted.rules, wanted.least_flips, self.answers.turned
        )
        try:
            asked = next(choice)
            while True:
                yield from self.answers.ask([self.answers.query(*each) for each in asked])
                for number, text in asked:
                    self.answers.is_turned(number, text)
                asked = choice.send(None)
        except StopIteration as end:
            found: list[Chosen] = end.value
            return found

    def learned(self, candidate: _Candidate, chosen: Chosen) -> LearnedRule:
        """The rule as people see it."""
        turned = [reach.query for reach in candidate.reaches if self.answers.turned[reach.query]]
        shown = tuple(
            Shown(
                self.lines[number].text, text, self.answers.of(number), self.answers.of(number, text)
            )
            for number, text in turned[:: max(1, len(turned) // SHOWN)][:SHOWN]
        )  # fmt: skip
        return LearnedRule(candidate.rule, candidate.support, chosen.flips, round(candidate.score, 3), shown)

    def _kept(self, rule: Rule, matches: Sequence[tuple[int, int]], least_score: float) -> float:
        """The share of these matches in which the rule keeps the meaning; 0 of none."""
        return sum(each >= least_score for each in self._scores(rule, matches)) / max(1, len(matches))

    def _scores(self, rule: Rule, matches: Sequence[tuple[int, int]]) -> list[float]:
        return [self._score(rule, number, at) for number, at in matches]

    def _score(self, rule: Rule, number: int, at: int) -> float:
        return score(rule, self.lines[number], at, self.paraphrases[number], self.swaps)


def _pairs(number: int, line: Line, paraphrases: Mapping[str, float]) -> list[_Pair]:
    """The paraphrases that a rule could make."""
    changes = [(text, score, replacement(line, text)) for text, score in paraphrases.items()]
    return [_Pair(number, text, score, change) for text, score, change in changes if change is not None]


def _swaps(lines: Sequence[Line], varied: Sequence[Sequence[_Pair]]) -> dict[Swap, float]:
    """How surely words of open classes may be said otherwise, by the mean over the paraphrases that do so."""
    found = defaultdict[Swap, list[float]](list)
    for pair in (pair for pairs in varied for pair in pairs):
        line, places = lines[pair.example], range(pair.change.first, pair.change.end)
        if pair.change.new and all(line.coarse[place] in OPEN for place in places):
            removed = tuple((line.words[place], line.tags[place]) for place in places)
            found[removed, literal_words(pair.change.new)].append(pair.score)
    return {swap: fmean(scores) for swap, scores in found.items() if swap[0]}


def _frequent(lines: Sequence[Line], pairs: Sequence[_Pair], least: int) -> list[_Pair]:
    """Those whose change some rule could make in so many examples: it cannot in more than its new words occur in."""
    of_skeleton = defaultdict[str, set[int]](set)
    skeletons = [skeleton(lines[pair.example], pair.change) for pair in pairs]
    for pair, key in zip(pairs, skeletons, strict=True):
        of_skeleton[key].add(pair.example)
    return [pair for pair, key in zip(pairs, skeletons, strict=True) if len(of_skeleton[key]) >= least]


def _recurring(lines: Sequence[Line], pairs: Sequence[_Pair], least: int) -> list[Rule]:
    """The rules that so many examples ask for, the plainest first."""
    counts = Counter[Rule]()
    seen: set[tuple[int, Rule]] = set()
    for pair in pairs:
        for rule in rules_of(lines[pair.example], pair.change):
            if (pair.example, rule) not in seen:
                seen.add((pair.example, rule))
                counts[rule] += 1
    return sorted((rule for rule, count in counts.items() if count >= least), key=_plainness)


def _plainness(rule: Rule) -> tuple[int, int, int, Rule]:
    """By names and numbers, which no other text may have, then by length, then by tags."""
    special = sum(element[0].isupper() or element[0].isdigit() for element in rule.left)
    return special, len(rule.left), sum(tag_of(element) is not None for element in rule.left), rule
