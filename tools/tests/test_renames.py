"""Ids are renamed, and no translation is lost."""

import shutil
from pathlib import Path

from babel.messages.pofile import read_po

from companion import paths
from tests.words import LANGUAGES
from tools.words.renames import rename


def test_a_renamed_id_keeps_its_translations(tmp_path: Path) -> None:
    copy = tmp_path / "locales"
    shutil.copytree(paths.locales(), copy)
    (copy / "renamed.toml").write_text('"web.nav.log" = "web.nav.story"\n"denier" = "coin"\n', encoding="utf-8")
    assert rename(copy) == 3 * len(LANGUAGES)
    assert rename(copy) == 0
    for language, word in (("nl", "Verloop"), ("de", "Verlauf"), ("fr", "Journal")):
        with (copy / language / "LC_MESSAGES" / "companion.po").open("rb") as file:
            catalogue = read_po(file)
        renamed = catalogue.get("web.nav.story", "say")
        assert renamed is not None
        assert renamed.string == word
        assert catalogue.get("web.nav.log", "say") is None
