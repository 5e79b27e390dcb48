"""One PostgreSQL for all of these tests."""

from tests.table.conftest import postgresql

__all__ = ["postgresql"]
