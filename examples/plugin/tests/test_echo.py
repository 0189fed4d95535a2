from stumper_echo.echo import Echo

from stumper.testing import EXAMPLE, check_adversary


def test_keeps_the_contract_of_adversaries() -> None:
    check_adversary(Echo(times=2), EXAMPLE)
