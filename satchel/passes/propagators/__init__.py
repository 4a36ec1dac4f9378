"""What each kind of constraint says about the values of its arguments, one file a kind.

`decided(store, node)` is the node's truth where the values left to its arguments tell it,
`require(store, node)` narrows them given that it is true, `refute(store, node)` given that it is
false. All three raise Contradiction, or leave it to a later call, where nothing is possible. Kinds
without a file learn nothing.
"""

from collections.abc import Mapping
from types import ModuleType

from satchel.ir import (
    AllDifferent,
    And,
    Cardinality,
    Circuit,
    ElementIs,
    Expr,
    HamiltonianCycle,
    Inverse,
    LexLess,
    LexLessEq,
    Linear,
    NegativeTable,
    NoOverlap2D,
    Or,
    Table,
    Xor,
)
from satchel.ir.conditional import IfThenElse
from satchel.passes.propagators import (
    alldifferent,
    cardinality,
    choice,
    circuit,
    cycle,
    element,
    inverse,
    junction,
    lex,
    linear,
    nooverlap,
    parity,
    table,
)

PROPAGATORS: Mapping[type[Expr], ModuleType] = {
    And: junction,
    Or: junction,
    Xor: parity,
    IfThenElse: choice,
    Cardinality: cardinality,
    Linear: linear,
    AllDifferent: alldifferent,
    ElementIs: element,
    Table: table,
    NegativeTable: table,
    Inverse: inverse,
    LexLess: lex,
    LexLessEq: lex,
    NoOverlap2D: nooverlap,
    Circuit: circuit,
    HamiltonianCycle: cycle,
}
