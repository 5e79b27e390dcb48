"""Forms of a page, as a browser sees them."""

from dataclasses import dataclass, field
from html.parser import HTMLParser


@dataclass
class Form:
    """A form of a page: where it goes, what stands in it, and what can be typed or chosen."""

    action: str
    sent: bool
    fields: list[tuple[str, str]] = field(default_factory=list)
    typed: set[str] = field(default_factory=set)
    choices: dict[str, list[str]] = field(default_factory=dict)


class _Forms(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.open: Form | None = None
        self.select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.open = Form(given.get("action", ""), given.get("method", "").lower() == "post")
            self.forms.append(self.open)
        elif self.open is not None and tag in ("input", "select", "textarea", "button", "option"):
            self._field(self.open, tag, given)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.open = None
        elif tag == "select":
            self.select = ""

    def _field(self, form: Form, tag: str, given: dict[str, str]) -> None:
        name, value, kind = given.get("name", ""), given.get("value", ""), given.get("type", "")
        if tag == "option" and self.select:
            form.choices.setdefault(self.select, []).append(value)
            if "selected" in given:
                form.fields.append((self.select, value))
        elif tag == "select":
            self.select = name
            form.typed.add(name)
        elif kind in ("radio", "checkbox"):
            form.choices.setdefault(name, []).append(value)
            form.typed.add(name)
            if "checked" in given:
                form.fields.append((name, value))
        elif name and tag != "button":
            form.fields.append((name, value))
            if kind != "hidden":
                form.typed.add(name)
        elif name and name not in dict(form.fields):
            form.fields.append((name, value))


def read_forms(page: str) -> list[Form]:
    """The forms of a page.

    >>> [form] = read_forms('<form method="post" action="/x"><input name="a" value="1"><button name="b" value="2">')
    >>> form.action, form.fields, form.typed
    ('/x', [('a', '1'), ('b', '2')], {'a'})
    """
    reader = _Forms()
    reader.feed(page)
    return reader.forms
