"""`satchel report`: its files say what the figures are, and are the same every time."""

from __future__ import annotations

import csv
import json
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

from satchel.compare.record import Record
from satchel.compare.report import FORMS
from satchel.compare.report.comparison import Comparison
from satchel.compare.report.page.markup import data, tag
from satchel.compare.report.summary import main_summary
from satchel.compare.report.writing import usual_forms, write_report
from satchel.errors import InputError
from tests.commands import done, satchel
from tests.compare_records import experiment, planted, record, run, write_store


@pytest.fixture(scope="module")
def records() -> list[Record]:
    return planted()


@pytest.fixture(scope="module")
def store(records: list[Record], tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_store(tmp_path_factory.mktemp("stores") / "queens-amo", records)


@pytest.fixture(scope="module")
def report(store: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Everything a report can be."""
    folder = tmp_path_factory.mktemp("report")
    write_report(store, folder, FORMS)
    return folder


def rows(file: Path) -> list[dict[str, str]]:
    with file.open(newline="") as text:
        return list(csv.DictReader(text))


def test_the_summary_says_what_the_figures_are(report: Path, records: list[Record]) -> None:
    summary = main_summary(Comparison.of(records))
    lines = {
        line["configuration"]: line
        for line in rows(report / "summary.csv")
        if (line["family"], line["numbering"]) == ("all", "shuffles")
    }
    assert list(lines)[-1] == "virtual best"
    assert list(lines)[:-1] == [row.configuration.label for row in summary.rows]
    for row in (*summary.rows, summary.virtual_best):
        line = lines[row.configuration.label]
        solved = row.spread(lambda each: each.solved)
        assert solved is not None
        assert float(line["par2"]) == pytest.approx(row.par2, abs=1e-6)
        assert [float(line[name]) for name in ("solved", "solved_low", "solved_high")] == [
            solved.median,
            solved.low,
            solved.high,
        ]
        assert int(line["faults"]) == row.faults


def test_every_run_is_a_line(report: Path, records: list[Record]) -> None:
    lines = {line["id"]: line for line in rows(report / "runs.csv")}
    assert lines.keys() == {each.run.id for each in records}
    for each in records:
        line = lines[each.run.id]
        assert line["instance"] == each.run.instance
        assert line["shuffle"] == ("" if each.run.shuffle is None else str(each.run.shuffle))
        assert float(line["solve"]) == pytest.approx(each.times["solve"], abs=1e-6)
        assert line["statistics.conflicts"] == "17"
    assert sum(bool(line["fault"]) for line in lines.values()) == 3


def test_differences_are_of_every_pair_once(report: Path) -> None:
    pairs = [(line["first"], line["second"]) for line in rows(report / "differences.csv")]
    assert len(set(map(frozenset, pairs))) == len(pairs)
    assert ("bimander · cadical", "totalizer · kissat") in pairs


def test_the_latex_tables_are_as_wide_as_they_say(report: Path) -> None:
    tables = list((report / "tables").glob("*.tex"))
    assert {table.name for table in tables} == {"summary.tex", "natural.tex", "families.tex"}
    for table in tables:
        text = table.read_text()
        width = re.search(r"\\begin\{tabular\}\{l(r*)\}", text)
        assert width is not None
        lines = [line for line in text.splitlines() if line.endswith(r"\\")]
        assert {line.count(" & ") for line in lines} == {len(width[1])}
        assert text.count(r"\toprule") == text.count(r"\bottomrule") == 1
        assert text.count("{") == text.count("}")


def test_plots_are_pdf_and_svg_and_their_points_link_to_runs(
    report: Path, records: list[Record]
) -> None:
    names = {file.stem for file in (report / "plots").iterdir()}
    assert names == {"cactus", "cdf", "sizes", "heatmap", "scatter"}
    ids = {each.run.id for each in records}
    for name in names:
        assert (report / "plots" / f"{name}.pdf").read_bytes().startswith(b"%PDF")
        svg = (report / "plots" / f"{name}.svg").read_text()
        links = [link for link in re.findall(r'href="([^"]*)"', svg) if not link.startswith("#")]
        assert all(link.startswith("../report.html#run=") for link in links)
        linked = [link.rpartition("=")[2] for link in links]
        assert set(linked) <= ids
        assert bool(linked) == (name in ("scatter", "sizes"))


def test_mkplot_gets_a_file_for_each_configuration(report: Path, records: list[Record]) -> None:
    stats = json.loads((report / "mkplot" / "pairwise-cadical.json").read_text())
    assert stats["preamble"]["prog_alias"] == "pairwise · cadical"
    own = [r for r in records if (r.run.profile, r.run.backend) == ("pairwise", "cadical")]
    assert len(stats["stats"]) == len(own)
    for each in own:
        suffix = "" if each.run.shuffle is None else f" shuffle {each.run.shuffle}"
        found = stats["stats"][each.run.instance + suffix]
        assert found["status"] is (each.status != "unknown")
        if found["status"]:
            assert found["rtime"] == pytest.approx(each.seconds, abs=1e-6)
    liar = json.loads((report / "mkplot" / "pairwise-liar.json").read_text())
    assert not any(each["status"] for each in liar["stats"].values())


def test_gbd_gets_a_line_for_each_instance_and_numbering(
    report: Path, records: list[Record]
) -> None:
    lines = rows(report / "gbd.csv")
    assert len(lines) == len({(each.run.instance, each.run.shuffle) for each in records})
    assert len({line["hash"] for line in lines}) == len(lines)
    by_name = {line["instance"]: line for line in lines}
    assert by_name["queens/24 shuffle 1"]["product · liar"] == "wrong"
    assert by_name["queens/32 shuffle 1"]["pairwise · liar"] == "failed"
    assert by_name["queens/8"]["pairwise · liar"] == "empty"
    assert (by_name["queens/8"]["result"], by_name["pigeons/8"]["result"]) == ("sat", "unsat")


# BenchExec.


def test_benchexec_finds_the_same_figures(tmp_path: Path) -> None:
    """Solved, PAR-2 and times of its table-generator are those of the summary."""
    program = Path(sys.executable).with_name("table-generator")
    if "CI" not in os.environ and not program.exists():
        pytest.skip("BenchExec is not installed")
    records = list(experiment(shuffles=(None,)))
    write_report(write_store(tmp_path / "store", records), tmp_path, ["benchexec"])
    files = sorted((tmp_path / "benchexec").iterdir())
    chosen = ["--no-diff", "--format", "statistics-tex", "--outputpath", tmp_path / "tables"]
    subprocess.run([sys.executable, program, *chosen, *files], check=True, capture_output=True)
    (table,) = (tmp_path / "tables").glob("*.tex")
    found = {
        tuple(match[1].split("}{")[:-1]): float(match[1].split("}{")[-1])
        for match in re.finditer(
            r"StoreBenchExecResult\{Satchel\}\{(.*?[0-9.]+)\}%", table.read_text()
        )
    }
    rows = main_summary(Comparison.of(records)).rows
    assert len(rows) == 18
    for row in rows:
        name = re.sub(r"\W", "", row.configuration.label.title())
        (figures,) = row.figures
        correct = [
            found.get((name, "Status", "Correct", each, "Count")) for each in ("", "True", "False")
        ]
        assert correct == [figures.solved, figures.solved_sat, figures.solved_unsat]
        assert found[name, "ParII", "All", "", "Avg"] == pytest.approx(figures.par2, abs=1e-5)
        in_time = found[name, "Cputime", "Correct", "", "Sum"]
        penalties = 2 * 5.0 * (figures.runs - figures.solved)
        assert (in_time + penalties) / figures.runs == pytest.approx(figures.par2, abs=1e-5)
    assert any(row.figures[0].solved < row.figures[0].runs for row in rows)


# The page's text.


class Page(HTMLParser):
    """The page's elements, links and texts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.texts: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def test_the_page_asks_nobody_for_anything(report: Path) -> None:
    page = Page((report / "report.html").read_text())
    assert not {"link", "img", "iframe", "object", "base"} & set(page.tags)
    links = [value for name, value in page.attributes if name in ("src", "href", "action")]
    assert links
    assert all(link is not None and link.startswith("#") for link in links)
    assert not [name for name, _ in page.attributes if name.startswith("on")]


def test_names_out_of_records_are_never_markup(report: Path) -> None:
    page = Page((report / "report.html").read_text())
    assert page.tags.count("script") == 2
    assert "b" not in page.tags
    assert any("<script>alert(1)</script>" in text for text in page.texts)
    (embedded,) = [text for text in page.texts if text.startswith("{")]
    assert any(
        each["instance"] == "pigeons/</script><b>\"'&x" for each in json.loads(embedded)["runs"]
    )


def test_markup_escapes_what_is_not_markup() -> None:
    assert tag("p", "<&>", title='"') == '<p title="&quot;">&lt;&amp;&gt;</p>'
    assert tag("p", tag("b", 1), class_="x", hidden=True, id=None) == (
        '<p class="x" hidden><b>1</b></p>'
    )
    nasty = {"</script>": "<!--\u2028&"}
    assert not set("<>&\u2028") & set(data(nasty))
    assert json.loads(data(nasty)) == nasty


def test_files_that_show_a_fault_are_linked(records: list[Record], tmp_path: Path) -> None:
    store = write_store(tmp_path / "results", records)
    (wrong,) = [each for each in records if (each.fault or "").startswith("clause 17")]
    folder = store / "faults" / wrong.run.id
    folder.mkdir(parents=True)
    (folder / "answer.json").write_text("{}")
    write_report(store, store / "report", ["html"])
    page = (store / "report" / "report.html").read_text()
    assert f'href="../faults/{wrong.run.id}/answer.json"' in page


def test_an_unfinished_experiment_says_so(tmp_path: Path) -> None:
    records = list(experiment(sizes=(8,), backends=("cadical",), shuffles=(None, 1)))
    store = write_store(tmp_path / "results", records)
    lines = (store / "runs.jsonl").read_text().splitlines(keepends=True)
    (store / "runs.jsonl").write_text("".join(lines[:7]))
    write_report(store, tmp_path / "report", ["html"])
    text = " ".join(Page((tmp_path / "report" / "report.html").read_text()).texts)
    assert f"7 of {len(records)}; {len(records) - 7} are still to be made" in text


# The command.


def test_the_same_store_gives_the_same_bytes(store: Path, report: Path, tmp_path: Path) -> None:
    ran = satchel(
        *("report", str(store), "-o", str(tmp_path / "again")),
        *(word for form in FORMS for word in ("--format", form)),
        seed="17",
    )
    assert ran.returncode == 1
    assert ran.stdout == f"{tmp_path / 'again' / 'report.html'}\n"
    assert ran.stderr == "satchel: error: 3 of 814 answers cannot be believed\n"
    first, again = (
        {
            file.relative_to(folder): file.read_bytes()
            for file in folder.rglob("*")
            if file.is_file()
        }
        for folder in (report, tmp_path / "again")
    )
    assert first.keys() == again.keys()
    assert [name for name in first if first[name] != again[name]] == []


def test_the_report_goes_into_the_store_where_nothing_is_said(tmp_path: Path) -> None:
    records = list(experiment(sizes=(8,), backends=("cadical",), shuffles=(None, 1)))
    store = write_store(tmp_path / "results", records)
    said = done("report", "results", "--format", "gbd", "--format", "csv", cwd=tmp_path)
    names = ["gbd.csv", "runs.csv", "summary.csv", "differences.csv"]
    assert said.splitlines() == [f"results/report/{name}" for name in names]
    assert all((store / "report" / name).exists() for name in names)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere"], "nowhere: holds no experiment"),
        (["empty"], "empty: holds no finished run"),
        (["results", "--scatter", "a", "b"], "there is no configuration 'a'"),
        (["results", "-o", "file/x"], "file/x: cannot be made"),
    ],
)
def test_what_cannot_be_reported_is_told_in_a_line(
    arguments: list[str], words: str, tmp_path: Path
) -> None:
    write_store(tmp_path / "results", [record(run())])
    write_store(tmp_path / "empty", [])
    (tmp_path / "file").write_text("")
    told = satchel("report", *arguments, cwd=tmp_path)
    assert (told.returncode, told.stdout) == (2, "")
    assert told.stderr.startswith("satchel: error: ")
    assert words in told.stderr
    assert told.stderr.count("\n") == 1


def test_scatters_are_of_the_pairs_that_are_named(tmp_path: Path) -> None:
    backends = ("cadical", "kissat")
    records = list(experiment(sizes=(8,), backends=backends, shuffles=(None, 1)))
    store = write_store(tmp_path / "store", records)
    pairs = [("product,kissat", "product · cadical"), ("pairwise,cadical", "pairwise,kissat")]
    _, written = write_report(store, tmp_path / "out", ["plots"], pairs)
    assert {"plots/scatter-1.pdf", "plots/scatter-2.svg"} <= set(written)


def test_without_matplotlib_the_command_that_installs_it_is_named(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(InputError, match="pip install 'matplotlib"):
        write_report(store, tmp_path, ["html", "plots"])
    assert list(tmp_path.iterdir()) == []
    forms, note = usual_forms()
    assert forms == ("html", "csv", "latex")
    assert note is not None
    write_report(store, tmp_path, forms)
    assert (tmp_path / "report.html").exists()
