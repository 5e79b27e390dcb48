"""What can be wrong with a row, each made with plain SQL."""

from dataclasses import dataclass

from companion.table.database import Database

ENTRY = 19
"""The entry that is damaged, behind the newest standing."""


@dataclass(frozen=True)
class Damage:
    """A statement that damages a table, whose id it knows as `ID`."""

    name: str
    sql: str
    said: str = ""
    """What is said of it, in English."""
    shown: bool = False
    """Whether the table can be shown all the same: it is made again from what is whole."""


def _setup(name: str, value: str, said: str) -> Damage:
    return Damage(name, f"UPDATE tables SET setup = {value} WHERE id = 'ID'", said)


def _entry(name: str, change: str, said: str = f"Entry {ENTRY} cannot be read.") -> Damage:
    return Damage(name, f"UPDATE log SET {change} WHERE table_id = 'ID' AND seq = {ENTRY}", said)


def _missing(name: str, which: str, said: str, *, shown: bool = False) -> Damage:
    return Damage(name, f"DELETE FROM log WHERE table_id = 'ID' AND {which}", said, shown)


def _standing(name: str, change: str, said: str) -> Damage:
    return Damage(name, f"UPDATE snapshots SET {change} WHERE table_id = 'ID'", said, shown=True)


DAMAGES = (
    _setup("set-up cut off", "substr(setup, 1, 30)", "The setup cannot be read."),
    _setup("set-up without seats", """'{"game":"caylus"}'""", "The setup cannot be read."),
    _setup("set-up deep", f"'{'[' * 9000}'", "The setup cannot be read."),
    _setup("no such game", """replace(setup, '"caylus"', '"chess"')""", "It was played with chess"),
    _setup("no such edition", """replace(setup, '"edition":"en"', '"edition":"house"')""", "It was played with house"),
    _setup(
        "no such variant", """replace(setup, '"variants":[]', '"variants":["house"]')""", "It was played with house"
    ),
    _entry("entry cut off", """data = '{"act'"""),
    _entry("entry of another form", "data = '[1]'"),
    _entry("entry empty", "data = '{}', kind = 'played'"),
    _entry("bytes of no text", "data = CAST(x'7BFFFE7D' AS TEXT)"),
    _entry("unknown kind", "kind = 'danced'"),
    _entry("no time", "at = 'yesterday'"),
    _entry("time of no place", "at = '2026-01-01T10:00:00'"),
    _entry("events cut off", """events = '[["pla'"""),
    _entry("unknown event", """events = '[["danced",1]]'"""),
    _entry("event too short", """events = '[["paid"]]'"""),
    _entry("not allowed", """data = '{"actions":["place moon"]}', kind = 'played'""", "does not fit the current rules"),
    _entry("brought back what never was", "data = '{}', kind = 'redone'", "does not fit the current rules"),
    _missing("entry", f"seq = {ENTRY}", f"Entry {ENTRY} is missing."),
    _missing("whole log", "seq > 0", "is missing."),
    _missing("end of the log", "seq > 10", "a different state from the one stored with entry 16.", shown=True),
    _missing("first entry", "seq = 1", "Entry 1 is missing.", shown=True),
    _standing("standing cut off", """data = '{"seq'""", "The state stored with entry 16 cannot be read."),
    _standing("standing of another entry", "seq = 15", "The state stored with entry 15 cannot be read."),
    _standing("standing of another form", """data = '{"seq":16}'""", "The state stored with entry 16 cannot be read."),
)


def damage(database: Database, id: str, done: Damage) -> None:
    """Do it to a table."""
    with database.begin() as connection:
        changed = connection.exec_driver_sql(done.sql.replace("ID", id))
        assert changed.rowcount, done.sql
