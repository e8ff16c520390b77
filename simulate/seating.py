"""Who may sit at a table: the names of players and of declaration orders."""

from simulate.catalogue import RulesError
from simulate.order_texts import order_of
from simulate.own_file import is_own, own_file
from simulate.rules import Game

# Kept apart from the players themselves, whose module compiles code: names are checked for exact
# answers too, which play nothing.
PLAYERS = ("random", "club", "hoarder", "tuned")


def player_name(name: str) -> str:
    """A player's name as documents tell it: a user's own player with a hash of its file.

    Raises
    ------
    RulesError
        There is no such player: one clear line.
    """
    if name in PLAYERS:
        return name
    if is_own(name):
        return own_file(name).name
    raise RulesError(
        f"no player {name!r}; players are {', '.join(PLAYERS)}, or a function of a file of yours, as "
        f"my-player.py:choose (in whose path there can be no comma)"
    )


def check_names(game: Game, players: tuple[str, ...], orders: tuple[str, ...]) -> None:
    """See that there is a known player and a known order for each seat of the game.

    Raises
    ------
    RulesError
        A player or an order is unknown, or there isn't one for each seat: one clear line.
    """
    for what, names in (("player", players), ("order", orders)):
        if len(names) != game.besi.seats:
            raise RulesError(f"{len(names)} {what}s for {game.besi.seats} seats")
    for name in players:
        player_name(name)
    for name in orders:
        order_of(name, game.besi)
