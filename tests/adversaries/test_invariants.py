"""What holds of every adversary, whatever the text: nothing proposed or a valid perturbation, never a crash."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stumper import registry
from stumper.constraints import broken
from stumper.protocols import Adversary
from stumper.registry import task_of
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.tasks.reading.question import Question
from stumper.testing import EXAMPLE, TOSSUPS, check_adversary
from stumper.types import Answer, Edit, Example, Gold, Guess, Passage, Perturbation, Prediction, Query, Verdict


def tasks_of(name: str) -> Sequence[str]:
    """The tasks that the adversary says it is for; none where it is for any."""
    tasks: Sequence[str] = getattr(registry.build("adversary", name, {}), "tasks", ())
    return tasks


ADVERSARIES = [
    name
    for name in registry.names("adversary")
    if name != "from-file"
    and "verification" not in tasks_of(name)
    and hasattr(registry.find("adversary", name), "attack")
]
BATCHES = 2  # asked of one search: the first come from the start of it, the others from verdicts
SENTENCES = (
    "The mill of Orrin was built in 1871, and the river was led around it.",
    "It burned twice, but nobody was hurt.",
    "Mara Lindqvist, a glazier's daughter, bought the house, which stood empty, for 420 crowns.",
    "She sold bread, salt and lamp oil until the railway came.",
    "While the northern road was open all winter, the southern one was closed by snow.",
    "However, the council of Hallow Bay refused to pay.",
    'The letter said: "We leave on Monday. Wait for us at the bridge."',
    "Painted green in 1902, the ferry carried 12.5 tons; its engine came from Leeds.",
    "Dr. Ostrom and Prof. Hale measured the depth (about 31 m) near St. Agnes.",
    "Three goats, two mules and a cart were lost.",
    "In the spring of 1911, the school, founded by nuns, moved to Alder Street.",
    "this sentence opens small and ends nowhere",
    "Who knows? Perhaps the keeper!",
    "The lamp, the largest on the coast, was lit by Ada Thorn.",
    "The coast was mapped, and the maps were sold.",
    "Nobody has counted the islands since.",
    "🚢🚢 The ship 🐟 sank…",
    "המגדל נבנה בשנת 1874.",
    "بنيت المنارة عام ١٨٧٤.",
    "灯台は1874年に建てられた。",
    "e\u0301te\u0301 na\u00efve \u200bcoo\u0308perate.",
    '"(["',
    "A.B.C. d.e. U.S.",
    "...",
    "NB: x_1 + x_2 = 2\u00b2; f(x) <- y.",
)
QUESTIONS = (
    "In what year was the mill of Orrin built?",
    "Who bought the house for 420 crowns?",
    "How deep is the water near St. Agnes?",
    "Which lamp was lit by Ada Thorn?",
    "",
    "???",
    "🐟",
    "متى بنيت المنارة؟",
    "Wann wurde die Mühle gebaut?",
    "what",
)
NEVER_FOOLED = Verdict(Prediction((Guess("nothing", None),), None), 1.0, 1.0)


@st.composite
def examples(draw: st.DrawFn) -> Example:
    """A paragraph of sentences and odd characters, with answers anywhere in it, or nowhere."""
    gap = st.sampled_from((" ", " ", "  ", "\n", "\n\n", "\u00a0", ""))
    odd = st.one_of(st.sampled_from(SENTENCES), st.sampled_from(SENTENCES), st.text(max_size=12))
    text = "".join(draw(odd) + draw(gap) for _ in range(draw(st.integers(1, 7))))
    answers = []
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 30)))
        stands = draw(st.sampled_from((True, True, True, False)))
        answers.append(Answer(text[start:end] or "nobody", start if stands else draw(st.sampled_from((None, 0)))))
    return Example("drawn", Question(draw(st.sampled_from(QUESTIONS)), Passage("p", text)), Gold(tuple(answers)))


def proposed(adversary: Adversary, example: Example) -> list[Perturbation]:
    """What an adversary proposes to a victim that is never fooled, batch by batch."""
    search = adversary.attack(example, NEVER_FOOLED, Random("seed"))
    found: list[Perturbation] = []
    said: Sequence[Verdict] | None = None
    for _ in range(BATCHES):
        try:
            batch = search.send(said)  # type: ignore[arg-type]  # None starts a generator
        except StopIteration:
            return found
        found += batch
        said = [NEVER_FOOLED] * len(batch)
    search.close()
    return found


def applied(query: Query, edits: Sequence[Edit]) -> str:
    field, text = ("context", query.context.text) if isinstance(query, Question) else ("tossup", query.text)
    if isinstance(query, Question) and {edit.field for edit in edits} == {"question"}:
        field, text = "question", query.text
    for edit in reversed(edits):
        assert edit.field == field
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text


def hold(adversary: Adversary, example: Example) -> list[Perturbation]:
    """What is proposed breaks no constraint, its edits lead to it, and it is proposed again."""
    found = proposed(adversary, example)
    for perturbation in found:
        assert broken(task_of(example.query).constraints, example, perturbation) is None
        after = perturbation.query
        assert type(after) is type(example.query)
        asks_anew = {edit.field for edit in perturbation.edits} == {"question"}
        changed = after.context.text if isinstance(after, Question) and not asks_anew else after.text
        assert applied(example.query, perturbation.edits) == changed
        places = [(edit.start, edit.end) for edit in perturbation.edits]
        assert places == sorted(places)
    assert proposed(adversary, example) == found
    return found


def question(text: str, answer: str, asked: str = "In what year was the mill of Orrin built?") -> Example:
    start = text.find(answer) if answer in text else None
    return Example("made", Question(asked, Passage("p", text)), Gold((Answer(answer, start),)))


def built(name: str) -> Adversary:
    adversary: Adversary = registry.build("adversary", name, {})
    return adversary


def suited(name: str, example: Example) -> Example:
    """The example as the adversary's task has it: the paragraph is a tossup for those that attack tossups."""
    if "quizbowl" not in tasks_of(name):
        return example
    assert isinstance(example.query, Question)
    answers = tuple(Answer(answer.text) for answer in example.gold.answers)
    return Example(example.id, Tossup(example.query.context.text), Gold(answers))


@pytest.mark.parametrize("name", ADVERSARIES)
@settings(max_examples=25, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(example=examples())
def test_whatever_the_text_the_answers_stay_and_the_edits_lead_to_the_new_one(name: str, example: Example) -> None:
    hold(built(name), suited(name, example))


HARD = {
    "ten thousand words": question(" ".join(SENTENCES[:6] * 130), "1871"),
    "ten thousand words without an end": question("The mill, built in 1871, " + "and the river " * 3400, "1871"),
    "an answer that stands many times": question(" ".join(["The mill of Orrin was built in 1871."] * 40), "1871"),
    "an answer that stands nowhere": question(" ".join(SENTENCES), "1999"),
    "an answer that is everything": question(SENTENCES[0], SENTENCES[0]),
    "one sentence": question(SENTENCES[0], "1871"),
    "one word": question("1871", "1871"),
    "emoji alone": question("🚢🚢🐟 🚢.", "🐟", "🐟"),
    "right to left": question("המגדל נבנה בשנת 1874. המגדל נמכר.", "1874", "متى بنيت المنارة؟"),
    "no question": question(" ".join(SENTENCES[:6]), "1871", ""),
    "white space": question("\n \t 1871 \n\n ", "1871"),
    "an answer across two sentences": question(" ".join(SENTENCES[:3]), "around it. It burned twice"),
}


@pytest.mark.parametrize("name", ADVERSARIES)
@pytest.mark.parametrize("example", HARD.values(), ids=HARD.keys())
def test_hard_text_is_left_alone_or_changed_validly(name: str, example: Example) -> None:
    hold(built(name), suited(name, example))


@pytest.mark.parametrize("name", ADVERSARIES)
def test_adversary_keeps_the_contract_of_plug_ins(name: str) -> None:
    check_adversary(built(name), TOSSUPS[0] if "quizbowl" in tasks_of(name) else EXAMPLE)
