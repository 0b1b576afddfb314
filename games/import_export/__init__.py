"""Import and export of records: submissions, imports, archives."""

from games.import_export.archive_files import ArchiveCheckpoint, archive_checkpoint, archive_write
from games.import_export.archives import archive_batches, archive_games
from games.import_export.fork_parents import forks_link_parents
from games.import_export.record_imports import (
    IncomingRecord,
    RecordGame,
    game_import,
    games_by_head,
    records_store,
)
from games.import_export.submissions import (
    Fault,
    StoreRecords,
    Submission,
    SubmissionStatus,
    SubmitterBots,
    combine_verdicts,
    records_submit,
    submitter_bots,
)

__all__ = [
    "ArchiveCheckpoint",
    "Fault",
    "IncomingRecord",
    "RecordGame",
    "StoreRecords",
    "Submission",
    "SubmissionStatus",
    "SubmitterBots",
    "archive_batches",
    "archive_checkpoint",
    "archive_games",
    "archive_write",
    "combine_verdicts",
    "forks_link_parents",
    "game_import",
    "games_by_head",
    "records_store",
    "records_submit",
    "submitter_bots",
]
