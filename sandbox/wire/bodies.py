"""Reading the body of a request: JSON, or a form with files ("API Reference", Uploading Files)."""

import json
from typing import Any

from aiohttp import BodyPartReader, web

from sandbox.wire.errors import ApiError
from sandbox.wire.forms import FILE_FIELD, Upload


async def read_body(request: web.Request) -> tuple[Any, dict[int, Upload]]:
    """Return the JSON of a request (None if it has no body) and its files.

    Raises:
        ApiError: the body cannot be read.
    """
    if not request.can_read_body:
        return None, {}
    if request.content_type == "application/json":
        return _json(await request.read()), {}
    if request.content_type == "multipart/form-data":
        return await _read_form(request)
    raise ApiError(0, f"unexpected content type {request.content_type}", status=400)


async def _read_form(request: web.Request) -> tuple[Any, dict[int, Upload]]:
    body: Any = None
    uploads: dict[int, Upload] = {}
    async for part in await request.multipart():
        assert isinstance(part, BodyPartReader), "parts have no parts"
        data = bytes(await part.read())
        file = FILE_FIELD.fullmatch(part.name or "")
        if part.name == "payload_json":
            body = _json(data)
        elif file is None or part.filename is None:
            raise ApiError(50035, f"unknown part {part.name!r}")
        else:
            kind = part.headers.get("Content-Type", "application/octet-stream")
            uploads[int(file[1])] = Upload(part.filename, kind, data)
    return body, uploads


def _json(data: bytes) -> Any:
    try:
        return json.loads(data)
    except ValueError:
        raise ApiError(50109) from None
