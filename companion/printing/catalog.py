"""What reportlab cannot write into the catalog of a file: the tree of its tags, and the condition of a print shop."""

from io import BytesIO
from typing import TYPE_CHECKING

from companion.printing.data import read
from companion.printing.tags import Tags, add_tree

if TYPE_CHECKING:
    import pikepdf


def added(content: bytes, tags: Tags, *, for_shop: bool) -> bytes:
    """Return the file with what it needs, and its objects packed, which makes it a third smaller."""
    import pikepdf

    with pikepdf.open(BytesIO(content)) as file:
        if tags.used:
            add_tree(file, tags)
        if for_shop:
            _add_condition(file)
        _share_resources(file)
        out = BytesIO()
        file.save(out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
        return out.getvalue()


def _share_resources(file: "pikepdf.Pdf") -> None:
    """Keep the fonts and forms that forms use once, where each has a list of its own, and leave out what is usual."""
    import pikepdf

    lists: dict[bytes, pikepdf.Object] = {}
    for form in file.objects:
        if isinstance(form, pikepdf.Stream) and "/Resources" in form:
            written = form.Resources.unparse()
            if written not in lists:
                lists[written] = file.make_indirect(form.Resources)
            form.Resources = lists[written]
            for usual in ("/Matrix", "/FormType"):
                if usual in form:
                    del form[usual]


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
