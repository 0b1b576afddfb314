"""Records of games in and out: submissions, imports, archives."""

from games.import_export.archive_files import ArchiveNote, archive_note, archive_write
from games.import_export.archives import archive_batches, games_archived
from games.import_export.fork_parents import forks_join
from games.import_export.intake import Intake, TakenGame, game_import, games_known, records_take
from games.import_export.submissions import (
    Fault,
    Submission,
    SubmissionStatus,
    SubmittersBots,
    Take,
    records_submit,
    submitters_bots,
    verdict_standing,
)

__all__ = [
    "ArchiveNote",
    "Fault",
    "Intake",
    "Submission",
    "SubmissionStatus",
    "SubmittersBots",
    "Take",
    "TakenGame",
    "archive_batches",
    "archive_note",
    "archive_write",
    "forks_join",
    "game_import",
    "games_archived",
    "games_known",
    "records_submit",
    "records_take",
    "submitters_bots",
    "verdict_standing",
]
