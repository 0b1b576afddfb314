"""Section 8 of Moon River's rules, on dicts: points by part, ties and places."""

from typing import Any

Cell = tuple[int, int]


def connected_groups(members: set[Cell]) -> list[set[Cell]]:
    """Return the orthogonally connected groups of the cells."""
    left, groups = set(members), []
    while left:
        group, edge = set(), [left.pop()]
        while edge:
            c, r = edge.pop()
            group.add((c, r))
            for near in ((c + 1, r), (c - 1, r), (c, r + 1), (c, r - 1)):
                if near in left:
                    left.remove(near)
                    edge.append(near)
        groups.append(group)
    return groups


def territories(ranch: Any) -> list[set[Cell]]:
    """Return the ranch's territories: maximal connected groups of plots of one landscape."""
    landscapes = {plot["landscape"] for plot in ranch.plots.values()}
    return [
        group
        for landscape in sorted(landscapes)
        for group in connected_groups(
            {c for c, plot in ranch.plots.items() if plot["landscape"] == landscape}
        )
    ]


def score_seats(
    ranches: list[Any], scenario: str | None, river: list[Cell], forfeits: list[int]
) -> list[dict[str, Any]]:
    """Return every seat's parts, score, ties and place."""
    results = [_seat(ranch, scenario, river) for ranch in ranches]
    for seat, result in enumerate(results):
        better = [other for other in range(len(results)) if _strictly_better(other, seat, results, forfeits)]
        result["place"] = 1 + len(better)
    return results


def _strictly_better(one: int, other: int, results: list[dict[str, Any]], forfeits: list[int]) -> bool:
    if one in forfeits and other in forfeits:
        return forfeits.index(one) > forfeits.index(other)
    if one in forfeits or other in forfeits:
        return other in forfeits
    first, second = results[one], results[other]
    return [first["score"], *first["ties"]] > [second["score"], *second["ties"]]


def _seat(ranch: Any, scenario: str | None, river: list[Cell]) -> dict[str, Any]:
    cows = {cell for cell, count in ranch.cows.items() if count > 0}  # overpopulation: one stays
    groups = territories(ranch)
    symbols = {"gold": 0, "beaver": 0, "corn": 0}
    for plot in ranch.plots.values():
        if plot["resource"]:
            symbols[plot["resource"]] += plot["resource_count"]
    pays = {"gold_digger": "gold", "trapper": "beaver", "farmer": "corn"}
    specialists = [name for name, side in ranch.partners.values() if side == "specialist"]
    parts = {
        "territories": sum(len(group) * len(group & cows) for group in groups),
        "resources": sum(symbols.values()),
        "partners": sum(symbols[pays[name]] for name in specialists if name in pays),
        "scenario": _scenario(ranch, scenario, river),
    }
    ties = [max((len(group) for group in groups), default=0), len(cows)]
    return {"parts": parts, "score": sum(parts.values()), "ties": ties}


def _scenario(ranch: Any, scenario: str | None, river: list[Cell]) -> int:
    plots, partners = ranch.plots, ranch.partners
    bandits = {
        cell
        for cell, (name, side) in partners.items()
        if side == "specialist" and name in ("desperado", "cattle_thief")
    }
    if scenario is None:
        return 0
    members, needed = {
        "timber_rafting": ({c for c, plot in plots.items() if plot["landscape"] == "forest"}, set(river)),
        "gold_rush": ({c for c, plot in plots.items() if plot["resource"] == "gold"}, None),
        "outlaws": (set(partners), bandits),
        "moon_river_city": ({c for c, plot in plots.items() if plot["landscape"] == "farm"}, None),
    }[scenario]
    return sum(
        10 * (len(group) - 2)
        for group in connected_groups(members)
        if len(group) >= 3 and (needed is None or group & needed)
    )
