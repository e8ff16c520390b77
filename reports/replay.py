"""One deal told in words, card by card, from the events of the readable engine."""

from collections.abc import Iterable, Iterator, Sequence

from simulate.besi_table_value import RUBICON, settle
from simulate.cards import Card
from simulate.events import (
    Counted,
    Dealt,
    Declared,
    Drew,
    Event,
    Exchanged,
    LastTrick,
    Played,
    SevenScored,
    TrickWon,
    TurnedSeven,
)
from simulate.groups import GROUP_INDEX, GROUPS
from simulate.rules import BesiRules

_TRUMP_NAMES = ("Clubs are", "Diamonds are", "Hearts are", "Spades are")
_TIMES = {1: "once", 2: "twice"}


def tell(
    events: Iterable[Event], rules: BesiRules, title: str, seed: int, deal: int, players: Sequence[str]
) -> Iterator[str]:
    """Tell one deal as a person would.

    Parameters
    ----------
    events : all the events of the deal, in order (`simulate.besi_table.play_deal`).
    rules : the rules that it was played by.
    title : the game's name.
    seed, deal : its address, for the heading.
    players : names of the players, seat by seat.

    Yields
    ------
    Lines of text without line ends; an empty one separates the parts of the story.
    """
    yield f"{title}, deal {deal} of seed {seed}"
    yield "; ".join(f"{_role(seat, rules)}: {player}" for seat, player in enumerate(players)) + "."
    if rules.teams:
        yield "Seats 0 and 2 play together against seats 1 and 3."
    yield from _Story(rules).told(events)


class _Story:
    """What has to be remembered between events: the score marked so far, the trick, the draws, the counts."""

    def __init__(self, rules: BesiRules) -> None:
        self.rules = rules
        self.score = [0] * rules.seats
        self.plays: list[Played] = []
        self.winner, self.began = 0, False
        self.draws: list[Drew] = []
        self.blanks: list[Declared] = []
        self.counts: list[Counted] = []
        self.trump_known = rules.trump_from == "turn-up"
        self.is_game = rules.game_value == "rubicon"
        self.brisques = "brisques and figures" if rules.figures else "brisques"

    def told(self, events: Iterable[Event]) -> Iterator[str]:
        for event in events:
            match event:
                case Dealt():
                    yield from self._deal(event)
                case TurnedSeven():
                    marked = self._mark(event.seat, event.points)
                    yield f"{_name(event.seat)} deals and turned up a seven: {marked}"
                case Played():
                    self.plays.append(event)
                case TrickWon():
                    yield from self._trick(event)
                case LastTrick():
                    which = "last trick" if self.rules.last_trick_at == "end" else "talon's last trick"
                    yield f"    {_name(event.seat)} has the {which}: {self._mark(event.seat, event.points)}"
                case SevenScored():
                    deed = "declares" if event.declared else "wins the trick with"
                    marked = self._mark(event.seat, event.points)
                    yield f"    {_name(event.seat)} {deed} the trump seven {event.card}: {marked}"
                case Exchanged():
                    marked = self._mark(event.seat, event.points)
                    yield f"    {_name(event.seat)} exchanges {event.given} for {event.taken}: {marked}"
                case Declared(group_id="carte-blanche"):
                    yield from self._carte_blanche(event)
                case Declared():
                    yield from self._declaration(event)
                case Drew():
                    yield from self._draw(event)
                case Counted():
                    yield from self._count(event)

    def _mark(self, seat: int, points: int) -> str:
        self.score[seat] += points
        if self.rules.teams:
            standing = f"seats 0 and 2 {sum(self.score[::2])}, seats 1 and 3 {sum(self.score[1::2])}"
        else:
            standing = ", ".join(f"seat {number} {marked}" for number, marked in enumerate(self.score))
        return f"{_points(points)}. Score: {standing}."

    def _deal(self, event: Dealt) -> Iterator[str]:
        yield ""
        for seat, hand in enumerate(event.hands):
            yield f"{_name(seat)} is dealt {_hand(hand)}."
        if event.turn_up is None:
            by_quinte = self.rules.trump_from == "first-marriage-or-quinte"
            what = "marriage or quinte" if by_quinte else "marriage"
            yield f"No card is turned up: the first {what} declared makes trump."
        else:
            yield f"{event.turn_up} is turned up. {_TRUMP_NAMES[event.turn_up.suit]} trump."
        use = "count for no more than the value of the game" if self.is_game else "come in the count"
        yield f"The score is what is marked during play; {self.brisques} {use}."

    def _trick(self, event: TrickWon) -> Iterator[str]:
        if event.number in (0, self.rules.draws):
            yield ""
            yield "While the talon lasts:" if event.number == 0 else "The talon is out. The last tricks:"
        leader, *others = self.plays
        played = ", ".join([f"{_name(leader.seat)} leads {leader.card}"] + [_plays(play) for play in others])
        points = f", {event.points} in {self.brisques}" if event.points else ""
        yield f"{event.number + 1:>3}. {played}. {_name(event.seat)} takes it{points}."
        self.plays, self.winner, self.began = [], event.seat, True

    def _carte_blanche(self, event: Declared) -> Iterator[str]:
        if self.draws:
            # Told when all have drawn, as the draws are.
            self.blanks.append(event)
            return
        marked = self._mark(event.seat, event.points)
        if self.began:
            yield f"    {_name(event.seat)} shows {_listed(event.cards)}, carte blanche still: {marked}"
        else:
            yield f"{_name(event.seat)} has carte blanche, no king, queen or jack: {marked}"

    def _declaration(self, event: Declared) -> Iterator[str]:
        who = _name(event.seat) + ("" if event.seat == self.winner else f", seat {self.winner}'s partner,")
        deed = "lays down" if self.rules.lay_down_all else "declares"
        marked = self._mark(event.seat, event.points)
        yield f"    {who} {deed} {_english(event.group_id)}, {_listed(event.cards)}: {marked}"
        if not self.trump_known and event.group_id in ("trump-marriage", "trump-quinte"):
            self.trump_known = True
            yield f"    {_TRUMP_NAMES[event.cards[0].suit]} trump from now on."

    def _draw(self, event: Drew) -> Iterator[str]:
        self.draws.append(event)
        if len(self.draws) == self.rules.seats:
            yield "    " + _sentence(", ".join(f"seat {draw.seat} draws {draw.card}" for draw in self.draws))
            self.draws = []
            for blank in self.blanks:
                yield from self._carte_blanche(blank)
            self.blanks = []

    def _count(self, event: Counted) -> Iterator[str]:
        if event.seat == 0:
            yield ""
            yield "The count:"
        parts = {"groups": event.group_points, self.brisques: event.brisque_points}
        if self.rules.trump_from == "turn-up":
            parts["sevens"] = event.seven_points
        parts["last trick"] = event.last_trick_points
        apart = f"; {self.brisques} {parts.pop(self.brisques)}" if self.is_game else ""
        added = " + ".join(f"{part} {points}" for part, points in parts.items())
        yield f"{_name(event.seat)}: {added} = {_points(event.points)}{apart}."
        times = event.declarations
        said = ", ".join(f"{_english(name)} {_often(times[name])}" for name in _in_order(times))
        kept = ", ".join(_english(name) for name in _in_order(event.held - set(times)))
        yield f"    Declared: {said or 'nothing'}. Held and not declared: {kept or 'nothing'}."
        self.counts.append(event)
        if len(self.counts) == self.rules.seats:
            yield from self._outcome()

    def _outcome(self) -> Iterator[str]:
        """What partners have together; what a game by itself is worth."""
        if self.rules.teams:
            for first, second in ((0, 2), (1, 3)):
                total = self.counts[first].points + self.counts[second].points
                yield f"Seats {first} and {second} together: {_points(total)}."
        if self.is_game:
            yield self._game()

    def _game(self) -> str:
        points = [count.points for count in self.counts]
        value, scores, by_the_rubicon = settle(points, [count.brisque_points for count in self.counts])
        added = f"With {self.brisques} it is {scores[0]} to {scores[1]}"
        if value == 0:
            return f"{added}: the game is null."
        winner, loser = (0, 1) if value > 0 else (1, 0)
        won = f"seat {winner} wins the game"
        if by_the_rubicon:
            short = f"{_name(loser)} stays below {RUBICON}, {self.brisques} included"
            return f"{short}: {won} by the rubicon, worth {abs(value)} points."
        why = added if scores != tuple(points) else f"Both have {RUBICON} or more without {self.brisques}"
        return f"{why}: {won}, worth {abs(value)} points."


def _role(seat: int, rules: BesiRules) -> str:
    if seat == 0:
        return "Seat 0 (leads)"
    return f"Seat {seat} (dealer)" if seat == rules.seats - 1 else f"Seat {seat}"


def _name(seat: int) -> str:
    return f"Seat {seat}"


def _plays(play: Played) -> str:
    return f"seat {play.seat} plays {play.card}"


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:] + "."


def _points(points: int) -> str:
    return f"{points} point" if points == 1 else f"{points} points"


def _listed(cards: Iterable[Card]) -> str:
    return " ".join(str(card) for card in cards)


def _hand(cards: Iterable[Card]) -> str:
    """The cards suit by suit, in each the strongest first."""
    in_order = sorted(cards)
    suits = [[card for card in in_order if card.suit == suit] for suit in range(4)]
    return ", ".join(_listed(suit) for suit in suits if suit)


def _english(group_id: str) -> str:
    return GROUPS[GROUP_INDEX[group_id]].english


def _often(times: int) -> str:
    return _TIMES.get(times, f"{times} times")


def _in_order(group_ids: Iterable[str]) -> list[str]:
    return sorted(group_ids, key=GROUP_INDEX.__getitem__)
