"""Drawings: terminal text to the letter, SVG as a document, PNG in pixels, `show -o`."""

from __future__ import annotations

import builtins
import importlib.util
import os
import re
import struct
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from rich.cells import cell_len

from satchel.cli.result import in_terminal
from satchel.draw import Board, Box, Drawing, Packing, Table, Tour
from satchel.errors import InputError
from satchel.extras import pip_install
from satchel.puzzle import Catalogue, shipped_instances
from tests.commands import satchel

SVG = "{http://www.w3.org/2000/svg}"
BOARD = Board(2, 3, {(1, 1): "♛", (1, 3): " ", (2, 2): "▪", (2, 3): "✗"}, {"▪": "blocked"})
CLOSED = ((1, 1), (2, 3)), ((2, 3), (3, 1)), ((3, 1), (1, 2)), ((1, 2), (3, 3))
TOUR = Tour(3, 3, tuple((r, c) for r in (1, 2, 3) for c in (1, 2, 3)), CLOSED, start=(1, 1))
TABLE = Table(("house", "colour"), (("1", "red & blue"), ("2", "зелёный")), ("Who? <Anna>",))
PACKING = Packing(6, 4, (Box(0, 0, 2, 4, "2x4"), Box(2, 0, 4, 1, "4x1"), Box(2, 1, 3, 3, "3")))
DRAWINGS: tuple[Drawing, ...] = (BOARD, TOUR, TABLE, PACKING)


def elements(drawing: Drawing, tag: str) -> list[dict[str, str]]:
    return [dict(e.attrib) for e in ET.fromstring(drawing.svg()).iter(f"{SVG}{tag}")]


def test_boards_in_the_terminal() -> None:
    assert BOARD.text() == "    1 2 3\n  ┌──────\n1 │ ♛ ·  \n2 │ · ▪ ✗\n▪ blocked"


def test_tours_in_the_terminal() -> None:
    assert TOUR.text() == "    1 2 3\n  ┌──────\n1 │ 1 4 ·\n2 │ · · 2\n3 │ 3 · 5"


def test_numbers_of_rows_and_columns_are_set_apart_from_those_in_squares() -> None:
    """A row of a sudoku must not be read with ten digits."""
    digits = {
        (row, column): str((row + column) % 9 + 1) for row in range(1, 11) for column in (1, 2)
    }
    squares = tuple(digits)
    for drawing in (Board(10, 2, digits), Tour(10, 2, squares, ())):
        _, rule, *rows = drawing.text().splitlines()
        assert set(rule) == {" ", "┌", "─"}
        assert len(rows) == 10
        for number, row in enumerate(rows, 1):
            label, separator, cells = row.partition(" │")
            assert (int(label), separator, len(cells.split())) == (number, " │", 2)


def test_tables_in_the_terminal() -> None:
    assert TABLE.text() == "house  colour\n1      red & blue\n2      зелёный\n\nWho? <Anna>"


def test_packings_in_the_terminal() -> None:
    assert PACKING.text() == "\n".join(
        [
            "┌───────┬───────────┬───┐",
            "│       │           │   │",
            "│       │           │   │",
            "│       │     3     │   │",
            "│  2x4  │           │   │",
            "│       │           │   │",
            "│       ├───────────┴───┤",
            "│       │      4x1      │",
            "└───────┴───────────────┘",
        ]
    )


def test_wide_packings_fit_into_the_terminal() -> None:
    squares = Catalogue().instance("packing/luzin-112").parameters.squares
    boxes = tuple(Box(0, 0, side, side, str(side)) for side in squares)
    lines = Packing(112, 112, boxes).text().splitlines()
    assert {len(line) for line in lines} == {78}
    assert 38 <= len(lines) <= 40


@pytest.mark.parametrize("drawing", DRAWINGS)
def test_colour_changes_nothing_but_colour(drawing: Drawing) -> None:
    colored = drawing.text(color=True)
    assert "\x1b[" in colored
    plain = re.sub(r"\x1b\[[\d;]*m", "", colored)
    assert [line.rstrip() for line in plain.splitlines()] == [
        line.rstrip() for line in drawing.text().splitlines()
    ]


@pytest.mark.parametrize("drawing", DRAWINGS)
def test_everything_drawn_is_inside_the_picture(drawing: Drawing) -> None:
    root = ET.fromstring(drawing.svg())
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    assert (left, top) == (0, 0)
    for rect in root.iter(f"{SVG}rect"):
        x, y = float(rect.get("x", 0)), float(rect.get("y", 0))
        assert 0 <= x <= x + float(rect.attrib["width"]) <= width
        assert 0 <= y <= y + float(rect.attrib["height"]) <= height
    for path in root.iter(f"{SVG}path"):
        match = re.match(r"translate\(([\d.]+) ([\d.]+)\)", path.attrib["transform"])
        assert match, path.attrib
        assert 0 <= float(match[1]) <= width
        assert 0 <= float(match[2]) <= height


def test_letters_are_outlines_where_there_are_any() -> None:
    for drawing in DRAWINGS:
        assert not elements(drawing, "text")
    (japanese,) = elements(Table(("家",), ()), "text")
    assert "sans-serif" in japanese["font-family"]


def test_boards_have_a_rectangle_a_square_and_a_path_a_piece() -> None:
    bare = Board(2, 3, {})
    assert len(elements(bare, "rect")) == 1 + 6
    assert len(elements(Board(2, 3, {(1, 1): " "}), "rect")) == 1 + 5
    assert len(elements(Board(2, 3, {(1, 1): "▪"}), "rect")) == 1 + 7
    assert len(elements(Board(2, 3, {(1, 1): "✗"}), "polyline")) == 2
    assert len(elements(Board(2, 3, {(1, 1): "♞"}), "path")) == len(elements(bare, "path")) + 1


def test_a_tour_is_one_line_from_green_to_red() -> None:
    (line,) = elements(TOUR, "polyline")
    assert len(line["points"].split()) == 5
    fills = [circle["fill"] for circle in elements(TOUR, "circle")]
    assert len(fills) == 5 + 2
    assert len(set(fills[-2:])) == 2
    ring = Tour(3, 3, TOUR.squares, (*CLOSED, ((3, 3), (1, 1))))
    (polygon,) = elements(ring, "polygon")
    assert len(polygon["points"].split()) == 5
    assert len(elements(ring, "circle")) == 5


def test_moves_that_are_no_tour_are_drawn_one_by_one() -> None:
    apart = Tour(3, 3, TOUR.squares, (((1, 1), (2, 3)), ((1, 2), (3, 3))))
    assert len(elements(apart, "polyline")) == 2
    assert not elements(Tour(3, 3, TOUR.squares, ()), "polyline")


def test_packings_stand_on_their_lower_left_corner() -> None:
    _, frame, tall, flat, _ = elements(PACKING, "rect")
    assert (tall["x"], tall["y"]) == (frame["x"], frame["y"])
    below = float(frame["y"]) + float(frame["height"])
    assert float(flat["y"]) + float(flat["height"]) == below
    assert float(flat["x"]) == float(tall["x"]) + float(tall["width"])


def test_boxes_that_touch_have_different_colours() -> None:
    boxes = tuple(Box(x, y, 1, 1, "") for x in range(3) for y in range(7))
    fills = [rect["fill"] for rect in elements(Packing(3, 7, boxes), "rect")[2:]]
    for one, fill in zip(boxes, fills, strict=True):
        for other, fill2 in zip(boxes, fills, strict=True):
            near = abs(one.x - other.x) <= 1 and abs(one.y - other.y) <= 1
            assert one is other or not near or fill != fill2


def test_columns_of_a_table_do_not_overlap() -> None:
    table = Table(("a", "b"), (("wwwwwwwwww", "x"), ("漢字漢字漢字", "y")))
    assert table.text().splitlines()[1].index("x") == 2 + cell_len("漢字漢字漢字")
    (words,) = [e.text for e in ET.fromstring(Table(("<家>",), ()).svg()).iter(f"{SVG}text")]
    assert words == "<家>"


def test_notebooks_get_a_table_or_a_picture() -> None:
    html = TABLE._repr_html_()
    assert html.count("<td>") == 4
    assert "red &amp; blue" in html
    assert "&lt;Anna&gt;" in html
    assert BOARD._repr_svg_().startswith("<svg ")


@pytest.mark.skipif("CI" not in os.environ, reason="a laptop may lack it; CI may not")
def test_ci_can_draw_png() -> None:
    assert importlib.util.find_spec("resvg_py") is not None


@pytest.mark.parametrize("drawing", DRAWINGS)
def test_png_has_the_size_of_the_picture(drawing: Drawing) -> None:
    pytest.importorskip("resvg_py")
    root = ET.fromstring(drawing.svg())
    for zoom in (1, 2):
        data = drawing.png(zoom=zoom)
        assert data.startswith(b"\x89PNG\r\n")
        width, height = struct.unpack(">II", data[16:24])
        assert abs(width - zoom * float(root.attrib["width"])) <= 1
        assert abs(height - zoom * float(root.attrib["height"])) <= 1


def test_png_without_the_library_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name == "resvg_py":
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.delitem(sys.modules, "resvg_py", raising=False)
    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(InputError, match=re.escape(f"resvg: {pip_install('png')}")):
        BOARD.png()


def test_png_refuses_letters_that_no_font_has() -> None:
    pytest.importorskip("resvg_py")
    with pytest.raises(InputError, match="no font on this machine has '\\\\U0010fffe'"):
        Table(("\U0010fffe",), ()).png()


def test_the_picture_is_the_same_without_any_font() -> None:
    resvg = pytest.importorskip("resvg_py")
    for drawing in DRAWINGS:
        bare = resvg.svg_to_bytes(svg_string=drawing.svg(), zoom=2, skip_system_fonts=True)
        assert bytes(bare) == drawing.png()


@pytest.mark.parametrize("name", ["queens/8", "zebra/shoes", "knights_tour/closed-10"])
def test_instances_draw_themselves(name: str) -> None:
    drawing = Catalogue().instance(name).draw()
    assert drawing.text()
    assert ET.fromstring(drawing.svg()).tag == f"{SVG}svg"


def test_every_shipped_instance_has_an_svg() -> None:
    catalogue = Catalogue()
    for name in shipped_instances():
        ET.fromstring(catalogue.instance(name).draw().svg())


@pytest.mark.parametrize(
    ("ending", "start"), [("svg", b"<svg "), ("txt", b"    1 2"), ("png", b"\x89PNG")]
)
def test_show_writes_pictures(tmp_path: Path, ending: str, start: bytes) -> None:
    if ending == "png":
        pytest.importorskip("resvg_py")
    file = tmp_path / f"board.{ending}"
    ran = satchel("show", "queens/4", "-o", str(file))
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")
    assert file.read_bytes().startswith(start)


def test_show_writes_a_solution_that_was_saved(tmp_path: Path) -> None:
    solved = satchel("solve", "queens/4", "--output", "json")
    saved, picture = tmp_path / "4.json", tmp_path / "4.svg"
    saved.write_text(solved.stdout)
    assert satchel("show", str(saved), "-o", str(picture)).returncode == 0
    bare = Catalogue().instance("queens/4").draw()
    drawn = picture.read_text()
    assert drawn.count("<path") == len(elements(bare, "path")) + 4
    saved.write_text(solved.stdout * 2)
    ran = satchel("show", str(saved), "-o", str(picture))
    assert ran.returncode == 2
    assert "more than one solution" in ran.stderr


def test_show_refuses_other_endings(tmp_path: Path) -> None:
    file = tmp_path / "board.gif"
    ran = satchel("show", "queens/4", "-o", str(file))
    assert ran.returncode == 2
    assert "no picture is a '.gif' file (.svg, .png, .txt)" in ran.stderr
    assert not file.exists()


@pytest.mark.parametrize(
    ("terminal", "refused", "colored"),
    [(True, "", True), (True, "1", False), (False, "", False)],
)
def test_colours_are_for_terminals_of_those_who_have_not_refused_them(
    terminal: bool, refused: str, colored: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal)
    monkeypatch.setenv("NO_COLOR", refused)
    assert ("\x1b" in in_terminal(BOARD)) == colored
