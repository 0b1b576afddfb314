"""The replay viewer: the page of one game, its scenes, charts and parts."""

from frontend.viewer.forks import ContinueForm, may_go_on
from frontend.viewer.live_seats import live_table
from frontend.viewer.page import frames_answer, viewer_page

__all__ = ["ContinueForm", "frames_answer", "live_table", "may_go_on", "viewer_page"]
