"""What people and sides are called in files: people by a code, for they are nobody else's business."""

from stumper.people.accounts.person import code

ID_LENGTH = 32  # of people's ids, which teams and the machine do not have


def coded(id: str) -> str:
    """A person's code; a team, the machine, and who has a code already, are what they are."""
    return code(id) if len(id) == ID_LENGTH else id
