"""Where phones find this machine: with adapters as systems report them, and in networks of a kernel's own."""

import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from types import SimpleNamespace
from typing import Any

import pytest

from companion.network import Reach, addresses
from companion.web import create_app
from tests.patience import PATIENCE
from tests.tools import needed


def adapter(name: str, *ips: str, prefix: int = 24, nice: str = "") -> Any:
    """An adapter as ifaddr reports it."""
    found = [
        SimpleNamespace(ip=(ip, 0, 1) if ":" in ip else ip, is_IPv4=":" not in ip, network_prefix=prefix)
        for ip in ("fe80::1", *ips)
    ]
    for ip in found:
        ip.nice_name = nice or name
    return SimpleNamespace(name=name, nice_name=nice or name, ips=found)


LO = adapter("lo", "::1", "127.0.0.1", prefix=8)
WIFI = adapter("wlp3s0", "192.168.1.20")
CABLE = adapter("enp0s31f6", "192.168.1.21")
VPN = adapter("tun0", "10.8.0.6")
VPN6 = adapter("tun0", "fd08::6")
BRIDGE = adapter("docker0", "172.17.0.1", prefix=16)


@pytest.mark.parametrize(
    ("adapters", "likely"),
    [
        ([LO], "127.0.0.1"),
        ([], "127.0.0.1"),
        ([LO, adapter("wlan0", "10.42.0.1")], "10.42.0.1"),
        ([LO, CABLE, WIFI], "192.168.1.20"),
        ([LO, adapter("docker0"), adapter("eth0", "2001:db8::7", prefix=128), VPN6], "2001:db8::7"),
        ([LO, adapter("wlan0", "2001:db8::7"), CABLE], "192.168.1.21"),
        ([LO, VPN, BRIDGE, CABLE], "192.168.1.21"),
        ([LO, adapter("br-0123456789ab", "172.18.0.1"), VPN], "10.8.0.6"),
        ([LO, adapter("br0", "192.168.1.5"), adapter("virbr0", "192.168.122.1")], "192.168.1.5"),
        ([LO, adapter("corp", "10.9.9.9", prefix=32), CABLE], "192.168.1.21"),
        ([LO, adapter("mesh", "100.101.1.2"), adapter("eth0", "169.254.7.7", prefix=16)], "169.254.7.7"),
        ([LO, adapter("utun4", "10.8.0.6"), adapter("en0", "192.168.1.20")], "192.168.1.20"),
        ([LO, adapter("cscotun0", "10.99.0.5"), adapter("gpd0", "10.98.0.5"), CABLE], "192.168.1.21"),
        ([LO, adapter("wwan0", "10.100.0.5"), CABLE], "192.168.1.21"),
        ([LO, adapter("nebula1", "10.98.0.5"), adapter("ham0", "25.1.2.3"), CABLE], "192.168.1.21"),
        ([LO, adapter("waydroid0", "192.168.240.1"), CABLE], "192.168.1.21"),
        (
            [
                adapter("{1}", "172.20.0.1", nice="Hyper-V Virtual Ethernet Adapter"),
                adapter("{2}", "10.8.0.6", nice="TAP-Windows Adapter V9"),
                adapter("{3}", "192.168.1.21", nice="Realtek PCIe GbE Family Controller"),
                adapter("{4}", "192.168.137.1", nice="Microsoft Wi-Fi Direct Virtual Adapter #2"),
            ],
            "192.168.137.1",
        ),
    ],
)
def test_phones_are_in_the_wireless_network_or_at_the_same_router(adapters: list[Any], likely: str) -> None:
    assert Reach(adapters=lambda: adapters).likely == likely
    assert Reach(adapters=lambda: adapters[::-1]).likely == likely, "in whichever order the system lists them"


def test_of_two_networks_of_a_kind_the_one_with_a_route_is_likelier() -> None:
    second = adapter("enx1", "192.168.7.7")
    for routed in ("192.168.1.21", "192.168.7.7"):
        assert addresses([LO, CABLE, second], routed)[0].ip == routed


def test_the_others_are_listed_and_the_operator_decides() -> None:
    def adapters() -> list[Any]:
        return [LO, WIFI, VPN, BRIDGE]

    assert [(one.ip, one.adapter) for one in Reach(adapters=adapters).others] == [
        ("10.8.0.6", "tun0"), ("172.17.0.1", "docker0"),
    ]  # fmt: skip
    for reach in (Reach(given="10.8.0.6", adapters=adapters), Reach("10.8.0.6", adapters=adapters)):
        assert (reach.likely, reach.others) == ("10.8.0.6", [])


def invited(reach: Reach, base: str) -> str:
    """The address that the page of a table opened there gives to other phones."""
    client = create_app(reach=reach).test_client()
    setup = {"game": "caylus", "edition": "en", "seats": [{"colour": "red"}, {"colour": "blue"}]}
    code = client.post("/api/v1/tables", json=setup, base_url=base).get_json()["code"]
    page = client.get(f"/j/{code}", base_url=base).text
    (found,) = set(re.findall(f'(http[^ "<]*)/j/{code}', page))
    return str(found)


@pytest.mark.parametrize(
    ("reach", "opened_at", "shown"),
    [
        (Reach(adapters=lambda: [LO, VPN, WIFI]), "http://localhost:8327", "http://192.168.1.20:8327"),
        (Reach(adapters=lambda: [LO, VPN, WIFI]), "http://[::1]:8327", "http://192.168.1.20:8327"),
        (Reach(adapters=lambda: [LO, VPN, WIFI]), "http://10.8.0.6:8327", "http://10.8.0.6:8327"),
        (Reach("127.0.0.1", adapters=lambda: [LO, WIFI]), "http://127.0.0.1:8327", "http://127.0.0.1:8327"),
        (Reach(given="10.8.0.6", adapters=lambda: [LO, VPN, WIFI]), "http://192.168.1.20:8327", "http://10.8.0.6:8327"),
        (Reach(given="fd00::7", adapters=lambda: [LO]), "http://localhost", "http://[fd00::7]"),
    ],
)
def test_an_invitation_gives_the_same_answer(reach: Reach, opened_at: str, shown: str) -> None:
    assert invited(reach, opened_at) == shown


def test_a_new_address_is_invited_to_and_answered() -> None:
    now = [adapter("wlan0", "192.168.1.20")]
    reach = Reach(adapters=lambda: now)
    client = create_app(reach=reach).test_client()
    public = {"Host": "198.51.100.7:8327"}  # as in the network of a university
    assert client.get("/", headers=public).status_code == 400
    now[0] = adapter("wlan0", "198.51.100.7")
    assert reach.look()
    assert not reach.look()
    assert client.get("/", headers=public).status_code == 200
    assert invited(reach, "http://localhost:8327") == "http://198.51.100.7:8327"


def test_the_certificate_names_what_phones_in_the_room_use() -> None:
    names = Reach(adapters=lambda: [LO, VPN, BRIDGE, WIFI, CABLE]).names(near=True)
    assert {"192.168.1.20", "192.168.1.21"} <= set(names)
    assert not {"10.8.0.6", "172.17.0.1"} & set(names), "they come and go, and each time phones would warn again"


# in networks of their own


class Room:
    """A network namespace: adapters and routes that nothing else on this machine sees. It ends with its processes."""

    def __init__(self, stack: ExitStack) -> None:
        self._ip = str(needed("ip"))
        own = [str(needed("unshare")), "--user", "--map-root-user", "--net"]
        holder = subprocess.Popen([*own, "sh", "-c", "echo in; exec cat"], stdin=-1, stdout=-1, stderr=-1, text=True)
        stack.callback(holder.communicate)
        assert holder.stdout
        if not holder.stdout.readline():
            pytest.skip("this machine allows no network namespaces")
        self._enter = [str(needed("nsenter")), "--preserve-credentials", "--user", "--net", "--target", str(holder.pid)]
        self.ip("link set lo up")

    def command(self, *words: str) -> list[str]:
        return [*self._enter, *words]

    def ip(self, *commands: str) -> None:
        for command in commands:
            subprocess.run(self.command(self._ip, *command.split()), check=True)

    def adapter(self, name: str, address: str) -> None:
        self.ip(f"link add {name} type bridge", f"addr add {address} dev {name}", f"link set {name} up")

    def asked(self, url: str, data: str = "") -> str:
        """The answer to a request from inside."""
        code = "import sys, urllib.request as r; print(r.urlopen(r.Request(sys.argv[1], sys.argv[2].encode() or None, "
        code += "{'Content-Type': 'application/json'}), timeout=30).read().decode())"
        run = self.command(sys.executable, "-c", code, url, data)
        return subprocess.run(run, check=True, capture_output=True, text=True).stdout


class Terminal:
    """What a server prints, line by line."""

    def __init__(self, command: list[str], stack: ExitStack) -> None:
        self._lines: SimpleQueue[str] = SimpleQueue()
        self.said: list[str] = []
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8")
        reader = Thread(target=self._read, args=(process.stdout,))
        reader.start()
        stack.callback(reader.join)
        stack.callback(process.wait)
        stack.callback(process.terminate)

    def _read(self, lines: Any) -> None:
        with lines:
            for line in lines:
                self._lines.put(line.strip())

    def until(self, here: Callable[[str], bool]) -> str:
        """Return the next line of that kind."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                line = self._lines.get(timeout=max(0, end - time.monotonic()))
            except Empty:
                raise AssertionError("\n".join(self.said)) from None
            self.said.append(line)
            if here(line):
                return line


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as opened:
        yield opened


def serving(room: Room, folder: Path, stack: ExitStack, *more: str) -> Terminal:
    command = [str(Path(sys.executable).with_name("companion")), "serve", "--data", str(folder), "--lang", "en", *more]
    return Terminal(room.command("env", "PYTHONUNBUFFERED=1", "PYTHONIOENCODING=utf-8", *command), stack)


def is_url(line: str) -> bool:
    return line.startswith("http://") and line[7] in "[0123456789"


@pytest.mark.slow
def test_neither_what_is_switched_off_nor_what_a_vpn_hides_is_likely(stack: ExitStack) -> None:
    room = Room(stack)
    room.adapter("wlan0", "192.168.5.5/24")
    room.ip("link set wlan0 down")
    for name, address in {"br7": "192.168.240.1/24", "eth0": "192.168.1.20/24", "tun0": "10.8.0.2/24"}.items():
        room.adapter(name, address)
    room.ip("route add 10.0.0.0/8 dev tun0", "route add default dev eth0")
    code = "from companion.network import Reach; print(Reach().likely)"
    asked = subprocess.run(room.command(sys.executable, "-c", code), check=True, capture_output=True, text=True)
    assert asked.stdout == "192.168.1.20\n"


@pytest.mark.slow
def test_a_hotspot_without_a_route_is_found_and_a_new_lease_followed(tmp_path: Path, stack: ExitStack) -> None:
    room = Room(stack)
    room.adapter("docker0", "172.17.0.1/16")
    room.adapter("wlan0", "10.42.0.1/24")
    terminal = serving(room, tmp_path, stack, "--organiser")
    assert terminal.until(is_url) == "http://10.42.0.1:8327/"
    assert terminal.until(is_url) == "http://172.17.0.1:8327/  docker0"
    terminal.until(lambda line: "Ctrl+C" in line)
    key = terminal.until(is_url).removeprefix("http://10.42.0.1:8327/organiser/")
    assert "<html" in room.asked("http://10.42.0.1:8327/")
    setup = '{"game": "caylus", "edition": "en", "seats": [{"colour": "red"}, {"colour": "blue"}]}'
    code = room.asked("http://127.0.0.1:8327/api/v1/tables", setup).partition('"code":"')[2][:5]
    assert f"http://10.42.0.1:8327/j/{code}" in room.asked(f"http://127.0.0.1:8327/j/{code}")
    room.ip("addr del 10.42.0.1/24 dev wlan0", "addr add 192.168.43.7/24 dev wlan0")
    assert terminal.until(is_url) == "http://192.168.43.7:8327/"
    terminal.until(lambda line: line == "http://caylus.local:8327/")
    terminal.until(lambda line: line == f"http://192.168.43.7:8327/organiser/{key}")
    assert f"http://192.168.43.7:8327/j/{code}" in room.asked(f"http://127.0.0.1:8327/j/{code}")


@pytest.mark.slow
@pytest.mark.parametrize("route", ["10.0.0.0/8", "default"], ids=["split", "full"])
def test_phones_are_not_sent_into_a_vpn(route: str, tmp_path: Path, stack: ExitStack) -> None:
    room = Room(stack)
    room.adapter("eth0", "192.168.1.20/24")
    room.adapter("tun0", "10.8.0.6/24")
    room.ip(f"route add {route} dev tun0")
    terminal = serving(room, tmp_path, stack)
    assert terminal.until(is_url) == "http://192.168.1.20:8327/"
    assert terminal.until(is_url) == "http://10.8.0.6:8327/  tun0"


@pytest.mark.slow
def test_a_network_without_ipv4_is_as_good(tmp_path: Path, stack: ExitStack) -> None:
    room = Room(stack)
    room.adapter("eth0", "fd00::7/64 nodad")
    assert serving(room, tmp_path, stack).until(is_url) == "http://[fd00::7]:8327/"
    assert room.asked("http://[fd00::7]:8327/health")
    assert room.asked("http://127.0.0.1:8327/ready")


@pytest.mark.slow
def test_without_a_network_it_says_so_until_there_is_one(tmp_path: Path, stack: ExitStack) -> None:
    room = Room(stack)
    terminal = serving(room, tmp_path, stack)
    assert terminal.until(is_url) == "http://127.0.0.1:8327/"
    terminal.until(lambda line: line.startswith("This machine is in no network."))
    room.adapter("wlan0", "192.168.1.20/24")
    assert terminal.until(is_url) == "http://192.168.1.20:8327/"
