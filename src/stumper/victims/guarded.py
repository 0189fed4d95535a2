"""Connections for what people name on a page: to listed hosts alone, at the very addresses that were checked.

A name is resolved once a request, all its addresses are checked, and one of them is connected to, so that a name server
that answers otherwise the next time changes nothing. No proxy of the environment is used, and no redirect is followed.
"""

import asyncio
import socket
from collections.abc import Awaitable, Callable, Sequence

import httpx

from stumper.victims.allowed_hosts import PORTS, AllowedHosts, host_of

Resolve = Callable[[str, int], Awaitable[Sequence[str]]]  # a host and a port to addresses


async def resolved(host: str, port: int) -> Sequence[str]:
    """The addresses that the system knows for a name, each once; OSError where there are none."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(address[0]) for *_, address in found))


def guarded_client(hosts: AllowedHosts, resolve: Resolve = resolved) -> httpx.AsyncClient:
    """A client that reaches these hosts alone; each request has a connection of its own, which is checked anew."""
    return httpx.AsyncClient(
        transport=Guarded(hosts, resolve), timeout=None, follow_redirects=False, headers={"Accept-Encoding": "identity"}
    )


class Guarded(httpx.AsyncBaseTransport):
    """Sends a request to a listed host at a checked address; Refused where there is none."""

    def __init__(self, hosts: AllowedHosts, resolve: Resolve) -> None:
        self.hosts, self.resolve = hosts, resolve
        none_kept = httpx.Limits(max_connections=None, max_keepalive_connections=0)
        self._inner = httpx.AsyncHTTPTransport(limits=none_kept)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """The response of the first of the host's addresses that lets itself be connected to."""
        self.hosts.check(request.url)
        host = host_of(request.url)
        addresses = await self._addresses(host, request)
        for address in addresses:
            self.hosts.check_address(address, request.url)
        for address in addresses[:-1]:
            try:
                return await self._sent(request, host, address)
            except httpx.ConnectError:
                continue  # as any client does, with the host's next address
        return await self._sent(request, host, addresses[-1])

    async def aclose(self) -> None:
        """Closes what is open."""
        await self._inner.aclose()

    async def _addresses(self, host: str, request: httpx.Request) -> Sequence[str]:
        try:
            found = await self.resolve(host, request.url.port or PORTS[request.url.scheme])
        except OSError as error:
            raise httpx.ConnectError(f"no address of {host} was found", request=request) from error
        if not found:
            raise httpx.ConnectError(f"no address of {host} was found", request=request)
        return found

    async def _sent(self, request: httpx.Request, host: str, address: str) -> httpx.Response:
        """The response from this address to what is meant for the host, whose certificate is asked for."""
        pinned = httpx.Request(
            request.method,
            request.url.copy_with(host=address),
            headers=request.headers,  # among them the host's own
            stream=request.stream,
            extensions={**request.extensions, "sni_hostname": host},
        )
        return await self._inner.handle_async_request(pinned)
