"""Keys of models at rest: sealed with a secret that is not in the store, each for its own row and address.

The secret is 32 bytes: in the environment, else in a file beside a SQLite store that its owner alone reads. A copy of
the store without it opens nothing.
"""

import os
import stat
import sys
from base64 import b64decode
from binascii import Error as NotBase64
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_bytes, token_hex

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from stumper.errors import BadOption, BadStore, Refused
from stumper.store import Store
from stumper.store.connection import store_file

VARIABLE = "STUMPER_KEY_SECRET"
BYTES, NONCE = 32, 12


@dataclass(frozen=True, slots=True)
class KeyBox:
    """Seals keys and opens them; ``file`` holds the secret where ``given`` is empty, and is made when a key comes."""

    given: bytes = field(default=b"", repr=False)
    file: Path | None = None

    def seal(self, key: str, of: str) -> bytes:
        """The key so that only this box opens it, and only as that of the same thing."""
        nonce = token_bytes(NONCE)
        return nonce + AESGCM(self._secret(makes=True)).encrypt(nonce, key.encode(), of.encode())

    def opened(self, sealed: bytes, of: str) -> str:
        """The key; BadStore where it was sealed with another secret, or is that of something else."""
        try:
            key = AESGCM(self._secret(makes=False)).decrypt(sealed[:NONCE], sealed[NONCE:], of.encode())
        except InvalidTag:
            raise BadStore(
                "The key of this model was sealed with another secret than this server has. Remove the model and add "
                "it again."
            ) from None
        return key.decode()

    def _secret(self, makes: bool) -> bytes:
        if self.given:
            return self.given
        if self.file is None:
            raise Refused(
                f"This server has nowhere to keep keys safe. Whoever runs it sets {VARIABLE} to 32 bytes in base64, "
                "which stay out of the database."
            )
        if makes and not self.file.exists():
            _make(self.file)
        return _read(self.file)


def key_box(store: Store, environment: Mapping[str, str]) -> KeyBox:
    """The box of the servers on this store; BadOption where the environment holds no secret of 32 bytes."""
    if written := environment.get(VARIABLE, ""):
        return KeyBox(_decoded(written))
    if store.is_private:
        return KeyBox(token_bytes(BYTES))
    file = store_file(store.url) if store.engine.dialect.name == "sqlite" else None
    return KeyBox(file=None if file is None else Path(f"{file}.key"))


def _decoded(written: str) -> bytes:
    try:
        secret = b64decode(written, validate=True)
    except NotBase64:
        secret = b""
    if len(secret) != BYTES:
        raise BadOption(f"{VARIABLE} is not 32 bytes in base64. Make some: openssl rand -base64 32.")
    return secret


def _make(file: Path) -> None:
    """The file is there whole, for its owner alone; of several servers that make one at once, one has made it."""
    draft = file.with_name(f"{file.name}.{token_hex(8)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as out:
        out.write(token_bytes(BYTES))
        out.flush()
        os.fsync(out.fileno())
    with suppress(FileExistsError):
        os.link(draft, file)
    draft.unlink()


def _read(file: Path) -> bytes:
    if not file.exists():
        raise BadStore(f"The file {file} is not there, with whose secret keys of models were sealed. Put it back.")
    if sys.platform != "win32" and stat.S_IMODE(file.stat().st_mode) & 0o077:
        raise BadStore(f"Others may read {file}, which holds the secret of models' keys. Say: chmod 600 {file}.")
    secret = file.read_bytes()
    if len(secret) != BYTES:
        raise BadStore(f"The file {file} does not hold the secret of models' keys. Put back the one that was there.")
    return secret
