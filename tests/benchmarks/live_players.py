"""The players of ``live_actions``: two users at many tables over raw HTTP/1.1, with little overhead of their own."""

import asyncio
import random
from dataclasses import dataclass, field
from datetime import timedelta
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

import orjson
from django.contrib.auth.models import User

from api.auth import token_create
from games.bots import bot_create_remote
from games.live import ClockSettings, OpenGame, live_join, live_open

__all__ = ["Arena", "set_up_games"]

#: Average thinking time of a player in seconds.
_THINKING = 1.0
#: Seconds a connection may be idle; the server closes it after five.
_KEPT_ALIVE = 4.0


def set_up_games(count: int) -> tuple[list[int], list[str]]:
    """Begin a number of games between two users; return the games and the users' tokens."""
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
    """One connection with one request at a time, reopened before the server closes an idle one."""

    host: str
    port: int
    token: str
    streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
    used: float = 0.0

    async def ask(self, method: str, path: str, body: bytes = b"") -> tuple[int, bytes]:
        """Send a request and return the status and content of its answer."""
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
        size = next((int(line[15:]) for line in lines if line.startswith(b"content-length:")), None)
        content = await _read_chunks(reader) if size is None else await reader.readexactly(size)
        self.used = perf_counter()
        return int(answer[9:12]), content


async def _read_chunks(reader: asyncio.StreamReader) -> bytes:
    content = b""
    while size := int(await reader.readline(), 16):
        content += await reader.readexactly(size)
        await reader.readline()
    await reader.readline()
    return content


@dataclass
class Arena:
    """Two players at all tables, and the measured seconds of each action and of each turn's delivery."""

    address: str
    games: list[int]
    tokens: list[str]
    actions: list[float] = field(default_factory=list)
    deliveries: list[float] = field(default_factory=list)
    finished: int = 0
    is_measuring: bool = False
    _acted: dict[int, float] = field(default_factory=dict)
    _rng: random.Random = field(default_factory=lambda: random.Random(7))

    async def run(self, *, warm_up: float, seconds: float) -> None:
        """Play a warm-up, then the measured part."""
        players = [
            asyncio.create_task(self._play_game(game, token)) for game in self.games for token in self.tokens
        ]
        try:
            await self._measure_while_playing(players, warm_up)
            self.is_measuring = True
            await self._measure_while_playing(players, seconds)
        finally:
            for player in players:
                player.cancel()
            await asyncio.gather(*players, return_exceptions=True)

    async def _measure_while_playing(self, players: list[asyncio.Task[None]], seconds: float) -> None:
        done, _ = await asyncio.wait(players, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
        for player in done:
            player.result()

    async def _play_game(self, game: int, token: str) -> None:
        """
        Play one game for one user: wait for a turn by long poll, and act for as long as the answers bring the next one.
        """
        connection = self._connection(token)
        while True:
            status, content = await connection.ask("GET", f"turns/?wait=30&game={game}")
            assert status == 200, content
            turn = next(iter(orjson.loads(content)["turns"]), None)
            if turn is not None and self.is_measuring and game in self._acted:
                self.deliveries.append(perf_counter() - self._acted.pop(game))
            while turn is not None:
                await asyncio.sleep(self._rng.uniform(0.0, 2 * _THINKING))
                answer = await self._act(connection, turn)
                turn = answer["turn"]
                if turn is None:
                    self._acted[game] = perf_counter()
                    self.finished += answer["events"][-1]["kind"] == "game_finished"

    async def _act(self, connection: Connection, turn: dict[str, Any]) -> dict[str, Any]:
        body = {"expected_seq": turn["expected_seq"], "action": self._rng.choice(turn["legal"])}
        start = perf_counter()
        status, content = await connection.ask("POST", f"games/{turn['game']}/events/", orjson.dumps(body))
        end = perf_counter()
        assert status == 201, content
        if self.is_measuring:
            self.actions.append(end - start)
        answer: dict[str, Any] = orjson.loads(content)
        return answer

    def _connection(self, token: str) -> Connection:
        parts = urlsplit(self.address)
        assert parts.hostname is not None, "the site has a host"
        assert parts.port is not None, "the site has a port"
        return Connection(parts.hostname, parts.port, token)
