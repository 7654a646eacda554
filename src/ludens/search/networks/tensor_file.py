"""Named arrays in a file that cannot run code: the format safetensors, written out by hand.

Eight bytes say how long a header of JSON is; it names each array with its type, its shape and its place in the bytes
that follow. A file is written beside its place and moved there in one step, so that nobody ever sees half of one.
"""

from __future__ import annotations

import json
import math
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludens.game import ParameterError

Arrays = dict[str, NDArray[Any]]
About = dict[str, str]

MOST_BYTES = 1 << 30
MOST_HEADER_BYTES = 1 << 20
"""Nothing larger is read."""

READABLE = 0o644
"""Files are there to be given away; temporary ones are for their owner alone."""

ABOUT = "__metadata__"
TYPES = {"I8": np.int8, "F16": np.float16, "F32": np.float32, "F64": np.float64, "U64": np.uint64, "I64": np.int64}
NAMES = {np.dtype(kind): name for name, kind in TYPES.items()}


class TensorFileError(ParameterError):
    """A file is not what it should be, with the reason."""


def write_arrays(path: Path, arrays: Mapping[str, NDArray[Any]], about: About) -> None:
    """Writes a file in one step, and waits until it is on the disk."""
    header: dict[str, Any] = {ABOUT: about}
    at = 0
    for name, array in arrays.items():
        kind = NAMES[array.dtype]
        header[name] = {"dtype": kind, "shape": list(array.shape), "data_offsets": [at, at + array.nbytes]}
        at += array.nbytes
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as file:
        unfinished = Path(file.name)
        try:
            file.write(len(text).to_bytes(8, "little") + text)
            for array in arrays.values():
                file.write(np.ascontiguousarray(array).tobytes())
            file.flush()
            os.fsync(file.fileno())
            file.close()
            unfinished.chmod(READABLE)
            unfinished.replace(path)
        except BaseException:
            unfinished.unlink(missing_ok=True)
            raise


def read_arrays(path: Path) -> tuple[Arrays, About]:
    """What a file holds; raises TensorFileError, with the reason, where it is none, or OSError."""
    if path.stat().st_size > MOST_BYTES:
        raise TensorFileError(f"{path} is too large to be a network.")
    data = path.read_bytes()
    try:
        return _parsed(data)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise TensorFileError(f"{path} is not a file of arrays (safetensors), or it is damaged.") from error


def _parsed(data: bytes) -> tuple[Arrays, About]:
    size = int.from_bytes(data[:8], "little")
    if len(data) < 8 or size > min(MOST_HEADER_BYTES, len(data) - 8):
        raise ValueError("no header")
    header, body = json.loads(data[8 : 8 + size]), data[8 + size :]
    about = {str(key): str(value) for key, value in header.pop(ABOUT, {}).items()}
    found: Arrays = {}
    for name, entry in header.items():
        kind, shape = np.dtype(TYPES[entry["dtype"]]), tuple(int(length) for length in entry["shape"])
        first, last = map(int, entry["data_offsets"])
        if min((first, *shape), default=0) < 0 or last > len(body) or last - first != kind.itemsize * math.prod(shape):
            raise ValueError(f"the array {name} has no place")
        found[name] = np.frombuffer(body[first:last], dtype=kind).reshape(shape).copy()
    return found, about
