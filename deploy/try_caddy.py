"""The Caddyfile of this folder before two servers on one PostgreSQL, with a certificate of Caddy's own: who gets what.

It needs caddy, initdb and pg_ctl on this machine, and no container: python deploy/try_caddy.py
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "tests" / "support"))

from clusters import cluster, database_on  # noqa: E402

HOST, PORTS = "localhost:18443", (18081, 18082)
SITE = f"https://{HOST}"


def main() -> None:
    """Each line says what was tried; an assertion says what failed."""
    with cluster() as postgres, tempfile.TemporaryDirectory() as home:
        assert postgres is not None, "there is no PostgreSQL on this machine"
        with database_on(postgres) as store:
            servers = [serve(store, port) for port in PORTS]
            proxy = before(home)
            try:
                attempt(servers, Path(home))
            finally:
                for process in (proxy, *servers):
                    process.terminate()
                    process.wait()


def serve(store: str, port: int) -> subprocess.Popen[bytes]:
    """A server as compose.yaml starts it."""
    command = [sys.executable, "-m", "stumper", "serve", "--port", str(port), "--wait-for-models", "--proxy",
               "--allowed-host", HOST, "--log-format", "json", "--victim", "ir"]  # fmt: skip
    environment = {**os.environ, "STUMPER_STORE": store, "STUMPER_METRICS_TOKEN": "shown"}
    return subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def before(home: str) -> subprocess.Popen[bytes]:
    """Caddy with the Caddyfile."""
    environment = {
        **os.environ, "STUMPER_HOST": HOST, "STUMPER_TLS": "tls internal",
        "STUMPER_SERVERS": " ".join(f"127.0.0.1:{port}" for port in PORTS), "XDG_DATA_HOME": home, "HOME": home,
    }  # fmt: skip
    global_options = Path(home) / "Caddyfile"  # no port 80, no trust store of this machine
    options = "{\n\tauto_https disable_redirects\n\tskip_install_trust\n\tadmin off\n}\n"
    global_options.write_text(options + (HERE / "Caddyfile").read_text(encoding="utf-8"), encoding="utf-8")
    command = ["caddy", "run", "--adapter", "caddyfile", "--config", str(global_options)]
    return subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def attempt(servers: list[subprocess.Popen[bytes]], home: Path) -> None:
    """Everything that is asked of the site."""
    root = home / "caddy" / "pki" / "authorities" / "local" / "root.crt"
    until(lambda: root.is_file())
    with httpx.Client(verify=str(root), trust_env=False, timeout=30) as browser:
        until(lambda: status(browser, "/ready") == 200)
        page = browser.get(f"{SITE}/log-in")
        print("page over TLS", page.status_code, page.headers["Strict-Transport-Security"])
        assert "Secure" in page.headers["Set-Cookie"]
        assert status(browser, "/metrics") == 404
        shown = browser.get(f"{SITE}/metrics", headers={"Authorization": "Bearer shown"})
        print("metrics with the token", shown.status_code, f"{len(shown.text.splitlines())} lines")
        assert shown.status_code == 200
        forged = browser.get(f"{SITE}/", headers={"X-Forwarded-Prefix": "/evil", "X-Forwarded-Host": "evil.example"})
        print("forged headers", forged.status_code)
        assert forged.status_code == 200
        assert "evil" not in forged.text
        servers[0].send_signal(signal.SIGKILL)
        answers = [status(browser, "/log-in") for _ in range(50)]
        print("one server killed", f"{answers.count(200)} of {len(answers)} requests answered")
        assert answers.count(200) == len(answers)


def status(browser: httpx.Client, path: str) -> int:
    """What the site answers, 0 for nothing."""
    try:
        return browser.get(f"{SITE}{path}").status_code
    except httpx.TransportError:
        return 0


def until(holds: object) -> None:
    """Waits for it, for two minutes."""
    late = time.monotonic() + 120
    while not holds():  # type: ignore[operator]
        assert time.monotonic() < late, "it did not come up"
        time.sleep(0.3)


if __name__ == "__main__":
    main()
