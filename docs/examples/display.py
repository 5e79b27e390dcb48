"""A display: whose turn it is at a table, on a line of its own whenever that changes.

    python display.py http://192.168.1.20:8327 CODE

It needs nothing but Python, and no seat. It goes on after the server was away, and ends with the table.
"""

import json
import os
import sys
import time
from collections.abc import Iterator
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

AGAIN = 1.5
"""Seconds before connecting again."""

SILENCE = 30
"""Seconds without a sign of life (they come every 12) after which a connection counts as lost."""


def read(address: str) -> Any:
    with urlopen(Request(address, headers={"Accept-Language": "en"}), timeout=SILENCE) as answer:
        return json.load(answer)


def changes(table: str, seen: int) -> Iterator[int]:
    """Yield the number of the newest entry whenever something has changed, until the table is deleted."""
    while True:
        wait = AGAIN
        try:
            for event, data in events(table, seen):
                if event == "end":
                    return
                seen = int(data)
                yield seen
        except HTTPError as refused:
            if refused.code in (404, 410):
                return
            if refused.code not in (429, 503):
                raise
            wait = float(refused.headers.get("Retry-After", AGAIN))
        except OSError:
            pass  # The server is away, or the network.
        time.sleep(wait)
        yield seen  # There may be news, and perhaps there is no stream to tell.


def events(table: str, seen: int) -> Iterator[tuple[str, str]]:
    """Yield the name and the data of each event of a table's stream."""
    with urlopen(Request(f"{table}/stream", headers={"Last-Event-ID": str(seen)}), timeout=SILENCE) as stream:
        event = ""
        for line in stream:
            field, _, value = line.decode().rstrip("\n").partition(": ")
            if field == "event":
                event = value
            elif field == "data":
                yield event, value


def line(turn: dict[str, Any]) -> str:
    if turn["over"]:
        return "The game is over."
    if turn["paused"]:
        return "A pause."
    return f"{turn['name']}: {turn['said']}" if turn["seat"] else "Nobody is asked."


def address(server: str, code: str) -> str:
    """Return where a table is; `http://` may be left out."""
    return f"{'' if '://' in server else 'http://'}{server}/api/v1/tables/{code}"


def main(server: str, code: str) -> None:
    table = address(server, code)
    turn = read(f"{table}/turn")
    print(line(turn), flush=True)
    for _ in changes(table, turn["seq"]):
        try:
            before, turn = turn, read(f"{table}/turn")
        except HTTPError as refused:
            if refused.code in (404, 410):
                return
            continue
        except OSError:
            continue
        if line(turn) != line(before):
            print(line(turn), flush=True)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    try:
        main(*sys.argv[1:])
    except HTTPError as refused:
        sys.exit(json.load(refused)["said"])
    except URLError as error:
        sys.exit(f"There is no server. {error.reason}")
    except BrokenPipeError:
        os._exit(0)  # Nobody reads any more, and nothing is left to be written.
