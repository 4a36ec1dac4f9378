"""What instances of a family are ordered: options that `family` and `submit` share."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])


class Scale(click.ParamType[tuple[int, int]]):
    """A range of sizes: `8..20`, or one size, `8`."""

    name = "scale"

    def convert(self, value: Any, param: Any, ctx: Any) -> tuple[int, int]:
        """Read a range; a usage error otherwise."""
        match = re.fullmatch(r"(\d{1,6})(?:\.\.(\d{1,6}))?", str(value))
        if match is None:
            self.fail(f"{value!r} is not a range of sizes like 8..20", param, ctx)
        return int(match[1]), int(match[2] or match[1])


def order_options(command: F) -> F:
    """`--scale`, `--count` and `--seed`."""
    for option in (
        click.option(
            "--seed",
            type=click.IntRange(min=0),
            default=0,
            show_default=True,
            help="Where all chance comes from.",
        ),
        click.option(
            "--count", type=click.IntRange(min=1), default=20, show_default=True, help="How many."
        ),
        click.option(
            "--scale",
            type=Scale(),
            metavar="LOW..HIGH",
            help="From which size to which; what a size is, and the usual ones: `list families`.",
        ),
    ):
        command = option(command)
    return command
