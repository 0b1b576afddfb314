"""docs/settings.md names every variable of the environment and every setting, and no other."""

import re

from config import env, settings

PAGE = (env.CHECKOUT / "docs" / "settings.md").read_text()
ENVIRONMENT, CONSTANTS = PAGE.split("## Constants")


def rows(text: str) -> list[list[str]]:
    lines = [line for line in text.splitlines() if line.startswith("| `")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_every_variable_of_the_environment_is_explained_in_its_own_words():
    documented = {row[0].strip("`"): row[2] for row in rows(ENVIRONMENT)}

    assert documented == {variable.name: variable.help for variable in env.VARIABLES}


def test_documented_defaults_are_the_real_ones():
    described_in_words = {"DATABASE_URL", "BROKER_URL", "SECRET_KEY", "DATA_FOLDER"}
    documented = {row[0].strip("`"): row[1].strip("`") for row in rows(ENVIRONMENT)}

    assert {name: default for name, default in documented.items() if name not in described_in_words} == {
        variable.name: variable.default
        for variable in env.VARIABLES
        if variable.name not in described_in_words
    }


def test_every_setting_is_explained_and_no_other():
    documented = [name for row in rows(CONSTANTS) for name in re.findall(r"`([A-Z_0-9]+)`", row[0])]

    assert len(documented) == len(set(documented))
    assert set(documented) == {name for name in vars(settings) if name.isupper()}


def test_only_env_reads_the_environment():
    readers = {
        path.relative_to(env.CHECKOUT).as_posix()
        for package in ("api", "config", "engine", "frontend", "games", "tournaments")
        for path in (env.CHECKOUT / package).rglob("*.py")
        if re.search(r"os\.(environ(?!\.setdefault)|getenv)", path.read_text())
    }

    assert readers == {"config/env.py"}


def test_settings_are_typed():
    source = (env.CHECKOUT / "config" / "settings.py").read_text()

    assert not re.findall(r"^[A-Z_]+ = ", source, flags=re.MULTILINE)
