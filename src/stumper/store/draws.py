"""Which perturbations were drawn to be judged, and of which population: a correct rate is one of a sample of it."""

import zlib
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from sqlalchemy import Engine, select

from stumper.identity import content_id
from stumper.judgeable import Drawn
from stumper.store.connection import chunks, insert_once, shown, writing
from stumper.store.damage import undamaged
from stumper.store.schema import draws, populations


def population_id(population: Iterable[str]) -> str:
    """The name of a population: the same for the same perturbations, in any order."""
    return content_id(sorted(set(population)))


@dataclass(frozen=True, slots=True)
class Draws:
    """The samples that were drawn, each of a population of perturbations."""

    engine: Engine

    def put(self, population: Collection[str], drawn: Iterable[str]) -> None:
        """These were drawn of that population, beside what else was; it speaks for whatever part of it holds."""
        of, members = population_id(population), zlib.compress("\n".join(sorted(set(population))).encode())
        rows = [{"population_id": of, "perturbation_id": id} for id in sorted(set(drawn))]
        with writing(self.engine) as connection:
            known = {"id": of, "members": members}
            connection.execute(insert_once(populations, self.engine.dialect.name), known)
            if rows:
                connection.execute(insert_once(draws, self.engine.dialect.name), rows)

    def among(self, judged: Iterable[str], population: Collection[str]) -> Drawn:
        """Which of these were drawn of a population that holds all of this one, and which of others alone."""
        asked, wanted = list(dict.fromkeys(judged)), set(population)
        query = select(draws.c.perturbation_id, draws.c.population_id)
        with undamaged(shown(self.engine.url)), self.engine.connect() as connection:
            found = [
                (row.perturbation_id, row.population_id)
                for chunk in chunks(asked)
                for row in connection.execute(query.where(draws.c.perturbation_id.in_(chunk)))
            ]
            of = sorted({population for _, population in found})
            members = select(populations.c.id, populations.c.members).where(populations.c.id.in_(of))
            covering = {
                row.id
                for row in (connection.execute(members) if of else ())
                if wanted <= set(zlib.decompress(row.members).decode().split("\n"))
            }
        these = frozenset(id for id, population in found if population in covering)
        return Drawn(these, frozenset(id for id, _ in found) - these)
