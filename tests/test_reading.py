"""What files are read, and how much of them: packed ones, bombs, devices, standard input."""

# pyright: reportReturnType=false

from __future__ import annotations

import bz2
import gzip
import lzma
import os
import random
import signal
import socket
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from satchel.cli.main import run
from satchel.cli.main import satchel as main_command
from satchel.errors import InputError
from satchel.extras import pip_install
from satchel.files import read_bytes
from satchel.linter import lint
from satchel.unpacking import DamagedError, LeftoverError, TruncatedError, unpacked
from tests.commands import ENVIRONMENT, PYTHON, done, satchel

PLAIN = b"p cnf 2 2\n1 2 0\n-1 0\n"
PACK: dict[str, Callable[[bytes], bytes]] = {
    ".gz": gzip.compress,
    ".xz": lzma.compress,
    ".bz2": bz2.compress,
}
LIMIT = "SATCHEL_MAX_UNPACKED"


def zst(data: bytes) -> bytes:
    packed: bytes = pytest.importorskip("backports.zstd").compress(data)
    return packed


@pytest.mark.parametrize("ending", [*PACK, ".zst"])
def test_packed_formulas_are_instances(ending: str, tmp_path: Path) -> None:
    pack = PACK.get(ending, zst)
    (tmp_path / f"f.cnf{ending}").write_bytes(pack(PLAIN))
    assert "satisfiable (checked)" in done("solve", f"f.cnf{ending}", cwd=tmp_path)
    done("import", f"f.cnf{ending}", cwd=tmp_path)
    assert done("count", "f.cnf.toml", cwd=tmp_path).startswith("1 solution")


@pytest.mark.parametrize("ending", PACK)
def test_what_is_packed_by_ending_is_read_by_ending(ending: str, tmp_path: Path) -> None:
    done("encode", "queens/6", "-o", f"6.cnf{ending}", cwd=tmp_path)
    done("encode", "queens/6", "-o", "6.cnf", cwd=tmp_path)
    assert read_bytes(str(tmp_path / f"6.cnf{ending}")) == (tmp_path / "6.cnf").read_bytes()
    assert (tmp_path / "6.map.json").exists()


def test_without_the_library_the_command_that_installs_it_is_named(tmp_path: Path) -> None:
    (tmp_path / "f.cnf.zst").write_bytes(b"\x28\xb5\x2f\xfd")
    (tmp_path / "backports").mkdir()
    (tmp_path / "backports" / "__init__.py").write_text("")
    path = os.pathsep.join((str(tmp_path), ENVIRONMENT["PYTHONPATH"]))
    command = [*PYTHON, "solve", str(tmp_path / "f.cnf.zst")]
    environment = ENVIRONMENT | {"PYTHONPATH": path}
    result = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert result.returncode == 2
    assert result.stderr.endswith(f"zstd is unpacked by a package: {pip_install('zstd')}\n")


@pytest.mark.parametrize("ending", PACK)
def test_pieces_and_members_make_no_difference(ending: str) -> None:
    chance = random.Random(1)
    parts = [chance.randbytes(700), b"", b" " * 5_000_000, chance.randbytes(90)]
    packed = b"".join(map(PACK[ending], parts)) + b"\0" * 4
    for size in (1, 7, 1000, len(packed)):
        blocks = [packed[at : at + size] for at in range(0, len(packed), size)]
        assert b"".join(unpacked(blocks, ending)) == b"".join(parts)


@pytest.mark.parametrize("ending", PACK)
def test_what_is_wrong_with_packed_content(ending: str) -> None:
    packed = PACK[ending](b"some words " * 50)
    for size in (1, 5, 1000):

        def read(data: bytes, size: int = size) -> None:
            blocks = [data[at : at + size] for at in range(0, len(data), size)]
            assert b"".join(unpacked(blocks, ending))

        with pytest.raises(TruncatedError):
            read(packed[:-1])
        with pytest.raises(LeftoverError):
            read(packed + b"x")
        with pytest.raises(LeftoverError):
            read(packed + b"\0something else")
        with pytest.raises(DamagedError):
            read(packed[:20] + b"\xff" * 20 + packed[40:])
        with pytest.raises(DamagedError):
            read(b"")


@pytest.mark.parametrize("ending", PACK)
def test_a_file_unpacks_to_so_much_and_no_more(
    ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / f"f.cnf{ending}"
    file.write_bytes(PACK[ending](b" " * 3_000_000))
    monkeypatch.setenv(LIMIT, "2M")
    for read in (read_bytes, lint):
        with pytest.raises(InputError, match=r"more than 2 MiB of content.*--max-unpacked"):
            read(str(file))
    monkeypatch.setenv(LIMIT, "3M")
    assert read_bytes(str(file)) == b" " * 3_000_000
    monkeypatch.setenv(LIMIT, "much")
    with pytest.raises(InputError, match="is not a size like"):
        read_bytes(str(file))


@pytest.fixture(scope="module")
def bomb(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Nearly a gigabyte of blanks in some megabytes."""
    file = tmp_path_factory.mktemp("bomb") / "b.cnf.gz"
    with gzip.open(file, "wb", compresslevel=1) as out:
        for _ in range(1000):
            out.write(b" " * 2**20)
    return str(file)


@pytest.fixture
def called(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[..., tuple[int, str, str]]]:
    """Runs a command in this process: its exit code, and what it printed."""
    monkeypatch.setenv(LIMIT, "1G")
    before = signal.getsignal(signal.SIGTERM)

    def call(*arguments: str) -> tuple[int, str, str]:
        code = run(main_command, arguments, "satchel")
        return code, *capsys.readouterr()

    yield call
    signal.signal(signal.SIGTERM, before)


@pytest.mark.parametrize("command", ["solve", "lint"])
def test_limits_hold_from_the_first_byte(command: str, bomb: str) -> None:
    """Memory: more than a command needs to start, much less than the file unpacks to."""
    result = satchel(command, bomb, "--memory", "200M")
    assert result.returncode == 3
    assert "unknown (memory)" in result.stdout or "more than 200 MiB" in result.stderr


READING = [
    *(("solve", "{}"), ("encode", "{}"), ("count", "{}"), ("unique", "{}"), ("explain", "{}")),
    *(("lint", "{}"), ("import", "{}"), ("show", "{}"), ("check", "{}", "{}")),
    ("decode", "{}", "{}"),
]


@pytest.mark.parametrize("command", READING)
def test_every_command_has_the_bound_and_limits(
    command: tuple[str, ...], bomb: str, called: Callable[..., tuple[int, str, str]]
) -> None:
    arguments = [part.format(bomb) for part in command]
    code, _, errors = called(*arguments, "--max-unpacked", "20M")
    assert (code, errors.count("\n")) == (2, 1)
    assert "more than 20 MiB of content" in errors
    os.environ[LIMIT] = "1G"
    code, printed, errors = called(*arguments, "--timeout", "0.1")
    assert code == 3
    assert "timeout" in printed or "not done after 0.1 s" in errors


def test_layers_have_an_end(tmp_path: Path) -> None:
    data = PLAIN
    for _ in range(20):
        data = gzip.compress(data)
    (tmp_path / "f.cnf.gz").write_bytes(data)
    with pytest.raises(InputError, match="compressed more than 8 times"):
        lint(tmp_path / "f.cnf.gz")


MORE = [
    ("check", "queens/8", "{}"),
    ("encode", "t.toml"),
    ("solve", "queens/8", "--profile", "{}"),
    ("solve", 'formula:file="{}"'),
    ("compare", "{}"),
    ("report", "{}"),
]


@pytest.mark.parametrize("command", [*READING, *MORE])
def test_special_files_are_refused(
    command: tuple[str, ...],
    tmp_path: Path,
    called: Callable[..., tuple[int, str, str]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    Path("folder").mkdir()
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket")
        kinds = {"/dev/zero": "device", "pipe": "pipe", "socket": "socket", "folder": "folder"}
        for name, word in kinds.items():
            Path("t.toml").write_text(f'puzzle = "formula"\ndata = "{name}"\n')
            code, printed, errors = called(*(part.format(name) for part in command))
            assert (code, printed, errors.count("\n")) == (2, "", 1), errors
            if command[0] != "report" and name != "folder":
                assert errors == f"satchel: error: {name}: is a {word}, not a file\n"


def test_standard_input_is_a_formula_or_a_puzzle(tmp_path: Path) -> None:
    for text in (PLAIN.decode(), f"c a comment\n{PLAIN.decode()}"):
        assert done("count", "-", stdin=text).startswith("1 solution")
        assert "satisfiable (checked)" in done("solve", "-", stdin=text)
    assert "92 solutions" in done("count", "-", stdin='puzzle = "queens"\nparameters = {n = 8}\n')
    text = done("encode", "-", stdin=PLAIN.decode())
    assert text.endswith(PLAIN.decode())
    for command in (["encode", "-", "-o", "f.cnf"], ["compare", "-", "-o", "store"]):
        result = satchel(*command, cwd=tmp_path, stdin=PLAIN.decode())
        assert (result.returncode, result.stdout, list(tmp_path.iterdir())) == (2, "", [])
        assert "cannot lead back to standard input: save it in a file" in result.stderr


def test_packed_standard_input_is_unpacked() -> None:
    for pack in PACK.values():
        command = [*PYTHON, "count", "-"]
        run = subprocess.run(command, input=pack(PLAIN), env=ENVIRONMENT, capture_output=True)
        assert run.stdout.startswith(b"1 solution"), run.stderr


@pytest.mark.parametrize("ending", [".wcnf", ".opb", ".smt2", ".wcnf.xz"])
def test_other_formats_are_refused_by_name(ending: str, tmp_path: Path) -> None:
    (tmp_path / f"f{ending}").write_bytes(b"")
    result = satchel("solve", f"f{ending}", cwd=tmp_path)
    assert (result.returncode, result.stderr.count("\n")) == (2, 1)
    assert "but no instance; of formulas, .cnf, .dimacs are read" in result.stderr
