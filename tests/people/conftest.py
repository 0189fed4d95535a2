"""What all tests of people have in common."""

import pytest


@pytest.fixture(autouse=True)
def _quickly(quick_passwords: None, parsed_here: None) -> None:
    """Passwords are hashed as if they were nobody's, and files parsed where they are asked for."""
