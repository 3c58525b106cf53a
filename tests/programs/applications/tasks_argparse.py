# a command line with subparsers, types, choices, groups and the errors argparse writes
import argparse
import contextlib
import io
import sys


def positive(text):
    value = int(text)
    if value <= 0:
        raise argparse.ArgumentTypeError(f"{value} is not positive")
    return value


def build():
    parser = argparse.ArgumentParser(prog="tasks", description="Keeps a list of things to do.", epilog="That is all.")
    parser.add_argument("--version", action="version", version="%(prog)s 1.2")
    parser.add_argument("-v", "--verbose", action="count", default=0, help="say more (repeatable)")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    add = commands.add_parser("add", help="adds a task", aliases=["a"])
    add.add_argument("title", nargs="+")
    add.add_argument("-p", "--priority", type=positive, default=3, help="smaller is sooner (default: %(default)s)")
    add.add_argument("--tag", action="append", choices=["home", "work"], default=[])
    add.set_defaults(run=lambda o: f"added {' '.join(o.title)!r} at {o.priority} with {o.tag}")
    show = commands.add_parser("list", help="lists the tasks")
    how = show.add_mutually_exclusive_group()
    how.add_argument("--json", action="store_true")
    how.add_argument("--table", action="store_true")
    show.add_argument("limit", nargs="?", type=int, default=10)
    show.set_defaults(run=lambda o: f"list json={o.json} table={o.table} limit={o.limit}")
    return parser


def run(*words):
    out, err = io.StringIO(), io.StringIO()
    print("$ tasks", *words)
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            options = build().parse_args(words)
            print(options.run(options), "verbose", options.verbose)
            code = 0
        except SystemExit as leaving:
            code = leaving.code
    for name, stream in (("out", out), ("err", err)):
        for line in stream.getvalue().splitlines():
            print(f"  {name}| {line}")
    print("  status", code)


run("add", "water", "plants", "-p", "1", "--tag", "home", "--tag=work")
run("-vv", "list", "5", "--json")
run("a", "x")
run("--help")
run("add", "--help")
run("--version")
run()
run("add")
run("add", "x", "-p", "0")
run("add", "x", "-p", "many")
run("add", "x", "--tag", "garden")
run("list", "--json", "--table")
run("list", "3", "4")
run("remove")
run("--verb", "list")
print(vars(build().parse_known_args(["list", "3", "--colour"])[0]).keys() - {"run"} == {"verbose", "command", "json", "table", "limit"})
