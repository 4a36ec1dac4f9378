"""Symmetries: maps of shown solutions to shown solutions, as a substitution of shown values.

A symmetry says for each shown name what stands there afterwards: the value of another name
(`"r1c8"`), a sum of such values (`Affine`: a coordinate counted from the other side, a Boolean
negated), or a value replaced as a table says (`Permuted`: interchangeable values). It speaks of
what is shown only, so that it is one for all models of a puzzle.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from satchel.errors import ModelError
from satchel.ir.bounds import atom_domain, values
from satchel.ir.core import And, BoolExpr, Expr, Iff, IntExpr, LinearExpr, Sum
from satchel.ir.domain import Domain
from satchel.ir.given import integer, quoted, records, shortened, text

_NAME: Final = "a shown name"


@dataclass(frozen=True, slots=True)
class Affine:
    """`offset + sum of coefficient * value of name`; true counts as 1, false as 0."""

    terms: tuple[tuple[int, str], ...]
    offset: int = 0

    def __post_init__(self) -> None:
        terms = records(self.terms, "the terms of Affine", "coefficient", "name")
        exact = tuple((integer(c, "a coefficient"), text(name, _NAME)) for c, name in terms)
        object.__setattr__(self, "terms", exact)
        object.__setattr__(self, "offset", integer(self.offset, "an offset"))

    def __str__(self) -> str:
        parts = [str(self.offset)] if self.offset or not self.terms else []
        for coefficient, name in self.terms:
            size = "" if abs(coefficient) == 1 else f"{abs(coefficient)}*"
            sign = "-" if coefficient < 0 else "+" if parts else ""
            parts.append(f"{sign} {size}{name}" if parts else f"{sign}{size}{name}")
        return " ".join(parts)


@dataclass(frozen=True, slots=True)
class Permuted:
    """The value that the table gives for the value of the name; pairs (before, after)."""

    name: str
    values: tuple[tuple[int, int], ...]

    def __post_init__(self) -> None:
        pairs = records(self.values, "the values of Permuted", "before", "after")
        exact = tuple(
            (integer(before, "a value"), integer(after, "a value")) for before, after in pairs
        )
        object.__setattr__(self, "name", text(self.name, _NAME))
        object.__setattr__(self, "values", exact)

    def __str__(self) -> str:
        return f"{self.name}[{', '.join(f'{one}: {other}' for one, other in self.values)}]"


Image: TypeAlias = str | Affine | Permuted
"""What stands at a shown name afterwards; a bare name stands for its value."""


def negated(name: str) -> Affine:
    """The opposite of a shown Boolean."""
    return Affine(((-1, text(name, _NAME)),), 1)


@dataclass(frozen=True, repr=False)
class Symmetry:
    """A generator: `images` maps a shown name to what stands there afterwards; others stay.

    Whether it *is* one, and maps solutions to solutions of the same objective, is up to whoever
    declares it.
    """

    label: str
    images: Mapping[str, Image] = field(hash=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "label", text(self.label, "the label of a symmetry"))
        if not isinstance(self.images, Mapping):
            raise self._error(f"images are a mapping from names, not {quoted(self.images)}")
        for name, image in self.images.items():
            text(name, _NAME)
            if not isinstance(image, (str, Affine, Permuted)):
                raise self._error(f"{quoted(image)} is no image of {name}")

    def __call__(self, solution: Mapping[str, int]) -> dict[str, int]:
        """The shown solution that this one becomes."""
        after = dict(solution)
        for name, image in self.images.items():
            value = image_value(image, solution)
            after[name] = bool(value) if isinstance(solution[name], bool) else value
        return after

    def __repr__(self) -> str:
        return f"Symmetry({shortened(str(self))})"

    def __str__(self) -> str:
        moved = (f"{name} = {image}" for name, image in self.images.items() if image != name)
        return f"{self.label}: {', '.join(moved)}"

    def to_json(self) -> list[Any]:
        """The label, and the images as JSON data."""
        return [self.label, {name: _dump(image) for name, image in self.images.items()}]

    @classmethod
    def from_json(cls, data: Any) -> Symmetry:
        """The symmetry that `to_json` wrote; TypeError or ValueError where the data is none."""
        label, images = data
        return cls(label, {name: _load(image) for name, image in images.items()})

    def check(self, shown: Mapping[str, Expr]) -> None:
        """ModelError unless this maps what is shown one to one, each kind and domain to its own.

        Where an image has several names in it, only the names and kinds are looked at.
        """
        for name, image in self.images.items():
            for mentioned in (name, *names_in(image)):
                if mentioned not in shown:
                    raise self._error(f"{mentioned} is not shown")
            self._check_kinds(name, image, shown)
        if all(len(names_in(image)) == 1 for image in self.images.values()):
            self._check_bijection()

    def _check_kinds(self, name: str, image: Image, shown: Mapping[str, Expr]) -> None:
        target = shown[name]
        sources = [shown[source] for source in names_in(image)]
        if isinstance(target, BoolExpr) and not all(isinstance(s, BoolExpr) for s in sources):
            raise self._error(f"{name} is Boolean, but {image} is not")
        if len(sources) != 1:
            return
        if isinstance(target, BoolExpr) != isinstance(sources[0], BoolExpr):
            raise self._error(f"{name} is an integer, but {image} is not")
        domain, becomes = shown_domain(target), image_domain(image, shown_domain(sources[0]))
        if domain != becomes:
            raise self._error(f"{name} is in {domain}, but {image} is in {becomes or 'no domain'}")

    def _check_bijection(self) -> None:
        sources = [source for image in self.images.values() for source in names_in(image)]
        for source in sources:
            if source not in self.images:
                raise self._error(f"{source} goes somewhere, but nothing takes its place")
        if len(set(sources)) < len(sources):
            twice = next(source for source in sources if sources.count(source) > 1)
            raise self._error(f"{twice} goes to two places")

    def _error(self, words: str) -> ModelError:
        return ModelError(f"symmetry {self.label}: {words}")


def names_in(image: Image) -> Collection[str]:
    """The names whose values the image is made of."""
    match image:
        case str():
            return (image,)
        case Affine():
            return [name for _, name in image.terms]
        case Permuted():
            return (image.name,)


def image_value(image: Image, solution: Mapping[str, int]) -> int:
    """The image's value in a shown solution; KeyError where a table does not have the value."""
    match image:
        case str():
            return solution[image]
        case Affine():
            return image.offset + sum(c * solution[name] for c, name in image.terms)
        case Permuted():
            return dict(image.values)[solution[image.name]]


def image_domain(image: Image, domain: Domain) -> Domain | None:
    """The values of an image of one name in that domain; None where it is not one to one there."""
    match image:
        case str():
            return domain
        case Affine():
            ((coefficient, _),) = image.terms
            return domain.affine(coefficient, image.offset) if coefficient else None
        case Permuted():
            table = dict(image.values)
            if not all(value in table for value in domain):
                return None
            becomes = Domain.of(table[value] for value in domain)
            return becomes if becomes.size == domain.size else None


def image_expression(image: Image, shown: Mapping[str, BoolExpr | IntExpr]) -> BoolExpr | IntExpr:
    """The image as an expression over what a model shows."""
    match image:
        case str():
            return shown[image]
        case Affine(((-1, name),), 1) if isinstance(opposite := shown[name], BoolExpr):
            return ~opposite
        case Affine():
            return Sum(*(c * shown[name] for c, name in image.terms), image.offset)
        case Permuted():
            source = shown[image.name]
            return Sum(after * (source == before) for before, after in image.values)


def unchanged(name: str, image: Image, shown: Mapping[str, BoolExpr | IntExpr]) -> BoolExpr:
    """That what is shown at the name is its image."""
    here = shown[name]
    if isinstance(image, Permuted):
        source = shown[image.name]
        return And(Iff(here == after, source == before) for before, after in image.values)
    return here == image_expression(image, shown)


def shown_domain(expr: Expr) -> Domain:
    """The values of what is shown: a Boolean, an integer variable, or a view of one."""
    return values(expr) if isinstance(expr, LinearExpr) else atom_domain(expr)


def _dump(image: Image) -> Any:
    match image:
        case str():
            return image
        case Affine():
            return {"terms": [list(term) for term in image.terms], "offset": image.offset}
        case Permuted():
            return {"name": image.name, "values": [list(pair) for pair in image.values]}


def _load(data: Any) -> Image:
    if isinstance(data, str):
        return data
    if "terms" in data:
        return Affine(data["terms"], data["offset"])
    return Permuted(data["name"], data["values"])
