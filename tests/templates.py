"""Templates, compiled once for all apps of a process."""

from typing import Any

from flask import Flask
from flask.templating import Environment
from jinja2.bccache import Bucket, BytecodeCache


class Compiled(BytecodeCache):
    """Templates as they were compiled for another app."""

    def __init__(self) -> None:
        self.codes: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if code := self.codes.get(bucket.key):
            bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.codes[bucket.key] = bucket.bytecode_to_string()


COMPILED = Compiled()


class Shared(Environment):
    """What every app renders with."""

    def __init__(self, app: Flask, **options: Any) -> None:
        super().__init__(app, **options, bytecode_cache=COMPILED)
