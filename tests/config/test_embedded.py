"""The embedded servers are private, end with the process that runs them, and keep what was committed."""

import os
import shutil
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import psycopg
import pytest

from config import embedded, env
from config.embedded import postgres, servers
from config.embedded.postgres import Postgres
from config.errors import AlreadyServed, DataFolderBroken, ServerFailed
from tests.waiting import wait_until

ONLY_POSTGRES = embedded.ServerSelection(postgres=True, valkey=False)
ONLY_VALKEY = embedded.ServerSelection(postgres=False, valkey=True)

SERVE = textwrap.dedent(
    """
    import sys, time
    from pathlib import Path
    from config import embedded
    from config.embedded import postgres
    if len(sys.argv) > 2:
        postgres._unprivileged_prefix = lambda: getattr(postgres, sys.argv[2])
        postgres._can_map_users = lambda: sys.argv[2] == "_UNSHARE"
    with embedded.serve(Path(sys.argv[1]), is_durable=False):
        print("serving", flush=True)
        time.sleep(600)
    """
)


def connect(folder: Path) -> psycopg.Connection:
    return psycopg.connect(embedded.database_url(folder), autocommit=True)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder of servers that ran and were stopped."""
    folder = tmp_path_factory.mktemp("made")
    with embedded.serve(folder, is_durable=False):
        pass
    return folder


@pytest.fixture
def served_before(made: Path, tmp_path: Path) -> Path:
    """A copy of that data folder, which is faster than creating one."""
    shutil.copytree(made, tmp_path, dirs_exist_ok=True, symlinks=True)
    return tmp_path


def test_servers_start_answer_and_leave_nothing_but_their_data(tmp_path):
    sockets = embedded.socket_folder(tmp_path)
    with embedded.serve(tmp_path, is_durable=False) as servers:
        pids = [server.process.pid for server in servers if server.process]
        with connect(tmp_path) as connection:
            assert connection.execute("SELECT 1").fetchone() == (1,)
        assert oct(sockets.stat().st_mode & 0o777) == "0o700"

    assert not sockets.exists()
    assert not any(Path(f"/proc/{pid}").exists() for pid in pids)
    assert not embedded.find_processes_in(tmp_path / "postgres")


def test_sockets_are_short_under_a_deep_folder(tmp_path):
    deep = tmp_path.joinpath(*["a-folder-with-a-long-name"] * 8)

    assert len(str(embedded.socket_folder(deep) / ".s.PGSQL.5432")) < 100


def test_each_data_folder_has_its_own_sockets(tmp_path):
    assert embedded.socket_folder(tmp_path / "a") != embedded.socket_folder(tmp_path / "b")


@pytest.mark.long
def test_committed_rows_survive_a_killed_postmaster(served_before):
    with embedded.serve(served_before, ONLY_POSTGRES) as (server,):
        assert isinstance(server, Postgres)
        assert server.process is not None
        with connect(served_before) as connection:
            connection.execute("CREATE TABLE kept AS SELECT 7 AS number")
        server.process.kill()
        server.process.wait()
        server.start()
        with connect(served_before) as connection:
            assert connection.execute("SELECT number FROM kept").fetchone() == (7,)


def test_a_stale_pid_file_with_the_id_of_another_process_does_not_prevent_the_start(served_before):
    stranger = os.getpid()
    data = served_before / "postgres"
    (data / "postmaster.pid").write_text(f"{stranger}\n{data}\n1700000000\n5432\n/tmp\n\n    1 1\nready\n")

    with embedded.serve(served_before, ONLY_POSTGRES, is_durable=False), connect(served_before) as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)


@pytest.mark.long
def test_an_interrupted_creation_starts_again(tmp_path):
    (tmp_path / "postgres.new").mkdir()
    (tmp_path / "postgres.new" / "PG_VERSION").write_text("half")

    with embedded.serve(tmp_path, ONLY_POSTGRES, is_durable=False), connect(tmp_path):
        pass

    assert not (tmp_path / "postgres.new").exists()


@pytest.mark.parametrize("way", [[], ["_UNSHARE"], ["_SETPRIV"]])
@pytest.mark.long
def test_servers_die_with_the_killed_process_that_runs_them(served_before, way):
    way = way if os.geteuid() == 0 else []
    runner = subprocess.Popen(
        [sys.executable, "-c", SERVE, str(served_before), *way], stdout=subprocess.PIPE, cwd=env.CHECKOUT
    )
    assert runner.stdout is not None
    assert runner.stdout.readline() == b"serving\n"
    used = [served_before / "postgres", served_before / "valkey"]
    assert all(embedded.find_processes_in(folder) for folder in used)

    runner.kill()
    runner.wait()

    wait_until(lambda: not any(embedded.find_processes_in(folder) for folder in used), seconds=15)
    with embedded.serve(served_before, is_durable=False), connect(served_before):
        pass


@pytest.mark.long
def test_only_one_process_runs_the_servers_and_others_use_them(served_before):
    with embedded.serve(served_before, is_durable=False):
        with pytest.raises(AlreadyServed, match=f"already runs with the data folder {served_before}"):
            with embedded.serve(served_before):
                pass
        with embedded.ensure_running(served_before), connect(served_before):
            pass


@pytest.mark.long
def test_servers_run_for_a_command_wait_for_other_commands(served_before):
    first = subprocess.Popen(
        [
            sys.executable,
            "-c",
            SERVE.replace("serve(", "ensure_running(").replace(", is_durable=False", ""),
            str(served_before),
        ],
        stdout=subprocess.PIPE,
        cwd=env.CHECKOUT,
    )
    assert first.stdout is not None
    assert first.stdout.readline() == b"serving\n"
    with embedded.ensure_running(served_before):
        first.send_signal(signal.SIGINT)  # its command ends now, and ours still runs
        time.sleep(0.5)
        with connect(served_before) as connection:
            assert connection.execute("SELECT 1").fetchone() == (1,)

    assert first.wait(20) != 0


def test_a_file_in_place_of_the_data_folder_is_reported_in_one_sentence(tmp_path):
    blocked = tmp_path / "data"
    blocked.write_text("")

    with pytest.raises(DataFolderBroken, match=f"The data folder {blocked} can't be made: File exists"):
        with embedded.serve(blocked):
            pass


def test_a_folder_that_is_no_cluster_is_reported_in_one_sentence(tmp_path):
    (tmp_path / "postgres").mkdir()

    with pytest.raises(
        DataFolderBroken, match="is not a data folder of PostgreSQL that can be read; move it away"
    ):
        with embedded.serve(tmp_path, ONLY_POSTGRES):
            pass


def test_a_cluster_of_another_version_is_reported_in_one_sentence(tmp_path):
    (tmp_path / "postgres").mkdir()
    (tmp_path / "postgres" / "PG_VERSION").write_text("9\n")

    with pytest.raises(DataFolderBroken, match="was made by PostgreSQL 9, but this is PostgreSQL 1"):
        with embedded.serve(tmp_path, ONLY_POSTGRES):
            pass


@pytest.mark.long
def test_a_damaged_cluster_is_reported_in_one_sentence_with_the_reason(served_before):
    (served_before / "postgres" / "global" / "pg_control").unlink()

    with pytest.raises(
        DataFolderBroken, match=r"can't serve its data folder .*could not.*pg_control.* Its log is"
    ):
        with embedded.serve(served_before, ONLY_POSTGRES):
            pass


def test_a_damaged_append_only_file_is_reported_in_one_sentence(tmp_path):
    with embedded.serve(tmp_path, ONLY_VALKEY):
        pass
    for manifest in (tmp_path / "valkey" / "appendonlydir").glob("*.manifest"):
        manifest.write_text("nonsense")

    with pytest.raises(
        DataFolderBroken, match=r"Valkey can't serve its data folder .* The folder holds no results"
    ):
        with embedded.serve(tmp_path, ONLY_VALKEY):
            pass


def test_a_socket_folder_of_another_user_is_refused(tmp_path, monkeypatch):
    elsewhere = tmp_path / "a-link"
    elsewhere.symlink_to(tmp_path)
    monkeypatch.setattr(servers, "socket_folder", lambda data_folder: elsewhere)

    with pytest.raises(ServerFailed, match="is not a folder of this user"):
        with embedded.serve(tmp_path):
            pass


def test_a_user_without_a_name_gets_one_in_a_user_namespace(monkeypatch):
    monkeypatch.setattr(postgres.os, "geteuid", lambda: 4_000_000)
    monkeypatch.setattr(postgres, "_can_map_users", lambda: True)

    assert postgres._unprivileged_prefix.__wrapped__() == postgres._UNSHARE


def test_a_user_without_a_name_is_refused_without_user_namespaces(monkeypatch):
    monkeypatch.setattr(postgres.os, "geteuid", lambda: 4_000_000)
    monkeypatch.setattr(postgres, "_can_map_users", lambda: False)

    with pytest.raises(ServerFailed, match="only as a user with a name, which user 4000000 has not"):
        postgres._unprivileged_prefix.__wrapped__()


@pytest.mark.parametrize("way", ["_UNSHARE", "_SETPRIV"])
@pytest.mark.long
def test_root_runs_postgres_as_another_user_with_and_without_namespaces(tmp_path, monkeypatch, way):
    if os.geteuid() != 0:
        # Other users run the server directly.
        assert postgres._unprivileged_prefix() == ()
        return
    chosen = getattr(postgres, way)
    monkeypatch.setattr(postgres, "_unprivileged_prefix", lambda: chosen)
    monkeypatch.setattr(postgres, "_can_map_users", lambda: way == "_UNSHARE")
    private = tmp_path / "private"
    private.mkdir(mode=0o700)

    with (
        embedded.serve(private, ONLY_POSTGRES, is_durable=False) as (server,),
        connect(private) as connection,
    ):
        assert connection.execute("SELECT current_user").fetchone() == (postgres.USER,)
        assert server.process is not None
        status = Path(f"/proc/{server.process.pid}/status").read_text()
        assert ("Uid:\t0\t" in status) == (way == "_UNSHARE")


def test_root_may_install_the_server_where_only_root_can_enter(tmp_path, monkeypatch):
    if os.geteuid() != 0:
        assert postgres._unprivileged_prefix() == ()
        return
    private = tmp_path / "private"
    private.mkdir(mode=0o700)
    program = private / "program"
    program.write_text("#!/bin/sh\nid -u\n")
    program.chmod(0o700)
    # initdb checks its programs with access(2).
    look = f"import os; print(os.access({str(program)!r}, os.X_OK))"

    ran = subprocess.run([*postgres._SETPRIV, str(program)], capture_output=True, text=True)
    looked = subprocess.run([*postgres._SETPRIV, sys.executable, "-c", look], capture_output=True, text=True)

    assert ran.stdout == "65534\n", ran.stderr
    assert looked.stdout == "True\n", looked.stderr


@pytest.mark.long
def test_a_cluster_created_one_way_is_served_the_other_way(served_before, monkeypatch):
    if os.geteuid() != 0:
        assert postgres._unprivileged_prefix() == ()
        return
    for way in ("_SETPRIV", "_UNSHARE", "_SETPRIV"):
        chosen, can_map = getattr(postgres, way), way == "_UNSHARE"
        monkeypatch.setattr(postgres, "_unprivileged_prefix", lambda chosen=chosen: chosen)
        monkeypatch.setattr(postgres, "_can_map_users", lambda can_map=can_map: can_map)
        with (
            embedded.serve(served_before, ONLY_POSTGRES, is_durable=False),
            connect(served_before) as connection,
        ):
            assert connection.execute("SELECT 1").fetchone() == (1,)
