/* Byte code by the Python that will run it. The arguments: the runtime's folder, and the one to compile. */
const [runtime, folder] = process.argv.slice(2);
const { loadPyodide } = await import(`${runtime}/pyodide.mjs`);
const python = await loadPyodide({ env: { PYTHONHASHSEED: "0" } });
python.mountNodeFS("/folder", folder);
python.runPython(`
from pathlib import Path
from py_compile import PycInvalidationMode, compile

for file in sorted(Path("/folder").rglob("*.py")):
    name = file.relative_to("/folder").as_posix()
    compile(str(file), f"{file}c", name, True, 2, PycInvalidationMode.UNCHECKED_HASH)
    file.unlink()
`);
