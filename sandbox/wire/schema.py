"""Discord's published description, as far as it can tell right from wrong ("OpenAPI Specification").

It is a preview and knows less than the documentation: the tables of rules go beside it.
"""

import json
from functools import lru_cache
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import jsonschema_rs

from sandbox.wire.errors import Problem

_URI: Final = "urn:discord"
REFUSED, LIMITED = "Error", "RatelimitedResponse"
"""The schemas of answers that refuse."""
RULE: Final = "published description"
"""What problems are called that it finds."""


class Description:
    """The description in one file; compiled piece by piece, when a piece is asked for."""

    def __init__(self, path: Path) -> None:
        document = json.loads(path.read_text(encoding="utf-8"))
        # discord.py sends some ids as numbers, which Discord takes.
        document["components"]["schemas"]["SnowflakeType"] = {"type": ["string", "integer"]}
        self._paths: dict[str, Any] = document["paths"]
        resource = {"$id": _URI, "paths": document["paths"], "components": document["components"]}
        self._registry = jsonschema_rs.Registry([(_URI, resource)])
        self._compiled: dict[str, jsonschema_rs.Draft202012Validator] = {}

    def request(self, method: str, route: str, body: Any) -> list[Problem]:
        """What is wrong with the JSON of a request; files are cut out before."""
        operation = self._paths[route][method.lower()]
        if "requestBody" not in operation:
            return [Problem((), "takes no body", RULE)] if body is not None else []
        if body is None:
            return [Problem((), "needs a body", RULE)] if operation["requestBody"].get("required") else []
        return self._problems(("paths", route, method.lower(), *_BODY), body)

    def answer(self, method: str, route: str, status: int, body: Any) -> list[Problem]:
        """What is wrong with what this package is about to answer."""
        responses = self._paths[route][method.lower()]["responses"]
        if status >= 400:
            # In a tree of errors it has numbers for codes, where "API Reference", Error Messages, has names such as
            # BASE_TYPE_REQUIRED. Asked for is what both agree on.
            return self.object(LIMITED if status == 429 else REFUSED, body)
        if str(status) not in responses:
            return [Problem((), f"status {status} is not described", RULE)]
        if "content" not in responses[str(status)]:
            return [Problem((), "has a body", RULE)] if body is not None else []
        return self._problems(("paths", route, method.lower(), "responses", str(status), *_CONTENT), body)

    def object(self, name: str, value: Any) -> list[Problem]:
        """What is wrong with an object, by the name of its schema."""
        return self._problems(("components", "schemas", name), value)

    def knows(self, method: str, route: str) -> bool:
        """Whether there is such a route."""
        return method.lower() in self._paths.get(route, {})

    def _problems(self, place: tuple[str, ...], value: Any) -> list[Problem]:
        pointer = "/".join(quote(step.replace("~", "~0").replace("/", "~1"), safe="~") for step in place)
        if pointer not in self._compiled:
            schema = {"$ref": f"{_URI}#/{pointer}"}
            self._compiled[pointer] = jsonschema_rs.Draft202012Validator(schema, registry=self._registry)
        validator = self._compiled[pointer]
        if validator.is_valid(value):
            return []
        return [Problem(tuple(error.instance_path), error.message, RULE) for error in validator.iter_errors(value)]


_CONTENT: Final = ("content", "application/json", "schema")
_BODY: Final = ("requestBody", *_CONTENT)


@lru_cache(maxsize=4)
def description(path: Path) -> Description:
    """The description in this file, read once."""
    return Description(path)
