"""The HTTP API: everything a device at a table can do, as JSON, with an OpenAPI description.

See docs/api.md. Importing this package registers the operations.
"""

from companion.web.api import document, lookup, tables
from companion.web.api.operations import pages

__all__ = ["document", "lookup", "pages", "tables"]
