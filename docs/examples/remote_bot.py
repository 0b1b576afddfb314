"""
A remote bot for Rodeo, in the standard library alone: it opens or joins a game, plays it out, and keeps the record.

    export RODEO_TOKEN=rodeo_...
    python remote_bot.py http://127.0.0.1:8000 my-bot --against greedy
    python remote_bot.py http://127.0.0.1:8000 my-bot --join 17

It chooses at random. To make it play well, write another ``choose``.
"""

import argparse
import http.client
import json
import os
import random
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from pathlib import Path
from typing import Any

#: Seconds one request waits for a turn.
WAIT = 30


class Refused(Exception):
    """The server refused a request; ``problem`` says why, ``code`` is its stable word."""

    def __init__(self, problem: dict[str, Any]) -> None:
        super().__init__(f"{problem['code']}: {problem['detail']} {problem['errors'] or ''}")
        self.code: str = problem["code"]


class Rodeo:
    """The API of one Rodeo, for the owner of a token."""

    def __init__(self, address: str, token: str) -> None:
        self._address = address.rstrip("/") + "/api/v1/"
        self._token = token

    def get(self, path: str, **parameters: Any) -> Any:
        """Read something."""
        query = f"?{urllib.parse.urlencode(parameters)}" if parameters else ""
        return json.loads(self._answer("GET", path + query))

    def post(self, path: str, body: dict[str, Any]) -> Any:
        """Do something once, however often it must be sent: all attempts carry the same key."""
        return json.loads(self._answer("POST", path, json.dumps(body).encode(), str(uuid.uuid4())))

    def record(self, game: int) -> bytes:
        """Return the record of a game, to keep and to check."""
        return self._answer("GET", f"games/{game}/record/", accept="application/jsonl")

    def _answer(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        key: str = "",
        accept: str = "application/json",
    ) -> bytes:
        headers = {"Authorization": f"Bearer {self._token}", "Accept": accept}
        if body is not None:
            headers |= {"Content-Type": "application/json", "Idempotency-Key": key}
        request = urllib.request.Request(self._address + path, body, headers, method=method)
        for pause in (0.2, 0.5, 1, 2, 5, 10, None):
            try:
                with urllib.request.urlopen(request, timeout=WAIT + 30) as answer:
                    return bytes(answer.read())
            except urllib.error.HTTPError as error:
                refusal = Refused(json.loads(error.read()))
                # A key is in use while an attempt the server has not given up yet is being worked on.
                if pause is None or (error.code not in (429, 503) and refusal.code != "key_in_use"):
                    raise refusal from error
                pause = float(error.headers.get("Retry-After") or pause)
            except (OSError, http.client.HTTPException):
                # The connection broke: nobody knows whether the server has heard, and with the key it does not matter.
                if pause is None:
                    raise
            time.sleep(pause)
        raise AssertionError("the last attempt returns or raises")


def choose(turn: dict[str, Any]) -> dict[str, Any]:
    """Return one of the turn's legal actions. ``turn["observation"]`` is what the seat knows."""
    legal: list[dict[str, Any]] = turn["legal"]
    return random.choice(legal)


def take(rodeo: Rodeo, turn: dict[str, Any]) -> dict[str, Any] | None:
    """Act, and return the next turn of ours in that game if it is ours at once."""
    body = {"expected_seq": turn["expected_seq"], "action": choose(turn)}
    try:
        following: dict[str, Any] | None = rodeo.post(f"games/{turn['game']}/events/", body)["turn"]
    except Refused as refusal:
        # Somebody else went on (a player resigned, our time ran out): ask again where we stand.
        if refusal.code in ("stale", "not_your_turn", "time_ran_out", "seat_forfeited", "game_is_over"):
            return None
        raise
    return following


def play(rodeo: Rodeo, game: int) -> dict[str, Any]:
    """Play a game to its end; return what became of it."""
    while True:
        for each in rodeo.get("turns/", wait=WAIT, game=game)["turns"]:
            turn = each
            while turn is not None:
                turn = take(rodeo, turn)
        state: dict[str, Any] = rodeo.get(f"games/{game}/")
        if state["status"] in ("finished", "voided"):
            return state


def main() -> None:
    """Play one game as the command line says."""
    parser = argparse.ArgumentParser(description="Play one game of Rodeo.")
    parser.add_argument("address", help="where Rodeo is, such as http://127.0.0.1:8000")
    parser.add_argument("bot", help="name of your bot; it is made if there is none")
    parser.add_argument("--against", help="a built-in bot; without: the other seat is open")
    parser.add_argument(
        "--join", type=int, metavar="GAME", help="take the first open seat of that game instead"
    )
    parser.add_argument("--record", type=Path, help="where to keep the record; without: game-NUMBER.jsonl")
    arguments = parser.parse_args()
    rodeo = Rodeo(arguments.address, os.environ["RODEO_TOKEN"])
    try:
        rodeo.get(f"bots/{arguments.bot}/")
    except Refused:
        rodeo.post("bots/", {"name": arguments.bot})
    if arguments.join is not None:
        game = arguments.join
        seat = rodeo.get(f"games/{game}/")["live"]["open_seats"][0]
        rodeo.post(f"games/{game}/seats/{seat}/", {"bot": arguments.bot})
    else:
        other = {"bot": arguments.against} if arguments.against else {}
        wanted = {
            "ruleset": "moon-river@1",
            "options": {"mode": "base"},
            "seats": [{"bot": arguments.bot}, other],
        }
        game = rodeo.post("games/", wanted)["id"]
    sys.stdout.write(f"game {game}\n")
    sys.stdout.flush()
    state = play(rodeo, game)
    path = arguments.record or Path(f"game-{game}.jsonl")
    path.write_bytes(rodeo.record(game))
    for seat in state["seating"]:
        sys.stdout.write(f"{seat['place']}. {seat['player']}: {seat['score']} {seat['forfeit']}\n")
    sys.stdout.write(f"record kept as {path}\n")


if __name__ == "__main__":
    main()
