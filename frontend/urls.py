"""The addresses of the pages."""

from django.urls import path

from frontend.views import bots, forks, games, home, tournaments

urlpatterns = [
    path("", home.home, name="home"),
    path("running/", home.running, name="home_running"),
    path("how-a-game-is-checked/", home.checking, name="checking"),
    path("tournaments/", tournaments.tournaments, name="tournaments"),
    path("tournaments/<int:tournament_id>/", tournaments.tournament, name="tournament"),
    path("tournaments/<int:tournament_id>/progress/", tournaments.progress, name="tournament_progress"),
    path("tournaments/<int:tournament_id>/tables/", tournaments.tables, name="tournament_tables"),
    path("open/", games.waiting, name="open_games"),
    path("games/", games.games, name="games"),
    path("games/<int:game_id>/", games.game, name="game"),
    path("games/<int:game_id>/continue/", forks.continue_game, name="game_continue"),
    path("games/<int:game_id>/clocks/", games.clocks, name="game_clocks"),
    path("games/<int:game_id>/frames/", games.frames, name="game_frames"),
    path("games/<int:game_id>/record.jsonl", games.record, name="game_record"),
    path("bots/", bots.bots, name="bots"),
    path("bots/<slug:name>/", bots.bot, name="bot"),
]
