"""What was made against one system, put to others: as a table of who it was made against, and who met it."""

from collections.abc import Sequence
from dataclasses import dataclass

from stumper.scores.transfer import Transferred
from stumper.sections.section import Block, Table
from stumper.sections.showing import Value, columns, details, given, lead, line, part, points, share, shown, text
from stumper.sections.wording import count

AT_ONCE = 1  # tables that are shown without a click


@dataclass(frozen=True, slots=True)
class Transfer:
    """One attack on one data set: what systems score on what was made against each of them, by one measure; or where
    the attack looks at no system and is not ``is_searched``, on the variants that are worst for each of them."""

    dataset: str
    attack: str
    measure: str
    cells: tuple[Transferred, ...]
    is_searched: bool = True

    @property
    def whose(self) -> str:
        """What the variants of a row are to its system."""
        return "made against" if self.is_searched else "worst for"

    @property
    def against(self) -> tuple[str, ...]:
        """The systems that variants were made against."""
        return tuple(dict.fromkeys(cell.made_against for cell in self.cells))

    @property
    def victims(self) -> tuple[str, ...]:
        """The systems that met them."""
        return tuple(dict.fromkeys(cell.victim for cell in self.cells))


def transfer_part(found: Sequence[Transfer]) -> tuple[Block, ...]:
    """A table an attack; nothing where nothing was transferred."""
    if not found:
        return ()
    about = (
        "What each system keeps of what was made against it and against the others, in percent with 95% intervals. "
        "Every figure of a table is over the same originals, so that columns and rows can be compared."
    )
    if not all(one.is_searched for one in found):
        about += (
            " Where an attack looks at no system, all answer the same variants: a row has those on which its system is "
            "worst."
        )
    several = len({one.dataset for one in found}) > 1
    tables = [shown(matrix(one, several)) for one in found]
    others = [details("The other attacks", *tables[AT_ONCE:])] if tables[AT_ONCE:] else []
    how_far = [shown(_beyond(one, several)) for one in found]
    lost = details("How much strength is lost on the way", *how_far)
    return (part("What transfers", lead(about), *tables[:AT_ONCE], *others, lost),)


def matrix(found: Transfer, several: bool = False) -> Table:
    """A row a system that variants were made against, a column a system that met them (Jia & Liang 2017, table 5)."""
    cells = {(cell.made_against, cell.victim): cell for cell in found.cells}

    def score(against: str, victim: str) -> Value:
        cell = cells.get((against, victim))
        if cell is None:
            return "not asked"
        return share(cell.after, "(its own)" if found.is_searched and against == victim else "")

    rows = [line(against, *(score(against, victim) for victim in found.victims)) for against in found.against]
    before = {cell.victim: cell.before for cell in found.cells}
    rows.append(line(text("the originals"), *(before[victim] for victim in found.victims)))
    n = max((cell.after.n for cell in found.cells), default=0)
    on = f" on {found.dataset}" if several else ""
    header = (*columns(found.whose), *given(*(f"{victim}, %" for victim in found.victims)))
    return Table(header, tuple(rows), title=f"{found.attack}{on}: {found.measure}, n = {count(n)}")


def _beyond(found: Transfer, several: bool) -> Table:
    """How much more a system keeps than of what was made against itself."""
    rows = [
        line(cell.made_against, cell.victim, points(cell.beyond))
        for cell in found.cells
        if cell.victim != cell.made_against
    ]
    on = f" on {found.dataset}" if several else ""
    header = columns(found.whose, "asked", "keeps more than of its own, points")
    return Table(header, tuple(rows), names=2, title=f"{found.attack}{on}", is_aside=True)
