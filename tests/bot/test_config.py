"""Settings from the environment and .env, with an error for each wrong one."""

import re
from pathlib import Path

import pytest

from bot.process.config import Settings, SettingsError, load_settings

EXAMPLE = Path(__file__).parents[2] / ".env.example"
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE.abcdefghijklmnopqrstuvwxyz0123456789AB"  # noqa: S105 # nobody's


@pytest.fixture(autouse=True)
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    return tmp_path


def test_nothing_needs_to_be_set() -> None:
    settings = load_settings()
    assert settings.discord_token is None
    assert settings.database == Path("data/hidden-hand.sqlite3")
    assert (settings.log_level, settings.log_format) == ("INFO", "text")


def test_the_environment_takes_precedence_over_the_file(empty_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (empty_folder / ".env").write_text(f"DISCORD_TOKEN={TOKEN}\nLOG_LEVEL=debug\nDATABASE=here.db\n", encoding="utf-8")
    monkeypatch.setenv("LOG_LEVEL", " warning ")
    settings = load_settings()
    assert settings.discord_token is not None
    assert settings.discord_token.get_secret_value() == TOKEN
    assert settings.log_level == "WARNING"
    assert settings.database == Path("here.db")


def test_an_empty_value_counts_as_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Settings.model_fields:
        monkeypatch.setenv(name.upper(), "")
    assert load_settings() == Settings.model_construct(
        discord_token=None, database=Path("data/hidden-hand.sqlite3"), log_level="INFO", log_format="text"
    )


@pytest.mark.parametrize("name", ["LOG_LEVEL", "LOG_FORMAT"])
def test_a_bad_choice_is_one_line_that_names_the_setting_and_the_choices(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, "loud")
    with pytest.raises(SettingsError) as caught:
        load_settings()
    assert re.fullmatch(rf"{name}: [^\n]*'(INFO|json)'[^\n]*", str(caught.value))


@pytest.mark.parametrize("token", ["two words", "Bot " + TOKEN, "tökèn"])
def test_a_bad_token_is_never_repeated(token: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", token)
    with pytest.raises(SettingsError) as caught:
        load_settings()
    assert re.fullmatch(r"DISCORD_TOKEN: is not a token[^\n]*", str(caught.value))
    assert not any(word in str(caught.value) for word in token.split() if word != "Bot")


def test_the_token_does_not_appear_in_printed_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", f" {TOKEN}\n")
    settings = load_settings()
    assert TOKEN not in f"{settings} {settings!r} {settings.model_dump_json()}"
    assert settings.discord_token is not None
    assert settings.discord_token.get_secret_value() == TOKEN


def test_two_bad_settings_are_two_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOG_LEVEL", "loud")
    monkeypatch.setenv("LOG_FORMAT", "loud")
    with pytest.raises(SettingsError) as caught:
        load_settings()
    assert [line.split(":")[0] for line in str(caught.value).splitlines()] == ["LOG_LEVEL", "LOG_FORMAT"]


def test_a_binary_file_is_reported_as_such(empty_folder: Path) -> None:
    (empty_folder / ".env").write_bytes(b"LOG_LEVEL=\xff\xfe\n")
    with pytest.raises(SettingsError, match=r"^\.env cannot be read"):
        load_settings()


def test_the_example_documents_every_setting_with_its_default() -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    for name, field in Settings.model_fields.items():
        default = "" if field.default is None else str(field.default).replace("\\", "/")
        paragraph = next(part for part in text.split("\n\n") if f"#{name.upper()}=" in part)
        assert f"#{name.upper()}={default}" in paragraph.splitlines()
        assert f"# {field.description}" in paragraph.splitlines()


def test_the_example_contains_only_settings() -> None:
    named = re.findall(r"^#?([A-Z_]+)=", EXAMPLE.read_text(encoding="utf-8"), re.MULTILINE)
    assert named == [name.upper() for name in Settings.model_fields]


def test_the_refusal_of_a_misspelt_setting_suggests_the_right_name(empty_folder: Path) -> None:
    (empty_folder / ".env").write_text("DATABSE=elsewhere.db\nCOMPOSE_PROJECT_NAME=games\n", encoding="utf-8")
    with pytest.raises(SettingsError) as caught:
        load_settings()
    assert str(caught.value) == "DATABSE: there is no such setting. Did you mean DATABASE?"


def test_a_misspelt_setting_in_the_environment_is_refused_but_unrelated_variables_are_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://other")
    monkeypatch.setenv("LOGLEVEL", "DEBUG")
    with pytest.raises(SettingsError) as caught:
        load_settings()
    assert str(caught.value) == "LOGLEVEL: there is no such setting. Did you mean LOG_LEVEL?"


@pytest.mark.parametrize("days", ["0", "-1", "soon", "3651"])
def test_the_refusal_of_an_impossible_number_of_days_names_the_setting(
    days: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ABSENT_DAYS", days)
    with pytest.raises(SettingsError, match=r"\AABSENT_DAYS: [^\n]*\Z"):
        load_settings()


@pytest.mark.parametrize(("text", "address"), [("127.0.0.1:8080", ("127.0.0.1", 8080)), (" [::1]:0 ", ("::1", 0))])
def test_an_address_has_a_host_and_a_port(text: str, address: tuple[str, int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEALTH", text)
    health = load_settings().health
    assert health == address
    assert str(health) == text.strip()


@pytest.mark.parametrize("text", ["8080", "localhost", ":8080", "localhost:http", "localhost:65536"])
def test_an_address_without_host_or_port_is_refused(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEALTH", text)
    with pytest.raises(SettingsError, match=r"\AHEALTH: is not an address with a port[^\n]*\Z"):
        load_settings()


def test_a_cluster_that_is_not_safe_is_refused_by_a_line_and_one_with_certificates_is_taken(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert load_settings().cluster is None
    monkeypatch.setenv("DASK", "tcp://10.0.0.5:8786")
    with pytest.raises(SettingsError, match=r"^DASK: tcp://10\.0\.0\.5:8786 is refused: .*\.$"):
        _ = load_settings().cluster
    monkeypatch.setenv("DASK", "tls://10.0.0.5:8786")
    with pytest.raises(SettingsError, match="DASK_CA, DASK_CERT and DASK_KEY"):
        _ = load_settings().cluster
    for name in ("DASK_CA", "DASK_CERT", "DASK_KEY"):
        file = tmp_path / name
        file.touch()
        monkeypatch.setenv(name, str(file))
    place = load_settings().cluster
    assert place is not None
    assert place.certificates is not None
    assert place.certificates.key == tmp_path / "DASK_KEY"


def test_the_token_can_be_in_a_file(empty_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (empty_folder / "token").write_text(f"{TOKEN}\n", encoding="utf-8")
    monkeypatch.setenv("DISCORD_TOKEN_FILE", str(empty_folder / "token"))
    settings = load_settings()
    assert settings.discord_token is not None
    assert settings.discord_token.get_secret_value() == TOKEN
    assert TOKEN not in repr(settings)


def test_a_token_beside_a_file_with_a_token_is_refused_without_either(
    empty_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (empty_folder / "token").write_text(TOKEN, encoding="utf-8")
    (empty_folder / ".env").write_text("DISCORD_TOKEN_FILE=token\n", encoding="utf-8")
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    with pytest.raises(SettingsError) as caught:
        load_settings()
    assert str(caught.value) == "DISCORD_TOKEN: is set, and so is DISCORD_TOKEN_FILE. Keep one of them."


@pytest.mark.parametrize(("content", "why"), [(None, "No such file or directory"), (b"\xff\xfe", "it is no text")])
def test_a_token_file_that_cannot_be_read_is_one_line(
    content: bytes | None, why: str, empty_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if content is not None:
        (empty_folder / "token").write_bytes(content)
    monkeypatch.setenv("DISCORD_TOKEN_FILE", "token")
    with pytest.raises(SettingsError) as caught:
        load_settings()
    assert str(caught.value) == f"DISCORD_TOKEN_FILE: token cannot be read ({why})."


def test_a_bad_token_in_a_file_is_never_repeated(empty_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (empty_folder / "token").write_text("two words", encoding="utf-8")
    monkeypatch.setenv("DISCORD_TOKEN_FILE", "token")
    with pytest.raises(SettingsError, match=r"\ADISCORD_TOKEN: is not a token[^\n]*\Z") as caught:
        load_settings()
    assert "two" not in str(caught.value)


def test_the_operator_is_known_by_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPERATOR_CONTACT", " games@example.org ")
    monkeypatch.setenv("RETENTION_MONTHS", "6")
    monkeypatch.setenv("BACKUP_HOURS", "6")
    operator = load_settings().operator
    assert (operator.contact, operator.log_months, operator.backup_days) == ("games@example.org", 6, 2)


@pytest.mark.parametrize("name", ["PRIVACY_URL", "TERMS_URL"])
def test_an_address_that_is_no_page_is_refused(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, "example.org/privacy")
    with pytest.raises(SettingsError, match=rf"\A{name}: is not the address of a page[^\n]*\Z"):
        load_settings()
