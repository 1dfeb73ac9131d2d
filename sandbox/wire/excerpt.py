"""Writes the part of Discord's published description that is used here: `python -m sandbox.wire.excerpt OPENAPI`."""

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from sandbox.wire.api import served
from sandbox.wire.checks import SCHEMAS
from sandbox.wire.options import PACKAGED
from sandbox.wire.schema import LIMITED, REFUSED

_PROSE: Final = frozenset({"description", "summary"})
_HEAD: Final = "openapi", "info"


def excerpt(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return the served routes and the schemas used for validation, with everything that these refer to, but without
    prose.
    """
    paths: dict[str, Any] = {}
    for route in served():
        method = route.method.lower()
        paths.setdefault(route.template, {})[method] = document["paths"][route.template][method]
    components: dict[str, Any] = {}
    named = {f"#/components/schemas/{name}" for name in (*SCHEMAS, LIMITED, REFUSED)}
    new, seen = named | set(_references(paths)), set[str]()
    while new:
        seen |= new
        for reference in new:
            _, _, kind, name = reference.split("/")
            components.setdefault(kind, {})[name] = _at(document, reference)
        new = {deeper for reference in new for deeper in _references(_at(document, reference))} - seen
    head = {key: document[key] for key in _HEAD}
    return _without_prose({**head, "paths": paths, "components": components})  # type: ignore[no-any-return] # JSON


def written(parts: Mapping[str, Any]) -> str:
    """Return an excerpt as JSON with a line for each route and each schema, sorted."""
    kinds = {kind: _lines(each) for kind, each in sorted(parts["components"].items())}
    head = {key: _dumped(parts[key]) for key in _HEAD}
    return _block({**head, "paths": _lines(parts["paths"]), "components": _block(kinds)}) + "\n"


def _references(part: object) -> Iterator[str]:
    if isinstance(part, dict):
        if isinstance(part.get("$ref"), str):
            yield part["$ref"]
        part = [*part.values()]
    if isinstance(part, list):
        for each in part:
            yield from _references(each)


def _at(document: Mapping[str, Any], reference: str) -> object:
    _, _, kind, name = reference.split("/")
    return document["components"][kind][name]


def _without_prose(part: Any) -> Any:
    if isinstance(part, dict):
        return {
            key: _without_prose(value)
            for key, value in part.items()
            if not (key in _PROSE and isinstance(value, str))  # a property may have that name, too
        }
    return [_without_prose(each) for each in part] if isinstance(part, list) else part


def _lines(parts: Mapping[str, Any]) -> str:
    return _block({name: _dumped(part) for name, part in sorted(parts.items())})


def _block(parts: Mapping[str, str]) -> str:
    lines = ",\n".join(f"{json.dumps(name)}:{part}" for name, part in parts.items())
    return f"{{\n{lines}\n}}"


def _dumped(part: Any) -> str:
    return json.dumps(part, sort_keys=True, separators=(",", ":"))


if __name__ == "__main__":
    [_, openapi] = sys.argv
    whole = json.loads(Path(openapi).read_text(encoding="utf-8"))
    PACKAGED.write_text(written(excerpt(whole)), encoding="utf-8")
