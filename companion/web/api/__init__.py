"""The API for displays of one's own: everything a device at a table can do, as JSON, described by itself.

See docs/api.md. Importing the package registers its operations.
"""

from companion.web.api import document, lookup, tables
from companion.web.api.operations import pages

__all__ = ["document", "lookup", "pages", "tables"]
