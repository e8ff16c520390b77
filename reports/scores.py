"""What a deal brings, in sentences: points, the advantage of leading, the value of a game."""

from collections.abc import Sequence

from reports.numbers import Document, estimate, interval, level_text, mean_text, whole
from reports.seats import office, partners
from reports.words import players_words


def points_sentence(simulation: Document) -> str:
    """The mean points of a deal, by sides where partners play together, and who has the advantage."""
    seats, teams = simulation["seats"], simulation["teams"]
    if teams:
        gains = [
            f"{partners(team['seats'], len(seats))} {mean_text(team['points'])} points together"
            for team in teams
        ]
    else:
        gains = [f"the {office(seat['seat'], len(seats))} {mean_text(seat['points'])}" for seat in seats]
        gains[0] += " points"
    told = (
        f"A deal brings {joined(gains, 'and')} ({whole(simulation['deals'])} deals of "
        f"{players_words(simulation['players'])}; ± is half a {level_text(seats[0]['points'])} interval)."
    )
    return f"{told} {lead_sentence(simulation['lead'], len(seats))}".rstrip()


def lead_sentence(lead: Document, seats: int) -> str:
    """Who has the advantage, the first leader or the others; nothing where one deal can't say."""
    if lead["low"] is None:
        return ""
    others = "dealer" if seats == 2 else "mean of the others"
    if lead["low"] <= 0 <= lead["high"]:
        rival = "dealer's" if seats == 2 else others
        difference = f"the leader's points less the {rival}: {mean_text(lead)}"
        return f"These deals are too few to say who has the advantage ({difference})."
    if lead["mean"] > 0:
        return f"The leader makes {mean_text(lead)} points a deal more than the {others}."
    if seats == 2:
        return f"The dealer makes {mean_text(mirrored(lead))} points a deal more than the leader."
    return f"The leader makes {mean_text(mirrored(lead))} points a deal less than the {others}."


def game_sentences(simulation: Document) -> list[str]:
    """Where a deal is a game by itself: who wins how often, and what the game is worth; else nothing."""
    games = simulation["games"]
    if games is None:
        return []
    offices = [office(seat["seat"], len(simulation["seats"])) for seat in simulation["seats"]]
    wins = [f"the {name} wins {_with_interval(won)}" for name, won in zip(offices, games["won"], strict=True)]
    null = f"null: {_with_interval(games['null'])}" if games["null"]["count"] else "none was null"
    return [
        f"A deal is a game: of {whole(games['null']['n'])}, {joined(wins, 'and')}; {null}.",
        value_sentence(simulation["seats"][0]["game_value"]),
        "Points are without brisques, which count for the value of the game alone.",
    ]


def value_sentence(value: Document) -> str:
    """Who gains how much by the value of the game, from its mean for the leader."""
    if value["low"] is None:
        return f"The game was worth {mean_text(value)} to the leader."
    if value["low"] <= 0 <= value["high"]:
        return (
            "These games are too few to say who gains by them (the leader's mean gain by the value of "
            f"the game: {mean_text(value)})."
        )
    gainer, loser = ("leader", "dealer") if value["mean"] > 0 else ("dealer", "leader")
    gain = mean_text(value if value["mean"] > 0 else mirrored(value))
    return f"By the value of the game the {gainer} gains {gain} on the mean, and the {loser} loses as much."


def joined(parts: Sequence[str], last: str) -> str:
    """``a, b and c``."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def _with_interval(frequency: Document) -> str:
    found = interval(frequency)
    unit = "1 in " if " to " in found and "%" not in found else ""
    return f"{estimate(frequency)} ({unit}{found})"


def mirrored(mean: Document) -> Document:
    """A mean with its sign turned round."""
    low, high = (None if end is None else -end for end in (mean["high"], mean["low"]))
    return {**mean, "mean": -mean["mean"], "low": low, "high": high}
