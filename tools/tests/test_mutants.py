"""Faults are drawn by their seed, from what runs, and the tests that run a line are asked about it."""

import ast
from pathlib import Path

from coverage import CoverageData

from tools.mutants.draw import draw
from tools.mutants.trial import ROOT, Trace, python_files

PLACES = ["companion/rules/base.py"]


def drawn(seed: int, count: int = 20) -> list[str]:
    return [str(mutant) for mutant in draw(python_files(PLACES), ROOT, count, seed)]


def test_a_seed_draws_the_same_faults_again_and_another_seed_others() -> None:
    first = drawn(7)
    assert drawn(7) == first
    assert len({*first} & {*drawn(8)}) < 15


def test_every_fault_changes_one_place_of_a_file_that_still_is_python() -> None:
    mutants = draw(python_files(PLACES), ROOT, 40, 3)
    assert len({(mutant.file, mutant.line) for mutant in mutants}) == 40
    for mutant in mutants:
        before = (ROOT / mutant.file).read_text(encoding="utf-8")
        assert ast.dump(ast.parse(mutant.text)) != ast.dump(ast.parse(before))


def test_what_never_runs_is_not_broken(tmp_path: Path) -> None:
    (tmp_path / "code.py").write_text(
        '"""Says 1."""\nfrom os import path\n\ndef total(one: int | None, two: "int") -> int | None:\n'
        '    """Adds 2."""\n    return one + two\n',
        encoding="utf-8",
    )
    (only,) = draw([Path("code.py")], tmp_path, 10, 1)
    assert only.change == ("return one + two", "return one - two")


def test_the_tests_that_run_a_line_are_asked_first_and_all_if_none_does(tmp_path: Path) -> None:
    lines = CoverageData(str(tmp_path / "lines"))
    code = str(tmp_path / "code.py")
    for test, ran in {"b.py::slow": [2], "b.py::other": [1], "a.py::quick": [2]}.items():
        lines.set_context(test)
        lines.add_lines({code: ran})
    trace = Trace(lines, {"b.py::slow": 9, "b.py::other": 1, "a.py::quick": 1, "c.py::far": 1})
    (tmp_path / "code.py").write_text("\nx = 1 + y\n\nz = 2 + y\n", encoding="utf-8")
    first, second = sorted(draw([Path("code.py")], tmp_path, 9, 1), key=lambda mutant: mutant.line)
    assert trace.order(first, tmp_path) == ["a.py::quick", "b.py::slow", "b.py::other"]
    assert sorted(trace.order(second, tmp_path)) == sorted(trace.seconds)
