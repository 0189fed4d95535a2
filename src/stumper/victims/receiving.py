"""The bytes of a response, as long as they come, are not too many, and are all that was announced."""

import time
from collections.abc import Iterable

from stumper.victims.retrying import Passing

MOST_BYTES = 16 << 20


def received(chunks: Iterable[bytes], announced: int | None, timeout: float) -> bytes:
    """All bytes joined; Passing says why they cannot be had whole. ``timeout`` is for all of them, in seconds."""
    until, content = time.monotonic() + timeout, bytearray()
    try:
        for chunk in chunks:
            content += chunk
            if len(content) > MOST_BYTES:
                raise Passing(f"sent more than {MOST_BYTES >> 20} MiB")
            if time.monotonic() > until:
                raise Passing(f"was still sending after {timeout:g} seconds")
    except Passing:
        raise
    except Exception as error:  # of whatever reads the connection, which for one victim depends on a package's version
        raise Passing(f"broke off in the middle ({type(error).__name__}: {error})") from error
    if announced is not None and len(content) < announced:
        raise Passing(f"broke off in the middle, after {len(content)} of {announced} bytes")
    return bytes(content)
