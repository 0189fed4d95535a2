"""Passwords as argon2 hashes (RFC 9106, its second recommended choice of parameters: argon2-cffi's default)."""

import unicodedata
from functools import cache
from threading import BoundedSemaphore

from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError

from stumper.errors import BadOption

SHORTEST = 10
LONGEST_PASSWORD = 1_000  # characters; more is no password
HASHER = PasswordHasher()
TURNS = BoundedSemaphore(4)  # a hash takes 64 MiB while it is computed


def password_hash(password: str) -> str:
    """The hash to keep; BadOption where the password is too short or too long."""
    if len(password) < SHORTEST:
        raise BadOption(f"A password has at least {SHORTEST} characters; yours has {len(password)}. Make it longer.")
    if len(password) > LONGEST_PASSWORD:
        raise BadOption(
            f"A password has at most {LONGEST_PASSWORD} characters; yours has {len(password)}. Make it shorter."
        )
    with TURNS:
        return HASHER.hash(_bytes(password))


def is_password(password: str, kept: str | None) -> bool:
    """Whether the password is the one that the hash was made of; None takes the same work, and is never right."""
    with TURNS:
        try:
            HASHER.verify(kept or _nobodys(), _bytes(password[: LONGEST_PASSWORD + 1]))
        except VerifyMismatchError:
            return False
    return kept is not None


def is_outdated(kept: str) -> bool:
    """Whether the hash was made with other parameters than are used now."""
    return HASHER.check_needs_rehash(kept)


@cache
def _nobodys() -> str:
    return HASHER.hash("the password of nobody")


def _bytes(password: str) -> bytes:
    """The same for the same characters, however the keyboard composes them."""
    return unicodedata.normalize("NFKC", password).encode("utf-8", "surrogatepass")
