"""The group that a model's symmetries generate, by exhaustive composition.

Elements are numbered, 0 is the identity. Each but that is remembered as a word, a generator after
an earlier element, so that products are looked up and no element is composed twice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from operator import itemgetter
from time import perf_counter
from typing import TypeAlias

from satchel.errors import LimitError, ModelError, SizeError
from satchel.ir import Model, Symmetry
from satchel.ir.symmetry import image_value, shown_domain
from satchel.symmetry.images import Composing, Element

Values: TypeAlias = tuple[int, ...]

LIMIT = 50_000
"""So many elements a group may have: 8! is fewer, 9! more."""
_CELLS = 20_000_000
"""So many images all elements may have together."""


class Group:
    """All that the symmetries of a model generate.

    Raises SizeError where that is too much to list, LimitError where it takes until `deadline` (a
    `time.perf_counter()`), ModelError where a symmetry has no inverse.
    """

    def __init__(self, model: Model, limit: int = LIMIT, deadline: float | None = None) -> None:
        domains = {name: shown_domain(expr) for name, expr in model.shown.items()}
        self._composing = Composing(domains)
        self._labels = tuple(symmetry.label for symmetry in model.symmetries)
        self._elements: list[Element] = [self._composing.identity]
        self._words: list[tuple[int, int]] = []
        self._after: list[list[int]] = [[] for _ in self._labels]
        """For each generator: its product with each element, the generator last."""
        generators = [self._composing.element(s.images) for s in model.symmetries]
        self._generate(generators, min(limit, _CELLS // max(len(domains), 1)), deadline)
        for label, products in zip(self._labels, self._after, strict=True):
            if 0 not in products:
                raise ModelError(f"symmetry {label} has no inverse: it maps two to one")

    def _generate(self, generators: Sequence[Element], limit: int, deadline: float | None) -> None:
        place = {self._elements[0]: 0}
        for number, element in enumerate(self._elements):  # grows while it is gone through
            if deadline is not None and perf_counter() > deadline:
                found = len(self._elements)
                raise LimitError("timeout", f"{found:,} symmetries listed, and not all yet")
            for index, generator in enumerate(generators):
                product = self._composing.after(generator, element)
                if product not in place:
                    if len(self._elements) == limit:
                        raise SizeError(
                            f"the symmetries generate more than {limit:,} elements over"
                            f" {len(product):,} shown values: too many to list"
                        )
                    place[product] = len(self._elements)
                    self._elements.append(product)
                    self._words.append((index, number))
                self._after[index].append(place[product])

    def __len__(self) -> int:
        return len(self._elements)

    @property
    def generators(self) -> list[int]:
        """The numbers of the declared symmetries."""
        return [products[0] for products in self._after]

    def after(self, first: int) -> list[int]:
        """For each element the product of `first` and then the element."""
        products = [first]
        for index, rest in self._words:
            products.append(self._after[index][products[rest]])
        return products

    @cached_property
    def conjugations(self) -> list[list[int]]:
        """For each generator: of each element the inverse of the generator, it, the generator."""
        inverses = [products.index(0) for products in self._after]
        return [
            [products[h] for h in self.after(inverse)]
            for products, inverse in zip(self._after, inverses, strict=True)
        ]

    def conjugacy_classes(self) -> list[list[int]]:
        """The elements in classes of conjugates; the identity alone is the first one."""
        known: set[int] = set()
        classes = []
        for number in range(len(self)):
            if number not in known:
                classes.append(self._class_of(number))
                known.update(classes[-1])
        return classes

    def _class_of(self, number: int) -> list[int]:
        members = {number: None}
        pending = [number]
        while pending:
            member = pending.pop()
            for conjugated in self.conjugations:
                if conjugated[member] not in members:
                    members[conjugated[member]] = None
                    pending.append(conjugated[member])
        return list(members)

    def label(self, number: int) -> str:
        """The element as generators, in the order in which they are done."""
        words = []
        while number:
            index, number = self._words[number - 1]
            words.append(self._labels[index])
        return ", then ".join(reversed(words)) or "identity"

    def symmetry(self, number: int) -> Symmetry:
        """The element as a symmetry; names that stay are left out."""
        images = zip(self._composing.names, self._elements[number], strict=True)
        return Symmetry(self.label(number), {n: image for n, image in images if image != n})

    def orbit(self, values: Values) -> set[Values]:
        """All that the group makes of a shown solution, given as values in the model's order."""
        return {reading(values) for reading in self._readings}

    @cached_property
    def _readings(self) -> list[Callable[[Values], Values]]:
        """What each element makes of shown values in the model's order."""
        return [self._reading(element) for element in self._elements]

    def _reading(self, element: Element) -> Callable[[Values], Values]:
        names = self._composing.names
        place = {name: number for number, name in enumerate(names)}
        if len(names) > 1 and all(isinstance(image, str) for image in element):
            return itemgetter(*(place[image] for image in element if isinstance(image, str)))

        def read(values: Values) -> Values:
            solution = dict(zip(names, values, strict=True))
            return tuple(image_value(image, solution) for image in element)

        return read
