"use strict";
/* The page around the app. The first one that is open runs the app in its worker; every one shows it in its frame. */
(() => {
  const HERE = new URL("./", document.baseURI);
  const LOCK = `app at ${HERE}`;
  const LOOKS = 15;
  const OFTEN = 100; // milliseconds between two questions whether the app runs
  const words = JSON.parse(document.getElementById("words").textContent);
  const language = navigator.languages.map((tag) => tag.slice(0, 2)).find((code) => code in words) ?? "en";
  const [said, bar, button, frame] = ["[role=status]", "progress", "button", "iframe"].map((one) => document.querySelector(one));
  document.documentElement.lang = language;

  const say = (id) => {
    document.documentElement.dataset.state = id;
    said.textContent = words[language][id];
  };

  const stop = (id) => {
    say(id);
    bar.hidden = true;
    button.hidden = false;
    button.textContent = words[language].again;
    button.onclick = () => location.reload();
    frame.hidden = true;
  };

  if (document.documentElement.dataset.state === "retired") return stop("retired");
  if (!isSecureContext) return stop("not_secure");
  if (!navigator.serviceWorker || !navigator.locks) return stop("no_worker");

  const channel = new BroadcastChannel(`app at ${HERE}`);
  let broken = null;
  const running = new Promise((resolve) => {
    channel.addEventListener("message", ({ data }) => {
      if (data.loaded) bar.value = data.loaded / 2;
      if (data.step) bar.value = 0.5 + data.step / 2;
      if (data.broken) stop((broken = data.broken));
      if (data.running) resolve();
    });
  });

  /* the files: a new version that waits takes over now, unless the app runs in another window */

  async function runsElsewhere() {
    for (let looks = LOOKS; looks; looks--) {
      const { held } = await navigator.locks.query();
      if (!held.some(({ name }) => name === LOCK)) return false;
      await new Promise((resolve) => setTimeout(resolve, OFTEN)); // it may be this window's last page, just closing
    }
    return true;
  }

  async function install() {
    const registration = await navigator.serviceWorker.register(new URL("service-worker.js", HERE), { scope: HERE.pathname });
    const taken = new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
    if (registration.waiting && !(await runsElsewhere())) {
      registration.waiting.postMessage("take over");
      await taken;
      location.reload();
      return new Promise(() => {});
    }
    if (navigator.serviceWorker.controller) return;
    if (registration.active) {
      location.reload(); // opened past the service worker
      return new Promise(() => {});
    }
    const fresh = registration.installing;
    const failed = new Promise((_, reject) => fresh.addEventListener("statechange", () => fresh.state === "redundant" && reject()));
    await Promise.race([taken, failed]);
  }

  /* the app: whoever has the lock runs it */

  function run() {
    navigator.locks.request(LOCK, () => {
      const worker = new Worker(new URL("worker.mjs", HERE), { type: "module" });
      worker.addEventListener("error", () => stop("broken"));
      return new Promise(() => {});
    });
  }

  async function show() {
    const asking = setInterval(() => channel.postMessage({ anybody: true }), OFTEN);
    await running;
    clearInterval(asking);
    const [path] = location.href.slice(HERE.href.length).split("#");
    frame.contentWindow.location.replace(new URL(path + location.hash, HERE));
    frame.addEventListener("load", () => {
      const inner = frame.contentWindow.location;
      if (inner.protocol === "about:") return;
      frame.hidden = false;
      history.replaceState(null, "", inner.href);
      document.title = frame.contentDocument.title;
      document.documentElement.lang = frame.contentDocument.documentElement.lang;
      document.documentElement.dataset.state = "running";
    });
  }

  async function start() {
    bar.hidden = false;
    say("loading");
    try {
      await navigator.storage.getDirectory();
    } catch {
      return stop("private");
    }
    try {
      await install();
    } catch {
      return stop(broken ?? "broken");
    }
    navigator.storage.persist?.();
    say("starting");
    run();
    await show();
  }

  start();
})();
