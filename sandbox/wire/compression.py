"""Compression of the gateway's messages ("Gateway", Transport Compression), with one context per connection."""

import importlib
import importlib.util
import zlib
from collections.abc import Callable, Mapping
from typing import Any, Final

Packer = Callable[[bytes], bytes]
"""Compresses one message, using the context of earlier ones, so that the receiver can read it at once."""


def _zlib_stream() -> Packer:
    context = zlib.compressobj()
    return lambda data: context.compress(data) + context.flush(zlib.Z_SYNC_FLUSH)


def _zstd_stream() -> Packer:
    if importlib.util.find_spec("compression") is not None:
        module: Any = importlib.import_module("compression.zstd")
        compressor = module.ZstdCompressor()
        return lambda data: bytes(compressor.compress(data, compressor.FLUSH_BLOCK))
    module = importlib.import_module("zstandard")
    context = module.ZstdCompressor().compressobj()
    return lambda data: bytes(context.compress(data) + context.flush(module.COMPRESSOBJ_FLUSH_BLOCK))


_HAS_ZSTD: Final = any(importlib.util.find_spec(name) is not None for name in ("compression", "zstandard"))

PACKERS: Final[Mapping[str, Callable[[], Packer]]] = {
    "zlib-stream": _zlib_stream,
    **({"zstd-stream": _zstd_stream} if _HAS_ZSTD else {}),
}
"""The compressors of a connection, by the value of `compress` in the gateway's address. zstd needs Python 3.14 or the
package zstandard.
"""
