"""Tables 2 and 3 of Thorne et al. 2019 (potencies of attacks, resiliences of systems), made from their table 4.

    python benchmarks/potency_tables.py

Table 4 prints the FEVER score of six systems under five attacks; with the correct rates of table 2 all else follows.
What comes out is printed beside what the paper prints, with the difference: the paper had more digits than its tables.
Below stand the figures of the attacks that thorne.py has, rules and paraphrase, and the resilience under these two.
"""

from collections.abc import Sequence

from stumper.scores.adversarial import potency, raw_potency, resilience

CORRECT_RATES = {"rules": 89.5, "SEARs full": 62.5, "SEARs sample": 55.0, "SEARs sentiment": 50.0, "paraphrase": 34.0}
SCORES = {  # table 4, by system, in the order of the attacks
    "Transformer": (56.36, 58.26, 62.66, 68.67, 44.24),
    "NSMN": (48.85, 47.85, 53.35, 64.56, 39.44),
    "HexaF": (45.25, 50.15, 55.06, 62.86, 35.64),
    "Enhanced ESIM": (31.53, 46.75, 48.05, 62.26, 38.24),
    "TF-IDF + ESIM": (20.72, 28.13, 31.03, 31.03, 27.83),
    "TF-IDF + DA": (18.32, 21.82, 26.43, 26.43, 20.72),
}
UNMODIFIED = "unmodified"  # the baseline: of its scores the paper prints the mean raw potency alone
RAW_OF_UNMODIFIED, CORRECT_RATE_OF_UNMODIFIED = 44.79, 97.0
BOTH = ("rules", "paraphrase")  # the attacks of thorne.py
PRINTED_POTENCIES = {
    "rules": 56.53,
    "SEARs full": 36.15,
    "SEARs sample": 29.65,
    "SEARs sentiment": 23.68,
    "paraphrase": 22.32,
    UNMODIFIED: 43.46,
}
PRINTED_RESILIENCES = dict(zip(SCORES, (58.66, 51.09, 50.06, 43.98, 26.86, 22.28), strict=True))


def main() -> None:
    """Both tables are printed."""
    print("Table 2: potency, %")
    show(("attack", "raw", "correct", "potency", "printed", "difference"), potencies())
    print("\nTable 3: resilience, %")
    show(("system", "resilience", "printed", "difference"), resiliences())


def tell() -> None:
    """What the paper has of the attacks that are measured here is said, to be stored."""
    from measuring import say  # who only wants the tables need not look for modules here

    rates = [CORRECT_RATES[attack] / 100 for attack in BOTH]
    for system, scores in SCORES.items():
        both = {attack: scores[list(CORRECT_RATES).index(attack)] for attack in BOTH}
        say("potency_tables", system=system, **both, resilience=PRINTED_RESILIENCES[system],
            under_both=100 * resilience([score / 100 for score in both.values()], rates))  # fmt: skip


Row = tuple[str, *tuple[float, ...]]


def potencies() -> list[Row]:
    """A row an attack, the unmodified claims last: raw potency, correct rate, potency, what is printed, difference."""
    by_attack = zip(CORRECT_RATES, zip(*SCORES.values(), strict=True), strict=True)
    scores = {attack: [score / 100 for score in column] for attack, column in by_attack}
    scores[UNMODIFIED] = [1 - RAW_OF_UNMODIFIED / 100] * len(SCORES)
    rates = {**CORRECT_RATES, UNMODIFIED: CORRECT_RATE_OF_UNMODIFIED}
    return [
        (attack, _percent(raw_potency(found)), rates[attack], *_beside(potency(rates[attack] / 100, found), printed))
        for attack, found in scores.items()
        for printed in [PRINTED_POTENCIES[attack]]
    ]


def resiliences() -> list[Row]:
    """A row a system: its resilience, what is printed, difference."""
    rates = [rate / 100 for rate in CORRECT_RATES.values()]
    return [
        (system, *_beside(resilience([score / 100 for score in scores], rates), PRINTED_RESILIENCES[system]))
        for system, scores in SCORES.items()
    ]


def _beside(share: float, printed: float) -> tuple[float, float, float]:
    found = _percent(share)
    return found, printed, round(found - printed, 2)


def _percent(share: float) -> float:
    return round(100 * share, 2)


def show(header: Sequence[str], rows: Sequence[Row]) -> None:
    """The rows as a table, differences with a sign where there is one."""
    print(f"{header[0]:<16}" + "".join(f"{name:>12}" for name in header[1:]))
    for name, *figures, difference in rows:
        sign = "+" if difference else ""
        print(f"{name:<16}" + "".join(f"{figure:>12.2f}" for figure in figures) + f"{difference:>{sign}12.2f}")


if __name__ == "__main__":
    main()
    tell()
