"""The addresses of version 1."""

from django.urls import path, re_path, register_converter

from api.http import NotFoundView
from api.v1 import index
from api.v1.bots import views as bots
from api.v1.converters import RowIdConverter
from api.v1.forks import views as forks
from api.v1.games import exports
from api.v1.games import views as games
from api.v1.play import lobby
from api.v1.play import views as play
from api.v1.problems import views as problems
from api.v1.rulesets import views as rulesets
from api.v1.schema import Docs, Schema
from api.v1.streams import views as streams
from api.v1.submissions import views as submissions
from api.v1.tournaments import views as tournaments

register_converter(RowIdConverter, "row")

app_name = "api"

urlpatterns = [
    path("", index.Index.as_view(), name="index"),
    path("schema/", Schema.as_view(), name="schema"),
    path("docs/", Docs.as_view(url_name="api:schema"), name="docs"),
    path("problems/", problems.ProblemIndex.as_view(), name="problems"),
    path("problems/<slug:code>/", problems.ProblemDetail.as_view(), name="problem"),
    path("rulesets/", rulesets.RulesetList.as_view(), name="rulesets"),
    path("rulesets/<str:key>/", rulesets.RulesetDetail.as_view(), name="ruleset"),
    path("bots/", bots.BotList.as_view(), name="bots"),
    path("bots/<slug:name>/", bots.BotDetail.as_view(), name="bot"),
    path("tournaments/", tournaments.TournamentList.as_view(), name="tournaments"),
    path("tournaments/<row:tournament_id>/", tournaments.TournamentDetail.as_view(), name="tournament"),
    path(
        "tournaments/<row:tournament_id>/start/",
        tournaments.TournamentStart.as_view(),
        name="tournament-start",
    ),
    path(
        "tournaments/<row:tournament_id>/cancel/",
        tournaments.TournamentCancel.as_view(),
        name="tournament-cancel",
    ),
    path(
        "tournaments/<row:tournament_id>/finish/",
        tournaments.TournamentFinish.as_view(),
        name="tournament-finish",
    ),
    path(
        "tournaments/<row:tournament_id>/games/<row:game_id>/",
        tournaments.TournamentGame.as_view(),
        name="tournament-game",
    ),
    path(
        "tournaments/<row:tournament_id>/standings/",
        tournaments.TournamentStandings.as_view(),
        name="standings",
    ),
    path(
        "tournaments/<row:tournament_id>/crosstable/",
        tournaments.TournamentCrosstable.as_view(),
        name="crosstable",
    ),
    path(
        "tournaments/<row:tournament_id>/progress/", tournaments.TournamentProgress.as_view(), name="progress"
    ),
    path("turns/", play.Turns.as_view(), name="turns"),
    path("games/", lobby.GameTables.as_view(), name="games"),
    path(
        "tournaments/<row:tournament_id>/stream/",
        streams.TournamentStream.as_view(),
        name="tournament-stream",
    ),
    path("games/export/", exports.GameExport.as_view(), name="export"),
    path("games/<row:game_id>/", games.GameDetail.as_view(), name="game"),
    path("games/<row:game_id>/seats/<int:seat>/", lobby.GameJoin.as_view(), name="seat"),
    path("games/<row:game_id>/withdraw/", lobby.GameWithdrawal.as_view(), name="withdraw"),
    path("games/<row:game_id>/events/", play.GameActions.as_view(), name="events"),
    path("games/<row:game_id>/resign/", play.GameResignation.as_view(), name="resign"),
    path("games/<row:game_id>/record/", games.GameRecord.as_view(), name="record"),
    path("games/<row:game_id>/frames/", games.GameFramesRange.as_view(), name="frames"),
    path("games/<row:game_id>/forks/", forks.GameForks.as_view(), name="forks"),
    path("games/<row:game_id>/verify/", games.GameVerification.as_view(), name="verify"),
    path("games/<row:game_id>/stream/", streams.GameStream.as_view(), name="game-stream"),
    path("submissions/", submissions.SubmissionList.as_view(), name="submissions"),
    path("receipts/verify/", submissions.ReceiptCheck.as_view(), name="receipt-check"),
    re_path(r"", NotFoundView.as_view()),
]
