"""The page: one HTML file that needs nothing else, and asks nobody for anything.

Its policy allows no script but the ones in it, by their digest, and no request at all.
"""

from __future__ import annotations

import base64
import hashlib
from importlib.resources import files

from satchel.compare.report.comparison import Comparison
from satchel.compare.report.page.data import page_data
from satchel.compare.report.page.markup import Markup, data, tag
from satchel.compare.report.page.tables import families_tables, heat_map, scrolling, summary_table
from satchel.compare.report.page.text import Evidence, compared, faults, reading
from satchel.compare.report.remarks import remarks
from satchel.compare.report.summary import main_summary, of_natural, over_shuffles
from satchel.compare.store import Results

_PACKAGE = "satchel.compare.report.page"
_SCRIPTS = ("chart.js", "page.js", "plots.js")


def page(title: str, comparison: Comparison, results: Results, evidence: Evidence) -> str:
    """The page of a comparison that has runs."""
    script = "".join(_resource(name) for name in _SCRIPTS)
    sections = [
        faults(comparison, evidence),
        compared(comparison, results),
        _summary(comparison),
        _families(comparison),
        _natural(comparison),
        _plots(comparison),
        _runs(comparison),
        reading(),
    ]
    links = [
        tag("a", name, href=f"#{identity}")
        for identity, name in (
            ("compared", "What was compared"),
            ("summary", "Summary"),
            ("plots", "Plots"),
            ("runs", "All runs"),
            ("reading", "How to read this"),
        )
    ]
    body = tag(
        "body",
        tag("header", tag("h1", title), _lead(comparison), tag("nav", links)),
        tag("main", sections),
        _dialog(),
        tag("script", data(page_data(comparison)), type="application/json", id="data"),
        tag("script", Markup(script)),
    )
    return f"<!doctype html>\n{tag('html', _head(title, script), body, lang='en')}\n"


def _head(title: str, script: str) -> Markup:
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    return tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=policy),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", f"{title}: comparison"),
        tag("style", Markup(_resource("page.css"))),
    )


def _resource(name: str) -> str:
    return (files(_PACKAGE) / name).read_text("utf-8")


def _lead(comparison: Comparison) -> Markup:
    configurations, instances = len(comparison.configurations), len(comparison.instances)
    words = f"{configurations} configurations on {instances} instances: {len(comparison.runs)} runs"
    return tag("p", words, class_="lead")


def _summary(comparison: Comparison) -> Markup:
    summary = main_summary(comparison)
    shuffled = "Medians over the shuffles, and ranges where there is more than one value"
    caption = f"{shuffled if comparison.shuffles else 'In the natural numbering'}. Headings sort."
    best = summary.single_best
    told = [tag("h2", "Summary")]
    told += [tag("p", words, class_="wrong") for words in remarks(comparison)]
    if best is not None and summary.virtual_best.figures:
        words = f"Single best: {best.configuration.label}."
        told.append(tag("p", words))
    return tag("section", told, summary_table(summary, caption), id="summary")


def _families(comparison: Comparison) -> Markup:
    if len(comparison.families) < 2:
        return Markup("")
    return tag("section", tag("h2", "By family"), families_tables(comparison), id="families")


def _natural(comparison: Comparison) -> Markup:
    natural = of_natural(comparison)
    if over_shuffles(comparison) is None or natural is None:
        return Markup("")
    warning = "One numbering says little about a solver or an encoding: for orientation only."
    table = summary_table(natural, "In the numbering that the encoder happens to give.")
    content = (tag("h2", "The natural numbering, apart"), tag("p", warning), table)
    return tag("section", *content, id="natural")


def _plots(comparison: Comparison) -> Markup:
    numberings = [("shuffles", "shuffles")] if comparison.shuffles else []
    numberings += [("natural", "natural numbering")] if of_natural(comparison) else []
    families = [("", "all"), *((family, family) for family in comparison.families)]
    explained = (
        "A click on a point shows its run; so does Enter, and arrow keys go from point to point."
    )
    return tag(
        "section",
        tag("h2", "Plots"),
        tag("p", explained, class_="note"),
        tag("h3", "Encodings and solvers"),
        heat_map(comparison),
        tag(
            "div",
            _select("numbering", "Numbering", numberings),
            _select("family", "Family", families),
            class_="controls",
        ),
        tag("ul", class_="legend", id="legend", aria_label="Configurations to show"),
        tag(
            "div",
            _figure("cactus", "Cactus plot", "Runs solved, the fastest first"),
            _figure(
                "cdf",
                "Distribution of times",
                "The share of runs that is solved within a time",
            ),
            _scatter(),
            _figure("sizes", "Formula sizes", "Clauses against time, of the runs solved"),
            class_="plots",
        ),
        tag(
            "noscript", tag("p", "Plots and the list of runs need JavaScript; see the other files.")
        ),
        id="plots",
    )


def _scatter() -> Markup:
    words = (
        "Runs of one instance in one numbering, hollow in the natural one; diamonds are UNSAT. "
        "What was not solved stands on the dashed border, the limit"
    )
    selects = tag(
        "div",
        _select("scatter-x", "Across", []),
        _select("scatter-y", "Upwards", []),
        class_="controls",
    )
    return _figure("scatter", "Any two configurations", words, selects)


def _figure(identity: str, title: str, words: str, *controls: Markup) -> Markup:
    caption = tag("figcaption", tag("strong", title), words)
    return tag("figure", caption, *controls, tag("div", class_="plot", id=identity))


def _select(identity: str, name: str, options: list[tuple[str, str]]) -> Markup:
    entries = [tag("option", text, value=value) for value, text in options]
    return tag("label", name, tag("select", entries, id=identity))


def _runs(comparison: Comparison) -> Markup:
    hint = "words, as in: queens kissat timeout"
    table = tag(
        "table",
        tag("thead", tag("tr", id="run-headings")),
        tag("tbody", id="run-rows"),
    )
    return tag(
        "section",
        tag("h2", "All runs"),
        tag(
            "div",
            tag(
                "label",
                "Show runs with all of these words",
                tag("input", id="filter", type="search", placeholder=hint),
            ),
            tag("span", id="found", class_="note", role="status"),
            class_="controls",
        ),
        scrolling(table, "A heading sorts the runs by it; an instance's name opens its run."),
        tag("button", "Show more", id="more", class_="plain", type="button", hidden=True),
        id="runs",
    )


def _dialog() -> Markup:
    title = tag("h2", "", id="run-title")
    close = tag("button", "Close", id="close", class_="plain", type="button")
    return tag(
        "dialog",
        tag("header", title, close),
        tag("div", id="details"),
        id="run",
        aria_labelledby="run-title",
    )
