"""What is shown, block by block: short clauses that exclude one solution, and ways to split all.

A *block* is some literals of which every solution picks one, or none: values of an integer, its
thresholds (the first that is false), literals of which the model says that at most one is true, or
one literal alone. To exclude what a solution picks in a block takes a literal or two; a plain
blocking clause names every shown literal. Only shown literals occur, whatever auxiliaries there
are, so that no solution comes twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice

from satchel.cnf.literals import TRUE, Literal
from satchel.cnf.varmap import Atom, Reader, Shape, Truth, VarMap, Weighted
from satchel.ir import BoolConst, BoolExpr, IntVar, Linear, Model
from satchel.ir.cardinality import Cardinality
from satchel.ir.core import linear


@dataclass(frozen=True, slots=True)
class Block:
    """Literals to choose from: a solution picks the first that is true, or none of them.

    `others[k]` is a clause that says, of the solutions of the formula, that the pick is not the
    k-th; the last one, that some literal is picked.
    """

    choices: tuple[Literal, ...]
    others: tuple[tuple[Literal, ...], ...]

    @classmethod
    def exclusive(cls, literals: Sequence[Literal]) -> Block:
        """Literals of which at most one is true."""
        return cls(tuple(literals), (*((-x,) for x in literals), tuple(literals)))

    @classmethod
    def ordered(cls, literals: Sequence[Literal]) -> Block:
        """Literals each of which is true only if the one before it is: the pick is negative."""
        others = [
            (x, *(-y for y in literals[place - 1 : place])) for place, x in enumerate(literals)
        ]
        return cls(tuple(-x for x in literals), (*others, (-literals[-1],)))

    def pick(self, truth: Truth) -> int:
        """The place of what is picked; the number of choices, where nothing is."""
        for place, x in enumerate(self.choices):
            if truth[x] if x > 0 else not truth[-x]:
                return place
        return len(self.choices)


def blocking_clause(blocks: Iterable[Block], truth: Truth) -> list[Literal]:
    """A clause that excludes this shown solution of the formula, and no other."""
    return list(chain.from_iterable(block.others[block.pick(truth)] for block in blocks))


def blocks(varmap: VarMap) -> list[Block]:
    """Each variable of a formula on which what is shown depends, in one block; in shown order."""
    return list(_Partition(varmap).blocks())


class _Partition:
    def __init__(self, varmap: VarMap) -> None:
        self._shown = varmap.shown
        self._sets: dict[Literal, list[list[Literal]]] = {}
        for names in varmap.exclusive:
            literals = list(_plain(varmap.shown.get(name) for name in names))
            for literal in literals:
                self._sets.setdefault(literal, []).append(literals)
        self._taken: set[int] = set()

    def blocks(self) -> Iterator[Block]:
        for reader in self._shown.values():
            if isinstance(reader, Weighted):
                atoms = self._left(atom for _, atom in reader.terms)
                yield from self._integer(atoms, reader.shape)
            else:
                yield from map(self._largest, self._left([reader]))

    def _integer(self, atoms: list[Literal], shape: Shape) -> Iterator[Block]:
        if len(atoms) < 2 or shape is None:
            yield from (Block.exclusive([atom]) for atom in atoms)
        else:
            yield Block.exclusive(atoms) if shape == "direct" else Block.ordered(atoms)
        self._take(atoms)

    def _largest(self, literal: Literal) -> Block:
        """The largest set of literals exclusive to each other with this one."""
        sets = [self._left(found) for found in self._sets.get(literal, ())]
        chosen = max(sets, key=len, default=[literal])
        self._take(chosen)
        return Block.exclusive(chosen)

    def _left(self, atoms: Iterable[Atom | Reader]) -> list[Literal]:
        """The literals among the atoms whose variables are in no block yet, each once."""
        found: dict[int, Literal] = {}
        for literal in _plain(atoms):
            if abs(literal) not in self._taken:
                found.setdefault(abs(literal), literal)
        return list(found.values())

    def _take(self, literals: Iterable[Literal]) -> None:
        self._taken.update(map(abs, literals))


def _plain(atoms: Iterable[Atom | Reader]) -> Iterator[Literal]:
    """The literals among the atoms, constants and what is free left out."""
    return (atom for atom in atoms if isinstance(atom, int) and abs(atom) != TRUE)


def exclusive_names(model: Model) -> list[list[str]]:
    """Names of shown Booleans of which at most one is true in any solution, as the model says.

    By at-most-ones among its statements; and values of one integer, different ones.
    """
    names: dict[BoolExpr, str] = {}
    values: dict[IntVar, dict[int, str]] = {}
    for name, expr in model.shown.items():
        if isinstance(expr, BoolExpr):
            names.setdefault(expr, name)
        match expr:
            case Linear(((1, IntVar() as x),), "==", value):
                values.setdefault(x, {}).setdefault(value, name)
    found = [list(by_value.values()) for by_value in values.values()]
    for statement in model.statements:
        match statement.expr:
            case Cardinality(args, _, 0 | 1):
                found.append([names[arg] for arg in dict.fromkeys(args) if arg in names])
    return [some for some in found if len(some) > 1]


def choices(model: Model, most: int) -> list[list[BoolExpr]]:
    """What is shown as blocks of expressions, for who takes the model itself.

    Of an integer's values, and of Booleans that exclude each other, up to `most`.
    """
    sets: dict[str, list[str]] = {}
    for names in exclusive_names(model):
        for name in names:
            sets[name] = max(sets.get(name, []), names, key=len)
    taken: set[str] = set()
    found: list[list[BoolExpr]] = []
    for name, expr in model.shown.items():
        if name in taken or isinstance(expr, BoolConst):
            continue
        if isinstance(expr, BoolExpr):
            names = [other for other in sets.get(name, [name]) if other not in taken]
            taken.update(names)
            found.append([model.shown[other] for other in names[:most]])  # type: ignore[misc]
        else:
            for _, x in linear(expr).terms:  # none, where passes have found its value
                assert isinstance(x, IntVar)
                values = islice(x.domain, min(most, x.domain.size - 1))
                found.append([x == value for value in values])
    return found
