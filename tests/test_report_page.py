"""The report's page in a real browser: what is drawn, clicked, sorted, filtered and chosen."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from satchel.compare.report.comparison import Comparison
from satchel.compare.report.series import pairs, shown, solved_in_order
from satchel.compare.report.summary import VIRTUAL_BEST, main_summary
from satchel.compare.report.writing import PAGE, write_report
from tests.compare_records import planted, record, run, write_store

pytestmark = pytest.mark.needs_program("chromium")
if "CI" not in os.environ:
    pytest.importorskip("playwright")

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]
DESKTOP, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}

CONTRAST = Path(__file__).with_name("contrast.js").read_text()


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    return Comparison.of(planted())


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("report")
    write_report(write_store(folder / "queens-amo", planted()), folder, ["html"])
    return (folder / PAGE).as_uri()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), headless=True, args=FLAGS
        )
        yield started
        started.close()


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Callable[..., Page]]:
    """Open the page in a new window; in the end nothing may have complained or been asked for."""
    said: list[str] = []
    asked: list[str] = []
    contexts = []
    addresses = {address}

    def opened(fragment: str = "", at: str = address, **options: Any) -> Page:
        context = browser.new_context(viewport=options.pop("viewport", DESKTOP), **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(60_000)  # a busy machine is slow
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("dialog", lambda dialog: said.append(dialog.message))
        page.on("request", lambda request: asked.append(request.url.partition("#")[0]))
        addresses.add(at)
        page.goto(at + fragment)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert said == []
    assert set(asked) <= addresses


def texts(page: Page, selector: str) -> list[str]:
    return [text.strip() for text in page.locator(selector).all_text_contents()]


def test_faults_are_on_top_with_the_command_that_shows_them(visit: Callable[..., Page]) -> None:
    page = visit()
    first = page.locator("main > section").first
    assert first.get_attribute("id") == "faults"
    assert "3 answers that cannot be believed" in first.inner_text()
    assert "pairwise · liar says unsat of queens/32, shuffle 3" in first.inner_text()
    assert "pairwise · liar (2), product · liar (1)" in first.inner_text()
    assert "satchel solve queens/24 --model squares --backend liar" in first.inner_text()
    first.get_by_role("button", name="All about this run").first.click()
    assert "clause 17 is not satisfied: <script>" in page.locator("dialog").inner_text()


def test_what_does_not_count_is_marked_and_not_drawn(
    visit: Callable[..., Page], tmp_path: Path
) -> None:
    records = [
        record(run(f"queens/{size}", profile), reliable=size > 8, why=None if size > 8 else "busy")
        for size in (8, 16)
        for profile in ("product", "pairwise")
    ]
    write_report(write_store(tmp_path / "store", records), tmp_path, ["html"])
    page = visit(at=(tmp_path / PAGE).as_uri())
    said = "2 of 4 runs do not count in figures, ranks and plots: 2 unreliable"
    assert said in page.locator("#summary").inner_text()
    assert "2 of 4 runs: busy" in page.locator("#compared").inner_text()
    assert page.locator("#cactus .point").count() == 3  # one of each, and the virtual best
    assert page.locator("#scatter .point").count() == 1
    assert sorted(texts(page, "#run-rows td:nth-child(4)")) == ["", "", *["unreliable"] * 2]
    page.get_by_label("Show runs with all of these words").fill("unreliable product")
    page.locator("#run-rows button").click()
    assert "Does not count in figures: unreliable" in page.locator("dialog").inner_text()


def test_a_page_on_which_nothing_counts_has_no_error(
    visit: Callable[..., Page], tmp_path: Path
) -> None:
    records = [record(run(shuffle=n), reliable=False, why="busy") for n in (None, 1, 2)]
    write_report(write_store(tmp_path / "store", records), tmp_path, ["html"])
    page = visit(at=(tmp_path / PAGE).as_uri())
    assert "no run counts" in page.locator("#summary").inner_text()
    assert page.locator("#cactus .point").count() == 0
    page.locator("#numbering").select_option("natural")
    assert page.locator("#scatter .point").count() == 0


def test_a_click_on_a_point_shows_its_run(
    visit: Callable[..., Page], comparison: Comparison
) -> None:
    page = visit()
    solved = solved_in_order(shown(comparison))
    last = solved[VIRTUAL_BEST][-1]
    page.locator("#cdf .point").last.click()  # those of the virtual best are on top
    dialog = page.locator("dialog")
    assert dialog.get_by_role("heading").first.inner_text() == last.instance
    told = dialog.inner_text()
    assert last.record.run.id in told
    assert f"--shuffle {last.numbering}" in told
    assert "statistics.conflicts" in told
    page.wait_for_url(lambda url: url.endswith(f"#run={last.record.run.id}"))
    page.keyboard.press("Escape")
    assert not dialog.is_visible()
    page.wait_for_url(lambda url: url.endswith("#runs"))


def test_an_address_leads_to_a_run(visit: Callable[..., Page], comparison: Comparison) -> None:
    run = comparison.runs[-1]
    page = visit(f"#run={run.record.run.id}")
    assert run.record.run.id in page.locator("dialog").inner_text()
    page.get_by_role("button", name="Close").click()
    assert not page.locator("dialog").is_visible()


def test_points_can_be_reached_by_keys(visit: Callable[..., Page]) -> None:
    page = visit()
    first = page.locator("#scatter .point").first
    assert first.get_attribute("tabindex") == "0"
    first.focus()
    page.keyboard.press("ArrowRight")
    second = page.locator("#scatter .point").nth(1)
    assert second.evaluate("(point) => point === document.activeElement")
    page.keyboard.press("Enter")
    name = (second.get_attribute("aria-label") or "").partition(",")[0]
    assert page.locator("#run-title").inner_text() == name


def test_a_heading_sorts_its_table(visit: Callable[..., Page], comparison: Comparison) -> None:
    page = visit()
    rows = main_summary(comparison).rows
    names = "#summary tbody:first-of-type th > span"
    assert texts(page, names) == [row.configuration.label for row in rows]
    heading = page.locator("#summary th", has_text="PAR-2").first
    for direction in ("ascending", "descending"):
        heading.get_by_role("button").click()
        assert heading.get_attribute("aria-sort") == direction
        turned = sorted(rows, key=lambda row: row.par2, reverse=direction == "descending")
        found = page.locator("#summary tbody:first-of-type td:nth-child(3)")
        values = [float(str(cell.get_attribute("data-value"))) for cell in found.all()]
        assert values == pytest.approx([row.par2 for row in turned])


def test_runs_are_filtered_sorted_and_unfolded(
    visit: Callable[..., Page], comparison: Comparison
) -> None:
    page = visit()
    assert page.locator("#found").inner_text() == f"The first 50 of {len(comparison.runs)} runs"
    page.get_by_role("button", name="Show more").click()
    assert page.locator("#run-rows tr").count() == 200
    page.get_by_label("Show runs with all of these words").fill("KISSAT timeout queens")
    wanted = [
        run
        for run in comparison.runs
        if (run.configuration.backend, run.family) == ("kissat", "queens") and not run.solved
    ]
    assert wanted
    assert page.locator("#found").inner_text() == f"{len(wanted)} runs"
    assert set(texts(page, "#run-rows td:nth-child(2)")) == {"timeout"}
    page.get_by_label("Show runs with all of these words").fill("queens cadical natural")
    page.locator("#run-headings").get_by_role("button", name="time (s)").click()
    times = [float(text) for text in texts(page, "#run-rows td:nth-child(3)")]
    assert len(times) == 24
    assert times == sorted(times)
    page.locator("#run-rows button").first.click()
    assert page.locator("dialog").is_visible()


def test_plots_have_a_point_for_each_solved_run(
    visit: Callable[..., Page], comparison: Comparison
) -> None:
    page = visit()
    solved = solved_in_order(shown(comparison))
    everything = sum(map(len, solved.values()))
    assert page.locator("#cactus .point").count() == everything
    assert page.locator("#cdf .point").count() == everything
    assert page.locator("#sizes .point").count() == everything - len(solved[VIRTUAL_BEST])
    hidden = next(each for each in comparison.configurations if each.backend == "kissat")
    page.locator("#legend").get_by_role("button", name=hidden.label).click()
    assert page.locator("#cactus .point").count() == everything - len(solved[hidden])
    page.locator("#numbering").select_option("natural")
    page.locator("#legend").get_by_role("button", name=hidden.label).click()
    natural = solved_in_order(run for run in comparison.runs if run.numbering is None)
    assert page.locator("#cactus .point").count() == sum(map(len, natural.values()))
    page.locator("#family").select_option("queens")
    of_queens = [run for run in comparison.runs if run.numbering is None and run.family == "queens"]
    assert page.locator("#cactus .point").count() == sum(
        map(len, solved_in_order(of_queens).values())
    )


def test_any_two_configurations_can_be_plotted(
    visit: Callable[..., Page], comparison: Comparison
) -> None:
    page = visit()
    x, y = (comparison.configurations[place] for place in (0, -1))
    page.locator("#scatter-x").select_option(label=x.label)
    page.locator("#scatter-y").select_option(label=y.label)
    both = pairs(comparison.runs, x, y)
    points = page.locator("#scatter .point")
    assert points.count() == len(both)
    assert page.locator("#scatter .border").count() == 2
    assert texts(page, "#scatter text")[-2:] == [f"{x.label} (s)", f"{y.label} (s)"]
    unsolved = [place for place, (_, run) in enumerate(both) if not run.solved]
    assert unsolved
    border = page.locator("#scatter .border").last.get_attribute("y1")
    for place in unsolved:
        moved = points.nth(place).get_attribute("transform") or ""
        assert float(moved.rstrip(")").split()[1]) == pytest.approx(float(str(border)), abs=0.1)
    points.nth(unsolved[0]).click(force=True)
    assert texts(page, "dialog h3") == [x.label, y.label]


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_fits_its_window_and_can_be_read(
    visit: Callable[..., Page], viewport: dict[str, int], scheme: str, tmp_path: Path
) -> None:
    page = visit(viewport=viewport, color_scheme=scheme)
    assert page.evaluate("document.documentElement.scrollWidth") == viewport["width"]
    assert page.evaluate(CONTRAST) == []
    small = "[...document.querySelectorAll('.plot svg')].map((svg) => svg.getScreenCTM().a)"
    assert all(scale > 0.9 for scale in page.evaluate(small))  # labels are as large as they say
    page.locator("#run-rows button").first.click()
    assert page.evaluate(CONTRAST) == []
    box = page.locator("dialog").bounding_box()
    assert box is not None
    assert box["width"] <= viewport["width"]
    file = tmp_path / "page.png"
    page.screenshot(path=file)
    assert file.read_bytes().startswith(b"\x89PNG")


def test_everything_that_can_be_operated_has_a_name(visit: Callable[..., Page]) -> None:
    page = visit()
    nameless = """[...document.querySelectorAll("button, select, input, a, [role=button]")]
      .filter((each) => !(each.innerText || each.getAttribute("aria-label") || each.labels?.length)
        && each.checkVisibility())
      .map((each) => each.outerHTML)"""
    assert page.evaluate(nameless) == []
    assert page.evaluate("document.documentElement.lang") == "en"


def test_print_leaves_out_what_paper_cannot_do(visit: Callable[..., Page]) -> None:
    page = visit()
    page.emulate_media(media="print")
    for selector in ("nav", "#runs", "#numbering"):
        assert not page.locator(selector).is_visible()
    assert page.locator("#cactus svg").is_visible()
    assert page.pdf().startswith(b"%PDF")
    assert page.locator("#families table").first.is_visible()
