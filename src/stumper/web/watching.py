"""Links by which anybody watches a match, without an account."""

import hmac

from stumper.errors import NotThere
from stumper.web.house import House
from stumper.web.words import t

LENGTH = 24  # characters of the signature, of which nobody guesses one (96 bits)


def watch_code(house: House, room_id: str) -> str:
    """What the link of a room holds."""
    signed = hmac.digest(house.secret.encode(), f"watch {room_id}".encode(), "sha256").hex()
    return f"{room_id}-{signed[:LENGTH]}"


def watched_room(house: House, code: str) -> str:
    """The room's id; NotThere where this is no link of ours."""
    room_id = code.partition("-")[0]
    if not hmac.compare_digest(watch_code(house, room_id).encode(), code.encode("utf-8", "surrogatepass")):
        raise NotThere(t("shared.error.not_there"))
    return room_id
