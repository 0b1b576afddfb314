"""
One driver advances every game: no other code lists legal actions, takes some of them and continues.

Two drivers drift apart, and then a bot is judged by where it plays. The syntax of every module is searched for

* a loop in which ``legal_actions`` is called and a step is taken, itself or in functions and methods of its module;
* a function that lists legal actions, deals chance and takes a step: the body of such a loop, wherever that stands.

A step is a call of ``apply``, ``step``, ``take`` or ``submit`` with one argument. Steps of a position that the same
function has cloned or sampled are imagined, not played. Built-in bots may search by any loop: all they are given is an
observation, so that they can only step through imagined positions, and a test holds them to that.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.env import CHECKOUT

#: Functions that measure the rules alone, without log, hashes and faults: what play by the driver is held against.
YARDSTICKS = frozenset({"tests/benchmarks/works.py play_bare", "tests/benchmarks/works.py make_playouts"})

FOLDERS = ("api", "config", "docs", "engine", "frontend", "games", "tests", "tournaments")
DRIVER = "engine/core/driver.py"
BOTS = "engine/bots/"

LISTING = {"legal_actions"}
DEALING = {"deal", "draw"}
STEPPING = {"apply", "step", "take", "submit"}
IMAGINING = {"clone", "sample"}
LOOPS = (ast.For, ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)

Function = ast.FunctionDef | ast.AsyncFunctionDef


def modules() -> list[Path]:
    return [path for folder in FOLDERS for path in sorted((CHECKOUT / folder).rglob("*.py"))]


def relative(path: Path) -> str:
    return path.relative_to(CHECKOUT).as_posix()


def assigned(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Yield the names that are assigned to below a node, each with its value."""
    for each in ast.walk(node):
        if isinstance(each, ast.Assign):
            for target in each.targets:
                pairs = [(target, each.value)]
                if isinstance(target, ast.Tuple) and isinstance(each.value, ast.Tuple):
                    pairs = list(zip(target.elts, each.value.elts, strict=False))
                yield from ((name.id, value) for name, value in pairs if isinstance(name, ast.Name))


class Module:
    """What the loops and functions of a module do, by the names of what they call."""

    def __init__(self, text: str) -> None:
        self._tree = ast.parse(text)
        self._functions = [each for each in ast.walk(self._tree) if isinstance(each, Function)]
        self._does = {each.name: self._calls(each, each) for each in self._functions}

    def drivers(self) -> set[str]:
        """Return the names of the outermost functions and classes that drive a game."""
        return {
            getattr(outermost, "name", "the module itself")
            for outermost in self._tree.body
            if self._drives(outermost)
        }

    def _drives(self, outermost: ast.stmt) -> bool:
        functions = [each for each in ast.walk(outermost) if isinstance(each, Function)]
        parts: list[ast.stmt] = [*functions] or [outermost]
        for function in parts:
            done = self._calls(function, function)
            if all(done & names for names in (LISTING, DEALING, STEPPING)):
                return True
            for loop in ast.walk(function):
                if isinstance(loop, LOOPS):
                    done = self._reached(self._calls(loop, function))
                    if all(done & names for names in (LISTING, STEPPING)):
                        return True
        return False

    def _calls(self, node: ast.AST, function: ast.AST) -> set[str]:
        """
        Return the names of what is called below a node of a function, under which other names it may be kept there.

        A function or method of the module is written with brackets, to be followed.
        """
        kept = {name: value.attr for name, value in assigned(function) if isinstance(value, ast.Attribute)}
        imagined = {
            name
            for name, value in assigned(function)
            if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute)
            if value.func.attr in IMAGINING
        }
        names = set()
        for call in ast.walk(node):
            if not isinstance(call, ast.Call):
                continue
            name, receiver = "", None
            if isinstance(call.func, ast.Name):
                name = kept.get(call.func.id, call.func.id)
                names.add(f"{name}()")
            elif isinstance(call.func, ast.Attribute):
                name, receiver = call.func.attr, call.func.value
                if isinstance(receiver, ast.Name) and receiver.id == "self":
                    names.add(f"{name}()")
            if isinstance(receiver, ast.Name) and receiver.id in imagined:
                continue
            takes_one = (
                len(call.args) == 1 and not isinstance(call.args[0], ast.Starred) and not call.keywords
            )
            if takes_one or name not in STEPPING:
                names.add(name)
        return names

    def _reached(self, names: set[str]) -> set[str]:
        """Return the names and all that the module's functions among them call in turn."""
        reached: set[str] = set()
        waiting = list(names)
        while waiting:
            name = waiting.pop()
            if name not in reached:
                reached.add(name)
                if name.endswith("()"):
                    waiting += self._does.get(name[:-2], ())
        return reached


def test_one_driver_advances_every_game():
    found = {
        f"{relative(path)} {name}"
        for path in modules()
        if relative(path) != DRIVER and not relative(path).startswith(BOTS)
        if "legal_actions" in (text := path.read_text())
        for name in Module(text).drivers()
    }

    assert found == YARDSTICKS


def test_the_driver_itself_is_found():
    assert Module((CHECKOUT / DRIVER).read_text()).drivers() == {"Driver"}


def test_built_in_bots_cannot_reach_a_game_that_is_played():
    """What they step through is imagined, so they may loop over it."""
    reached = {
        (relative(path), name)
        for path in modules()
        if relative(path).startswith(BOTS)
        for node in ast.walk(ast.parse(path.read_text()))
        for name in (getattr(node, "id", ""), getattr(node, "attr", ""), getattr(node, "module", "") or "")
        if name.rpartition(".")[2] in {"Playthrough", "Driver", "playthrough", "driver", "replay", "initial"}
    }

    assert not reached


DRIVING = {
    "a while loop": """
def play(state, rng):
    while state.actor is not None:
        state.apply(rng.choice(state.legal_actions()))
""",
    "a for loop over steps": """
def play(play, rng):
    for _ in range(100):
        legal = play.state.legal_actions()
        play.take(legal[0])
""",
    "a comprehension": """
def play(play):
    return [play.take(play.state.legal_actions()[0]) for _ in range(9)]
""",
    "methods kept under other names": """
def play(play):
    state, go = play.state, play.step
    listed = state.legal_actions
    while play.due is not None:
        go(listed()[0])
""",
    "functions of the module": """
def play(play):
    while play.due is not None:
        advance(play)

def advance(play):
    play.take(choice(play))

def choice(play):
    return play.state.legal_actions()[0]
""",
    "methods of a class": """
class Game:
    def run(self):
        while self.play.due is not None:
            self._take(self._legal()[0])

    def _legal(self):
        return self.play.state.legal_actions()

    def _take(self, action):
        self.play.step(action)
""",
    "the body of a loop that stands elsewhere": """
def advance(play, dealer):
    if play.due == CHANCE:
        return play.deal(dealer)
    return play.take(play.state.legal_actions()[0])
""",
    "a loop outside of functions": """
while state.actor is not None:
    state.apply(state.legal_actions()[0])
""",
}

NOT_DRIVING = {
    "one step": """
def act(play):
    return play.take(play.state.legal_actions()[-1])
""",
    "a search on clones": """
def count(state):
    total = 0
    for action in state.legal_actions():
        after = state.clone()
        after.apply(action)
        total += count(after)
    return total
""",
    "a replay": """
def replay(play, events):
    for event in events:
        play.submit(event)
""",
    "a comparison with a reference while the driver plays": """
def compare(driver, naive):
    while driver.play.due is not None:
        assert listed(driver.play.state.legal_actions()) == naive.legal()
        event = log_step(driver)
        naive.apply(event.kind, event.data)
""",
    "an answer from elsewhere": """
def play(driver, ask):
    while driver.advance() is Stop.ASK:
        driver.take(ask(driver.play.state.legal_actions()), 12)
""",
}


@pytest.mark.parametrize("text", DRIVING.values(), ids=DRIVING)
def test_what_drives_a_game_is_found(text):
    assert Module(text).drivers()


@pytest.mark.parametrize("text", NOT_DRIVING.values(), ids=NOT_DRIVING)
def test_what_does_not_drive_a_game_is_left_alone(text):
    assert not Module(text).drivers()
