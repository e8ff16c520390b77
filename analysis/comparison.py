"""What a rule is worth: a game and its variants on the same deals, and how they differ.

Changes are means of differences taken deal by deal, so their errors are those of the
differences and not of two runs apart.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from analysis.documents import Document, groups_of, head, is_counted
from analysis.intervals import Frequency, Mean, frequency, frequency_of_deals, mean
from simulate.groups import GROUP_IDS, GROUP_INDEX
from simulate.rules import Game

if TYPE_CHECKING:
    # What reads comparisons need not wait for the compiler to load.
    from simulate.paired import Paired

CLEAR_SE = 3


class Compared(NamedTuple):
    """Deals that a game and its variants played: their counters, and what makes them repeatable."""

    paired: "Paired"
    seed: int
    deals: int
    players: tuple[str, ...]
    orders: tuple[str, ...]
    stream_version: int


def comparison(game: Game, variants: Sequence[Game], compared: Compared) -> Document:
    """The ``compare`` document of rules: each variant beside the game that it is a variant of.

    Every quantity is given as the mean change from game to variant, and as `…_before` and
    `…_after`: `points` per player and deal, `seats` the points of each, `lead` the points of
    seat 0 less the mean of the others', `game_value` what seat 0 gains where a deal is a game,
    and for each group `held` and `declared` per player and deal. `changed` counts the deals
    that brought anybody anything else. `clear` of the `looked_at` changes lie more than
    `CLEAR_SE` standard errors from 0.

    Parameters
    ----------
    game : the baseline.
    variants : with as many seats, in the order in which they were played.
    compared : the deals.
    """
    return {
        **head(game, compared),
        "baseline": game.id,
        "variants": [
            _variant(game, variant, place, compared.paired) for place, variant in enumerate(variants)
        ],
        "rows": None,
    }


def is_clear(change: Mapping[str, Any]) -> bool:
    """Whether a mean change is further from 0 than luck easily brings it; of a single deal it never is."""
    return change["se"] is not None and bool(abs(change["mean"]) > CLEAR_SE * change["se"])


def changes_of(variant: Document) -> list[Document]:
    """Every change that a variant's entry gives, nulls left out."""
    changes = [variant["points"], *variant["seats"], variant["lead"], variant["game_value"]]
    changes += [group[quantity] for group in variant["groups"] for quantity in ("held", "declared")]
    return [change for change in changes if change is not None]


def _variant(game: Game, variant: Game, place: int, paired: "Paired") -> Document:
    before, after = game.rules.model_dump(mode="json"), variant.rules.model_dump(mode="json")
    sums = _Sums(game, variant, place, paired)
    entry = {
        "with": {key: value for key, value in after.items() if value != before[key]},
        "rules_hash": variant.rules_hash,
        "same_pack": variant.besi.copies == game.besi.copies,
        "changed": frequency(paired.changed[place], paired.deals),
        **sums.points(),
        "groups": [sums.group(group_id) for group_id in _groups_of_both(game, variant)],
    }
    changes = changes_of(entry)
    return {**entry, "looked_at": len(changes), "clear": sum(map(is_clear, changes))}


class _Sums:
    """The counters of one variant and of the baseline, read as means and frequencies."""

    def __init__(self, game: Game, variant: Game, place: int, paired: "Paired") -> None:
        self._games = (game, variant)
        self._played = (0, 1 + place)
        self._place = place
        self._paired = paired
        self._seats = game.besi.seats

    def points(self) -> Document:
        """The changes of points, lead and game value, with the values before and after."""
        measures, others = self._paired.measures, self._seats - 1
        by_seat = [self._means(measures.points(seat), 1) for seat in range(self._seats)]
        values = self._means(measures.game_value, 1)
        valued = [game.besi.game_value == "rubicon" for game in self._games]
        return {
            **_named("points", self._means(measures.all_points, self._seats)),
            **_named("seats", [list(means) for means in zip(*by_seat, strict=True)]),
            **_named("lead", self._means(measures.lead, others)),
            **_named("game_value", _where([all(valued), *valued], values)),
        }

    def group(self, group_id: str) -> Document:
        """A group's changes per player and deal, with the frequencies before and after."""
        index, measures = GROUP_INDEX[group_id], self._paired.measures
        counted = all(is_counted(game, group_id) for game in self._games)
        holdable = [group_id in groups_of(game) for game in self._games]
        valued = [game.besi.value_of(group_id) > 0 for game in self._games]
        held = self._frequencies(measures.held(index))
        declared = self._frequencies(measures.declared(index))
        return {
            "group": group_id,
            **_named("held", _where([counted, *holdable], held)),
            **_named("declared", _where([any(valued), *valued], declared)),
        }

    def _means(self, place: int, per: int) -> list[Mean]:
        """The mean change of a measure divided by `per`, and its mean before and after."""
        sums, squares = self._paired.sums, self._paired.squares
        return [
            self._change(place, per),
            *(self._mean(sums[played, place], squares[played, place], per) for played in self._played),
        ]

    def _frequencies(self, place: int) -> list[Mean | Frequency]:
        """The mean change per seat of a number of seats, and the frequency before and after."""
        paired, seats = self._paired, self._seats
        return [
            self._change(place, seats),
            *(
                frequency_of_deals(
                    paired.sums[played, place], paired.squares[played, place], paired.deals, seats
                )
                for played in self._played
            ),
        ]

    def _change(self, place: int, per: int) -> Mean:
        sums, squares = self._paired.change_sums, self._paired.change_squares
        return self._mean(sums[self._place, place], squares[self._place, place], per)

    def _mean(self, total: int, squares: int, per: int) -> Mean:
        return mean(Fraction(total, per), Fraction(squares, per**2), self._paired.deals)


def _where(known: Sequence[bool], values: Sequence[object]) -> list[object]:
    """The values that are known, null for the others."""
    return [value if there else None for there, value in zip(known, values, strict=True)]


def _named(name: str, values: Sequence[object]) -> Document:
    return dict(zip((name, f"{name}_before", f"{name}_after"), values, strict=True))


def _groups_of_both(game: Game, variant: Game) -> list[str]:
    either = {*groups_of(game), *groups_of(variant)}
    return [group_id for group_id in GROUP_IDS if group_id in either]
