"""Pages as pictures, for a look before the paper is used."""

from io import BytesIO


def pictures(content: bytes, dots_per_inch: int = 96) -> list[bytes]:
    """Every page as a PNG."""
    import pypdfium2

    document = pypdfium2.PdfDocument(content)
    made = []
    for page in document:
        out = BytesIO()
        page.render(scale=dots_per_inch / 72).to_pil().save(out, "PNG")
        made.append(out.getvalue())
    document.close()
    return made
