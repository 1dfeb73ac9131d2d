"""Addresses of databases: files and servers, without a word of a password."""

from pathlib import Path

import pytest

from bot.process.config import Settings, SettingsError, load_settings
from bot.store.address import ServerAddress, read_address

PASSWORD = "s3cr3t"  # noqa: S105 # nobody's


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (f"postgresql://ann:{PASSWORD}@db.example:5433/hands?sslmode=require", "postgresql://db.example:5433/hands"),
        (f"postgres://ann:{PASSWORD}@[::1]/hands", "postgresql://[::1]/hands"),
        (f"postgresql://ann:{PASSWORD}@one:1,two:2/hands", "postgresql://one:1,two:2/hands"),
        ("postgresql:///hands?host=/run/postgresql", "postgresql:///hands"),
    ],
)
def test_a_server_is_named_without_its_user_password_and_parameters(text: str, shown: str) -> None:
    address = read_address(f" {text} ")
    assert isinstance(address, ServerAddress)
    assert (str(address), address.url) == (shown, text)
    assert PASSWORD not in repr(address)


def test_anything_else_is_a_file() -> None:
    assert read_address(" data/hidden-hand.sqlite3 ") == Path("data/hidden-hand.sqlite3")


@pytest.mark.parametrize("special", ["@", "/", "#", "?", "[", "]", "@:", "/@"])
def test_a_password_with_an_unescaped_special_character_is_refused_without_quoting_it(
    special: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE", f"postgresql://ann:{PASSWORD}{special}{PASSWORD}@db/hands")
    with pytest.raises(SettingsError, match="DATABASE: is no address of a PostgreSQL database") as caught:
        load_settings()
    assert PASSWORD not in str(caught.value)


def test_the_setting_may_be_a_file_or_a_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE", "postgresql://ann@db/hands")
    assert Settings().database == ServerAddress("postgresql://ann@db/hands")
    monkeypatch.setenv("DATABASE", "x.sqlite3")
    assert Settings().database == Path("x.sqlite3")


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        (
            f"postgresql://ann:{PASSWORD}@db:5433/hands?sslmode=require",
            "postgresql://ann:…@db:5433/hands?sslmode=require",
        ),
        (f"postgres://one:1,two:2/hands?user=ann&password={PASSWORD}&port=1", None),
        (f"postgresql:///hands?host=/run/postgresql&sslpassword={PASSWORD}", None),
        ("postgresql://ann@[::1]/hands", None),
    ],
)
def test_an_address_is_shown_as_it_was_typed_without_its_passwords(typed: str, shown: str | None) -> None:
    address = read_address(typed)
    assert isinstance(address, ServerAddress)
    assert address.without_password == (shown or typed.replace(PASSWORD, "…"))
