"""The smallest body that a call of the API takes, from its own description."""

from functools import cache
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi


def body_for(app: FastAPI, method: str, path: str) -> object:
    """None where it takes none."""
    described = _described(app)
    content = described["paths"].get(path, {}).get(method.lower(), {}).get("requestBody", {}).get("content", {})
    schema = content.get("application/json", {}).get("schema")
    return None if schema is None else _least(schema, described)


@cache
def _described(app: FastAPI) -> dict[str, Any]:
    return get_openapi(title="", version="", routes=app.routes)


def _least(schema: dict[str, Any], described: dict[str, Any]) -> object:
    if "$ref" in schema:
        return _least(described["components"]["schemas"][schema["$ref"].rpartition("/")[2]], described)
    if "default" in schema:
        return schema["default"]
    if "const" in schema or "enum" in schema:
        return schema.get("const", next(iter(schema.get("enum", [])), None))
    for several in ("anyOf", "oneOf", "allOf"):
        if several in schema:
            return _least(schema[several][0], described)
    match schema.get("type"):
        case "object":
            wanted = schema.get("required", [])
            return {name: _least(schema["properties"][name], described) for name in wanted}
        case "array":
            return [_least(schema["items"], described)] * schema.get("minItems", 0)
        case "string":
            return "x" * max(1, schema.get("minLength", 0))
        case "boolean":
            return True
        case _:
            return schema.get("minimum", 0)
