"""Why there is no solution, or why the solutions are as they are.

Statements with the same label are one group, a clue; unlabelled ones and domains are background.
Where there is no solution, the explanation is a minimal set of labels that contradict each other.
Else it is a sequence of steps, each from few clues and few of the facts known before.
"""

from satchel.tasks.explain.explaining import explain, explaining, held_against_known
from satchel.tasks.explain.explanation import Case, Explanation, Step, origins
from satchel.tasks.explain.facts import Fact

__all__ = [
    "Case",
    "Explanation",
    "Fact",
    "Step",
    "explain",
    "explaining",
    "held_against_known",
    "origins",
]
