"""What the seats of a table are called, in the order of play: seat 0 leads first, the last seat deals."""

_BETWEEN = ("second", "third")


def office(seat: int, seats: int) -> str:
    """What a player is: ``leader``, ``second player``, ``third player``, ``dealer``."""
    if seat == 0:
        return "leader"
    return "dealer" if seat == seats - 1 else f"{_BETWEEN[seat - 1]} player"


def seat_name(seat: int, seats: int) -> str:
    """A seat and its office, short enough for a column's head: ``Seat 0 (leads)``, ``Seat 1 (second)``."""
    told = "leads" if seat == 0 else "dealer" if seat == seats - 1 else _BETWEEN[seat - 1]
    return f"Seat {seat} ({told})"


def partners(team_seats: list[int], seats: int) -> str:
    """The two of a team: ``the leader and the third player``."""
    return " and ".join(f"the {office(seat, seats)}" for seat in team_seats)
