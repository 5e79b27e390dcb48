"""What reportlab cannot write into the catalog of a file: the tree of its tags, and the condition of a print shop."""

from io import BytesIO
from typing import TYPE_CHECKING

from companion.printing.data import read
from companion.printing.tags import Tags, add_tree

if TYPE_CHECKING:
    import pikepdf


def added(content: bytes, tags: Tags, *, for_shop: bool) -> bytes:
    """Return the file with what it needs; a file that needs nothing stays as it is."""
    if not tags.used and not for_shop:
        return content
    import pikepdf

    with pikepdf.open(BytesIO(content)) as file:
        if tags.used:
            add_tree(file, tags)
        if for_shop:
            _add_condition(file)
        out = BytesIO()
        file.save(out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
        return out.getvalue()


def _add_condition(file: "pikepdf.Pdf") -> None:
    """Add the printing condition that the inks are meant for (output intent)."""
    from pikepdf import Array, Dictionary, Name

    shop = read("shop")
    file.Root.OutputIntents = Array([
        Dictionary(
            Type=Name.OutputIntent, S=Name.GTS_PDFX, OutputConditionIdentifier=shop["condition"],
            OutputCondition=shop["info"], RegistryName=shop["kept_at"], Info=shop["info"],
        )
    ])  # fmt: skip
