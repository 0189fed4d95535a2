"""Handshakes of websockets that the app refused with an answer, so that uvicorn takes them for answered."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.utils import ClientDisconnected

LAST = "websocket.http.response.body"


class Refusing:
    """The app; after a refused handshake it ends as after a lost line, as uvicorn logs any other end as an error."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers as the app does."""
        if scope["type"] != "websocket":
            await self.app(scope, receive, send)
            return
        is_refused = False

        async def send_noting(message: Message) -> None:
            nonlocal is_refused
            await send(message)
            is_refused = is_refused or message["type"] == LAST

        await self.app(scope, receive, send_noting)
        if is_refused:
            raise ClientDisconnected
