"""Validation against Discord's published description ("OpenAPI Specification").

It is a preview and covers less than the documentation: the tables of rules add the difference.
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
"""The names of the schemas of refusals: in general, and by a rate limit."""
RULE: Final = "published description"
"""The name of the rule in all problems found here."""


class Description:
    """The description in a file; each schema is compiled on first use."""

    def __init__(self, path: Path) -> None:
        document = json.loads(path.read_text(encoding="utf-8"))
        # discord.py sends some ids as numbers, which Discord takes.
        document["components"]["schemas"]["SnowflakeType"] = {"type": ["string", "integer"]}
        self._paths: dict[str, Any] = document["paths"]
        resource = {"$id": _URI, "paths": document["paths"], "components": document["components"]}
        self._registry = jsonschema_rs.Registry([(_URI, resource)])
        self._compiled: dict[str, jsonschema_rs.Draft202012Validator] = {}

    def request(self, method: str, route: str, body: Any) -> list[Problem]:
        """Return the problems of the JSON in a request, without its files."""
        operation = self._paths[route][method.lower()]
        if "requestBody" not in operation:
            return [Problem((), "takes no body", RULE)] if body is not None else []
        if body is None:
            return [Problem((), "needs a body", RULE)] if operation["requestBody"].get("required") else []
        return self._problems(("paths", route, method.lower(), *_BODY), body)

    def answer(self, method: str, route: str, status: int, body: Any) -> list[Problem]:
        """Return the problems of a response that the simulated Discord sends."""
        responses = self._paths[route][method.lower()]["responses"]
        if status >= 400:
            # The codes in a tree of errors are numbers in the description, but names such as BASE_TYPE_REQUIRED in
            # "API Reference", Error Messages. Only the parts on which they agree are checked.
            return self.object(LIMITED if status == 429 else REFUSED, body)
        if str(status) not in responses:
            return [Problem((), f"status {status} is not described", RULE)]
        if "content" not in responses[str(status)]:
            return [Problem((), "has a body", RULE)] if body is not None else []
        return self._problems(("paths", route, method.lower(), "responses", str(status), *_CONTENT), body)

    def object(self, name: str, value: Any) -> list[Problem]:
        """Return the problems of an object by the schema with this name."""
        return self._problems(("components", "schemas", name), value)

    def knows(self, method: str, route: str) -> bool:
        """Return whether the description contains this route."""
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
    """Return the description in this file. Only the first call reads the file."""
    return Description(path)
