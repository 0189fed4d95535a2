"""A picture or a sound as it is sent to a browser."""

from starlette.responses import Response

from stumper.people.projects.media_files import Medium


def medium_response(found: Medium) -> Response:
    """Answers with the file as its content says that it is; nothing in it can run, should it be opened as a page."""
    return Response(
        found.data, media_type=found.kind, headers={"Content-Security-Policy": "default-src 'none'; sandbox"}
    )
