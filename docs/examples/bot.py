"""A bot: takes a seat and plays any option, until the game is over.

    python bot.py http://192.168.1.20:8327 CODE red

If somebody has the seat, it asks for it and waits.
"""

import json
import random
import secrets
import sys
import time
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from display import AGAIN, SILENCE, address, changes, read


class Table:
    """A table as one device may use it."""

    def __init__(self, server: str, code: str) -> None:
        self.address, self.token = address(server, code), ""

    def ask(self, path: str = "", sent: dict[str, Any] | None = None) -> Any:
        """Ask until there is an answer. What is sent with a key is done once, however often it arrives."""
        body = None if sent is None else json.dumps(sent).encode()
        headers = {"Content-Type": "application/json"} | (
            {"Authorization": f"Bearer {self.token}"} if self.token else {}
        )
        while True:
            wait = AGAIN
            try:
                with urlopen(Request(f"{self.address}{path}", body, headers), timeout=SILENCE) as answer:
                    return json.load(answer)
            except HTTPError as refused:
                if refused.code not in (429, 503):
                    raise
                wait = float(refused.headers.get("Retry-After", AGAIN))
            except OSError:
                pass  # The server is away, or the network.
            time.sleep(wait)

    def sit(self, seat: str) -> None:
        """Take a seat. With 202, those at the table are asked first, and the token waits for their answer."""
        self.token = self.ask("/sit", {"seat": seat})["token"]
        while seat not in self.ask()["mine"]:
            time.sleep(AGAIN)

    def play(self, view: dict[str, Any]) -> None:
        """Play one of the options of a view. With 409 the table has moved on, and the next view says where to."""
        wish = {"kind": "play", "actions": [random.choice(view["decision"]["options"])["action"]]}
        try:
            self.ask("/act", {"wish": wish, "seen": view["seq"], "key": secrets.token_urlsafe(12)})
        except HTTPError as refused:
            if refused.code != 409:
                raise


def main(server: str, code: str, seat: str) -> None:
    table = Table(server, code)
    read(f"{table.address}/newest")  # Once there was a server, we wait until it is back.
    table.sit(seat)
    view = table.ask()
    news = changes(table.address, view["seq"])
    while not view["over"]:
        if view["decision"] and view["decision"]["mine"]:
            table.play(view)
        else:
            next(news)
        view = table.ask()


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    try:
        main(*sys.argv[1:])
    except HTTPError as refused:
        sys.exit(json.load(refused)["said"])
    except URLError as error:
        sys.exit(f"There is no server. {error.reason}")
    except StopIteration:
        sys.exit("The table has been deleted.")
