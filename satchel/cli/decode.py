"""`satchel decode`: from any solver's output back to a checked, drawn solution."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from satchel.cli.options import catalogue, limit_options, output_option, puzzle_option
from satchel.cli.result import as_json, drawn, vouched
from satchel.cli.waiting import waiting
from satchel.cli.wrong import remember

if TYPE_CHECKING:
    from satchel.tasks.files.decode import Decoded


@click.command(short_help="Turn a solver's output into a checked solution.")
@click.argument("map_file", metavar="MAP")
@click.argument("answer", metavar="ANSWER")
@click.option(
    "--cnf",
    metavar="FILE",
    help="The formula, DIMACS, WCNF or OPB; each of its constraints is checked too.",
)
@click.option(
    "--proof", metavar="FILE", help="A DRAT proof, as text, of an answer that there is no solution."
)
@click.option(
    "--relaxed",
    is_flag=True,
    help="Do not warn where the formula is not written quite as it should be.",
)
@limit_options
@output_option("text", "json")
@puzzle_option
def decode(
    map_file: str,
    answer: str,
    cnf: str | None,
    proof: str | None,
    relaxed: bool,
    timeout: float | None,
    memory: int | None,
    output: str,
    puzzles: tuple[str, ...],
) -> None:
    """Decode ANSWER, the output of a solver, by MAP; `-` reads it from standard input.

    \b
    minisat 8.cnf 8.out; satchel decode 8.map.json 8.out
    kissat 8.cnf | satchel decode 8.map.json - --cnf 8.cnf
    clasp 8.opb | satchel decode 8.opb.map.json - --cnf 8.opb
    z3 8.smt2 | satchel decode 8.smt2.map.json -
    kissat --no-binary 3.cnf 3.drat | satchel decode 3.map.json - --cnf 3.cnf --proof 3.drat
    rc2.py -vv n.wcnf | satchel decode n.wcnf.map.json - --cnf n.wcnf

    Solvers' s, o and v lines are read, MiniSat's result files, and what SMT solvers print. A
    solution is checked against the model and against the puzzle's own rules before it is believed,
    that there is none against the proof, if there is one.
    """
    from satchel.files import read_text
    from satchel.tasks.files.decode import decode_text, read_formula
    from satchel.tasks.files.mapfile import load_map
    from satchel.tasks.proof.decoding import certified
    from satchel.tasks.work.limits import limited

    if relaxed and cnf is None:
        raise click.UsageError("--relaxed is about the file of --cnf, which is not given")
    if proof is not None and cnf is None:
        raise click.UsageError(
            "--proof is one of the formula in the file of --cnf, which is not given"
        )
    with limited(timeout, memory):
        loaded = load_map(read_text(map_file), catalogue(puzzles), file=map_file)
        remember(loaded.origin.instance)
        text = read_text(answer)
        formula = read_formula(loaded, cnf, relaxed=relaxed) if cnf is not None else None
        decoded = decode_text(loaded, text, file=answer, formula=formula)
        if cnf is not None and proof is not None:
            with waiting("checking the proof"):
                decoded = certified(decoded, loaded, cnf, proof, memory)
    if output == "json":
        click.echo(as_json(decoded.to_json(), loaded.origin))
    elif decoded.solution is not None:
        click.echo(drawn(loaded.origin.instance, decoded.solution))
        click.echo(_verdict(decoded))
    elif decoded.status == "unsat":
        click.echo(f"unsatisfiable\n{vouched(decoded.certificate)}")
    else:
        click.echo("unknown")


def _verdict(decoded: Decoded) -> str:
    """What is known of a solution; that none is better is the solver's word."""
    if decoded.status == "optimum":
        return f"optimum {decoded.objective}, the solver says (solution checked)"
    reached = "" if decoded.objective is None else f", objective {decoded.objective}"
    return f"satisfiable (checked){reached}"
