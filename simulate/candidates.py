"""The orders that a search tries: the highest first, but for pairs of groups of which the smaller goes ahead.

A candidate says for some pairs (inner, outer) with how many draws left, or more, `inner` goes
ahead of `outer`. That covers every order that the search needs: a marriage ahead of its quinte
until late in the deal, two groups of a ranking swapped, one moved up past several. A ranking
by itself would do less: it puts groups that it doesn't name behind all others, so that an
order found for one game would make nonsense where another group is worth more.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from simulate.groups import GROUP_INDEX
from simulate.order_texts import ORDERED
from simulate.orders import NAMED, NESTED, Order, Phase, Rest
from simulate.rules import BesiRules

Pair = tuple[str, str]
# With so many draws left at least a pair is tried first; where it does well, those near by.
_LEAST = (1, 2, 3, 5, 8, 12, 17, 23)
_MOVES = (-4, -2, -1, 1, 2, 4)


@dataclass(frozen=True)
class Candidate:
    """An order as the search changes it.

    Attributes
    ----------
    ahead : pairs (inner, outer) with the least number of draws left at which `inner` goes ahead,
        in canonical order; 1 means always, since the last declaration has 1 draw left.
    rest : what comes first otherwise, as in `simulate.orders.Phase`.
    """

    ahead: tuple[tuple[Pair, int], ...] = ()
    rest: Rest = "highest"

    @classmethod
    def of(cls, ahead: Mapping[Pair, int], rest: Rest = "highest") -> "Candidate":
        """The candidate with these pairs, in whatever order they stand."""
        return cls(tuple(sorted(ahead.items(), key=lambda item: tuple(map(GROUP_INDEX.get, item[0])))), rest)

    def order(self, name: str) -> Order:
        """The order itself: a phase for each number of draws left at which something changes."""
        starts = sorted({least for _, least in self.ahead if least > 1}, reverse=True)
        phases = (
            Phase(start, (), self.rest, tuple(pair for pair, least in self.ahead if least <= max(start, 1)))
            for start in (*starts, 0)
        )
        return Order(name, tuple(phases))


def valued_groups(rules: BesiRules) -> list[str]:
    """The groups worth anything that can be declared after a trick, the highest first."""
    groups = [group_id for group_id in ORDERED if rules.value_of(group_id)]
    return sorted(groups, key=lambda group_id: (-rules.value_of(group_id), GROUP_INDEX[group_id]))


def nested_pairs(rules: BesiRules) -> list[Pair]:
    """The pairs of groups worth anything of which one's cards are part of the other's."""
    groups = set(valued_groups(rules))
    pairs = [pair for pair in NESTED if groups.issuperset(pair)]
    # Only before there is a trump can a trump marriage lie in a plain quinte.
    never = {("trump-marriage", "quinte")} if rules.trump_from == "turn-up" else set()
    return [pair for pair in pairs if pair not in never]


def thresholds(rules: BesiRules, pair: Pair) -> list[Candidate]:
    """The pair ahead, with each number of draws left as the least."""
    return [Candidate.of({pair: least}) for least in range(1, rules.draws + 1)]


def pool(rules: BesiRules, least: Mapping[Pair, int]) -> list[Candidate]:
    """Every named order, `late-highest:N` with every N, and each subset of nested pairs.

    Parameters
    ----------
    rules : the game.
    least : for the pairs that subsets are taken of, how many draws must be left.
    """
    named = [Candidate(rest=phases[0].rest) for name, phases in NAMED.items() if name != "nested-first"]
    late = [
        Candidate.of(dict.fromkeys(nested_pairs(rules), draws)) for draws in range(1, rules.draws + 1)
    ]  # fmt: skip
    subsets = [
        Candidate.of({pair: least[pair] for pair in pairs})
        for size in range(1, len(least) + 1)
        for pairs in combinations(least, size)
    ]
    return list(dict.fromkeys((*named, *late, *subsets)))


def neighbours(rules: BesiRules, standing: Candidate) -> list[Candidate]:
    """The candidate with one change: a pair more, one less, or another number of draws for one."""
    return list(dict.fromkeys(_changed(rules, standing)))


def without_one(standing: Candidate) -> list[Candidate]:
    """The candidate with each of its pairs left out."""
    pairs = standing.ahead
    return [Candidate(pairs[:place] + pairs[place + 1 :], standing.rest) for place in range(len(pairs))]


def joined(standing: Candidate, better: Sequence[Candidate]) -> list[Candidate]:
    """What several neighbours of a candidate change, at once: the best with each other one, three, four …

    Parameters
    ----------
    standing : the candidate whose neighbours they are.
    better : the neighbours, the best first.
    """
    changes = [_change(standing, candidate) for candidate in better]
    with_best = [[*changes[:1], change] for change in changes[1:]]
    more_and_more = [changes[:count] for count in range(3, len(changes) + 1)]
    found = [_with_changes(standing, several) for several in (*with_best, *more_and_more)]
    return list(dict.fromkeys(found))


def _change(before: Candidate, after: Candidate) -> dict[Pair, int | None]:
    """The pairs that stand otherwise, with their new least number of draws; None where they are gone."""
    old, new = dict(before.ahead), dict(after.ahead)
    pairs = dict.fromkeys((*old, *new))
    return {pair: new.get(pair) for pair in pairs if old.get(pair) != new.get(pair)}


def _with_changes(standing: Candidate, changes: Sequence[Mapping[Pair, int | None]]) -> Candidate:
    together: dict[Pair, int | None] = dict(standing.ahead)
    for change in changes:
        together |= change
    return Candidate.of({pair: least for pair, least in together.items() if least}, standing.rest)


def _changed(rules: BesiRules, standing: Candidate) -> Iterator[Candidate]:
    now = dict(standing.ahead)
    groups = valued_groups(rules)
    nested = nested_pairs(rules)
    lower_first = {(inner, outer) for outer, inner in combinations(groups, 2)}
    # By value nothing is gained by a pair that says what the highest first does anyhow.
    both_ways = standing.rest != "highest"
    others = [pair for pair in permutations(groups, 2) if both_ways or pair in lower_first]
    for pair in dict.fromkeys((*nested, *others)):
        tried = {least for least in _LEAST if least <= rules.draws}
        if pair in now:
            yield Candidate.of({key: value for key, value in now.items() if key != pair}, standing.rest)
            tried |= {now[pair] + move for move in _MOVES if 1 <= now[pair] + move <= rules.draws}
        for least in sorted(tried - {now.get(pair)}):
            yield Candidate.of(now | {pair: least}, standing.rest)
