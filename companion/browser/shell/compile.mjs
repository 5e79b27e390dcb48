/* Byte code by the Python that will run it. The arguments: the runtime's folder, and those to compile. */
const [runtime, ...folders] = process.argv.slice(2);
const { loadPyodide } = await import(`${runtime}/pyodide.mjs`);
const python = await loadPyodide({ env: { PYTHONHASHSEED: "0" } });
folders.forEach((folder, n) => python.mountNodeFS(`/folder${n}`, folder));
python.runPython(`
from pathlib import Path
from py_compile import PycInvalidationMode, compile

for folder in sorted(Path("/").glob("folder*")):
    for file in sorted(folder.rglob("*.py")):
        compile(str(file), f"{file}c", file.relative_to(folder).as_posix(), True, 2, PycInvalidationMode.UNCHECKED_HASH)
        file.unlink()
`);
