"""The certificate of an encrypted server: one that somebody brings, or one of our own.

Phones warn once of one of our own, and from then on the table is a secure place for them. It is made anew before it
ends, and when this machine is found at other addresses; one that is brought is read again when its file is another.
"""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from companion import paths

if TYPE_CHECKING:
    from cryptography import x509

_DAYS = 397
"""Longer than that, and some phones refuse."""

_BEFORE = timedelta(days=30)
"""How long before its end it is made anew."""


class Certificate:
    """Two files: what phones are shown, and the key to it."""

    def __init__(self, file: Path, key: Path) -> None:
        self.file, self.key = file, key
        self._read = self._stamp()

    def renewed(self) -> bool:
        """Whether it is another one than when this was last asked."""
        before, self._read = self._read, self._stamp()
        return before != self._read

    def _stamp(self) -> tuple[float, float]:
        return _changed(self.file), _changed(self.key)


def _changed(file: Path) -> float:
    return file.stat().st_mtime if file.exists() else 0.0


class OwnCertificate(Certificate):
    """One that is made in a folder, for the names and addresses that this machine has now."""

    def __init__(
        self, folder: Path, names: Callable[[], Iterable[str]], now: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        """Raises `ImportError` without `cryptography`."""
        self._names, self._now = names, now
        super().__init__(folder / "certificate.pem", folder / "key.pem")
        self.renewed()

    def renewed(self) -> bool:
        names = list(dict.fromkeys(self._names()))
        if not _holds(self.file, self.key, names, self._now()):
            paths.private_folder(self.file.parent)
            make(self.file, self.key, names, self._now())
        return super().renewed()


def _holds(file: Path, key: Path, names: list[str], now: datetime) -> bool:
    """Whether a certificate is for all these names, and for a while to come."""
    from cryptography import x509

    try:
        found = x509.load_pem_x509_certificate(file.read_bytes())
        known = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (OSError, ValueError, x509.ExtensionNotFound):
        return False
    lasts = found.not_valid_before_utc <= now < found.not_valid_after_utc - _BEFORE
    return key.exists() and lasts and all(_name(name) in known for name in names)


def make(file: Path, key: Path, names: list[str], now: datetime) -> None:
    """Write a certificate for these names and addresses, and its key, which only its owner may read."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    secret = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "Caylus companion")])
    begin = now - timedelta(days=1)
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(secret.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(begin)
        .not_valid_after(begin + timedelta(days=_DAYS))
        .add_extension(x509.SubjectAlternativeName([_name(name) for name in names]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .sign(secret, hashes.SHA256())
    )
    private = secret.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    _write(key, private)
    _write(file, made.public_bytes(serialization.Encoding.PEM))


def _write(file: Path, content: bytes) -> None:
    """Whole or not at all, and only for its owner."""
    beside = file.with_suffix(".new")
    paths.private_file(beside).write_bytes(content)
    beside.replace(file)


def _name(name: str) -> "x509.GeneralName":
    from ipaddress import ip_address

    from cryptography import x509

    try:
        return x509.IPAddress(ip_address(name))
    except ValueError:
        return x509.DNSName(name)
