"""What a browser's form sent, for handlers that are no coroutines."""

from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Annotated

from fastapi import Depends
from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request


@dataclass(frozen=True, slots=True)
class SentFile:
    """A file from a form."""

    name: str
    data: bytes


async def the_form(request: Request) -> AsyncIterator[FormData]:
    """The form's fields, and its files until the request is answered."""
    async with request.form() as form:
        yield form


TheForm = Annotated[FormData, Depends(the_form)]


def text(form: FormData, field: str) -> str:
    """What a field holds, without spaces around it; "" where the form has none."""
    value = form.get(field)
    return value.strip() if isinstance(value, str) else ""


def texts(form: FormData, field: str) -> tuple[str, ...]:
    """All that boxes of one name hold which are ticked."""
    return tuple(value for value in form.getlist(field) if isinstance(value, str))


def sent_file(form: FormData, field: str) -> SentFile | None:
    """The file of a field; None where none was chosen."""
    return next(iter(_files(form.getlist(field)[:1])), None)


def sent_files(form: FormData, field: str) -> tuple[SentFile, ...]:
    """All files that were chosen in a field."""
    return tuple(_files(form.getlist(field)))


def _files(values: Sequence[object]) -> Iterator[SentFile]:
    for value in values:
        if isinstance(value, UploadFile) and value.filename:
            yield SentFile(PurePosixPath(value.filename.replace("\\", "/")).name, value.file.read())
