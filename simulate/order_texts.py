"""Declaration orders as people give them: a name, a list of groups, or a TOML file."""

import hashlib
import json
import re
from collections.abc import Mapping
from typing import Annotated, Self

from pydantic import Field, model_validator

from simulate.best_orders import BEST, best_text, best_texts
from simulate.catalogue import RulesError, file_text, parsed
from simulate.groups import GROUP_IDS
from simulate.orders import MOST_DRAWS, Order, Phase, Rest, named_order
from simulate.rules import BesiRules, Strict

# Carte blanche is declared without a trick, before everything else: no order can put it elsewhere.
ORDERED = tuple(group_id for group_id in GROUP_IDS if group_id != "carte-blanche")
_NOTHING_ELSE = "none"
_HASH_DIGITS = 12
_BEST = re.compile(rf"{BEST}(?:@(?P<hash>[0-9a-f]{{12}}))?")
# A file's order is told with a hash of its text, for the same path may stand for another order tomorrow.
_FILE = re.compile(r"(?P<path>.+\.toml)(?:@(?P<hash>[0-9a-f]{12}))?", re.DOTALL)


class _Phase(Strict):
    draws: Annotated[int, Field(ge=0, le=MOST_DRAWS)] = 0
    ranking: tuple[str, ...] = ()
    rest: Rest = "highest"
    ahead: tuple[tuple[str, str], ...] = ()

    @model_validator(mode="after")
    def _names_groups(self) -> Self:
        for group_id in (*self.ranking, *(group_id for pair in self.ahead for group_id in pair)):
            if group_id not in ORDERED:
                raise ValueError(f"no group {group_id!r}; groups are {', '.join(ORDERED)}")
        if twice := [group_id for group_id in self.ranking if self.ranking.count(group_id) > 1]:
            raise ValueError(f"{twice[0]!r} stands twice in one ranking")
        if same := [pair for pair in self.ahead if pair[0] == pair[1]]:
            raise ValueError(f"{same[0][0]!r} can't go ahead of itself")
        return self


class _File(Strict):
    phase: Annotated[tuple[_Phase, ...], Field(min_length=1)]
    provenance: dict[str, str | int | float] | None = None

    @model_validator(mode="after")
    def _ends_with_the_last_draw(self) -> Self:
        draws = [phase.draws for phase in self.phase]
        if draws[-1] != 0 or draws != sorted(set(draws), reverse=True):
            raise ValueError(
                f"phases at {', '.join(map(str, draws))} draws: list them from the most draws left down, "
                f"the last one with draws = 0"
            )
        return self


def order_of(text: str | Order, rules: BesiRules | None = None) -> Order:
    """The order that a name, a list of groups or the path of a TOML file gives; an order is itself.

    Parameters
    ----------
    text : a name (`simulate.orders.named_order`); ``best``, with or without its hash; groups
        with ``>`` between them, the first the first declared: those that it doesn't name
        follow, the highest first, unless it ends in ``>none``; or the path of a file.
    rules : what ``best`` is best for; and a list that names a group which is worth nothing by them
        is refused.

    Raises
    ------
    RulesError
        One line that quotes what was wrong and says what is accepted.
    """
    if isinstance(text, Order):
        return text
    if best := _BEST.fullmatch(text):
        return _best(best["hash"], rules)
    if file := _FILE.fullmatch(text):
        return _from_file(file["path"], file["hash"])
    if ">" in text or text in ORDERED:
        return _from_list(text, rules)
    try:
        return named_order(text)
    except ValueError as error:
        raise RulesError(str(error)) from None


def order_toml(order: Order, provenance: Mapping[str, str | int | float]) -> str:
    """An order as a TOML file that `order_of` reads; `provenance` says where it comes from."""
    lines = ["[provenance]", *(f"{key} = {json.dumps(value)}" for key, value in provenance.items())]
    for phase in order.phases:
        lines += ["", "[[phase]]", f"draws = {phase.draws}"]
        if phase.ranking:
            lines.append(f"ranking = {json.dumps(phase.ranking)}")
        if phase.rest != "highest":
            lines.append(f"rest = {json.dumps(phase.rest)}")
        if phase.ahead:
            lines.append("ahead = [")
            lines += [f"  {json.dumps(pair)}," for pair in phase.ahead]
            lines.append("]")
    return "\n".join(lines) + "\n"


def _best(digest: str | None, rules: BesiRules | None) -> Order:
    """The order that was found best for these rules, or, told by its hash, for whichever it was."""
    if digest is not None:
        for text in best_texts():
            order = read_order(text, BEST)
            if order.name == f"{BEST}@{digest}":
                return order
        raise RulesError(f"order '{BEST}@{digest}': no order found best has this hash; {BEST} is the game's")
    if rules is None:
        raise RulesError(f"order '{BEST}' is another for each game: it can't be read without one")
    return read_order(best_text(rules), BEST)


def _from_list(text: str, rules: BesiRules | None) -> Order:
    groups = [part.strip() for part in text.split(">")]
    only = len(groups) > 1 and groups[-1] == _NOTHING_ELSE
    if only:
        groups.pop()
    for group_id in groups:
        if group_id not in ORDERED:
            raise RulesError(f"order {text!r}: no group {group_id!r}; groups are {', '.join(ORDERED)}")
        if groups.count(group_id) > 1:
            raise RulesError(f"order {text!r}: {group_id!r} stands twice in it")
        if rules is not None and not rules.value_of(group_id):
            raise RulesError(f"order {text!r}: {group_id!r} is worth nothing in this game")
    return Order(text, (Phase(ranking=tuple(groups), rest="none" if only else "highest"),))


def _from_file(path: str, expected: str | None) -> Order:
    order = read_order(file_text(path, "order file"), path)
    if expected not in (None, order.name.rpartition("@")[2]):
        raise RulesError(f"order file {path!r} was changed since; it is now {order.name}")
    return order


def read_order(text: str, name: str) -> Order:
    """The order of a TOML text; it is called `name` with a hash of the text.

    Raises
    ------
    RulesError
        The text is no order file: one line that quotes what was wrong.
    """
    file = parsed(_File, name, text)
    digest = hashlib.sha256(text.encode()).hexdigest()[:_HASH_DIGITS]
    phases = tuple(Phase(phase.draws, phase.ranking, phase.rest, phase.ahead) for phase in file.phase)
    return Order(f"{name}@{digest}", phases)
