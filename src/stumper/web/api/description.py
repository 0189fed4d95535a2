"""What the API offers, for programs (OpenAPI) and for people."""

from functools import cache
from importlib.metadata import version
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse

from stumper.web.access import ANYONE, Routes, TheVisitor
from stumper.web.rendering import address, page
from stumper.web.words import t

routes = Routes()
WAYS_IN = {"token": {"type": "http", "scheme": "bearer", "description": "A token from your account's page."}}


@routes.get("/api/v1/openapi.json", may=ANYONE.by("read"), include_in_schema=False)
def openapi(request: Request) -> JSONResponse:
    """The description that programs read."""
    return JSONResponse({**_described(request.app), "servers": [{"url": address(request, "/")}]})


@routes.get("/api", may=ANYONE)
def api_page(request: Request, visitor: TheVisitor) -> HTMLResponse:
    """The same for people."""
    return page(request, "api.html.j2", visitor, description=_described(request.app))


@cache
def _described(app: FastAPI) -> dict[str, Any]:
    described = get_openapi(
        title="Stumper", version=version("stumper"), description=t("shared.api.about"), routes=app.routes
    )
    described.setdefault("components", {})["securitySchemes"] = WAYS_IN
    return {**described, "security": [{name: []} for name in WAYS_IN]}
