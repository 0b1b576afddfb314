"""
The players of ``live_actions``: two users at many tables over raw HTTP/1.1, lean enough not to be what is measured.
"""

import asyncio
import random
from dataclasses import dataclass, field
from datetime import timedelta
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

import orjson
from django.contrib.auth.models import User

from api.services import token_create
from games.bots import bot_create_remote
from games.live_clock import ClockSettings
from games.live_tables import OpenGame, live_join, live_open

__all__ = ["Arena", "tables_set"]

#: Seconds a player thinks, on average.
_THINKING = 1.0
#: Seconds a connection may be idle; the server closes it after five.
_KEPT_ALIVE = 4.0


def tables_set(count: int) -> tuple[list[int], list[str]]:
    """
    Begin that many games between two users; return the games and the users' tokens.
    """
    users = [User.objects.create_user(name) for name in ("ann", "ben")]
    for user in users:
        bot_create_remote(owner=user, name=user.username)
    clock = ClockSettings.of_seconds(move=600, bank=600, increment=0)
    games = []
    for _ in range(count):
        wanted = OpenGame("moon-river@1", {"mode": "base"}, ["ann", None], clock, timedelta(hours=1))
        game = live_open(wanted=wanted, user=users[0])
        games.append(live_join(game_id=game.pk, number=1, bot="ben", user=users[1]).pk)
    return games, [token_create(owner=user, name="benchmark").secret for user in users]


@dataclass
class Connection:
    """
    One connection that asks one thing at a time, opened anew before the server gives up an idle one.
    """

    host: str
    port: int
    token: str
    streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
    used: float = 0.0

    async def asked(self, method: str, path: str, body: bytes = b"") -> tuple[int, bytes]:
        """
        Send a request and return the status and content of its answer.
        """
        if self.streams is not None and perf_counter() - self.used > _KEPT_ALIVE:
            self.streams[1].close()
            self.streams = None
        if self.streams is None:
            self.streams = await asyncio.open_connection(self.host, self.port)
        reader, writer = self.streams
        length = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n" if body else ""
        head = (
            f"{method} /api/v1/{path} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\n"
            f"Authorization: Bearer {self.token}\r\n{length}\r\n"
        )
        writer.write(head.encode() + body)
        answer = await reader.readuntil(b"\r\n\r\n")
        lines = answer.lower().split(b"\r\n")
        size = next(int(line[15:]) for line in lines if line.startswith(b"content-length:"))
        content = await reader.readexactly(size)
        self.used = perf_counter()
        return int(answer[9:12]), content


@dataclass
class Arena:
    """
    Two players at all tables, and what has been measured: seconds of each action, and of each turn's delivery.
    """

    address: str
    games: list[int]
    tokens: list[str]
    actions: list[float] = field(default_factory=list)
    deliveries: list[float] = field(default_factory=list)
    finished: int = 0
    is_measuring: bool = False
    acted: dict[int, float] = field(default_factory=dict)
    rng: random.Random = field(default_factory=lambda: random.Random(7))

    async def run(self, *, warm_up: float, seconds: float) -> None:
        """
        Play: first to warm up, then measured.
        """
        players = [asyncio.create_task(self._player(token)) for token in self.tokens]
        try:
            await self._while_playing(players, warm_up)
            self.is_measuring = True
            await self._while_playing(players, seconds)
        finally:
            for player in players:
                player.cancel()
            await asyncio.gather(*players, return_exceptions=True)

    async def _while_playing(self, players: list[asyncio.Task[None]], seconds: float) -> None:
        done, _ = await asyncio.wait(players, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
        for player in done:
            player.result()

    async def _player(self, token: str) -> None:
        """
        Wait for turns by one long poll, and play each in a task of its own.
        """
        player = _Player(self, token)
        poll = self.connection(token)
        async with asyncio.TaskGroup() as group:
            while True:
                query = ",".join(f"{game}:{seq}" for game, seq in player.known.items())
                status, content = await poll.asked(
                    "GET", f"turns/?wait=30{'&known=' if query else ''}{query}"
                )
                assert status == 200, content
                for turn in orjson.loads(content)["turns"]:
                    if self.is_measuring and turn["game"] in self.acted:
                        self.deliveries.append(perf_counter() - self.acted.pop(turn["game"]))
                    if player.is_new(turn):
                        group.create_task(player.play(turn))

    def connection(self, token: str) -> Connection:
        """
        Return a connection for a user, not open yet.
        """
        parts = urlsplit(self.address)
        assert parts.hostname is not None, "the site has a host"
        assert parts.port is not None, "the site has a port"
        return Connection(parts.hostname, parts.port, token)


class _Player:
    """
    One of the two users at all tables. A turn can come by the poll and by the answer to an action: it is played once.
    """

    def __init__(self, arena: Arena, token: str) -> None:
        self.known: dict[int, int] = {}
        self._arena = arena
        self._token = token
        self._connections: dict[int, Connection] = {}
        self._waiting: dict[int, Any] = {}
        self._busy: set[int] = set()
        self._seen: dict[int, int] = {}

    def is_new(self, turn: dict[str, Any]) -> bool:
        """
        Note a turn of the poll; return whether nobody plays at that table yet.
        """
        game = turn["game"]
        if turn["expected_seq"] < self._seen.get(game, 0):
            return False  # an answer on its way while the game went on
        self.known[game] = max(self.known.get(game, 0), turn["expected_seq"])
        if game in self._busy:
            self._waiting[game] = turn
            return False
        self._busy.add(game)
        return True

    async def play(self, first: dict[str, Any]) -> None:
        """
        Think and act for as long as it is this player's turn.
        """
        arena, game = self._arena, first["game"]
        connection = self._connections.setdefault(game, arena.connection(self._token))
        turn: dict[str, Any] | None = first
        while turn is not None:
            self.known[game] = turn["expected_seq"]
            await asyncio.sleep(arena.rng.uniform(0.0, 2 * _THINKING))
            body = {"expected_seq": turn["expected_seq"], "action": arena.rng.choice(turn["legal"])}
            start = perf_counter()
            status, content = await connection.asked("POST", f"games/{game}/events/", orjson.dumps(body))
            end = perf_counter()
            assert status == 201, content
            told = orjson.loads(content)
            self._seen[game] = told["events"][-1]["seq"]
            turn = self._next(told, self._seen[game])
            if arena.is_measuring:
                arena.actions.append(end - start)
                if turn is None:
                    arena.acted[game] = end
            if told["events"][-1]["kind"] == "game_finished":
                arena.finished += 1
        self._busy.discard(game)

    def _next(self, told: dict[str, Any], seq: int) -> dict[str, Any] | None:
        """
        Return the turn to be played next at that table: the answer's, or one that came by the poll meanwhile.
        """
        following: dict[str, Any] | None = told["turn"]
        waiting: dict[str, Any] | None = self._waiting.pop(told["game"], None)
        if following is None and waiting is not None and waiting["expected_seq"] >= seq:
            return waiting
        return following
