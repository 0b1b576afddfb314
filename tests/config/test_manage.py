"""`manage.py` runs the servers that a command needs; tasks and subscribers of the settings exist."""

import subprocess
import sys
from pathlib import Path

import pytest
from celery import current_app
from django.core.checks import run_checks
from django.test import override_settings

import manage
from config import celery, embedded, env


def run(folder: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=env.CHECKOUT,
        env=env.build_child_environment(
            DJANGO_SETTINGS_MODULE="config.settings",
            DATABASE_URL="",
            BROKER_URL="",
            DATA_FOLDER=str(folder),
            **variables,
        ),
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
    )


@pytest.mark.long
def test_a_command_starts_servers_in_an_empty_folder_and_they_end_with_it(tmp_path):
    folder = tmp_path / "data"
    returned = run(
        folder,
        "shell",
        "-v",
        "0",
        "-c",
        "from django.db import connection; connection.ensure_connection(); print('here')",
    )

    assert (returned.returncode, returned.stdout.splitlines()[-1:]) == (0, ["here"]), returned.stderr
    assert not embedded.socket_folder(folder).exists()


def test_commands_that_only_read_files_start_no_servers(tmp_path):
    returned = run(tmp_path / "data", "version")

    assert returned.returncode == 0
    assert not (tmp_path / "data" / "postgres").exists()


def test_an_invalid_setting_is_reported_in_one_sentence(tmp_path):
    returned = run(tmp_path / "data", "check", DEBUG="perhaps")

    assert (returned.returncode, returned.stderr) == (1, "DEBUG must be 1 or 0, not 'perhaps'.\n")


def test_a_broken_data_folder_is_reported_in_one_sentence(tmp_path):
    (tmp_path / "data").write_text("")
    returned = run(tmp_path / "data", "migrate")

    assert returned.returncode == 1
    assert returned.stderr == f"The data folder {tmp_path / 'data'} can't be made: File exists.\n"


@pytest.mark.parametrize(
    ("command", "postgres", "valkey"),
    [
        (["manage.py", "migrate"], True, True),
        (["manage.py", "migrate", "--help"], False, False),
        (["manage.py", "collectstatic"], False, False),
        (["manage.py"], False, False),
    ],
)
def test_servers_are_run_for_commands_that_need_them(monkeypatch, command, postgres, valkey):
    monkeypatch.delenv("DATABASE_URL")
    monkeypatch.delenv("BROKER_URL")

    assert manage.select_servers(command) == embedded.ServerSelection(postgres=postgres, valkey=valkey)


def test_an_external_server_is_not_embedded(monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgresql://db.test/rodeo")
    monkeypatch.delenv("BROKER_URL")

    assert embedded.ServerSelection.from_environment() == embedded.ServerSelection(
        postgres=False, valkey=True
    )


def test_every_process_sends_its_tasks_through_the_celery_app():
    assert current_app.main == celery.app.main == "rodeo"
    assert celery.app.conf.task_acks_late
    assert celery.app.conf.worker_prefetch_multiplier == 1
    assert celery.app.conf.broker_transport_options["unacked_restore_throttle"] == 1


def test_every_task_of_the_beat_exists():
    celery.app.loader.import_default_modules()

    assert {entry["task"] for entry in celery.app.conf.beat_schedule.values()} <= set(celery.app.tasks)


def test_a_missing_subscriber_is_reported_by_the_system_check():
    with override_settings(SUBSCRIPTIONS={"something": ("config.checks.nobody", "config.env.CHECKOUT")}):
        faults = [str(fault) for fault in run_checks() if str(fault.id).startswith("config.")]

    assert len(faults) == 2
    assert "config.checks.nobody, which can't be imported" in faults[0]
    assert "config.env.CHECKOUT, which can't be called" in faults[1]


def test_every_subscriber_exists():
    assert not [fault for fault in run_checks() if str(fault.id).startswith("config.")]
