"""Which questions have the same answer, however their lines put it: what guessers are trained to tell apart."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from stumper.tasks.quizbowl.answers.forms import Forms, forms, is_name
from stumper.tasks.quizbowl.answers.matching import is_accepted, is_same_person
from stumper.tasks.quizbowl.answers.near_spellings import is_near
from stumper.types import Example


def answer_classes(datasets: Iterable[Iterable[Example]], pages: Sequence[str] = ()) -> Mapping[str, str]:
    """The name of the class by question id: the commonest main answer of its lines, or its title among ``pages``.

    Main answers are one class where they are equal but for case, accents, articles, number and plural; where they are
    one person's name, longer and shorter or spelt in two ways; where one is the other without "Republic of"; where
    their lines accept one another. Never where a line prompts on, or rejects, the other: "Louis" is no Louis XIV. Every
    question's line accepts the name of its class.
    """
    found = _gathered([example for dataset in datasets for example in dataset])
    groups = _Groups(found)
    for one, other in _alike(found):
        groups.join(one, other)
    title_of = {forms(page).joined: page for page in reversed(pages)}
    classes: dict[str, str] = {}
    for members in groups.members.values():
        classes |= _named([found[key] for key in members], title_of)
    return classes


@dataclass(slots=True)
class _Main:
    """One main answer, with all that the lines under it say."""

    form: Forms
    texts: Counter[str] = field(default_factory=Counter)
    examples: list[Example] = field(default_factory=list)
    accepts: Counter[str] = field(default_factory=Counter)
    others: set[str] = field(default_factory=set)


def _gathered(examples: Sequence[Example]) -> dict[str, _Main]:
    found: dict[str, _Main] = {}
    for example in examples:
        gold = example.gold
        main = gold.answers[0].text
        form = forms(main)
        key = form.joined or main
        entry = found.setdefault(key, _Main(form))
        entry.texts[main] += 1
        entry.examples.append(example)
        entry.accepts.update([*dict.fromkeys(forms(answer.text).joined for answer in gold.answers[1:])])
        entry.others |= {forms(text).joined for text in (*gold.prompts, *gold.rejects)}
    return found


class _Groups:
    """Main answers in groups; two are never joined where one is prompted on or rejected for the other."""

    def __init__(self, found: Mapping[str, _Main]) -> None:
        self.found = found
        self._parent = {key: key for key in found}
        self.members = {key: [key] for key in found}

    def root(self, key: str) -> str:
        while self._parent[key] != key:
            self._parent[key] = self._parent[self._parent[key]]
            key = self._parent[key]
        return key

    def join(self, one: str, other: str) -> None:
        """They are one group afterwards, unless something in them must be told apart."""
        one, other = self.root(one), self.root(other)
        if one == other or self._are_apart(one, other):
            return
        if len(self.members[one]) < len(self.members[other]):
            one, other = other, one
        self._parent[other] = one
        self.members[one] += self.members.pop(other)

    def _are_apart(self, one: str, other: str) -> bool:
        here, there = self.members[one], self.members[other]
        others_here = set().union(*(self.found[key].others for key in here))
        others_there = set().union(*(self.found[key].others for key in there))
        return not (others_here.isdisjoint(there) and others_there.isdisjoint(here))


def _alike(found: Mapping[str, _Main]) -> Iterator[tuple[str, str]]:
    """Pairs of main answers that are one thing, the surest first."""
    yield from _accepting_each_other(found)
    yield from _shortened(found)
    yield from _persons(found)
    yield from _accepted_by_one(found)
    yield from _family_names(found)


def _accepting_each_other(found: Mapping[str, _Main]) -> Iterator[tuple[str, str]]:
    for key, main in found.items():
        for accepted in main.accepts:
            if accepted in found and accepted != key and key in found[accepted].accepts:
                yield key, accepted


def _shortened(found: Mapping[str, _Main]) -> Iterator[tuple[str, str]]:
    for key, main in found.items():
        is_political = not _POLITICAL.isdisjoint(main.form.words[:3]) and "of" in main.form.words[:4]
        for short in sorted((main.form.short | main.form.family) - _family(main.form)):
            if short not in found or _numbers(main.form) != _numbers(found[short].form):
                continue
            if not is_political and _is_proper(main) != _is_proper(found[short]):
                continue
            if is_political or short in main.accepts or key in found[short].accepts:
                yield key, short


def _persons(found: Mapping[str, _Main]) -> Iterator[tuple[str, str]]:
    """One person's name, longer and shorter, or spelt in two ways."""
    buckets: dict[tuple[str, str], list[str]] = defaultdict(list)
    for key, main in found.items():
        if main.form.name:
            buckets[main.form.name[0][0], main.form.name[-1][:2]].append(key)
    for keys in buckets.values():
        for one, other in combinations(keys, 2):
            a, b = found[one].form, found[other].form
            if len(a.name) > 2 or len(b.name) > 2:
                is_same = is_same_person(a.name, b.name) and (is_name(a.words) or is_name(b.words))
            else:
                is_same = False
            if is_same or (is_near(a.core, b.core, are_names=True) and (is_name(a.words) or is_name(b.words))):
                yield one, other


def _accepted_by_one(found: Mapping[str, _Main]) -> Iterator[tuple[str, str]]:
    """A proper name that is accepted under one main answer only, in most of its lines."""
    accepting: dict[str, list[str]] = defaultdict(list)
    for key, main in found.items():
        for accepted in main.accepts:
            if accepted in found and accepted != key:
                accepting[accepted].append(key)
    for accepted, keys in accepting.items():
        main = found[keys[0]]
        if len(keys) > 1 or not (_is_proper(main) and _is_proper(found[accepted])):
            continue
        if not _JOINING.isdisjoint(main.form.words) and set(found[accepted].form.words) <= set(main.form.words):
            continue
        if 2 * main.accepts[accepted] >= len(main.examples) and _numbers(main.form) == _numbers(found[accepted].form):
            yield keys[0], accepted


def _family_names(found: Mapping[str, _Main]) -> Iterator[tuple[str, str]]:
    """A family name by itself, and the one person that nearly all questions with that name are about."""
    bearers: dict[str, list[str]] = defaultdict(list)
    for key, main in found.items():
        for family in _family(main.form):
            if family in found and len(found[family].form.words) == 1:
                bearers[family].append(key)
    for family, keys in bearers.items():
        keys.sort(key=lambda key: -len(found[key].examples))
        questions = [len(found[key].examples) for key in keys]
        if questions[0] >= 3 and questions[0] >= 0.8 * sum(questions) and family not in found[keys[0]].others:
            yield family, keys[0]


def _family(form: Forms) -> frozenset[str]:
    """The last name alone, of what is a person's."""
    return form.family & {form.words[-1]} if form.name and is_name(form.words) else frozenset()


def _numbers(form: Forms) -> list[str]:
    return [word for word in form.core if word.isdigit()]


def _is_proper(main: _Main) -> bool:
    return all(text[:1].isupper() for text in main.texts)


def _named(members: Sequence[_Main], title_of: Mapping[str, str]) -> dict[str, str]:
    """The name of the class by question id; questions whose line does not accept it are left with those of their main
    answer."""
    texts: Counter[str] = Counter()
    for main in members:
        texts.update(main.texts)
    titles = [title_of[main.form.joined] for main in members if main.form.joined in title_of]
    candidates = [*titles[:1], *sorted(texts, key=lambda text: (-texts[text], len(text), text))[:_CANDIDATES]]
    if len(candidates) == 1:
        return {example.id: candidates[0] for main in members for example in main.examples}
    examples = [example for main in members for example in main.examples]
    accepting = {name: [e.id for e in examples if is_accepted(e.gold, name)] for name in candidates}
    name = max(candidates, key=lambda name: len(accepting[name]))
    named = dict.fromkeys(accepting[name], name)
    for main in members:
        if left := [example for example in main.examples if example.id not in named]:
            own = Counter(example.gold.answers[0].text for example in left)
            named |= _named([_Main(main.form, own, left)], {})
    return named


_JOINING = frozenset(["v", "vs", "versus", "and"])  # of two, one is not the whole
_CANDIDATES = 5  # names that are tried for a class
_POLITICAL = frozenset(["republic", "kingdom", "state", "commonwealth", "federation", "empire", "principality"])
