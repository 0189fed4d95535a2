"""Scripts, styles and pictures; their addresses hold a version, so browsers may keep them."""

from starlette.responses import FileResponse

from stumper.errors import NotThere
from stumper.web.access import FILES, Routes
from stumper.web.rendering import STATIC, version
from stumper.web.words import t

routes = Routes()
KINDS = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".png": "image/png"}
FOR_GOOD = "public, max-age=31536000, immutable"


@routes.get("/static/{named}/{path:path}", may=FILES)
def static_file(named: str, path: str) -> FileResponse:
    """The file; kept for good where it is of the version that was asked for."""
    if "\0" in path:
        raise NotThere(t("shared.error.not_there"))
    file = (STATIC / path).resolve()
    if not file.is_relative_to(STATIC.resolve()) or not file.is_file() or file.suffix not in KINDS:
        raise NotThere(t("shared.error.not_there"))
    caching = FOR_GOOD if named == version() else "no-cache"
    return FileResponse(file, media_type=KINDS[file.suffix], headers={"Cache-Control": caching})
