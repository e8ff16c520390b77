"""The ``ruin`` document: systems that play to a goal or ruin, against the best possible play."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from analysis.best_play import Best, best_play
from analysis.documents import bet_entry, head
from analysis.ruin import (
    SYSTEMS,
    System,
    TooManyStatesError,
    Value,
    Wager,
    fair_bound,
    system_value,
    wager,
    wagers,
)
from simulate.rules import Bet, Game

Document = dict[str, Any]

# At biribi this takes some two minutes; time grows with the square of the goal.
MOST_GOAL = 20_000
# Stakes to try at a purse, for each unit of the goal: those of biribi are fewer.
_MOST_STAKES = 4


class Question(NamedTuple):
    """Who plays: the purse, the goal above it, the base stake of the systems, the bets that they play."""

    game: Game
    bets: Sequence[Bet]
    purse: int
    goal: int
    stake: int

    @property
    def steps(self) -> int:
        """Ways of playing that `document` works out, one after the other."""
        return 1 + (len(SYSTEMS) + 1) * len(self.bets)


def most_goal(game: Game) -> int:
    """The largest goal that is worked out: where a game has more bets than any here, a smaller one."""
    stakes = sum(1 / (met.unit + met.gain) for met in wagers(game.bank))
    return int(MOST_GOAL * min(1.0, (_MOST_STAKES / stakes) ** 0.5)) if stakes else MOST_GOAL


def document(asked: Question, tell: Callable[[int], None] | None = None) -> Document:
    """The ``ruin`` document; `tell` is called with the number of ways of playing worked out so far."""
    game, purse, goal = asked.game, asked.purse, asked.goal
    every = wagers(game.bank)
    best = best_play(every, purse, goal)
    done = 1
    lines = []
    for bet in asked.bets:
        met = wager(game.bank.numbers, bet)
        for system in (*SYSTEMS, None):
            if tell is not None:
                tell(done)
            if met is not None:
                lines.append(_line(asked, bet, met, system, best.value))
            done += 1
    if tell is not None:
        tell(done)
    fair = fair_bound(purse, goal, every)
    return {
        **head(game, None),
        "purse": purse,
        "goal": goal,
        "stake": asked.stake,
        "fair": None if fair is None else float(fair),
        "best": {**_told(best.value, purse), "first": _first(best, purse), "bets": len(every)},
        "bets": [bet_entry(game, bet, None) for bet in asked.bets],
        "systems": lines,
    }


def curves(game: Game, goal: int, points: int) -> Document:
    """The chance to reach a goal from several purses: each system on the game's first bet and its widest.

    Returns
    -------
    dict
        `goal`; `purses`, some `points` of them; `panels`, each with `bet` and `lines` (`system`, `chances`
        from these purses); and `best` with every purse and the best play's chance from it.
    """
    step = max(goal // points, 1)
    purses = list(range(step, goal, step))
    best = best_play(wagers(game.bank), purses[0], goal)
    bets = [bet for bet in game.bank.bets if wager(game.bank.numbers, bet) is not None]
    shown = list(dict.fromkeys((bets[0], max(bets, key=lambda bet: bet.covers)))) if bets else []
    return {
        **head(game, None),
        "goal": goal,
        "purses": purses,
        "panels": [{"bet": bet.name, "lines": _curves_of(game, bet, goal, purses)} for bet in shown],
        "best": {"purses": list(range(goal + 1)), "chances": best.chances.tolist()},
    }


def _curves_of(game: Game, bet: Bet, goal: int, purses: Sequence[int]) -> list[Document]:
    met = wager(game.bank.numbers, bet)
    assert met is not None
    return [
        {
            "system": system.name,
            "chances": [system_value(system, met, purse, goal, 1).chance for purse in purses],
        }
        for system in SYSTEMS
    ]


def _line(asked: Question, bet: Bet, met: Wager, system: System | None, best: Value) -> Document:
    """A system on a bet, or (without a system) the best play of that bet alone."""
    name = "best on this bet" if system is None else system.name
    line: Document = {"system": name, "bet": bet.name, "covers": bet.covers, "status": bet.status}
    try:
        if system is None:
            value = best_play([met], asked.purse, asked.goal).value
        else:
            value = system_value(system, met, asked.purse, asked.goal, asked.stake)
    except (TooManyStatesError, MemoryError) as error:
        # The other lines are worth having.
        note = str(error)
        if isinstance(error, MemoryError):
            note = f"{name} on {bet.name} takes more memory than there is"
        empty = dict.fromkeys(("chance", "error", "rounds", "staked", "left", "loss_per_unit", "share"))
        return {**line, **empty, "edge": float(met.edge), "note": note}
    share = value.chance / best.chance if best.chance else None
    return {**line, **_told(value, asked.purse), "share": share, "edge": float(met.edge), "note": ""}


def _told(value: Value, purse: int) -> Document:
    return {**value._asdict(), "loss_per_unit": value.loss_per_unit(purse) if value.staked else None}


def _first(best: Best, purse: int) -> Document | None:
    """The first stake of the best play, and the bet; None where no bet can be made."""
    met = best.bets[purse]
    if met is None:
        return None
    return {"bet": met.bet.name, "covers": met.bet.covers, "stake": int(best.stakes[purse])}
