"""The tests of tools have a data folder of their own too."""

from tests.conftest import own_data_folder

__all__ = ["own_data_folder"]
