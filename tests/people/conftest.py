"""What all tests of people have in common."""

import pytest


@pytest.fixture(autouse=True)
def _quickly(quick_passwords: None) -> None:
    """Passwords are hashed as if they were nobody's."""
