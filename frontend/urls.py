"""Addresses of the pages."""

from django.urls import path

from frontend.views import bots, forks, games, home, tournaments

urlpatterns = [
    path("", home.show_home, name="home"),
    path("running/", home.show_running, name="home_running"),
    path("how-a-game-is-checked/", home.explain_checking, name="checking"),
    path("tournaments/", tournaments.list_tournaments, name="tournaments"),
    path("tournaments/<int:tournament_id>/", tournaments.show_tournament, name="tournament"),
    path("tournaments/<int:tournament_id>/progress/", tournaments.show_progress, name="tournament_progress"),
    path("tournaments/<int:tournament_id>/tables/", tournaments.show_tables, name="tournament_tables"),
    path("open/", games.list_open_games, name="open_games"),
    path("games/", games.list_games, name="games"),
    path("games/<int:game_id>/", games.show_game, name="game"),
    path("games/<int:game_id>/continue/", forks.continue_game, name="game_continue"),
    path("games/<int:game_id>/clocks/", games.show_clocks, name="game_clocks"),
    path("games/<int:game_id>/frames/", games.send_frames, name="game_frames"),
    path("games/<int:game_id>/record.jsonl", games.send_record, name="game_record"),
    path("bots/", bots.list_bots, name="bots"),
    path("bots/<slug:name>/", bots.show_bot, name="bot"),
]
