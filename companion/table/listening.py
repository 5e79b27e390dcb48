"""Receiving notifications from other processes that share the same PostgreSQL database.

A notification is only a hint to look at the log, so losing one loses no data. After a lost connection, all devices are
told to look once.
"""

from threading import Event, Thread

import psycopg
from sqlalchemy.exc import DBAPIError

from companion.table.database import Away
from companion.table.hub import END, Hub
from companion.table.store import AGAIN, CHANNEL, Store

PATIENCE = 1.0
"""Seconds between checks for a stop request, and before reconnecting."""


class Listening:
    """A thread that forwards other processes' notifications to the hub."""

    def __init__(self, store: Store, hub: Hub) -> None:
        self._store, self._hub = store, hub
        self._address = store.database.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._stopped, self.connected = Event(), Event()
        self._thread = Thread(target=self._run, name="listening", daemon=True)

    def start(self) -> "Listening":
        self._thread.start()
        return self

    def stop(self) -> None:
        self._stopped.set()
        self._thread.join(3 * PATIENCE)

    def _run(self) -> None:
        while not self._stopped.is_set():
            try:
                with psycopg.connect(self._address, autocommit=True) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    self.connected.set()
                    self._tell_everybody()
                    self._pass_on(connection)
            except (psycopg.Error, DBAPIError, Away):
                self.connected.clear()
                self._stopped.wait(PATIENCE)

    def _pass_on(self, connection: "psycopg.Connection[tuple[object, ...]]") -> None:
        while not self._stopped.is_set():
            for heard in connection.notifies(timeout=PATIENCE):
                table, _, seq = heard.payload.partition(" ")
                if int(seq) == END:
                    self._hub.end(table)
                else:
                    self._hub.publish(table, int(seq), again=seq.startswith(AGAIN))

    def _tell_everybody(self) -> None:
        for table in self._hub.tables():
            self._hub.publish(table, self._store.newest(table), again=True)
