"""
The rooms of the house: what a newcomer sees of a package at a glance, and that its face is its only door.

A room is a package inside an app or the engine. Its face is its `__init__` with `__all__`: other rooms import from the
face, never from the modules behind it.
"""

import ast
from pathlib import Path

import pytest

from tests.architecture.sources import CHECKOUT, PACKAGES, modules, parsed, relative

#: Folders and files that Django looks for by their names; they hold no room.
DJANGOS = {"management", "migrations", "static", "templates", "templatetags"}
#: Packages without a face: Django imports modules of the first by name; the last holds rulesets, each with a face, and
#: the registry that lists them.
WITHOUT_FACE = {"api/v1", "config/formats", "config/formats/en", "engine/rulesets"}

#: The number of entries a newcomer has to read to know what a package holds.
MAXIMUM_ENTRIES = 16
#: Packages with more: one subject each, whose modules are chapters of a rulebook, or the vocabulary of all rulesets.
LARGER = {"engine/core": 20, "engine/rulesets/goldgraeber": 28, "engine/rulesets/moon_river": 25}


def packages() -> list[Path]:
    """Return the folders of all packages but those whose names Django prescribes."""
    folders = [path.parent for root in PACKAGES for path in sorted((CHECKOUT / root).rglob("__init__.py"))]
    return [folder for folder in folders if not DJANGOS & set(folder.relative_to(CHECKOUT).parts)]


def dotted(path: Path) -> str:
    """Return the dotted name of a package or module."""
    return relative(path.with_suffix("")).replace("/", ".").removesuffix(".__init__")


def face(folder: Path) -> set[str] | None:
    """Return the names that a package exports, or None if it has no face."""
    for node in parsed(folder / "__init__.py").body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if any(isinstance(target, ast.Name) and target.id == "__all__" for target in targets):
            assert isinstance(node, ast.Assign | ast.AnnAssign)
            assert node.value is not None
            return set(ast.literal_eval(node.value))
    return None


FACES = {dotted(folder): names for folder in packages() if (names := face(folder)) is not None}


def entries(folder: Path) -> list[str]:
    """Return the modules and folders that a listing of a package shows, but for those that Django prescribes."""
    return sorted(
        path.name
        for path in folder.iterdir()
        if path.name not in DJANGOS | {"__init__.py", "__pycache__"}
        and (path.is_file() or any("__pycache__" not in file.parts for file in path.rglob("*.*")))
    )


def imports(path: Path) -> list[tuple[int, str, str | None]]:
    """Return the line of each import of a module, the module it imports from, and the name it takes from there."""
    found: list[tuple[int, str, str | None]] = []
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name, None) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{relative(path)} imports relatively"
            found += [(node.lineno, str(node.module), alias.name) for alias in node.names]
    return found


def is_inside(module: str, package: str) -> bool:
    """Return whether a module is a package or in it."""
    return module == package or module.startswith(f"{package}.")


def passed_face(importer: str, module: str, name: str | None) -> str | None:
    """Return the package whose face an import passes by, or None if it passes none."""
    parts = module.split(".")
    for length in range(2, len(parts) + 1):
        package = ".".join(parts[:length])
        if package not in FACES or is_inside(importer, package):
            continue
        if module != package or (name is not None and name not in FACES[package]):
            return package
        return None
    return None


@pytest.mark.parametrize("folder", packages(), ids=relative)
def test_a_package_shows_few_entries(folder: Path):
    shown = entries(folder)

    assert len(shown) <= LARGER.get(relative(folder), MAXIMUM_ENTRIES), shown


def test_the_larger_packages_are_as_large_as_is_said():
    assert {name: len(entries(CHECKOUT / name)) for name in LARGER} == LARGER


def test_every_room_has_a_face():
    rooms = [folder for folder in packages() if folder.parent != CHECKOUT]

    assert {relative(folder) for folder in rooms if face(folder) is None} == WITHOUT_FACE


def test_a_face_imports_every_name_it_exports():
    wrong = {}
    for folder in packages():
        names = face(folder)
        if names is None:
            continue
        tree = parsed(folder / "__init__.py")
        bound = {
            alias.asname or alias.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        if missing := names - bound:
            wrong[relative(folder)] = missing

    assert not wrong


@pytest.mark.parametrize(
    ("importer", "module", "name", "passed"),
    [
        ("api.v1.play.views", "games.live.actions", "game_act", "games.live"),
        ("api.v1.play.views", "games.live", "actions", "games.live"),
        ("api.v1.play.views", "games.live.actions", None, "games.live"),
        ("games.tasks", "games.live.sweep", "sweep", "games.live"),
        ("api.v1.play.views", "games.models", "Game", None),
        ("api.v1.play.views", "games", "models", None),
        ("games.live.row", "games.live.clock", "Clock", None),
        ("api.v1.play.views", "django.db.models", "Q", None),
    ],
)
def test_an_import_past_a_face_is_found(importer: str, module: str, name: str | None, passed: str | None):
    assert passed_face(importer, module, name) == passed


def test_nothing_is_imported_past_a_face():
    past = [
        f"{relative(path)}:{line} imports {module}{f'.{name}' if name else ''} past {package}"
        for path in modules()
        if "migrations" not in path.parts
        for line, module, name in imports(path)
        if (package := passed_face(dotted(path), module, name))
    ]

    assert not past, "\n".join(past)
