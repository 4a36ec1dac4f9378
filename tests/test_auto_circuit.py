"""What `auto` takes for tours that are written out: by the sizes that encodings would have."""

from __future__ import annotations

import pytest

from satchel.cnf.options import Options
from satchel.puzzle import Catalogue
from satchel.tasks.compile import predict


def tour(rows: int, columns: int) -> tuple[str, int]:
    """The encoding of a closed tour of a knight, and the clauses of the whole formula."""
    name = f"knights_tour:rows={rows},columns={columns},closed=true"
    size = predict(Catalogue().instance(name).build(), Options())
    (encoding,) = {account.encoding for account in size.stats if account.kind == "circuit"}
    return encoding, size.clauses


@pytest.mark.parametrize(
    ("rows", "columns", "encoding"),
    [(4, 20, "elimination"), (8, 8, "position"), (12, 12, "adder")],
)
def test_a_tour_is_by_elimination_where_thin_by_digits_where_large(
    rows: int, columns: int, encoding: str
) -> None:
    assert tour(rows, columns)[0] == encoding


def test_a_large_tour_is_not_half_a_million_clauses() -> None:
    assert tour(16, 16)[1] < 100_000
