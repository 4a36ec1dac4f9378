"""Composing images: one symmetry after another, in a form in which equal ones are equal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from satchel.errors import ModelError
from satchel.ir import Affine, Domain, Image, Permuted
from satchel.ir.symmetry import image_value

Element: TypeAlias = tuple[Image, ...]
"""What stands afterwards at each shown name, in the model's order."""


class Composing:
    """Composes elements over the shown names with these domains."""

    def __init__(self, domains: Mapping[str, Domain]) -> None:
        self.names: Sequence[str] = tuple(domains)
        self._domains = domains
        self._place = {name: place for place, name in enumerate(domains)}

    @property
    def identity(self) -> Element:
        """Everything stays."""
        return tuple(self.names)

    def element(self, images: Mapping[str, Image]) -> Element:
        """The images in order, in the one form of each; names that are not there stay."""
        return tuple(self._simplest(images.get(name, name)) for name in self.names)

    def after(self, second: Element, first: Element) -> Element:
        """The first, then the second."""
        place = self._place
        return tuple(
            first[place[image]] if isinstance(image, str) else self._substituted(image, first)
            for image in second
        )

    def _substituted(self, image: Image, first: Element) -> Image:
        """The image of values that are themselves images."""
        match image:
            case str():
                return first[self._place[image]]
            case Permuted():
                return self._tabled(image, first[self._place[image.name]])
            case Affine(((_, name),), _) if isinstance(first[self._place[name]], Permuted):
                return self._tabled(image, first[self._place[name]])
            case Affine():
                return self._simplest(_combined(image, self._place, first))

    def _tabled(self, image: Image, inner: Image) -> Image:
        """An image of one name whose own value is an image of one name."""
        match inner:
            case str() | Permuted():
                source = inner if isinstance(inner, str) else inner.name
            case Affine(((_, source),), _):
                pass
            case _:
                raise ModelError("a table of values cannot follow a sum of several shown values")
        (outer,) = [image.name] if isinstance(image, Permuted) else _names(image)
        pairs = []
        for value in self._domains[source]:
            between = image_value(inner, {source: value})
            pairs.append((value, image_value(image, {outer: between})))
        return self._simplest(Permuted(source, tuple(pairs)))

    def _simplest(self, image: Image) -> Image:
        """The one form of an image: a name rather than a sum, a sum rather than a table."""
        match image:
            case Permuted():
                return self._simplest_table(image)
            case Affine(((coefficient, name),), offset):
                domain = self._domains[name]
                if domain.size == 1 and coefficient != 1:  # any coefficient gives the one value
                    offset += (coefficient - 1) * domain.lo
                    coefficient = 1
                return (
                    name if (coefficient, offset) == (1, 0) else _single(coefficient, name, offset)
                )
            case _:
                return image

    def _simplest_table(self, image: Permuted) -> Image:
        table = {
            value: image_value(image, {image.name: value}) for value in self._domains[image.name]
        }
        (v, image_of_v), *others = table.items()
        slope = 1
        if others:
            w, image_of_w = others[0]
            slope, rest = divmod(image_of_w - image_of_v, w - v)
            if rest:
                return Permuted(image.name, tuple(table.items()))
        offset = image_of_v - slope * v
        if all(after == slope * before + offset for before, after in table.items()):
            return self._simplest(_single(slope, image.name, offset))
        return Permuted(image.name, tuple(table.items()))


def _single(coefficient: int, name: str, offset: int) -> Affine:
    return Affine(((coefficient, name),), offset)


def _names(image: Image) -> list[str]:
    assert isinstance(image, Affine)
    return [name for _, name in image.terms]


def _combined(image: Affine, place: Mapping[str, int], first: Element) -> Affine:
    """A sum of images as one sum, a term for each name."""
    coefficients: dict[str, int] = {}
    offset = image.offset
    for factor, name in image.terms:
        match first[place[name]]:
            case str() as source:
                terms: tuple[tuple[int, str], ...] = ((1, source),)
            case Affine(terms, constant):
                offset += factor * constant
            case Permuted():
                raise ModelError("a sum of several shown values cannot follow a table of values")
        for coefficient, source in terms:
            coefficients[source] = coefficients.get(source, 0) + factor * coefficient
    return Affine(tuple((c, name) for name, c in sorted(coefficients.items()) if c), offset)
