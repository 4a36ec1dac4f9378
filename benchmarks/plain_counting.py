"""N queens counted as one would write it for this puzzle alone. `plain_counting.py N`.

The other side of `count_queens.py`: row by row, with the attacked columns and diagonals as the bits
of three integers, and by reflection only with the first queen in the left half.
"""

from __future__ import annotations

import sys


def boards(n: int) -> int:
    """The number of ways to place n queens, none attacking another."""
    full = (1 << n) - 1

    def below(columns: int, falling: int, rising: int) -> int:
        if columns == full:
            return 1
        found = 0
        free = full & ~(columns | falling | rising)
        while free:
            queen = free & -free
            free ^= queen
            found += below(columns | queen, (falling | queen) << 1, (rising | queen) >> 1)
        return found

    half = sum(below(1 << c, 2 << c, 1 << c >> 1) for c in range(n // 2))
    middle = 1 << n // 2
    return 2 * half + (below(middle, middle << 1, middle >> 1) if n % 2 else 0)


if __name__ == "__main__":
    print(boards(int(sys.argv[1])))
