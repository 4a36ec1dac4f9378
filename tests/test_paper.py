"""Descriptions: well-formed whatever they are made of, true to the files and on two pages."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from zipfile import ZipFile

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from satchel import InputError, export, load
from satchel.families.protocol import Paper
from satchel.submission.generating.order import Order, family_names, find_family
from satchel.submission.layout import Folder
from satchel.submission.packing.table import Row
from satchel.submission.paper import description as papers
from satchel.submission.paper.description import Byline, description
from satchel.submission.paper.encoding import Encoded, encoding_section
from satchel.submission.paper.papers import write_papers
from satchel.submission.paper.prose import Bibliography, prose
from satchel.submission.paper.table import thousands
from satchel.submission.paper.typeset import typeset
from satchel.submission.request import Request
from satchel.submission.tracks.registered import track_named
from tests.latex_reading import faults

PAPER = Paper(
    title="Tours & more",
    abstract="We submit tours [euler, schwenk]; $n^2$ squares, 50% of them white.",
    origin='Known since Euler [euler]; "closed" tours [schwenk] need an even board.\n\nAnd [0, 1].',
    generation="Holes are drawn at random; see also [Heule 2021].",
    references={
        "schwenk": 'A. J. Schwenk, "Which rectangular chessboards have a knight\'s tour?" 1991.',
        "unused": "Somebody, somewhere, https://example.org/a_b#c, 2000.",
        "euler": "L. Euler, 1759, pp. 310-337.",
    },
)
ROW = Row(
    name="knights_tour-8x8-1",
    file="instances/knights_tour-8x8-1.cnf.xz",
    copy_of=None,
    gbd_hash="0" * 32,
    isohash="1" * 32,
    variables=1234,
    clauses=56789,
    status="sat",
    certified_by="a model, checked on the file",
    certificate="certificates/a.model.xz",
    uncertified=None,
    claimed="sat",
    claimed_by="cadical153",
    value=None,
    by_construction="sat",
    probe="glucose4",
    probe_result="timeout",
    probe_seconds=60.0,
    solver="cadical153",
    solver_seconds=123.456,
    read_by="kissat",
    size=8,
)


def request(family: str = "knights_tour") -> Request:
    """One for a track that the family is fit for, by solvers that the first extras bring."""
    order = Order.of(family, count=20)
    track = next(each for each in ("sat", "maxsat", "mc") if each in find_family(family).tracks)
    if track == "sat":
        return Request.of(track, order, probe="glucose4", solver="cadical153")
    return Request.of(track, order)


def rows(count: int = 20) -> list[Row]:
    refuted = {"status": "unsat", "certified_by": "a DRAT proof, accepted by drat-trim"}
    return [
        replace(
            ROW,
            name=f"knights_tour-8x8-{number}",
            clauses=56789 + number,
            **(refuted if number % 2 else {}),
        )
        for number in range(count)
    ]


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Encoded:
    file = tmp_path_factory.mktemp("example") / "8.cnf"
    export(load("knights_tour:rows=8,columns=8,closed=true"), file, "dimacs")
    return Encoded.of("knights_tour-8x8-1", file.with_suffix(".map.json"))


@pytest.fixture
def with_paper(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, PAPER)


def use(monkeypatch: pytest.MonkeyPatch, paper: Paper) -> None:
    family = SimpleNamespace(paper=paper, measure="squares; on_a side")
    monkeypatch.setattr(papers, "find_family", lambda name: family)


def test_a_description_is_well_formed(with_paper: None, example: Encoded) -> None:
    text = description(request(), rows(), example, Byline(("Ada Lovelace",), "London & Kent"))
    assert faults(text) == []
    assert text == description(
        request(), rows(), example, Byline(("Ada Lovelace",), "London & Kent")
    )
    assert r"50\% of them white" in text
    assert "20 instances (10 satisfiable and 10 unsatisfiable)" in text
    assert r"\IEEEauthorblockN{Ada Lovelace}\IEEEauthorblockA{London \& Kent}" in text


def test_the_reader_of_these_tests_sees_faults() -> None:
    good = "\\begin{a}$x$ \\cite{w} \\ref{t}\\label{t}\n\\bibitem{w}\\end{a}"
    assert faults(good) == []
    broken = ("$x$", "$x"), ("\\end{a}", ""), ("{w} ", "{v} "), ("\\label{t}", ""), ("x$", "x}$")
    for old, new in broken:
        assert faults(good.replace(old, new)), (old, new)
    assert faults("\\begin{tabular}{lr}\na & b & c \\\\\n\\end{tabular}")


def test_works_are_numbered_as_they_are_cited(with_paper: None, example: Encoded) -> None:
    text = description(request(), rows(), example, Byline())
    listed = re.findall(r"\\bibitem\{work(\d+)\} (.*)", text)
    assert [int(number) for number, _ in listed] == list(range(1, len(listed) + 1))
    assert [work[:8] for _, work in listed[:3]] == ["L. Euler", "A. J. Sc", "M. J. H."]
    cited = ",".join(re.findall(r"\\cite\{([^}]*)\}", text)).split(",")
    first = list(dict.fromkeys(key.removeprefix("work") for key in cited))
    assert first == sorted(first, key=int)
    assert listed[-1][1] == r"Somebody, somewhere, \url{https://example.org/a_b#c}, 2000."
    assert "pp. 310{}--{}337" in listed[0][1]
    assert "{[}0, 1]" in text


def test_missing_names_are_marked(with_paper: None, example: Encoded) -> None:
    text = description(request(), rows(), example, Byline())
    assert r"\textbf{[Authors, given by -{}-author]}" in text
    assert faults(text) == []


def test_names_that_latex_lacks_are_refused() -> None:
    Byline(("Paul Erdős", "Łukasiewicz"), "Universität Zürich")
    with pytest.raises(InputError, match="LaTeX cannot print '王' of '王 Wang'"):
        Byline(("王 Wang",))


@pytest.mark.parametrize(
    "mathematics",
    [r"\input{x}", "^^5cinput{x}", "x}{y", "{x", r"\def\x", r"a\\b", "#1", "a & b", r"\write18{x}"],
)
def test_mathematics_can_do_nothing_else(mathematics: str) -> None:
    with pytest.raises(InputError, match="not mathematics"):
        prose(f"It is ${mathematics}$.", Bibliography({}))


def test_mathematics_and_money() -> None:
    works = Bibliography({})
    assert prose(r"$\frac{n(n-1)}{2} \le 2^{n}$", works) == r"$\frac{n(n-1)}{2} \le 2^{n}$"
    assert prose("$n x 2n$, $x$", works) == r"$n \times 2n$, $x$"
    assert prose("5 $ only", works) == r"5 \$ only"


TEXT = st.text(st.sampled_from("ab é\n\\{}$%&#_^~[]*<>|\"'`-.;"), max_size=30) | st.sampled_from(
    ["[euler]", "$x^2$", "\n\n", "$a", "https://a.b/c_d%20"]
)


@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(TEXT, min_size=6, max_size=12), st.sampled_from(["sat", "unsat", "unknown"]))
def test_whatever_is_said_is_well_formed(
    monkeypatch: pytest.MonkeyPatch, example: Encoded, said: list[str], status: str
) -> None:
    title, name, by, place, *rest = said
    paper = Paper(title, "".join(rest), " ".join(rest), "\n".join(rest), {"euler": name})
    use(monkeypatch, paper)
    row = replace(ROW, name=name, status=status, certified_by=by, uncertified=place)
    try:
        text = description(request(), [row], example, Byline((name,), place))
    except InputError:  # dollars that happened to be around no mathematics
        assert any("$" in part for part in said)
    else:
        assert faults(text) == []


def test_the_shares_are_those_of_the_file(tmp_path: Path) -> None:
    for name in ("queens/8", "zebra/life-1962", "knights_tour:rows=8,columns=8,closed=true"):
        file = tmp_path / "a.cnf"
        export(load(name), file, "dimacs")
        section = encoding_section(
            Encoded.of("a", tmp_path / "a.map.json"), track_named("sat").made, Bibliography({})
        )
        cells = [line.removesuffix(r" \\").split(" & ") for line in section.splitlines()]
        numbers = [
            [int(each.replace(",", "")) for each in c[3:]]
            for c in cells
            if len(c) == 5 and c[4] != "clauses"
        ]
        *shares, whole = numbers
        assert not re.search(r"[^ (]\\texttt", section)  # words keep their distance
        header = next(line for line in file.read_text().splitlines() if line.startswith("p cnf"))
        assert whole == [int(number) for number in header.split()[2:]]
        variables, clauses = (sum(column) for column in zip(*shares, strict=True))
        assert clauses == whole[1]
        assert variables >= whole[0]  # what turns out to occur nowhere has no number
        assert {fault.partition(" work")[0] for fault in faults(section)} <= {"no"}


def test_what_is_not_encoded_is_said_to_be_written_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "z.smt2"
    export(load("zebra/life-1962"), file, "smtlib")
    section = encoding_section(
        Encoded.of("z", tmp_path / "z.smt2.map.json"), track_named("smt").made, Bibliography({})
    )
    assert "SMT-LIB 2.6" in section
    assert "tabular" not in section


def test_numbers_of_any_size() -> None:
    assert [thousands(n) for n in (0, 999, 1234567)] == ["0", "999", "1,234,567"]
    assert thousands(-1234) == "$-$1,234"
    assert thousands(2 * 10**400) == r"$2.000\cdot10^{400}$"


@pytest.mark.parametrize("family", family_names())
def test_what_families_write_can_be_set(family: str, example: Encoded) -> None:
    paper = find_family(family).paper
    text = description(request(family), rows(), example, Byline())
    assert faults(text) == []
    body = "\n\n".join((paper.title, paper.abstract, paper.origin, paper.generation))
    for key in paper.references:
        cited = re.search(rf"\[[^][]*\b{re.escape(key)}\b[^][]*\]", body)
        assert cited, f"{key} is never cited"
    works = Bibliography(paper.references)
    assert not re.search(r"\{\[\}[A-Za-z]+", prose(body, works)), "cites an unknown work"


def test_all_that_describes_a_submission_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(type(track_named("sat")), "sent_as_one", True)
    folder = Folder(tmp_path)
    for place in (folder.instances, folder.maps):
        place.mkdir()
    small, large = ROW, replace(ROW, name="large", file="instances/large.cnf", clauses=10**6)
    (tmp_path / small.file).write_text("small")
    map_file = folder.maps / "large.map.json"
    export(load("queens/8"), tmp_path / large.file, "dimacs", map_file=map_file)
    byline = Byline(("Ada Lovelace",))
    (note,) = write_papers(asked := request(), folder, [small, large], byline)
    assert note.startswith("description.pdf is not made: pdflatex")
    text = (tmp_path / "description.tex").read_bytes()
    example = Encoded.of("large", map_file)
    assert text.decode() == description(asked, [small, large], example, byline)
    with ZipFile(tmp_path / "knights_tour.zip") as archive:
        assert archive.namelist() == ["description.tex", small.file, large.file]
        assert archive.read("description.tex") == text


def test_names_may_be_given_later() -> None:
    asked = request()
    assert replace(asked, author="Ada Lovelace").to_json() == asked.to_json()


@pytest.mark.slow
@pytest.mark.needs_program("pdflatex")
@pytest.mark.parametrize("family", family_names())
def test_twenty_instances_are_described_on_two_pages(
    tmp_path: Path, family: str, example: Encoded
) -> None:
    file = tmp_path / "description.tex"
    byline = Byline(("Ada Lovelace", "Paul Erdős"), "University of Somewhere")
    file.write_text(description(request(family), rows(), example, byline))
    first = typeset(file).read_bytes()
    (tmp_path / "elsewhere").mkdir()
    assert typeset(Path(shutil.copy(file, tmp_path / "elsewhere"))).read_bytes() == first
    command = ["pdflatex", "-interaction=nonstopmode", file.name]
    subprocess.run(command, cwd=tmp_path, capture_output=True)
    said = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True).stdout
    assert not re.search(r"Overfull|undefined|multiply|^!", said, re.MULTILINE), said
    assert re.search(r"Output written on description.pdf \([12] pages?,", said)
