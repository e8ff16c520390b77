"""Hypothesis strategies: rule sets of the besi family that no source knows, but an engine must play."""

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from simulate.cards import PACK_SIZE, RANKS, SUIT_LETTERS
from simulate.groups import GROUP_IDS
from simulate.order_texts import ORDERED
from simulate.orders import NESTED, Order, Phase
from simulate.rules import BesiRules

MOST_IN_HAND = 16
_KINDS = [rank + suit for suit in SUIT_LETTERS for rank in RANKS]
# Few different values, so that groups are often worth the same and the order of ties matters.
_GROUP_VALUES = st.sampled_from([None, 0, 10, 20, 40, 40, 80, 150, 500])
_POINTS = st.sampled_from([0, 1, 10, 10, 10, 25])
_SEVENS = ["none", "exchange", "exchange-or-trick", "exchange-or-declare"]


@st.composite
def rule_sets(
    draw: st.DrawFn,
    *,
    seats: Sequence[int] = (2, 3, 4),
    most_packs: int = 4,
    turn_up_only: bool = False,
    lay_down_all: bool = True,
    teams: bool = True,
    rubicon: bool = False,
) -> BesiRules:
    """Valid rules over everything that the engines play.

    Parameters
    ----------
    seats : the numbers of seats to draw from.
    most_packs : at most so many packs, 1 to 4.
    turn_up_only : only games with a turn-up.
    lay_down_all, teams : whether these rules may be drawn true.
    rubicon : whether the parameters that only Rubicon uses are drawn too.
    """
    players = draw(st.sampled_from(sorted(seats)))
    packs = draw(st.integers(1, most_packs))
    removed = draw(_removed_cards(players, packs))
    cards = PACK_SIZE * packs - len(removed)
    has_turn_up = turn_up_only or draw(st.booleans())
    flags = draw(
        st.fixed_dictionaries(
            {
                name: st.booleans()
                for name in ("figures", "must_beat", "panache", "once_per_announcement", "lower_after_higher")
            }
        )
    )
    values = {group_id.replace("-", "_"): draw(_GROUP_VALUES) for group_id in GROUP_IDS}
    own = draw(_rubicons_own(players, has_turn_up)) if rubicon else {}
    parameters = dict(
        seats=players,
        teams=teams and players == 4 and draw(st.booleans()),
        packs=packs,
        removed=removed,
        hand_size=draw(st.integers(1, min(MOST_IN_HAND, cards // players - 1))),
        trump_from="turn-up" if has_turn_up else "first-marriage",
        seven=draw(st.sampled_from(_SEVENS)) if has_turn_up else "none",
        seven_points=draw(_POINTS),
        turned_seven_points=draw(_POINTS),
        brisque_points=draw(_POINTS),
        last_trick_points=draw(_POINTS),
        last_trick_at=draw(st.sampled_from(["end", "talon"])),
        lay_down_all=lay_down_all and draw(st.booleans()),
        point_multiplier=draw(st.sampled_from([1, 1, 2, 3])),
        **flags,
        **values,
    )
    return BesiRules(**(parameters | _AS_ELSEWHERE | own))


_AS_ELSEWHERE: dict[str, Any] = {
    "redeclare": False,
    "marriage_exception": False,
    "marriage_cross": False,
    "carte_blanche": None,
    "outright": (),
    "target": None,
    "win_at_once": False,
    "count_as_taken": False,
    "game_value": "points",
}


@st.composite
def _rubicons_own(draw: st.DrawFn, players: int, has_turn_up: bool) -> dict[str, Any]:
    """What only Rubicon uses, by itself and together; a game has a value only for two."""
    again = draw(st.booleans())
    makes_trump = st.sampled_from(["first-marriage", "first-marriage-or-quinte"])
    return {
        "redeclare": again,
        "marriage_exception": again and draw(st.booleans()),
        "marriage_cross": again and draw(st.booleans()),
        "carte_blanche": draw(_GROUP_VALUES),
        "trump_from": "turn-up" if has_turn_up else draw(makes_trump),
        "game_value": draw(st.sampled_from(["points", "rubicon"])) if players == 2 else "points",
    }


@st.composite
def _removed_cards(draw: st.DrawFn, players: int, packs: int) -> tuple[str, ...]:
    """Kinds taken out of the pack once each, so many that the players can share the rest evenly."""
    fewest = PACK_SIZE * packs % players
    count = fewest + players * draw(st.integers(0, 2))
    kinds = st.lists(st.sampled_from(_KINDS), min_size=count, max_size=count, unique=True)
    return tuple(draw(kinds))


@st.composite
def orders(draw: st.DrawFn) -> Order:
    """Declaration orders of one to three phases, whose pairs are nested ones or any."""
    groups = st.sampled_from(ORDERED)
    pairs = st.sampled_from(NESTED) | st.tuples(groups, groups).filter(lambda pair: pair[0] != pair[1])
    draws = sorted(draw(st.sets(st.integers(1, 30), max_size=2)), reverse=True)
    phases = [
        Phase(
            count,
            tuple(draw(st.lists(groups, unique=True, max_size=len(ORDERED)))),
            draw(st.sampled_from(["highest", "lowest", "fragile", "none"])),
            tuple(draw(st.lists(pairs, max_size=5))),
        )
        for count in (*draws, 0)
    ]
    return Order("drawn", tuple(phases))
