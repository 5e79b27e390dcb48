/* Runs the app: Python, its packages, and the database in the private files of this address. */
import { loadPyodide } from "./runtime/pyodide.mjs";

const HERE = new URL("./", import.meta.url);
const FOLDER = "caylus-companion"; // among the private files
const FILES = ["companion.db", "companion.db-journal", "companion.db-wal"];
const MOUNTED = "/kept";
const EMPTY = "/empty.db";
const PATIENCE = 50; // attempts to open a file that the window before has not yet let go
const PAUSE = 100; // milliseconds between them
const STEPS = 5;
const NEXT_FILE = 0x04034b50; // in a zip archive

const channel = new BroadcastChannel(`app at ${HERE}`);
const taken = new Set();
let app = null;
let done = 0;

const step = () => channel.postMessage({ step: ++done / STEPS });
const fetched = async (path) => (await fetch(new URL(path, HERE))).arrayBuffer();

/* the database */

async function open(folder, name) {
  const file = await folder.getFileHandle(name, { create: true });
  for (let left = PATIENCE; ; left--) {
    try {
      return await file.createSyncAccessHandle();
    } catch (error) {
      if (!left) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
}

async function openAll() {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(FOLDER, { create: true });
  const opened = await Promise.all(FILES.map((name) => open(folder, name)));
  return new Map(FILES.map((name, n) => [name, opened[n]]));
}

/* A file system for these files alone, as SQLite uses them. An empty file counts as none. What is synced is on the
   disk, and a full disk is said to be one. */
function privateFiles(FS, handles) {
  const NO_FILE = 44;
  const NO_ROOM = 51;
  const NOT_HERE = 63;
  const fail = (code) => {
    throw new FS.ErrnoError(code);
  };
  const roomFor = (work) => {
    try {
      return work();
    } catch {
      return fail(NO_ROOM);
    }
  };
  const there = new Set(FILES.filter((name) => handles.get(name).getSize()));
  const attributes = (node) => ({
    dev: 1, ino: FILES.indexOf(node.name) + 2, mode: node.mode, nlink: 1, uid: 0, gid: 0, rdev: 0,
    size: node.handle?.getSize() ?? 0, blksize: 4096, blocks: 1, atime: new Date(0), mtime: new Date(0), ctime: new Date(0),
  });
  const file = {
    node_ops: {
      getattr: attributes,
      setattr: (node, { size }) => size !== undefined && roomFor(() => node.handle.truncate(size)),
    },
    stream_ops: {
      read: ({ node }, buffer, offset, length, at) => node.handle.read(buffer.subarray(offset, offset + length), { at }),
      write: ({ node }, buffer, offset, length, at) =>
        roomFor(() => node.handle.write(buffer.subarray(offset, offset + length), { at })) || (length ? fail(NO_ROOM) : 0),
      llseek: ({ node, position }, offset, from) => offset + [0, position, node.handle.getSize()][from],
      fsync: ({ node }) => roomFor(() => node.handle.flush()) ?? 0,
    },
  };
  const made = (parent, name) => {
    if (!handles.has(name)) fail(NOT_HERE);
    return Object.assign(FS.createNode(parent, name, 0o100600), file, { handle: handles.get(name) });
  };
  const folder = {
    node_ops: {
      getattr: attributes,
      setattr() {},
      lookup: (parent, name) => (there.has(name) ? made(parent, name) : fail(NO_FILE)),
      mknod(parent, name) {
        const node = made(parent, name);
        there.add(name);
        return node;
      },
      unlink(_, name) {
        handles.get(name).truncate(0);
        there.delete(name);
      },
      readdir: () => [".", "..", ...there],
    },
    stream_ops: {},
  };
  return { mount: () => Object.assign(FS.createNode(null, "/", 0o40700), folder) };
}

function prepare(database, empty) {
  if (database.getSize()) return;
  if (database.write(empty, { at: 0 }) < empty.length) throw new DOMException("", "QuotaExceededError");
  database.flush();
}

/* A picture of the memory with the app in it, made at the first start of a version: later ones take a fraction. Python's
   own library of compiled code has to lie where it lay then. */

const SOME_MEMORY = 4; // gigabytes, as far as browsers tell; with less, or where they do not, the app starts without it
const PICTURE = ["picture.library", "picture.memory", "picture.json"];
const LIBRARY = "/app/pydantic_core/_pydantic_core.cpython-314-wasm32-emscripten.so";

async function read(folder, name) {
  const file = await (await folder.getFileHandle(name)).getFile();
  return new Uint8Array(await file.arrayBuffer());
}

async function write(folder, name, bytes) {
  const handle = await open(folder, name);
  handle.truncate(0);
  const written = handle.write(bytes, { at: 0 });
  handle.flush();
  handle.close();
  if (written < bytes.length) throw new DOMException("", "QuotaExceededError");
}

async function remembered(folder, version) {
  const about = JSON.parse(new TextDecoder().decode(await read(folder, PICTURE[2])));
  if (about.version !== version) return null;
  const [library, memory] = await Promise.all([read(folder, PICTURE[0]), read(folder, PICTURE[1])]);
  return { ...about, library, memory };
}

async function remember(folder, version, python, places) {
  await write(folder, PICTURE[2], new TextEncoder().encode("{}"));
  await write(folder, PICTURE[0], python.FS.readFile(LIBRARY));
  await write(folder, PICTURE[1], python.makeMemorySnapshot());
  await write(folder, PICTURE[2], new TextEncoder().encode(JSON.stringify({ version, places })));
}

async function fromPicture({ library, memory, places }) {
  let next = null;
  self.pictured = {
    place(table) {
      if (next && table.length < next.tableBase) table.grow(next.tableBase - table.length);
      return next;
    },
    loaded({ tableBase }) {
      if (next && tableBase !== next.tableBase) throw new Error("the library does not fit");
    },
    load(one) {
      for (next of places) one(library, { ...next.flags, loadAsync: false }, next.libName, {}, 0);
      next = null;
    },
  };
  const python = await loadPyodide({ indexURL: new URL("runtime/", HERE).href, _loadSnapshot: memory });
  delete python._api.config._loadSnapshot; // or it would stay in memory twice
  return python;
}

async function fromFiles(picture) {
  const places = [];
  self.pictured = { place: () => null, loaded: (one) => places.push(one), load() {} };
  return [await loadPyodide({ indexURL: new URL("runtime/", HERE).href, _makeSnapshot: picture }), places];
}

/* starting */

/* Our archive holds whole files, one after the other. */
function unpack(FS, packed) {
  const view = new DataView(packed);
  for (let at = 0; view.getUint32(at, true) === NEXT_FILE; ) {
    const [size, name] = [view.getUint32(at + 18, true), at + 30];
    const content = name + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
    const path = `/app/${new TextDecoder().decode(packed.slice(name, content))}`;
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, new Uint8Array(packed, content, size));
    at = content + size;
  }
}

async function boot() {
  const [packed, empty, list, handles] = await Promise.all([
    fetched("app.zip"),
    fetched("empty.db"),
    fetched("files.json"),
    openAll(),
  ]);
  step();
  const { version } = JSON.parse(new TextDecoder().decode(list));
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER);
  const pictures = (navigator.deviceMemory ?? 0) >= SOME_MEMORY;
  const picture = pictures && (await remembered(folder, version).catch(() => null));
  let python = picture && (await fromPicture(picture).catch(() => null));
  if (python) {
    unpack(python.FS, packed);
  } else {
    let places;
    [python, places] = await fromFiles(pictures);
    step();
    unpack(python.FS, packed);
    python.FS.writeFile(EMPTY, new Uint8Array(empty));
    python.runPython("import sys; sys.path.insert(0, '/app'); sys.dont_write_bytecode = True");
    python.runPython("from companion.browser.edge import Edge");
    step();
    python.runPython(`app = Edge("${HERE}", "${EMPTY}")`);
    if (pictures) {
      python.runPython("app.warm_up()");
      step();
      await remember(folder, version, python, places).catch((error) => console.warn("no picture", error));
    }
  }
  self.pictured = null;
  prepare(handles.get(FILES[0]), new Uint8Array(empty));
  python.FS.mkdirTree(MOUNTED);
  python.FS.mount(privateFiles(python.FS, handles), {}, MOUNTED);
  app = python.globals.get("app");
  app.unload();
  app.open(`${MOUNTED}/${FILES[0]}`);
  step();
}

/* Why it does not start, as one of the page's words. */
function reason(error) {
  if (error.name === "QuotaExceededError") return "full";
  const [, code] = /Unusable: .*: (\w+)/.exec(error.message) ?? [];
  return { newer: "newer", damaged: "damaged", not_a_database: "damaged", read_only: "full" }[code] ?? "broken";
}

/* answering */

function answer({ ask, method, url, headers, body }) {
  const found = app.answer(ask, method, url, headers, new Uint8Array(body ?? 0));
  const [status, said, content, follows] = found.toJs();
  found.destroy();
  channel.postMessage({ to: ask, status, headers: said, body: content, stream: follows && ask });
  if (follows) app.follow(ask, (news, ended) => channel.postMessage({ to: ask, news, ended }));
}

async function look() {
  const { usage, quota } = await navigator.storage.estimate();
  app.look(quota - usage, await navigator.storage.persisted());
}

channel.addEventListener("message", ({ data }) => {
  if (!app) return;
  if (data.anybody) channel.postMessage({ running: true });
  if (data.leave) app.leave(data.leave);
  if (!data.ask || taken.has(data.ask)) return;
  taken.add(data.ask);
  channel.postMessage({ to: data.ask, taken: true });
  answer(data);
  if (data.method === "POST") look();
});

boot().then(
  async () => {
    await look();
    channel.postMessage({ running: true });
  },
  (error) => {
    console.error(error);
    channel.postMessage({ broken: reason(error) });
  },
);
