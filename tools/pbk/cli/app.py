"""The command line: every verb has a module of its own, and this is the list of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from pbk.cli.doctor import doctor
from pbk.cli.explain import explain
from pbk.cli.init import init
from pbk.cli.lint import lint
from pbk.cli.list import list_playbooks
from pbk.cli.log import log
from pbk.cli.match import match
from pbk.cli.new import new
from pbk.cli.record import record
from pbk.cli.replay import replay
from pbk.cli.retire import retire
from pbk.cli.revive import revive
from pbk.cli.routing_test import run_examples
from pbk.cli.rules import rules
from pbk.cli.schema import schema
from pbk.cli.show import show
from pbk.cli.stats import stats
from pbk.cli.void import void

app = typer.Typer(
    name="pbk",
    help="Procedural memory for coding agents: reviewed playbooks, an append-only ledger, a matcher that refuses.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit status: 0 ok, 1 findings or no match, 2 usage, 3 broken repository or configuration, 4 refused.",
)

app.command("match")(match)
app.command("list")(list_playbooks)
app.command("show")(show)
app.command("replay")(replay)
app.command("record")(record)
app.command("log")(log)
app.command("void")(void)
app.command("retire")(retire)
app.command("revive")(revive)
app.command("new")(new)
app.command("init")(init)
app.command("stats")(stats)
app.command("schema")(schema)
app.command("test")(run_examples)
app.command("doctor")(doctor)
app.command("lint")(lint)
app.command("explain")(explain)
app.command("rules")(rules)


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version as installed_version  # noqa: PLC0415 - slow, and few ask

        typer.echo(f"pbk {installed_version('playbook-kit')}")
        raise typer.Exit


@app.callback()
def root(
    *,
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Procedural memory for coding agents: reviewed playbooks, an append-only ledger, a matcher that refuses."""


def run(words: Sequence[str]) -> int:
    """Run the command line for `words` and return the exit status."""
    command = typer.main.get_command(app)
    try:
        status = command.main(args=list(words), prog_name="pbk", standalone_mode=True)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else int(stop.code is not None)
    return status if isinstance(status, int) else 0
