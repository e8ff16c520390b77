"""Changes of rules as people say them: what is done differently, as the subject of a sentence."""

from collections.abc import Mapping
from typing import Any

from reports.names import group_words
from simulate.groups import GROUP_IDS
from simulate.rules import BesiRules

_BY_VALUE = {
    ("figures", True): "counting kings, queens and jacks in tricks",
    ("figures", False): "not counting kings, queens and jacks in tricks",
    ("last_trick_at", "end"): "paying the last trick of all, instead of the last before the talon ends,",
    ("last_trick_at", "talon"): "paying the last trick before the talon ends, instead of the last of all,",
    ("lay_down_all", True): "laying down all groups at once",
    ("lay_down_all", False): "declaring only one group a trick",
    ("lower_after_higher", True): "allowing the lower group after the higher",
    ("lower_after_higher", False): "forbidding the lower group after the higher",
    ("must_beat", True): "having to beat in the last tricks",
    ("must_beat", False): "not having to beat in the last tricks",
    ("once_per_announcement", True): "paying every announcement only once",
    ("once_per_announcement", False): "paying an announcement as often as it is made",
    ("panache", True): "asking for four different suits in a four",
    ("panache", False): "taking four of a rank of any suits",
    ("redeclare", True): "letting a broken combination be made again with a fresh card",
    ("redeclare", False): "forbidding to make a broken combination again",
}
_BY_KEY = {
    "brisque_points": "paying {new} instead of {old} for a brisque",
    "hand_size": "dealing hands of {new} instead of {old}",
    "last_trick_points": "paying {new} instead of {old} for the last trick",
    "packs": "playing with {new} instead of {old} packs",
    "point_multiplier": "multiplying the points by {new} instead of {old}",
    "seven_points": "paying {new} instead of {old} for a seven",
    "turned_seven_points": "paying {new} instead of {old} for a seven turned up",
}
# What only ends a match; a deal by itself is played to its last trick.
MATCH_ONLY = frozenset({"target", "outright", "win_at_once", "count_as_taken"})


def changes_said(rules: BesiRules, changed: Mapping[str, Any]) -> str:
    """What is done differently, joined as one subject: ``dealing hands of 9 instead of 8``.

    Parameters
    ----------
    rules : the rules before.
    changed : the new values by key, as documents give them.
    """
    before = rules.model_dump(mode="json")
    said = [_said(key, before[key], value) for key, value in changed.items()]
    return said[0] if len(said) == 1 else f"{', '.join(said[:-1])} and {said[-1]}"


def change_keys(changed: Mapping[str, Any]) -> str:
    """The changes as ``KEY=VALUE``, as ``--with`` takes them."""
    return ",".join(f"{key}={value_text(value)}" for key, value in changed.items())


def value_text(value: Any) -> str:
    """A parameter's value as it is written on the command line."""
    if value is None or value == []:
        return "none"
    if isinstance(value, bool):
        return str(value).lower()
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def _said(key: str, old: Any, new: Any) -> str:
    if isinstance(new, bool | str) and (key, new) in _BY_VALUE:
        return _BY_VALUE[key, new]
    before, after = ("nothing" if value is None else value_text(value) for value in (old, new))
    if key in _BY_KEY:
        return _BY_KEY[key].format(old=before, new=after)
    group_id = key.replace("_", "-")
    if group_id in GROUP_IDS:
        return f"paying {after} instead of {before} for {group_words(group_id).a_group}"
    return f"setting {key}={value_text(new)} instead of {value_text(old)}"
