"""A reader of the LaTeX that Satchel writes: strict, and unaware of how it is written."""

from __future__ import annotations

import re

_ESCAPED = {
    "{}": "",
    "{[}": "[",
    "{*}": "*",
    r"\textbackslash{}": "\\",
    r"\textasciitilde{}": "~",
    r"\textasciicircum{}": "^",
    r"\textasciigrave{}": "`",
    r"\textless{}": "<",
    r"\textgreater{}": ">",
    r"\textbar{}": "|",
    r"\textquotesingle{}": "'",
} | {f"\\{character}": character for character in "&%$#_{}"}
_TOKEN = re.compile(
    "|".join(map(re.escape, sorted(_ESCAPED, key=len, reverse=True))) + r"|\\[A-Za-z]+\*?|\\.|.",
    re.DOTALL,
)
_SPECIAL = set("\\~^&%$#_{}")


def printed(latex: str) -> str:
    """What escaped text prints; a ValueError where a character means something to LaTeX."""
    letters = []
    for token in _TOKEN.findall(latex):
        if token in _ESCAPED:
            letters.append(_ESCAPED[token])
        elif token in _SPECIAL or token.startswith("\\"):
            raise ValueError(f"{token!r} in {latex!r}")
        else:
            letters.append(token)
    return "".join(letters)


def faults(document: str) -> list[str]:
    """What is wrong with a whole document: unbalanced, or citing and referring to nothing."""
    text = "\n".join(line for line in document.splitlines() if not line.startswith("%"))
    found = [*_environments(text), *_braces(text)]
    cited = {key for keys in re.findall(r"\\cite\{([^}]*)\}", text) for key in keys.split(",")}
    listed = re.findall(r"\\bibitem\{([^}]*)\}", text)
    found += [f"no work {key}" for key in cited - set(listed)]
    found += [f"twice {key}" for key in {key for key in listed if listed.count(key) > 1}]
    labels = re.findall(r"\\label\{([^}]*)\}", text)
    found += [f"no label {name}" for name in set(re.findall(r"\\ref\{([^}]*)\}", text))]
    found = [fault for fault in found if fault.removeprefix("no label ") not in labels]
    for row in re.findall(r"\\begin\{tabular\}\{(.*?)\}\n(.*?)\\end\{tabular\}", text, re.DOTALL):
        columns = len(re.sub("@{}", "", row[0]))
        lines = [line for line in row[1].splitlines() if line.endswith(r"\\")]
        found += [line for line in lines if line.count(" & ") != columns - 1]
    return found


def _environments(text: str) -> list[str]:
    open_ones: list[str] = []
    for verb, name in re.findall(r"\\(begin|end)\{([A-Za-z*]+)\}", text):
        if verb == "begin":
            open_ones.append(name)
        elif not open_ones or open_ones.pop() != name:
            return [f"stray end of {name}"]
    return [f"{name} is not ended" for name in open_ones]


def _braces(text: str) -> list[str]:
    """Faults of grouping, and dollars that do not come in pairs within a paragraph."""
    bare = re.sub(r"\\.", "", text, flags=re.DOTALL)
    depth = 0
    for character in bare:
        depth += {"{": 1, "}": -1}.get(character, 0)
        if depth < 0:
            return ["a brace is closed that is not open"]
    odd = [part for part in bare.split("\n\n") if part.count("$") % 2]
    return [*(["a brace is left open"] if depth else []), *(f"odd dollars: {part}" for part in odd)]
