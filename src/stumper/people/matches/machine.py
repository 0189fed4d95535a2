"""The machine among the players: it reads each tossup ahead, and its buzzer says when it is sure."""

from collections.abc import Iterator
from dataclasses import dataclass
from threading import Timer

from stumper.errors import StumperError
from stumper.people.matches.events import MachineFailed, MachineRead, Supposed
from stumper.people.matches.match import Asked, Match, ends_of, first_words, listening_to
from stumper.people.matches.state import State
from stumper.runs.desk import Desk, Leaving, Superseded
from stumper.runs.seen import has_seen
from stumper.types import Example, Prediction
from stumper.victims.guessing.buzzer import buzzer_of, buzzes

VIEWS = 40  # prefixes of a tossup that the machine is asked about, at most
SHOWN = 5  # guesses that are kept of each
PATIENCE = 20.0  # seconds that a tossup may take it


@dataclass(frozen=True, slots=True)
class ReadAhead:
    """Who is asked in which room, and how long one waits for it."""

    desk: Desk
    room_id: str
    patience: float = PATIENCE

    def read(self, match: Match, tossup: int) -> MachineRead | MachineFailed:
        """What the machine makes of a tossup; or why it does not play it, as play goes on without it."""
        asked, leaving, listening = match.packet[tossup], Leaving(), listening_to(match.task)
        stops = tuple(_stops(asked))
        late = Timer(self.patience, leaving.leave)
        late.daemon = True
        late.start()
        try:
            buzzer = buzzer_of(getattr(self.desk.victim, "named", "") or match.rules.victim)
            said = self.desk.ask(
                [listening.beginning(first_words(asked.text, words)) for words in stops],
                "idle",
                f"{self.room_id} {tossup}",
                leaving,
            )
            original = Example(asked.id, listening.beginning(asked.text), asked.gold)
            is_seen = has_seen(self.desk.name, self.desk.victim, [original])
        except Superseded:
            return MachineFailed(tossup, f"The machine gave no answer within {self.patience:g} seconds.")
        except StumperError as error:
            return MachineFailed(tossup, str(error))
        except Exception as error:  # the model is anybody's code: whatever it raises, play goes on
            return MachineFailed(tossup, f"The machine failed: {error}"[:LONGEST_FAULT])
        finally:
            late.cancel()
        faults = [reply.fault for reply in said if reply.prediction is None]
        if faults:
            return MachineFailed(tossup, str(faults[0])[:LONGEST_FAULT])
        predictions = [reply.prediction for reply in said if reply.prediction is not None]
        supposed = tuple(map(_supposed, stops, predictions))
        sure = next((place for place, does in enumerate(buzzes(buzzer, predictions)) if does), None)
        return MachineRead(tossup, supposed, None if sure is None else stops[sure], is_seen)


LONGEST_FAULT = 500  # characters


def unread(match: Match, state: State) -> int | None:
    """The tossup that the machine should read now: the one in play, or the next."""
    if match.rules.mode != "machine" or state.phase == "finished":
        return None
    first = max(0, len(state.plays) - 1)
    known = {*state.machine, *state.faults}
    return next((n for n in range(first, min(first + 2, len(match.packet))) if n not in known), None)


def _stops(asked: Asked) -> Iterator[int]:
    """The numbers of words after which the machine is asked, evenly; the last is all."""
    total = len(ends_of(asked.text))
    views = min(VIEWS, total)
    return (round(total * n / views) for n in range(1, views + 1))


def _supposed(words: int, prediction: Prediction) -> Supposed:
    best = prediction.guesses[:SHOWN]
    return Supposed(words, tuple((guess.answer, guess.probability) for guess in best))
