from stumper_choice.choice import TASK, letters
from stumper_echo.additions import ADDITION
from stumper_echo.echo import Echo

from stumper.testing import EXAMPLE, check_addition, check_adversary, check_task


def test_keeps_the_contract_of_adversaries() -> None:
    check_adversary(Echo(times=2), EXAMPLE)


def test_keeps_the_contract_of_additions() -> None:
    """In an environment in which the package is installed."""
    check_addition(ADDITION, [EXAMPLE])


def test_keeps_the_contract_of_tasks() -> None:
    """In an environment in which the package is installed."""
    check_task(TASK, letters())
