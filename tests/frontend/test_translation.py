"""Pages in a pseudo language that brackets every message: outside of brackets are only names, numbers and data."""

import html
import re
from collections.abc import Iterator

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import translation
from django.utils.translation import trans_real

from engine.core import ForfeitReason
from engine.rulesets import registry
from frontend.replay import drawing
from games.event_store import game_void
from games.models import Bot, Game, GameOrigin, GameStatus, Transport
from games.models import ForfeitReason as ForfeitLabels
from games.verification import verify_game
from tests.frontend.test_pages import bots, tournament
from tests.games.factories import finished_game, kept_seed, running_game, scheduled_game
from tests.games.goldgraeber_games import scheduled as scheduled_goldgraeber
from tests.games.live_games import CLOCKED, between, opened
from tests.games.tampering import change_event
from tests.tournaments.entry_builders import make_open_play, submit_records
from tournaments.models import PlannedStatus, StageFormat, Tournament, TournamentStatus
from tournaments.models.entries import NotCounted
from tournaments.planning import tournament_create

pytestmark = pytest.mark.django_db

PSEUDO = "xx"
#: Parts of words that are the same in every language, and notation of seats and cells.
NOTATION = re.compile(r"\b(Rodeo|RODEO|API|[A-F]|[a-e]\d{0,2})\b")
#: Attributes that readers see or hear.
LABELS = re.compile(
    r'\b(?:title|alt|placeholder|aria-label|data-(?:text[a-z-]*|empty|no-step|not-[a-z]+))="([^"]*)"'
)


class PseudoLanguage(trans_real.DjangoTranslation):
    """A language in which every message stands in brackets."""

    def __init__(self) -> None:
        super().__init__("en")

    def to_language(self) -> str:
        return PSEUDO

    def gettext(self, message: str) -> str:
        text = message.rpartition("\x04")[2]  # a context stands before it
        return message if not text.strip() else f"⟦{text}⟧"

    def ngettext(self, singular: str, plural: str, n: int) -> str:
        return self.gettext(singular if n == 1 else plural)

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)

    def npgettext(self, context: str, singular: str, plural: str, n: int) -> str:
        return self.ngettext(singular, plural, n)


@pytest.fixture(autouse=True)
def _pseudo(monkeypatch) -> Iterator[None]:
    monkeypatch.setitem(vars(trans_real)["_translations"], PSEUDO, PseudoLanguage())
    with translation.override(PSEUDO):
        yield


def read(page: str) -> str:
    """Return the text of a page as one string."""
    shown = re.sub(r"<(pre|code|script|style|option)\b.*?</\1>", " ", page, flags=re.DOTALL)
    return html.unescape(re.sub(r"<[^<>]*>", " ", shown))


def strip_brackets(text: str) -> str:
    """Return what is outside of all brackets."""
    outside, depth = [], 0
    for sign in text:
        depth += (sign == "⟦") - (sign == "⟧")
        outside.append(sign if depth == 0 and sign != "⟧" else " ")
    assert depth == 0, "every bracket is closed"
    return "".join(outside)


def list_data() -> list[str]:
    """Return names, titles and labels that do not come from pages."""
    choices = (
        ForfeitLabels,
        GameOrigin,
        GameStatus,
        NotCounted,
        PlannedStatus,
        StageFormat,
        TournamentStatus,
        Transport,
    )
    data = [str(label) for each in choices for label in each.labels]
    data += [label.capitalize() for label in data]
    data += get_user_model().objects.values_list("username", flat=True)
    data += Tournament.objects.values_list("name", flat=True)
    data += [str(value) for row in Bot.objects.values_list("name", "title", "description") for value in row]
    data += [name for ruleset in registry.all_rulesets() for name in (ruleset.key, ruleset.title)]
    for game in Game.objects.all():
        data += [seat.player for seat in game.seating.all()]
        data += [word.replace("_", " ") for pair in game.options_data.items() for word in map(str, pair)]
        data += [game.components, drawing(game.ruleset).about(game.components)]
    return sorted({each for each in data if each}, key=len, reverse=True)


def find_untranslated(page: str) -> list[str]:
    """Return the words of a page that neither come from a message nor are data."""
    data = re.compile("|".join(rf"(?<!\w){re.escape(each)}(?!\w)" for each in list_data()))
    texts = [strip_brackets(read(page)), *map(strip_brackets, map(html.unescape, LABELS.findall(page)))]
    rest = [NOTATION.sub(" ", data.sub(" ", text)) for text in texts]
    return [word for text in rest for word in re.findall(r"[^\W\d_]{2,}", text)]


def get(address: str, status: int = 200, client: Client | None = None) -> str:
    response = (client or Client(raise_request_exception=False)).get(address)
    assert response.status_code == status
    return response.content.decode()


@pytest.mark.parametrize(
    "address", ["/", "/games/", "/tournaments/", "/bots/", "/open/", "/how-a-game-is-checked/"]
)
def test_empty_pages_are_translated(address):
    assert find_untranslated(get(address)) == []


def test_pages_of_tournaments_are_translated():
    entrants = bots("ann", "ben", "cleo")
    shown = [tournament(*entrants, played=1), tournament(*entrants, deals=3)]
    verify_game(shown[1].planned_games.first().game_id)
    shown.append(
        tournament_create(
            name="Draft", ruleset="moon-river@1", bots=entrants, seats=2, options={"mode": "base"}
        )
    )
    addresses = ["/", "/running/", "/tournaments/", "/games/", "/bots/", "/bots/ann/"]
    addresses += [f"/tournaments/{each.pk}/" for each in shown]
    addresses += [f"/tournaments/{shown[0].pk}/{part}/" for part in ("progress", "tables")]

    assert {address: words for address in addresses if (words := find_untranslated(get(address)))} == {}


def test_a_tournament_without_progress_is_translated():
    shown = tournament(*bots("ann", "ben"), played=0)
    Tournament.objects.filter(pk=shown.pk).update(publish_fault="1", started_at="2020-01-01T00:00Z")

    assert find_untranslated(get(f"/tournaments/{shown.pk}/")) == []


def test_pages_of_submitted_games_are_translated():
    shown = make_open_play()
    submit_records(shown)
    game = shown.entered_games.get().game_id

    for address in (f"/tournaments/{shown.pk}/", "/games/", f"/games/{game}/"):
        assert find_untranslated(get(address)) == [], address


def test_pages_of_games_are_translated():
    diverged = finished_game(seats=2)
    change_event(diverged.pk, 30, "payload", "'{}'")
    voided = scheduled_game(seed=kept_seed())
    game_void(game_id=voided.pk, reason="1")
    games = [
        *(finished_game(seats=4, forfeit=ForfeitReason.CRASH), diverged, voided, running_game(12)),
        *(scheduled_goldgraeber(), between("ann", "ben", clock=CLOCKED), opened("ann", None)),
    ]
    addresses = [f"/games/{game.pk}/" for game in games]
    addresses += ["/games/", "/open/", f"/games/{games[0].pk}/?step=40", f"/games/{games[5].pk}/clocks/"]
    code = re.compile(r"\([a-z_]+\)")

    found = {address: find_untranslated(code.sub("", get(address))) for address in addresses}
    assert {address: words for address, words in found.items() if words} == {}


def test_the_page_that_continues_a_game_is_translated():
    game = finished_game(bots=bots("greedy", "random"))
    client = Client()
    client.force_login(get_user_model().objects.create_user("ida"))
    address = f"/games/{game.pk}/continue/?step="

    assert find_untranslated(get(f"{address}40")) == []
    assert find_untranslated(get(f"{address}40", client=client)) == []
    assert find_untranslated(get(f"{address}{game.head_seq}")) == []


def test_error_pages_are_translated(monkeypatch):
    monkeypatch.setattr("frontend.views.bots.bots_list", lambda: 1 / 0)

    assert find_untranslated(get("/nowhere/", 404)) == []
    assert find_untranslated(get("/bots/", 500)) == []


def test_a_page_names_its_language():
    assert f'<html lang="{PSEUDO}">' in get("/")
    with translation.override("en"):
        assert '<html lang="en">' in get("/")


def test_text_without_a_mark_is_found():
    assert find_untranslated('<p title="Step">⟦{n} games⟧ today</p>') == ["today", "Step"]
