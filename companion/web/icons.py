"""The icons of templates/icons as one file of drawings, which a phone fetches once."""

from pathlib import Path
from xml.etree import ElementTree as ET

_SVG = "{http://www.w3.org/2000/svg}"


def sprite(folder: Path) -> str:
    """Every drawing as a symbol `icon-NAME`, to be shown by `<use>`."""
    symbols = []
    for file in sorted(folder.glob("*.svg")):
        drawing = ET.parse(file).getroot()
        drawing.tag = "symbol"
        drawing.set("id", f"icon-{file.stem}")
        for part in drawing.iter():
            part.tag = part.tag.removeprefix(_SVG)
            part.text = part.tail = None
        symbols.append(ET.tostring(drawing, encoding="unicode"))
    return f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(symbols)}</svg>'
