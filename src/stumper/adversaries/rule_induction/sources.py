"""Where paraphrases come from: our substitutions, a translator beside them, or a function of the user's."""

import math
from collections.abc import Callable, Mapping, Sequence

from stumper import registry
from stumper.adversaries.rule_induction.equivalents import equivalents
from stumper.adversaries.rule_induction.index import index_of
from stumper.adversaries.rule_induction.lines import Line
from stumper.errors import BadOption
from stumper.language.pipeline import load_pipeline
from stumper.translating.resemblance import log_resemblances
from stumper.translating.sentences import sentence
from stumper.translating.translator import load_translator

OURS = "substitutions"
TRANSLATORS = ("offline", "apertium", "marian", "openai")

Paraphraser = Callable[[Sequence[str]], Sequence[Mapping[str, float]]]


def paraphrases(source: str, lines: Sequence[Line], pipeline: str) -> Sequence[Mapping[str, float]]:
    """For each text its paraphrases, with how surely each means the same.

    ``source`` is ``substitutions``, a translator's name, whose paraphrases then stand beside these, or the place of a
    function as `module:name`.
    """
    if source == OURS:
        return equivalents(lines, index_of(lines))
    if source.partition(":")[0] in TRANSLATORS:
        ours = equivalents(lines, index_of(lines))
        theirs = _translated(source, lines, pipeline)
        return [{**others, **found} for others, found in zip(theirs, ours, strict=True)]
    return _foreign(source, lines)


def _translated(name: str, lines: Sequence[Line], pipeline: str) -> list[dict[str, float]]:
    """What a translator says, by its own probabilities, or else by how near the words are."""
    translator, texts = load_translator(name), [line.text for line in lines]
    said = translator.paraphrases([sentence(parse) for parse in load_pipeline(pipeline).parse(texts)])
    pairs = [(k, each.text) for k, found in enumerate(said) for each in found if each.text != texts[k]]
    before, after = [texts[k] for k, _ in pairs], [text for _, text in pairs]
    ratios = translator.log_ratios(before, after)
    found: list[dict[str, float]] = [{} for _ in lines]
    for (k, text), ratio in zip(pairs, log_resemblances(before, after) if ratios is None else ratios, strict=True):
        found[k][text] = math.exp(min(0.0, ratio))
    return found


def _foreign(source: str, lines: Sequence[Line]) -> Sequence[Mapping[str, float]]:
    module, _, name = source.partition(":")
    if not name:
        raise BadOption(
            f"The option 'paraphrases' of sears is {OURS}, a translator ({', '.join(TRANSLATORS)}) or module:name, "
            f"not {source!r}."
        )
    paraphraser: Paraphraser = registry.at("adversary", module, name)
    found = paraphraser([line.text for line in lines])
    if len(found) != len(lines):
        raise BadOption(f"{source} gives paraphrases of {len(found)} texts for {len(lines)}. Mend it there.")
    return found
