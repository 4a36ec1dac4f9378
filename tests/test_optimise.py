"""Optimising: every search on every backend against brute force, limits, bounds, liars."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import permutations, product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from satchel import solve
from satchel.backends.protocol import Optimising
from satchel.cnf.ceiling import Ceiling
from satchel.cnf.options import Options
from satchel.cnf.sink import Clauses, ClauseSink
from satchel.errors import BackendError, CheckError, InputError, LimitError
from satchel.ir import HamiltonianCycle, Model, Sum
from satchel.puzzle import Catalogue, shipped_instances
from satchel.tasks.answer import Interrupted
from satchel.tasks.choose import backend_named, list_backends
from satchel.tasks.optimise import job, optimise
from satchel.tasks.optimise.optimise import optimise as best_of
from satchel.tasks.optimise.rule import chosen
from satchel.tasks.optimise.steps import Bound, Bounds, Solution
from satchel.tasks.work.events import Event, Found
from satchel.tasks.work.process import Worker
from tests.commands import done, satchel
from tests.conftest import EXAMPLES
from tests.equivalence import count_models
from tests.programs import CLASP, MINISAT, MINISAT_PLUS
from tests.random_models import best_value, random_objective, random_options, within_brute

randoms = st.randoms(use_true_random=False).map(lambda r: Random(r.getrandbits(64)))

NAMES = list_backends()[0]
ROUTES = [
    (name, search)
    for name in NAMES
    for search, wanted in [
        ("linear", True),
        (
            "core-guided",
            backend_named(name).takes == "formula" and backend_named(name).incremental,
        ),
        ("native", isinstance(backend_named(name), Optimising)),
    ]
    if wanted
] + [
    pytest.param(*each.values, "linear", marks=each.marks)
    for each in (MINISAT, CLASP, MINISAT_PLUS)
]


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    with Worker() as running:
        yield running


def agrees(model: Model, **given: Any) -> None:
    answer, best = best_of(model, **given), best_value(model)
    assert answer.objective == best, f"{given}\n{model}"
    if best is None:
        assert answer.status == "unsat"
    else:
        assert (answer.status, answer.bounds) == ("optimum", (best, best)), f"{answer}\n{model}"
        assert answer.checked


@pytest.mark.parametrize(("backend", "search"), ROUTES)
def test_every_search_on_every_backend(backend: str, search: str, worker: Worker) -> None:
    for seed in range(8):
        agrees(random_objective(Random(seed)), backend=backend, search=search, worker=worker)


@pytest.mark.parametrize("search", ["core-guided", "linear"])
@settings(max_examples=EXAMPLES or 150)
@given(random=randoms)
def test_random_models_and_encodings(search: str, random: Random) -> None:
    model, options = random_objective(random), random_options(random)
    agrees(model, search=search, options=options, backend="cadical153", in_process=True)


@pytest.mark.parametrize("backend", ["z3", "ortools", "cvc5", "brute"])
@settings(max_examples=EXAMPLES or 25)
@given(random=randoms)
def test_random_models_on_model_backends(backend: str, random: Random) -> None:
    model = random_objective(random)
    assume(backend != "brute" or within_brute(model))
    if backend in NAMES:
        agrees(model, backend=backend, in_process=True)


@pytest.mark.parametrize(("backend", "search"), ROUTES)
def test_no_solution_and_no_choice(backend: str, search: str, worker: Worker) -> None:
    given: dict[str, Any] = {"backend": backend, "search": search, "worker": worker}
    model = Model()
    a, b = model.bool("a"), model.bool("b")
    model.show("a", a)
    model.minimize(3 * a - 2 * b)
    agrees(model, **given)
    model.maximize(a - a + 7)
    agrees(model, **given)
    model.add(a ^ b)
    model.add(~(a ^ b))
    agrees(model, **given)


def test_z3_interrupted_is_not_so_for_the_next_one() -> None:
    for seed in range(5):
        agrees(random_objective(Random(seed)), backend="z3", search="native", in_process=True)
        agrees(random_objective(Random(seed)), backend="z3-sat", in_process=True)


def weights(random: Random) -> list[int]:
    kind = random.randrange(4)
    if kind == 0:
        return [1] * random.randint(1, 9)
    most = [5, 60, 2**70][kind - 1]
    return [random.randint(1, most) for _ in range(random.randint(1, 8))]


@pytest.mark.parametrize("seed", range(60))
def test_a_ceiling_lowered_step_by_step(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(seed)
    if seed % 3 == 0:  # no room for a totalizer: adders
        monkeypatch.setattr("satchel.cnf.linear._budget.MOST", 5)
    terms = [(w, random.choice([v, -v])) for v, w in enumerate(weights(random), 1)]
    sums = [
        sum(w for w, x in terms if signs[abs(x) - 1] == (x > 0))
        for signs in product([False, True], repeat=len(terms))
    ]
    sink = ClauseSink()
    sink.variables = len(terms)
    bounds = sorted(random.sample(sorted({*sums}), min(3, len({*sums}))), reverse=True)
    ceiling = Ceiling(Clauses(sink, two_sided=True), terms, bounds[0])
    for bound in bounds:
        ceiling.lower(bound)
        allowed = sum(total <= bound for total in sums)
        assert projected(sink, len(terms)) == allowed, (terms, bound)


def projected(sink: ClauseSink, inputs: int) -> int:
    """How many assignments of the inputs the clauses leave."""
    clauses = list(sink.iterate())
    return sum(
        count_models([*clauses, *([v if s else -v] for v, s in enumerate(signs, 1))], 0, 1)
        for signs in product([False, True], repeat=inputs)
    )


@pytest.mark.parametrize("search", ["core-guided", "linear"])
@pytest.mark.parametrize("seed", range(4))
def test_tours_completed_while_optimising(search: str, seed: int) -> None:
    """Lazy cuts and repairs meet bounds on the objective: the shortest tour of six places."""
    random = Random(seed)
    pairs = [(u, v) for u in range(6) for v in range(u)]
    length = {pair: random.randint(1, 9) for pair in pairs}
    model = Model()
    edges = {pair: model.bool(f"e{pair}") for pair in pairs}
    model.add(HamiltonianCycle(6, [(u, v, edge) for (u, v), edge in edges.items()]))
    for edge in edges.values():
        model.show(edge.name, edge)
    model.minimize(Sum(length[pair] * edge for pair, edge in edges.items()))
    shortest = min(
        sum(length[max(u, v), min(u, v)] for u, v in zip((0, *tour), (*tour, 0), strict=True))
        for tour in permutations(range(1, 6))
    )
    for choice in ("auto", "cuts", "position"):
        answer = best_of(
            model, search=search, options=Options(choices={"circuit": choice}), in_process=True
        )
        assert (answer.status, answer.objective) == ("optimum", shortest)


def test_large_weights_take_adders(worker: Worker) -> None:
    model = Model()
    bits = [model.bool(f"b{i}") for i in range(24)]
    random = Random(1)
    sizes = [random.randint(2**60, 2**80) for _ in bits]
    for bit in bits:
        model.show(bit.name, bit)
    for i in range(0, 24, 2):
        model.add(bits[i] ^ bits[i + 1])
    model.maximize(Sum(size * bit for size, bit in zip(sizes, bits, strict=True)))
    best = sum(max(sizes[i], sizes[i + 1]) for i in range(0, 24, 2))
    for search in ("core-guided", "linear"):
        assert best_of(model, search=search, worker=worker).objective == best


class TestRule:
    def test_what_it_chooses(self) -> None:
        assert chosen("auto", backend_named("cadical")).name == "core-guided"
        assert chosen("auto", backend_named("kissat404")).name == "linear"
        assert chosen("auto", backend_named("brute")).name == "linear"
        assert chosen("linear", backend_named("cadical")).why == "asked for"

    @pytest.mark.parametrize(
        ("search", "backend"),
        [("native", "cadical"), ("core-guided", "kissat404"), ("core-guided", "brute")],
    )
    def test_what_it_refuses(self, search: Any, backend: str) -> None:
        with pytest.raises(InputError, match=f"--search {search}"):
            chosen(search, backend_named(backend))


def test_bad_requests() -> None:
    model = Model()
    model.show("a", model.bool("a"))
    with pytest.raises(InputError, match="no objective"):
        best_of(model)
    model.minimize(model.variables["a"])  # type: ignore[arg-type]
    with pytest.raises(InputError, match="no search 'best'"):
        best_of(model, search="best")


def two_bits() -> Model:
    model = Model()
    a, b = model.bool("a"), model.bool("b")
    model.add(a | b)
    model.show("a", a)
    model.show("b", b)
    model.minimize(2 * a + b)
    return model


def told(*events: Event | BaseException) -> Callable[..., Any]:
    """In place of a worker: events, and perhaps an error."""

    def stream() -> Iterator[Event]:
        for event in events:
            if isinstance(event, BaseException):
                raise event
            yield event

    @contextmanager
    def run(*_: Any) -> Iterator[Iterator[Event]]:
        yield stream()

    return run


def found(a: bool, b: bool) -> Found:
    return Found({"a": a, "b": b}, None, 0.0, 0.0)


class TestUnfinished:
    """What is known when the work ends early."""

    @pytest.mark.parametrize(
        ("end", "reason"),
        [
            (LimitError("timeout", "late"), "timeout"),
            (LimitError("memory", "full"), "memory"),
            (BackendError("it died"), "solver error: it died"),
        ],
    )
    def test_the_best_so_far(
        self, end: BaseException, reason: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        events = [found(True, True), Bounds(None, 3), found(True, False), Bounds(1, 2), end]
        monkeypatch.setattr(optimise, "run_job", told(*events))
        seen: list[Bounds] = []
        answer = best_of(two_bits(), watch=seen.append)
        assert (answer.status, answer.reason) == ("sat", reason)
        assert (answer.objective, answer.bounds) == (2, (1, 2))
        assert answer.checked
        assert seen == [Bounds(None, 3), Bounds(1, 2)]

    def test_ctrl_c_stays_what_it_is_with_the_best_so_far(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(optimise, "run_job", told(found(True, False), KeyboardInterrupt()))
        with pytest.raises(Interrupted) as stop:
            best_of(two_bits())
        assert (stop.value.answer.status, stop.value.answer.reason) == ("sat", "interrupted")
        assert stop.value.answer.objective == 2

    def test_nothing_but_a_bound(self, monkeypatch: pytest.MonkeyPatch) -> None:
        late = LimitError("timeout", "late")
        monkeypatch.setattr(optimise, "run_job", told(Bounds(1, None), late))
        answer = best_of(two_bits())
        assert (answer.status, answer.reason, answer.bounds) == ("unknown", "timeout", (1, None))

    def test_no_proof_is_no_optimum(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(optimise, "run_job", told(found(True, False), Bounds(1, 2)))
        answer = best_of(two_bits())
        assert (answer.status, answer.reason) == (
            "sat",
            "solver error: the search ended without a proof",
        )

    def test_a_wrong_solution_is_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(optimise, "run_job", told(found(False, False), Bounds(0, 0)))
        with pytest.raises(CheckError, match="breaks the model"):
            best_of(two_bits())

    def test_a_real_deadline(self) -> None:
        instance = "placement:piece=knight,rows=18,columns=18,objective=dominate"
        result = satchel("solve", instance, "--timeout", "15", "--output", "json")
        data = json.loads(result.stdout)
        assert (result.returncode, data["status"], data["reason"]) == (3, "sat", "timeout")
        lower, upper = data["bounds"]
        assert 1 <= lower < upper == data["objective"]


@pytest.mark.parametrize("backend", ["cadical", "brute"])
def test_a_solver_that_ignores_demands_is_refused(
    backend: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Ceiling, "__init__", lambda *_: None)
    monkeypatch.setattr(Ceiling, "lower", lambda *_: None)
    monkeypatch.setattr("satchel.backends.brute.BruteSession.add", lambda *_: None)
    answer = best_of(two_bits(), backend=backend, search="linear", in_process=True)
    assert answer.status == "sat"
    assert answer.reason is not None
    assert "no better than the last one" in answer.reason


def run_steps(*steps: Solution | Bound) -> list[Bounds]:
    """The bounds that the job tells of, given what a search tells."""

    class Opened:
        def __init__(self) -> None:
            self.steps = (step for step in steps)

        def statistics(self) -> dict[str, int]:
            return {}

        def close(self) -> None:
            pass

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(job, "_opened", lambda *_: Opened())
        events = job.Optimise(two_bits(), "cadical", Options(), "linear").carry_out()
        return [event for event in events if isinstance(event, Bounds)]


def solution(a: bool, b: bool) -> Solution:
    return Solution({"a": a, "b": b})


class TestSteps:
    def test_only_what_is_better_counts(self) -> None:
        both, first, second = solution(True, True), solution(True, False), solution(False, True)
        steps = (both, both, Bound(0), first, Bound(-4), both, Bound(1), second)
        seen = [(bounds.lower, bounds.upper) for bounds in run_steps(*steps)]
        assert seen == [(None, 3), (0, 3), (0, 2), (1, 2), (1, 1)]

    def test_bounds_that_pass_each_other_are_refused(self) -> None:
        with pytest.raises(BackendError, match="a solution of 1 is beyond the bound 2"):
            run_steps(solution(True, True), Bound(2), solution(False, True))

    def test_an_end_without_proof_is_refused(self) -> None:
        with pytest.raises(BackendError, match="without a proof"):
            run_steps(solution(True, True), Bound(1))


class TestCommands:
    def test_text(self) -> None:
        text = done("solve", "placement/most-knights-8")
        assert "optimum 32 (solution checked), by cadical, core-guided search" in text
        text = done("solve", "placement/most-knights-8", "--satisfy")
        assert "satisfiable (checked), objective" in text

    def test_json(self) -> None:
        data = json.loads(
            done("solve", "placement/dominating-queens-5", "--search", "linear", "--output", "json")
        )
        assert (data["status"], data["objective"], data["bounds"]) == ("optimum", 3, [3, 3])
        assert (data["search"], data["why"]) == ("linear", "asked for")

    def test_competition_output_answers_the_exported_file(self, tmp_path: Path) -> None:
        instance = ("placement:piece=king,rows=5,columns=5,objective=most", "--shuffle", "3")
        done("encode", *instance, "--format", "wcnf", "-o", "k.wcnf", cwd=tmp_path)
        run = satchel("solve", *instance, "--output", "dimacs", cwd=tmp_path)
        assert run.returncode == 30
        assert "s OPTIMUM FOUND\n" in run.stdout
        costs = [int(line[2:]) for line in run.stdout.splitlines() if line.startswith("o ")]
        assert costs == sorted({*costs}, reverse=True)
        assert costs[-1] == 25 - 9
        decode = ("decode", "k.wcnf.map.json", "-", "--cnf", "k.wcnf")
        text = done(*decode, cwd=tmp_path, stdin=run.stdout)
        assert text.endswith("optimum 9, the solver says (solution checked)\n")

    def test_a_wrong_known_optimum_is_told(self, tmp_path: Path) -> None:
        lines = [
            'puzzle = "placement"',
            '[parameters]\npiece = "king"\nrows = 3\ncolumns = 3\nobjective = "most"',
            '[answer]\noptimum = 5\nsource = "a mistake"\n',
        ]
        (tmp_path / "wrong.toml").write_text("\n".join(lines))
        result = satchel("solve", "wrong.toml", cwd=tmp_path)
        assert (result.returncode, result.stdout) == (1, "")
        assert "objective 4 was reached, but the known answer is" in result.stderr

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (("--search", "best"), "no search 'best'"),
            (("--search", "native"), "does not optimise"),
            (("--search", "core-guided", "--backend", "kissat404"), "gives no cores"),
        ],
    )
    def test_bad_requests(self, arguments: tuple[str, ...], words: str) -> None:
        result = satchel("solve", "placement/most-knights-3", *arguments)
        assert (result.returncode, result.stdout) == (2, "")
        assert words in result.stderr
        assert result.stderr.count("\n") == 1


SHIPPED = {
    name: instance.known.optimum
    for name in shipped_instances()
    if (instance := Catalogue().instance(name)).known and instance.known.optimum is not None
}
SLOW = {
    *(f"placement/dominating-queens-{n}" for n in range(11, 19)),
    *(f"placement/dominating-knights-{n}" for n in range(13, 16)),
}
"""Proofs that take more than a second or two; those beyond ten minutes are in `benchmarks`."""
TOO_SLOW = {
    *(f"placement/dominating-queens-{n}" for n in range(13, 19)),
    "placement/dominating-knights-15",
}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] if name in SLOW else [])
        for name in sorted({*SHIPPED} - TOO_SLOW)
    ],
)
def test_shipped_optima_are_proved(name: str, worker: Worker) -> None:
    instance = Catalogue().instance(name)
    answer = best_of(instance.build(), check=instance.check, worker=worker)
    assert (answer.status, answer.objective) == ("optimum", SHIPPED[name])


@pytest.mark.parametrize("name", ["most-knights-8", "most-knights-20", "most-knights-30"])
def test_most_knights_by_z3(name: str, worker: Worker) -> None:
    instance = Catalogue().instance(f"placement/{name}")
    answer = best_of(instance.build(), backend="z3", check=instance.check, worker=worker)
    optimum = SHIPPED[f"placement/{name}"]
    assert (answer.status, answer.bounds) == ("optimum", (optimum, optimum))


def test_from_python() -> None:
    answer = solve(two_bits())
    assert (answer.status, answer.objective, answer.solution) == (
        "optimum",
        1,
        {"a": False, "b": True},
    )
    assert solve(two_bits(), satisfy=True).status == "sat"
    assert solve(two_bits(), search="linear").search == "linear"
