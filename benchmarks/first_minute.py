"""Seconds from `stumper serve --demo` to the address that it prints, to its page, and to the first prediction."""

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import TypeVar

import httpx

from measuring import arguments, say

PATIENCE = 300  # seconds
Found = TypeVar("Found")


def main() -> None:
    args = arguments(__doc__, starts=3)
    for _ in range(args.starts):
        with tempfile.TemporaryDirectory() as folder:
            say("first minute", **started(folder))


def started(home: str) -> dict[str, float]:
    """One start in an empty home."""
    command = [sys.executable, "-m", "stumper", "serve", "--demo", "--port", "0"]
    environment = {**os.environ, "XDG_CACHE_HOME": home}
    began = time.perf_counter()
    server = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert server.stdout is not None
        door = next(found[0] for line in server.stdout if (found := re.search(r"http://\S+/enter/\S+", line)))
        address = time.perf_counter() - began
        with httpx.Client(follow_redirects=True, trust_env=False, timeout=PATIENCE) as browser:
            browser.get(door).raise_for_status()
            page = time.perf_counter() - began
            predict(browser, door.partition("/enter/")[0])
            return {"address": address, "page": page, "prediction": time.perf_counter() - began}
    finally:
        server.terminate()
        server.wait()


def predict(browser: httpx.Client, site: str) -> None:
    """A text of the demonstration's first item is asked about, as by the writing page."""
    at = waited_for(lambda: re.search(r"/projects/(\w+)/write", browser.get(f"{site}/").text))
    items = browser.get(f"{site}/projects/{at[1]}/write").text
    found = re.search(r"/write/(\w+)", items)
    assert found is not None
    token = re.search('name="csrf-token" content="(.*)"', items)
    assert token is not None
    calls = f"{site}/api/v1/projects/{at[1]}"
    browser.headers["X-CSRF-Token"] = token[1]
    opened = waited_for(lambda: answered(browser.post(f"{calls}/items/{found[1]}/open")))
    body = {"key": "first-prediction", "text": opened["example"]["text"] + " So it was."}  # type: ignore[index]
    waited_for(lambda: answered(browser.post(f"{calls}/assignments/{opened['assignment']}/predict", json=body)))


def answered(response: httpx.Response) -> dict[str, object] | None:
    """What came, or None where a model is still loading."""
    if response.status_code == httpx.codes.SERVICE_UNAVAILABLE:
        return None
    response.raise_for_status()
    body: dict[str, object] = response.json()
    return body


def waited_for(look: Callable[[], Found | None]) -> Found:
    """What is found in the end."""
    late = time.perf_counter() + PATIENCE
    while (found := look()) is None:
        assert time.perf_counter() < late
        time.sleep(0.1)
    return found


if __name__ == "__main__":
    main()
