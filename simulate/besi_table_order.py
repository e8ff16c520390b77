"""What is declared first, by the order that a seat goes by: the readable engine's way of reading it."""

from collections.abc import Callable, Sequence

from simulate.besi_table_groups import TRUMP_SEVEN, Candidate
from simulate.groups import GROUP_INDEX
from simulate.orders import Order, Phase

Choice = Callable[[Sequence[Candidate], int, int], Candidate | None]


def by_order(order: Order) -> Choice:
    """How a seat chooses that goes by an order: of the offers one or none, given trump and draws left."""

    def choose(offers: Sequence[Candidate], trump: int, draws_left: int) -> Candidate | None:  # noqa: ARG001
        phase = order.phase(draws_left)
        ranked = in_preference(phase, offers)
        if not ranked:
            return None
        return next((offer for offer in ranked if goes_ahead(phase, offer, ranked[0])), ranked[0])

    return choose


def in_preference(phase: Phase, offers: Sequence[Candidate]) -> list[Candidate]:
    """The offers that would be declared at all, those first that the phase prefers.

    A trump seven waits until there is nothing else to declare, whatever it is worth.
    """
    groups = [offer for offer in offers if offer.group_id != TRUMP_SEVEN]
    ranked = [
        offer
        for group_id in phase.ranking
        for offer in sorted(groups, key=_by_suit)
        if offer.group_id == group_id
    ]
    if phase.rest == "none":
        return ranked
    others = [offer for offer in groups if offer.group_id not in phase.ranking]
    others.sort(key=_canonically)
    if phase.rest == "lowest":
        others.sort(key=lambda offer: offer.points)
    else:
        others.sort(key=lambda offer: offer.points, reverse=True)
    if phase.rest == "fragile":
        others.sort(key=lambda offer: len(offer.cards), reverse=True)
    return ranked + others + [offer for offer in offers if offer.group_id == TRUMP_SEVEN]


def goes_ahead(phase: Phase, inner: Candidate, outer: Candidate) -> bool:
    """Whether one offer goes ahead of the one that is preferred to it; of suits, in the same suit only."""
    same_suit = inner.suit == outer.suit or -1 in (inner.suit, outer.suit)
    return same_suit and (inner.group_id, outer.group_id) in phase.ahead


def _by_suit(offer: Candidate) -> int:
    return offer.suit


def _canonically(offer: Candidate) -> tuple[int, int]:
    return GROUP_INDEX[offer.group_id], offer.suit
