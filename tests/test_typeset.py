"""From LaTeX to PDF, with a stand-in for pdflatex; and the archive of both with the instances."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from satchel import BackendError
from satchel.submission.paper import typeset as typesetting
from satchel.submission.paper.archive import write_archive
from satchel.submission.paper.typeset import typeset


def stand_in(folder: Path, monkeypatch: pytest.MonkeyPatch, body: str) -> None:
    """Put a script in the place of pdflatex."""
    script = folder / "pdflatex"
    script.write_text(f"#!{sys.executable}\nimport os, sys, time\nfrom pathlib import Path\n{body}")
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")


def source(folder: Path) -> Path:
    file = folder / "description.tex"
    file.write_text("text")
    (folder / "description.pdf").write_text("of an earlier text")
    return file


def test_without_latex_it_is_said_how(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(BackendError, match=r"texlive-publishers") as raised:
        typeset(source(tmp_path))
    assert "\n" not in str(raised.value)
    assert not (tmp_path / "description.pdf").exists()


def test_latex_is_run_safely_and_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    body = (
        "assert '-no-shell-escape' in sys.argv and os.environ['SOURCE_DATE_EPOCH'] == '0'\n"
        "runs = Path('runs'); runs.write_text(runs.read_text() + 'x' if runs.exists() else 'x')\n"
        "assert Path('description.tex').read_text() == 'text'\n"
        "Path('description.pdf').write_text(runs.read_text())"
    )
    stand_in(tmp_path, monkeypatch, body)
    assert typeset(source(tmp_path)).read_text() == "xx"
    assert sorted(each.name for each in tmp_path.iterdir()) == [
        "description.pdf",
        "description.tex",
        "pdflatex",
    ]


def test_what_latex_complains_of_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = "! LaTeX Error: File `IEEEtran.cls' not found."
    stand_in(tmp_path, monkeypatch, f"Path('description.log').write_text({log!r})\nsys.exit(1)")
    with pytest.raises(BackendError, match=r"File `IEEEtran\.cls' not found"):
        typeset(source(tmp_path))
    assert not (tmp_path / "description.pdf").exists()


def test_latex_that_does_not_end_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, nothing_left: str
) -> None:
    stand_in(tmp_path, monkeypatch, "os.fork()\ntime.sleep(600)")
    monkeypatch.setattr(typesetting, "_TIMEOUT", 0.5)
    with pytest.raises(BackendError, match=r"did not end within 0.5 s"):
        typeset(source(tmp_path))


def test_archives_depend_on_what_is_in_them(tmp_path: Path) -> None:
    first, second = tmp_path / "b.pdf", tmp_path / "a.wcnf"
    first.write_bytes(b"pdf")
    second.write_bytes(b"wcnf" * 100)
    files = {"b.pdf": first, "instances/a.wcnf": second}
    write_archive(tmp_path / "one.zip", files)
    os.utime(first, (10**9, 10**9))
    write_archive(tmp_path / "two.zip", dict(reversed(files.items())))
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    with ZipFile(tmp_path / "one.zip") as archive:
        assert archive.namelist() == ["b.pdf", "instances/a.wcnf"]
        assert archive.read("instances/a.wcnf") == b"wcnf" * 100
