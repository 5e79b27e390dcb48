"use strict";
/* Answers every request of this address: with a file of the folder, which is kept on the device, or through the worker
   that runs the app. It remembers nothing else, because browsers stop and start it as they like. */
const LIST = THE_LIST;
const HERE = new URL(registration.scope);
const CACHE = `files of ${HERE}`;
const PACKED = ".packed";
const AT_ONCE = 6; // downloads
const AGAIN = 1000; // milliseconds until a question that nobody has taken is asked again
const LONGEST = 60000; // milliseconds to wait for an answer

const channel = new BroadcastChannel(`app at ${HERE}`);
const waiting = new Map();

/* files: each is kept under its hash, so a new version leaves those in use alone, and gets only what has changed */

const kept = (path) => new Request(new URL(`${path}?${LIST.files[path].sha256}`, HERE));

async function install() {
  const cache = await caches.open(CACHE);
  let loaded = 0;
  const tell = (bytes) => channel.postMessage({ loaded: (loaded += bytes) / LIST.bytes });
  const paths = Object.keys(LIST.files).values();
  const lane = async () => {
    for (const path of paths) {
      if (await cache.match(kept(path))) tell(LIST.files[path].bytes);
      else await cache.put(kept(path), await download(path, tell));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

function explain(error) {
  channel.postMessage({ broken: error.name === "QuotaExceededError" ? "full" : "offline" });
  throw error;
}

async function download(path, tell) {
  const answer = await fetch(new URL(path, HERE), { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  const parts = [];
  const reader = answer.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    tell(part.value.length);
  }
  const content = new Blob(parts);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await content.arrayBuffer()));
  const found = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (found !== LIST.files[path].sha256) throw new Error(`${path}: not the file of this version`);
  if (!path.endsWith(PACKED)) return new Response(content, { headers: answer.headers });
  const type = path.endsWith(`.wasm${PACKED}`) ? "application/wasm" : "application/octet-stream";
  return new Response(content.stream().pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": type } });
}

async function forget() {
  const cache = await caches.open(CACHE);
  const mine = new Set(Object.keys(LIST.files).map((path) => kept(path).url));
  for (const request of await cache.keys()) if (!mine.has(request.url)) await cache.delete(request);
}

async function file(path) {
  if (path === "files.json") return new Response(JSON.stringify(LIST), { headers: { "Content-Type": "application/json" } });
  const listed = [path, path + PACKED].find((name) => name in LIST.files);
  if (!listed) return null;
  const cache = await caches.open(CACHE);
  return (await cache.match(kept(listed))) ?? fetch(new URL(listed, HERE));
}

/* the page around the app, which finds its files from any address */

async function shell() {
  const text = await (await file("index.html")).text();
  return new Response(text.replace('<base href="./">', `<base href="${HERE}">`), { headers: { "Content-Type": "text/html" } });
}

/* everything else: a question to the worker, asked again until it has been taken, since the worker may just be starting */

async function ask(request, url) {
  const id = crypto.randomUUID();
  const headers = [...request.headers, ["Accept-Language", navigator.languages.join(",")]];
  if (request.referrer.startsWith(HERE.origin)) headers.push(["Referer", request.referrer]);
  const body = ["GET", "HEAD"].includes(request.method) ? null : await request.arrayBuffer();
  const question = { ask: id, method: request.method, url: url.href.slice(url.origin.length), headers, body };
  return new Promise((resolve) => {
    const send = () => channel.postMessage(question);
    const repeat = setInterval(send, AGAIN);
    const stop = () => {
      clearInterval(repeat);
      clearTimeout(patience);
      waiting.delete(id);
    };
    const patience = setTimeout(() => {
      stop();
      resolve(new Response(null, { status: 503, headers: { "Retry-After": "2" } }));
    }, LONGEST);
    waiting.set(id, (answer) => {
      if (answer.taken) return clearInterval(repeat);
      stop();
      const { status, headers } = answer;
      if (answer.stream) return resolve(new Response(follow(answer.stream), { status, headers }));
      const empty = request.method === "HEAD" || [204, 304].includes(status);
      resolve(new Response(empty ? null : answer.body, { status, headers }));
    });
    send();
  });
}

function follow(stream) {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode("retry: 1500\n\n"));
      waiting.set(stream, ({ news, ended }) => {
        controller.enqueue(encoder.encode(news));
        if (!ended) return;
        waiting.delete(stream);
        controller.close();
      });
    },
    cancel() {
      waiting.delete(stream);
      channel.postMessage({ leave: stream });
    },
  });
}

channel.addEventListener("message", ({ data }) => waiting.get(data.to)?.(data));

addEventListener("install", (event) => event.waitUntil(install().catch(explain)));
addEventListener("activate", (event) => event.waitUntil(forget().then(() => clients.claim())));
addEventListener("message", ({ data }) => data === "take over" && skipWaiting());
addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (!url.href.startsWith(HERE.href)) return;
  const path = url.pathname.slice(HERE.pathname.length);
  // the window shows the page around the app, whatever the address; the frame in it shows the app
  const answer = event.request.destination === "document" ? shell() : file(path);
  event.respondWith(answer.then((found) => found ?? ask(event.request, url)));
});
