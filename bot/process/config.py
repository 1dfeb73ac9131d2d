"""The settings, from the environment and from `.env` in the folder that the program is started in."""

import math
import os
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Final, Literal, NamedTuple

from dotenv import dotenv_values
from pydantic import AfterValidator, BeforeValidator, Field, PlainValidator, SecretStr, ValidationError
from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings, NoDecode, PydanticBaseSettingsSource, SettingsConfigDict
from pydantic_settings.exceptions import SettingsError as UnreadableError

from bot.computing.cluster import Certificates, ClusterError, Place
from bot.log import LogFormat
from bot.model.operator import Operator
from bot.store.address import DatabaseAddress, read_address
from render.scripts import FontsError, add_fonts

LogLevel = Literal["DEBUG", "INFO", "WARNING", "ERROR"]
BackupCheck = Literal["copy", "replay"]


_ALIKE: Final = 0.75
_NEARLY_EQUAL: Final = 0.88
"""The minimum similarity (`difflib`) of a name to that of a setting at which it counts as misspelt: `_ALIKE` in `.env`,
`_NEARLY_EQUAL` in the environment, which has many unrelated names.
"""


class SettingsError(ValueError):
    """The error for settings that cannot be used. Its text has a line for each, with its name and what to do, and no
    secret.
    """


def _bare(token: SecretStr) -> SecretStr:
    bare = token.get_secret_value().strip()
    if not bare.isascii() or len(bare.split()) != 1:
        raise ValueError("is not a token: copy it again from the Bot page of discord.com/developers/applications")
    return SecretStr(bare)


class Address(NamedTuple):
    """The address at which a server listens."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def _address(value: object) -> object:
    if not isinstance(value, str):
        return value
    host, _, port = value.strip().rpartition(":")
    if not host or not port.isascii() or not port.isdigit() or int(port) > 65535:
        raise ValueError("is not an address with a port: write it like 127.0.0.1:8080")
    return Address(host.removeprefix("[").removesuffix("]"), int(port))


def _database(value: object) -> object:
    return read_address(value) if isinstance(value, str) else value


def _folded(value: object) -> object:
    return value.strip() if isinstance(value, str) else value


def _upper(value: object) -> object:
    return value.strip().upper() if isinstance(value, str) else value


def _lower(value: object) -> object:
    return value.strip().lower() if isinstance(value, str) else value


def _page(value: str) -> str:
    if not value.startswith(("https://", "http://")) or len(value.split()) != 1:
        raise ValueError("is not the address of a page: write it like https://example.org/privacy")
    return value


def _api(value: str) -> str:
    if not value.startswith(("https://", "http://")) or not value.rstrip("/").endswith("/api/v10"):
        raise ValueError("is not the address of version 10 of the API: write it like http://127.0.0.1:8080/api/v10")
    return value.rstrip("/")


class SecretFiles(PydanticBaseSettingsSource):
    """Reads each secret `x` from the file that the setting `x_file` names, if it has one."""

    def get_field_value(self, field: FieldInfo, field_name: str) -> tuple[Any, str, bool]:
        """Return the content of the file of a secret; None: it has no file."""
        file = self.current_state.get(f"{field_name}_file")
        if file is None:
            return None, field_name, False
        name = field_name.upper()
        if field_name in self.current_state:
            raise SettingsError(f"{name}: is set, and so is {name}_FILE. Keep one of them.")
        try:
            return Path(str(file).strip()).read_text(encoding="utf-8"), field_name, False
        except (OSError, UnicodeDecodeError) as error:
            why = error.strerror if isinstance(error, OSError) else "it is no text"
            raise SettingsError(f"{name}_FILE: {str(file).strip()} cannot be read ({why}).") from None

    def __call__(self) -> dict[str, Any]:
        """Return the secrets that have files."""
        fields = self.settings_cls.model_fields
        secrets = {name: field for name, field in fields.items() if f"{name}_file" in fields}
        read = {name: self.get_field_value(field, name)[0] for name, field in secrets.items()}
        return {name: value for name, value in read.items() if value is not None}


class Settings(BaseSettings):
    """The settings; the environment and `.env` write their names in capitals."""

    model_config = SettingsConfigDict(
        env_file=".env", env_file_encoding="utf-8", env_ignore_empty=True, extra="ignore", hide_input_in_errors=True
    )

    discord_token: Annotated[SecretStr, AfterValidator(_bare)] | None = Field(
        default=None, description="The bot's token, from the Bot page of discord.com/developers/applications."
    )
    discord_token_file: Annotated[Path | None, BeforeValidator(_folded)] = Field(
        default=None, description="A file with the token, instead of the token itself."
    )
    database: Annotated[DatabaseAddress, PlainValidator(_database)] = Field(
        default=Path("data/hidden-hand.sqlite3"),
        description="Where all matches and ratings are: a file, created if it is missing, or postgresql://user:password@host/name.",
    )
    thinkers: int = Field(
        default=1,
        ge=1,
        le=64,
        description="The number of processes that think for computer players; each can use a whole core.",
    )
    dask: Annotated[str, BeforeValidator(_folded)] = Field(
        default="", description="A Dask cluster that thinks for computer players instead, like tls://10.0.0.5:8786."
    )
    dask_ca: Annotated[Path, BeforeValidator(_folded)] | None = Field(
        default=None, description="The certificate of the authority that signed the cluster's certificates."
    )
    dask_cert: Annotated[Path, BeforeValidator(_folded)] | None = Field(
        default=None, description="The certificate that the bot shows to the cluster."
    )
    dask_key: Annotated[Path, BeforeValidator(_folded)] | None = Field(
        default=None, description="The private key of that certificate."
    )
    absent_days: int = Field(
        default=30,
        ge=1,
        le=3650,
        description="Days after which a match ends without a result if its server or channel is gone.",
    )
    backup_folder: Annotated[Path | None, BeforeValidator(_folded)] = Field(
        default=None, description="The folder of the backups; the default is backups, beside the database."
    )
    backup_hours: int = Field(
        default=24, ge=0, le=8760, description="Hours from one automatic backup to the next; 0: none are made."
    )
    backup_keep: int = Field(
        default=7, ge=1, le=1000, description="How many automatic backups are kept; older ones are deleted."
    )
    backup_check: Annotated[BackupCheck, BeforeValidator(_lower)] = Field(
        default="copy",
        description="How each backup is checked: copy, or replay, which also plays its live matches again.",
    )
    font_folder: Annotated[Path | None, BeforeValidator(_folded)] = Field(
        default=None,
        description="A folder with more fonts (.otf, .ttc, .ttf) for players' names, like Noto Sans CJK and Symbola.",
    )
    health: Annotated[Address | None, NoDecode, BeforeValidator(_address)] = Field(
        default=None, description="Address and port at which /healthz and /metrics are served, like 127.0.0.1:8080."
    )
    alerts: int | None = Field(
        default=None,
        ge=1,
        description="The channel or user (by id) to which the bot reports trouble that needs a person.",
    )
    shards: int | None = Field(
        default=None,
        ge=1,
        le=100_000,
        description="The number of shards to connect with; not set: as many as Discord advises.",
    )
    discord_api: Annotated[str, BeforeValidator(_folded), AfterValidator(_api)] | None = Field(
        default=None, description="The address of Discord's API by way of a proxy, like http://127.0.0.1:8080/api/v10."
    )
    operator_contact: Annotated[str, BeforeValidator(_folded)] = Field(
        default="", max_length=200, description="How people can reach you about this bot; /privacy shows it."
    )
    privacy_url: Annotated[str, BeforeValidator(_folded), AfterValidator(_page)] | None = Field(
        default=None, max_length=300, description="The page of your privacy notice; PRIVACY.md is a template."
    )
    terms_url: Annotated[str, BeforeValidator(_folded), AfterValidator(_page)] | None = Field(
        default=None, max_length=300, description="The page of your terms; TERMS.md is a template."
    )
    retention_months: int = Field(
        default=0,
        ge=0,
        le=1200,
        description="Months of 30 days after which a finished match loses its log; 0: never.",
    )
    log_level: Annotated[LogLevel, BeforeValidator(_upper)] = Field(
        default="INFO", description="How much is logged: DEBUG, INFO, WARNING or ERROR."
    )
    log_format: Annotated[LogFormat, BeforeValidator(_lower)] = Field(
        default="text", description="How it is logged: text for people, json for machines."
    )

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003 # a folder of secrets, which we do not offer
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Return the sources of the settings, the most important one first."""
        return init_settings, env_settings, dotenv_settings, SecretFiles(settings_cls)

    @property
    def operator(self) -> Operator:
        """The person who runs the bot, and for how long they keep what it stores."""
        return Operator(
            contact=self.operator_contact,
            privacy_url=self.privacy_url or "",
            terms_url=self.terms_url or "",
            log_months=self.retention_months,
            backup_days=math.ceil(self.backup_hours * self.backup_keep / 24),
        )

    @property
    def backups(self) -> Path:
        """The folder of the backups, and of the list of deletions."""
        beside = self.database.parent if isinstance(self.database, Path) else Path("data")
        return self.backup_folder or beside / "backups"

    def add_fonts(self) -> int:
        """Use the fonts of the operator's folder as well, and return their number.

        Raises:
            SettingsError: the folder, or a font in it, cannot be used.
        """
        try:
            return add_fonts(self.font_folder) if self.font_folder else 0
        except FontsError as error:
            raise SettingsError(f"FONT_FOLDER: {error}") from None

    @property
    def certificates(self) -> Certificates | None:
        """The certificates for a cluster; None unless all three files are set."""
        if self.dask_ca is None or self.dask_cert is None or self.dask_key is None:
            return None
        return Certificates(authority=self.dask_ca, certificate=self.dask_cert, key=self.dask_key)

    @property
    def cluster(self) -> Place | None:
        """The cluster for computer players; None if there is none.

        Raises:
            SettingsError: its address cannot be used, or its certificates are missing.
        """
        if not self.dask:
            return None
        try:
            return Place(address=self.dask, certificates=self.certificates)
        except ClusterError as error:
            raise SettingsError(f"DASK: {error}.") from None


def load_settings() -> Settings:
    """Read the settings: the environment overrides `.env`, and an empty value counts as not set.

    Raises:
        SettingsError: a setting cannot be used.
    """
    try:
        _check_names()
        return Settings()
    except ValidationError as error:
        raise SettingsError("\n".join(_line(str(fault["loc"][0]), fault["msg"]) for fault in error.errors())) from None
    except (UnreadableError, OSError, UnicodeDecodeError) as error:
        raise SettingsError(f".env cannot be read ({type(error).__name__}): it must be a text file in UTF-8.") from None


def _check_names() -> None:
    """Raise if a variable looks like a misspelt setting. All other variables belong to other programs."""
    settings = [name.upper() for name in Settings.model_fields]
    written = dotenv_values(".env", encoding="utf-8") if Path(".env").is_file() else {}
    lines = []
    for name, cutoff in [*((name, _ALIKE) for name in written), *((name, _NEARLY_EQUAL) for name in os.environ)]:
        meant = get_close_matches(name.upper(), settings, n=1, cutoff=cutoff)
        if meant and meant[0] != name.upper():
            lines.append(f"{name}: there is no such setting. Did you mean {meant[0]}?")
    if lines:
        raise SettingsError("\n".join(dict.fromkeys(lines)))


def _line(name: str, fault: str) -> str:
    return f"{name.upper()}: {fault.removeprefix('Value error, ')}. Set it in the environment or in .env."
