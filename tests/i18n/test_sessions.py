"""What people read who look something up, and who check their own words."""

from pathlib import Path

import pytest

from tests.sessions import Scene, play, scenes


@pytest.mark.parametrize("scene", scenes(Path(__file__).parent / "sessions"), ids=str)
def test_what_is_said(scene: Scene) -> None:
    for command, written, answered in play(scene):
        assert answered == written, command
