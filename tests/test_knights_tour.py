"""Knight's tours: the check against a walk, every circuit encoding against published counts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice, pairwise
from math import gcd, prod

import pytest

from satchel.cnf import portfolio
from satchel.cnf.circuit import lfsr
from satchel.cnf.circuit._remainders import moduli
from satchel.cnf.options import Options
from satchel.errors import InputError
from satchel.ir import Circuit, HamiltonianCycle, Model
from satchel.puzzle import Catalogue, Instance
from satchel.tasks.compile import compile_model
from satchel.tasks.solve import enumerate_solutions, solve
from tests.random_models import brute_force

CATALOGUE = Catalogue()
MODELS = ("edges", "successors")
ENCODINGS = sorted(portfolio.encodings("circuit"))


def instance(text: str) -> Instance:
    return CATALOGUE.instance(text)


def tours(rows: int, columns: int, holes: tuple[str, ...] = ()) -> Iterator[list[str]]:
    """Every open tour, by walking: squares in the order of the visit."""
    board = {f"r{r}c{c}": (r, c) for r in range(1, rows + 1) for c in range(1, columns + 1)}
    for hole in holes:
        del board[hole]
    near = {
        name: [
            other for other, (x, y) in board.items() if sorted((abs(x - r), abs(y - c))) == [1, 2]
        ]
        for name, (r, c) in board.items()
    }
    walks = [[name] for name in board]
    while walks:
        walk = walks.pop()
        if len(walk) == len(board):
            yield walk
        walks += [[*walk, other] for other in near[walk[-1]] if other not in walk]


def moves(walk: list[str], *, closed: bool = False) -> frozenset[frozenset[str]]:
    steps = [*pairwise(walk), *([(walk[-1], walk[0])] if closed else [])]
    return frozenset(frozenset(step) for step in steps)


def found(text: str, model: str, encoding: str) -> list[frozenset[frozenset[str]]]:
    given = instance(text)
    options = Options(choices={"circuit": encoding})
    answers = enumerate_solutions(
        given.build(model), options=options, check=given.check, in_process=True
    )
    return [
        frozenset(frozenset(name.split("-")) for name, on in (a.solution or {}).items() if on)
        for a in answers
    ]


def expected(text: str) -> set[frozenset[frozenset[str]]]:
    given = instance(text)
    parameters = given.parameters
    walks = tours(parameters.rows, parameters.width, parameters.holes)
    if parameters.closed:
        return {
            moves(walk, closed=True)
            for walk in walks
            if frozenset((walk[0], walk[-1]))
            in {frozenset(n.split("-")) for n in parameters.moves.values()}
        }
    start, goal = (
        parameters.start or "r1c1",
        parameters.goal or f"r{parameters.rows}c{parameters.width}",
    )
    return {
        moves(walk) for walk in walks if start in ("any", walk[0]) and goal in ("any", walk[-1])
    }


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize(
    "text",
    [
        "knights_tour:rows=3,columns=4,start=any,goal=any",
        "knights_tour:rows=3,columns=4,goal=any",
        "knights_tour:rows=3,columns=4,start=any,goal=r1c4",
        "knights_tour:rows=3,columns=4,goal=r2c1",
        "knights_tour:rows=4,columns=5,goal=r4c1",
        'knights_tour:rows=3,columns=3,holes=["r2c2"],closed=true',
        'knights_tour:rows=3,columns=3,holes=["r2c2"],goal=r2c3',
        'knights_tour:rows=4,columns=4,holes=["r1c1","r4c4"],start=any,goal=any',
        'knights_tour:rows=5,columns=3,holes=["r3c2"],closed=true',
        "knights_tour:rows=3,columns=5,closed=true",
        "knights_tour:rows=1,columns=1",
        "knights_tour:rows=1,columns=2",
        "knights_tour:rows=2,columns=2,start=any,goal=any",
    ],
)
def test_every_encoding_finds_exactly_the_tours(text: str, model: str, encoding: str) -> None:
    answers = found(text, model, encoding)
    assert len(set(answers)) == len(answers)
    assert set(answers) == expected(text)


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("name", ["closed-3x10", "open-5", "open-5-adjacent", "open-4x5"])
def test_published_counts(name: str, model: str, encoding: str) -> None:
    given = instance(f"knights_tour/{name}")
    assert given.known is not None
    assert len(set(found(f"knights_tour/{name}", model, encoding))) == given.known.count


@pytest.mark.parametrize(
    "text", ["knights_tour:rows=4,columns=5", "knights_tour:rows=3,columns=4,closed=true"]
)
def test_the_check_accepts_a_tour_and_nothing_near_it(text: str) -> None:
    given = instance(text)
    names = list(given.parameters.moves.values())
    real = expected(text)
    for tour in islice(tours(given.parameters.rows, given.parameters.width), 40):
        for closed in (False, True):
            edges = moves(tour, closed=closed)
            solution = {name: frozenset(name.split("-")) in edges for name in names}
            accepted = frozenset(e for e in edges if e in {frozenset(n.split("-")) for n in names})
            assert (given.check(solution) == []) == (accepted in real)
            assert given.check({name: not on for name, on in solution.items()})
    assert given.check({})
    assert given.check(dict.fromkeys(names, False))


@pytest.mark.parametrize(
    ("text", "argument"),
    [
        ("knights_tour:rows=6", "parity"),
        ("knights_tour:rows=5,closed=true", "parity"),
        ("knights_tour:rows=3,columns=7,closed=true", "parity"),
        ("knights_tour:rows=5,start=r1c2,goal=any", "parity"),
        ("knights_tour:rows=3,columns=7,start=r1c2,goal=any", "parity"),
        ("knights_tour:rows=3", "degree"),
        ("knights_tour:rows=2,columns=6,closed=true", "degree"),
        ('knights_tour:rows=4,holes=["r1c4","r4c1","r2c1","r3c1"],start=any,goal=any', "parity"),
    ],
)
def test_what_is_refused_by_argument_has_no_tour(text: str, argument: str) -> None:
    given = instance(text)
    refutation = given.refutation()
    assert refutation is not None
    assert refutation.startswith(argument)
    if len(given.parameters.squares) < 22:
        assert expected(text) == set()
    assert compile_model(given.build(), Options()).formula.clauses > 0


def test_no_board_with_a_tour_is_refused() -> None:
    for rows, columns in [(3, 4), (4, 5), (5, 5), (3, 7)]:
        for walk in islice(tours(rows, columns), 100):
            text = f"knights_tour:rows={rows},columns={columns},start={walk[0]},goal={walk[-1]}"
            assert instance(text).refutation() is None


@pytest.mark.parametrize("columns", [8, 10, 16])
def test_thin_boards_are_refuted_by_elimination(columns: int) -> None:
    given = instance(f"knights_tour/closed-4x{columns}")
    options = Options(choices={"circuit": "elimination"})
    assert solve(given.build(), options=options, in_process=True).status == "unsat"


def test_what_lazy_encodings_export_is_a_relaxation() -> None:
    given = instance("knights_tour:rows=6,closed=true")
    for encoding in ENCODINGS:
        formula = compile_model(given.build(), Options(choices={"circuit": encoding})).formula
        assert formula.exact == (not portfolio.is_lazy("circuit", encoding))


@pytest.mark.parametrize("backend", ["cadical", "minisat22", "kissat404", "z3-sat"])
def test_cuts_on_every_kind_of_session(backend: str) -> None:
    given = instance("knights_tour:rows=8,closed=true")
    for model in MODELS:
        answer = solve(
            given.build(model),
            backend=backend,
            options=Options(choices={"circuit": "cuts"}, shuffle=3),
            check=given.check,
            in_process=backend != "kissat404",
        )
        assert answer.checked


def test_a_repair_respects_the_other_statements() -> None:
    """Moves between the two halves are forbidden but for two: tours cannot be merged elsewhere."""
    given = instance("knights_tour:rows=6,closed=true")
    model = given.build()
    across = [
        name
        for name in given.parameters.moves.values()
        if (name[3] in "123") != (name[-1] in "123")
    ]
    for name in across[4:]:
        model.add(~model.variables[name])  # type: ignore[operator]
    answers = {
        encoding: solve(model, options=Options(choices={"circuit": encoding}), in_process=True)
        for encoding in ENCODINGS
    }
    assert len({answer.status for answer in answers.values()}) == 1


def test_the_meaning_of_circuits_is_that_of_their_decomposition() -> None:
    for size in range(5):
        model = Model()
        for v in range(size):
            model.show(f"x{v}", model.int(f"x{v}", -1, size))
        xs = list(model.variables.values())
        posted, decomposed = (Model.assembled(xs, [], model.shown, None) for _ in range(2))
        posted.add(Circuit(xs))  # type: ignore[arg-type]
        decomposed.add(Circuit(xs).decompose())  # type: ignore[arg-type]
        assert brute_force(posted) == brute_force(decomposed)
    for size in range(6):
        model = Model()
        pairs = [(u, v) for u in range(size) for v in range(u)]
        edges = [(u, v, model.bool(f"e{u}{v}")) for u, v in pairs]
        for _, _, edge in edges:
            model.show(edge.name, edge)
        variables = model.variables.values()
        posted, decomposed = (Model.assembled(variables, [], model.shown, None) for _ in range(2))
        posted.add(HamiltonianCycle(size, edges))
        decomposed.add(HamiltonianCycle(size, edges).decompose())
        solutions = brute_force(posted)
        assert len(solutions) == [0, 0, 0, 1, 3, 12][size]
        assert solutions == brute_force(decomposed)


@pytest.mark.parametrize(
    "parameters",
    [
        "rows=0",
        "rows=3,columns=-1",
        "rows=5,start=r9c9",
        "rows=5,start=nowhere",
        "rows=5,goal=r1c1",
        "rows=5,closed=true,start=r1c1",
        'rows=5,holes=["r3c3"],start=r3c3',
        'rows=1,holes=["r1c1"]',
        'rows=3,holes=["r4c1"]',
    ],
)
def test_broken_parameters_are_one_line(parameters: str) -> None:
    with pytest.raises(InputError) as error:
        instance(f"knights_tour:{parameters}")
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("width", lfsr.TAPS)
def test_registers_have_full_period(width: int) -> None:
    """Every state but zero is seen before the first comes back."""
    state, steps = 1, 0
    while state != 1 or steps == 0:
        parity = sum(state >> (tap - 1) & 1 for tap in lfsr.TAPS[width]) % 2
        state = (state << 1 | parity) & ((1 << width) - 1)
        steps += 1
    assert steps == 2**width - 1


@pytest.mark.parametrize("size", [*range(1, 120), 420, 421, 1000, 4096])
def test_moduli_are_coprime_and_enough(size: int) -> None:
    chosen = moduli(size)
    assert prod(chosen) >= size
    assert all(gcd(a, b) == 1 for a, b in combinations(chosen, 2))
    if size <= 60:  # no other coprime numbers have a smaller sum
        best = min(
            sum(some)
            for count in range(4)
            for some in combinations(range(2, size + 1), count)
            if prod(some) >= size and all(gcd(a, b) == 1 for a, b in combinations(some, 2))
        )
        assert sum(chosen) == best
