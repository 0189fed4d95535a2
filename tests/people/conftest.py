"""What all tests of people have in common."""

from collections.abc import Iterator

import pytest
from argon2 import PasswordHasher

from stumper.people.accounts import passwords


@pytest.fixture(autouse=True)
def quick_passwords(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A password's hash takes a thousandth of the time."""
    monkeypatch.setattr(passwords, "HASHER", PasswordHasher(1, 8, 1))
    passwords._nobodys.cache_clear()
    yield
    passwords._nobodys.cache_clear()
