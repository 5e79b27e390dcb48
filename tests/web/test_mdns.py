"""caylus.local, told and asked for over real multicast on the loopback."""

import socket
import sys
from collections.abc import Iterator

import pytest
from zeroconf import AddressResolverIPv4, ServiceInfo, Zeroconf  # type: ignore[attr-defined]

import companion.cli.serve as serving
from companion.cli.serve import FirstPage, Named, _welcome, code_of
from companion.i18n.translator import Translator
from companion.network import Reach
from companion.table.database import Database
from companion.table.store import Store
from companion.table.tables import Tables
from companion.web.mdns import Announcement
from tests.alone import alone, in_a_thread

LOOPBACK = "127.0.0.1"

pytestmark = pytest.mark.slow


@pytest.fixture
def neighbour() -> Iterator[Zeroconf]:
    """Somebody else in the network."""
    found = alone(lambda: Zeroconf(interfaces=[LOOPBACK]))
    yield found
    alone(found.close)


def address_of(neighbour: Zeroconf, name: str, patience: int = 5000) -> list[str]:
    asked = AddressResolverIPv4(f"{name}.local.")
    asked.request(neighbour, patience)
    return asked.parsed_addresses()


def called(name: str, address: str) -> ServiceInfo:
    kind = "_http._tcp.local."
    host = f"{name}.local."
    return ServiceInfo(kind, f"{name} of another.{kind}", 80, server=host, addresses=[socket.inet_aton(address)])


@in_a_thread
def test_the_name_is_told_and_taken_back(neighbour: Zeroconf) -> None:
    announced = Announcement(LOOPBACK)
    assert announced.name == "caylus"
    announced.tell(8327)
    assert address_of(neighbour, "caylus") == [LOOPBACK]
    another = Announcement(LOOPBACK)  # on the same machine, with another port
    assert another.name == "caylus"
    another.close()
    announced.close()
    with Zeroconf(interfaces=[LOOPBACK]) as later:
        assert address_of(later, "caylus", patience=700) == []


@in_a_thread
def test_another_machine_of_that_name_keeps_it(neighbour: Zeroconf) -> None:
    for name in ("caylus", "caylus-2"):
        neighbour.register_service(called(name, "192.168.1.77"))
    announced = Announcement(LOOPBACK)
    assert announced.name == "caylus-3"
    announced.tell(8327)
    with Zeroconf(interfaces=[LOOPBACK]) as third:
        assert address_of(third, "caylus-3") == [LOOPBACK]
        assert address_of(third, "caylus") == ["192.168.1.77"]
    announced.close()


@in_a_thread
def test_without_a_network_or_the_package_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(OSError, match=r"device|address"):
        Announcement("192.0.2.9")  # an address that this machine does not have
    monkeypatch.setitem(sys.modules, "companion.web.mdns", None)
    reach = Reach(given="192.168.1.20")
    Named(reach, wanted=True).tell(8327)
    assert reach.announced == ""


NUMBER = "http://192.168.1.20:8327/"


def welcomed(announced: str, capsys: pytest.CaptureFixture[str]) -> str:
    reach = Reach(given="192.168.1.20")
    reach.announced = announced
    tables = Tables(Store(Database(":memory:").ready()))
    _welcome(Translator("en"), FirstPage(reach, 8327, secure=False), tables, wanted=True)
    tables.close()
    return capsys.readouterr().out


def test_the_name_stands_beside_the_number_and_the_code_keeps_the_number(capsys: pytest.CaptureFixture[str]) -> None:
    said = welcomed("caylus.local", capsys)
    assert [line.strip() for line in said.splitlines() if "http" in line] == [NUMBER, "http://caylus.local:8327/"]
    assert code_of(NUMBER, "utf-8") in said or not code_of(NUMBER, sys.stdout.encoding)


def test_without_the_package_a_line_names_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "find_spec", lambda name: None)
    assert "zeroconf" in welcomed("", capsys)
    monkeypatch.undo()
    assert "zeroconf" not in welcomed("", capsys)
