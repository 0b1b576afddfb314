"""The replay viewer: the page of one game, its scenes, charts and parts."""

from frontend.viewer.forks import ContinueForm, may_continue
from frontend.viewer.live_seats import read_live_table
from frontend.viewer.page import read_frames, read_viewer_page

__all__ = ["ContinueForm", "may_continue", "read_frames", "read_live_table", "read_viewer_page"]
