"""Clients in three languages, made by generators from the description of the API, play both games."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.serving import running
from tests.tools import needed
from tests.web.club import new_app
from tests.web.description import FILE

HERE = Path(__file__).parent
PROGRAMS = {"python.sh": "python3", "typescript.sh": "npm", "java.sh": "javac"}
"""How a client is made and run, and the program without which it cannot be."""


@pytest.mark.drawn(0)
@pytest.mark.parametrize("script", PROGRAMS)
def test_a_generated_client_plays_both_games(script: str, tmp_path: Path) -> None:
    needed(PROGRAMS[script])
    with running(new_app()) as server:
        given = {"SOURCE": str(HERE), "DESCRIPTION": str(FILE), "SERVER": f"http://127.0.0.1:{server.port}"}
        command, env = ["sh", "-e", str(HERE / script)], os.environ | given
        run = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    ends = [line.partition(",")[0] for line in run.stdout.splitlines()]
    assert ends[-2:] == ["caylus is over", "magna_carta is over"]
