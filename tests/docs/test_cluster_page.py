"""The scripts of the page about clusters: right for the shell, and run with stand-ins for what Slurm provides."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ludens.arena.executors import in_this_process
from ludens.arena.standings import standings
from ludens.arena.store import Store
from ludens.arena.tournament import Contest, tournament_from
from ludens.cli.arena.tournament import read_file

PAGE = (Path(__file__).parents[2] / "docs" / "cluster.md").read_text("utf-8")
SCRIPTS = {
    re.findall(r"^# (\w+\.sh)$", block, re.MULTILINE)[0]: block
    for block in re.findall(r"```bash\n(.*?)```", PAGE, re.DOTALL)
}
LEAGUE = """
games = ["tic_tac_toe", "nim(heaps=2-3)"]
agents = ["monte_carlo", "random", "legal"]
pairs = 2
[terms]
playouts = 50
"""
LUDENS = f"""#!/bin/sh
exec {sys.executable} -c 'from ludens.cli import main; main()' "$@"
"""
SRUN = """#!/bin/bash
while [[ "$1" == --* ]]; do shift; done
exec "$@"
"""
SCONTROL = """#!/bin/bash
[ "$*" = "show hostnames $SLURM_JOB_NODELIST" ] && hostname -I | cut -d' ' -f1 && echo other
"""

pytestmark = pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the scripts, a tournament, and commands in ``bin``."""
    (tmp_path / "bin").mkdir()
    for name, text in {"ludens": LUDENS, "srun": SRUN, "scontrol": SCONTROL}.items():
        command = tmp_path / "bin" / name
        command.write_text(text)
        command.chmod(command.stat().st_mode | stat.S_IXUSR)
    for name, text in SCRIPTS.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "league.toml").write_text(LEAGUE)
    return tmp_path


def environment(folder: Path, **slurm: object) -> dict[str, str]:
    path = f"{folder / 'bin'}:{Path(sys.executable).parent}:{os.environ['PATH']}"
    given = {f"SLURM_{name.upper()}": str(value) for name, value in slurm.items()}
    return {**os.environ, "PATH": path, "SLURM_SUBMIT_DIR": str(folder), **given}


def run(folder: Path, *command: str, **slurm: object) -> str:
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment(folder, **slurm),
        capture_output=True,
        text=True,
        check=False,
        timeout=1_200,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def table_of(path: Path) -> object:
    with Store(path, must_exist=True) as store:
        _, definition = store.tournament(None)
        known = {name: value for name, value in definition.items() if name not in ("version", "rules")}
        contest = Contest(tournament_from(known), store)
        assert contest.missing() == []
        return standings(contest).standings


def table_in_one_process(folder: Path) -> object:
    with Store(folder / "whole.sqlite") as store:
        contest = Contest(read_file(folder / "league.toml"), store)
        for _ in contest.play(in_this_process):
            pass
    return table_of(folder / "whole.sqlite")


@pytest.mark.parametrize("name", SCRIPTS)
def test_scripts_are_right_for_the_shell(name: str, folder: Path) -> None:
    run(folder, "bash", "-n", name)


def test_the_page_has_both_scripts() -> None:
    assert set(SCRIPTS) == {"shards.sh", "ray.sh"}


@pytest.mark.slow
def test_an_array_of_shards_is_the_whole_tournament(folder: Path) -> None:
    for number in (1, 2):
        for _ in ("first", "requeued"):
            run(folder, "bash", "shards.sh", array_task_id=number, array_task_count=2, cpus_per_task=1)
    assert not list(folder.glob("part-*.sqlite-*")), "copies are of closed stores"
    merged = run(folder, "ludens", "merge", "part-1.sqlite", "part-2.sqlite", "--store", "league.sqlite")
    assert merged == "part-1.sqlite: 12 new games, 0 known.\npart-2.sqlite: 12 new games, 0 known.\n"
    assert table_of(folder / "league.sqlite") == table_in_one_process(folder)


@pytest.mark.slow
def test_a_shard_that_is_stopped_keeps_its_games(folder: Path) -> None:
    (folder / "league.toml").write_text(LEAGUE.replace("pairs = 2", "pairs = 400"))
    given = environment(folder, array_task_id=1, array_task_count=2, cpus_per_task=1) | {"TMPDIR": str(folder)}
    quiet = subprocess.DEVNULL
    job = subprocess.Popen(
        ["bash", "shards.sh"], cwd=folder, env=given, stdout=quiet, stderr=quiet, start_new_session=True
    )
    deadline = time.monotonic() + 60
    while not list(folder.glob("tmp.*/part-1.sqlite")):
        assert time.monotonic() < deadline
        time.sleep(0.1)
    time.sleep(2)
    os.killpg(job.pid, signal.SIGTERM)
    job.wait(60)
    with Store(folder / "part-1.sqlite", must_exist=True) as store:
        [(_, _, count)] = store.tournaments()
    assert 0 < count < 2400


@pytest.mark.slow
def test_one_job_with_ray_plays_the_tournament(folder: Path) -> None:
    pytest.importorskip("ray", reason="Ray is not installed")
    with socket.create_server(("127.0.0.1", 0)) as free:
        number = free.getsockname()[1] % 10000
    run(folder, "bash", "ray.sh", job_id=number, job_nodelist="node[1-2]", job_num_nodes=2, cpus_per_task=1)
    assert table_of(folder / "league.sqlite") == table_in_one_process(folder)
    assert not list(folder.glob("ray-token-*"))
