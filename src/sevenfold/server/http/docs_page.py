"""The page at /api/docs: the OpenAPI schema as plain HTML, which needs neither scripts nor a network.

The pages that Litestar brings load their scripts from other sites.
"""

from collections.abc import Iterator
from html import escape
from typing import Any

from litestar.openapi.plugins import OpenAPIRenderPlugin

_STYLE = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 50rem; margin: 2rem auto; padding: 0 1rem }
section { margin: 2rem 0 }
code, pre { font-family: ui-monospace, monospace; font-size: .9em }
table { border-collapse: collapse; width: 100% }
td { border-top: 1px solid #8888; padding: .25rem .5rem .25rem 0; vertical-align: top }
"""


class DocsPage(OpenAPIRenderPlugin):
    """Every operation with what it takes and answers, then every type that they use."""

    def __init__(self) -> None:
        super().__init__(path="/")
        self._page: bytes | None = None

    def render(self, _request: Any, openapi_schema: dict[str, Any]) -> bytes:
        """The page, which is made once."""
        if self._page is None:
            self._page = _page(openapi_schema)
        return self._page


def _page(openapi_schema: dict[str, Any]) -> bytes:
    """The whole page."""
    title = escape(openapi_schema["info"]["title"])
    parts = [
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<link rel="icon" href="/favicon.svg">'
        f"<style>{_STYLE}</style><h1>{title}</h1>",
        f"<p>{escape(openapi_schema['info']['description'])}</p>",
        '<p>For machines: <a href="openapi.json">openapi.json</a>.</p>',
        *_operations(openapi_schema["paths"]),
        "<h2>Types</h2>",
        *_types(openapi_schema["components"]["schemas"]),
    ]
    return "\n".join(parts).encode()


def _operations(paths: dict[str, Any]) -> Iterator[str]:
    for path, operations in paths.items():
        for method, operation in operations.items():
            takes = [
                (parameter["name"], _name(parameter["schema"]), parameter.get("description", ""))
                for parameter in operation.get("parameters", [])
            ]
            if "requestBody" in operation:
                takes.append(("body", _content(operation["requestBody"]), ""))
            answers = [
                (status, _content(answer), answer["description"])
                for status, answer in operation["responses"].items()
            ]
            yield f"<section><h2><code>{method.upper()} {escape(path)}</code></h2>"
            yield f"<p>{escape(operation.get('description', ''))}</p>"
            yield f"{_table(takes)}<h3>Answers</h3>{_table(answers)}</section>"


def _types(schemas: dict[str, Any]) -> Iterator[str]:
    for name, schema in schemas.items():
        fields = [
            (field, _name(of), of.get("description", ""))
            for field, of in schema.get("properties", {}).items()
        ]
        yield f'<section id="{escape(name)}"><h3>{escape(name)}</h3>'
        yield f"{_table(fields)}</section>"


def _table(rows: list[tuple[str, str, str]]) -> str:
    """Rows of a name, a type that is HTML already, and a description."""
    cells = (
        f"<tr><td><code>{escape(name)}</code><td>{type_}<td>{escape(text)}" for name, type_, text in rows
    )
    return f"<table>{''.join(cells)}</table>"


def _content(body: dict[str, Any]) -> str:
    return ", ".join(_name(content["schema"]) for content in body.get("content", {}).values())


def _name(schema: dict[str, Any]) -> str:
    """The type that a schema describes, as HTML."""
    if "$ref" in schema:
        name = escape(schema["$ref"].rsplit("/", 1)[-1])
        return f'<a href="#{name}">{name}</a>'
    for word in ("oneOf", "anyOf"):
        if word in schema:
            return " or ".join(_name(option) for option in schema[word])
    if "enum" in schema:
        return " or ".join(escape(repr(value)) for value in schema["enum"])
    if schema.get("type") == "array":
        return f"list of {_name(schema.get('items', {}))}"
    return escape(str(schema.get("type", "anything")))
