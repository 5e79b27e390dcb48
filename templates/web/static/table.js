/* What a page of a table does besides its forms: live updates and their status, signals on my turn, keeping the screen
   on, holding steppers, sending each tap once. Everything can be entered without it. */
"use strict";

(() => {
  const line = document.getElementById("line");
  const screen = document.getElementById("screen");
  if (!line || !screen) return;
  document.documentElement.classList.add("scripted");

  const POLL = 4000; // interval of polling without a stream
  const CHECK = 40000; // interval of checks whether a silent stream is alive
  const SOON = 2000; // delay before a retry if the server cannot reach its database
  const AGAIN = 15000; // delay before requesting a stream again
  const turn = () => document.getElementById("turn");
  const seq = () => Number(turn()?.dataset.seq || 0);

  /* settings stored on this device */

  const memory = {
    on(name) {
      try {
        return (localStorage.getItem(`table.${name}`) ?? DEFAULTS[name]) === "on";
      } catch {
        return DEFAULTS[name] === "on";
      }
    },
    set(name, on) {
      try {
        localStorage.setItem(`table.${name}`, on ? "on" : "off");
      } catch {
        // private windows may not store anything
      }
    },
  };
  const DEFAULTS = { title: "on", vibration: "on", sound: "off", awake: "on", onetap: "off", reminders: "on" };

  /* live updates: by a stream or by polling; the screen is fetched again when there is something new */

  let source = null;
  let asking = 0;
  let wanted = 0;
  let forced = false;
  let soon = 0;
  let busy = null;
  let heard = 0;
  let unsent = null;

  function say(state) {
    if (line.dataset.state === state) return;
    line.dataset.state = state;
    line.textContent = line.dataset[state];
  }

  function moved(number) {
    wanted = Math.max(wanted, number);
    clearTimeout(soon);
    soon = setTimeout(refresh, 50);
  }

  // A repeated number means a change that is not in the log. This device may already have fetched the number itself, so
  // only the second time it is told counts.
  function told(number) {
    if (number === seq() && number <= heard) forced = true;
    heard = Math.max(heard, number);
    moved(number);
  }

  function refresh() {
    if (busy || (wanted <= seq() && !forced)) return;
    forced = false;
    htmx.trigger(screen, "table");
  }

  async function ask() {
    try {
      const answer = await fetch(line.dataset.newest, { cache: "no-store" });
      if (answer.status === 404 || answer.status === 410) return location.reload(); // the table is gone; the reloaded page says so
      if (!answer.ok) throw new Error(answer.status);
      const newest = (await answer.json()).seq;
      say(source?.readyState === EventSource.OPEN ? "live" : "polling");
      if (newest > seq()) moved(newest);
      sendAgain();
    } catch {
      say("lost");
      if (unsent?.failed) setTimeout(ask, SOON);
    }
  }

  function poll(often) {
    clearInterval(asking);
    asking = setInterval(ask, often ? POLL : CHECK);
    if (often) ask();
  }

  function connect() {
    source?.close();
    heard = seq();
    source = new EventSource(`${line.dataset.table}?seen=${seq()}`);
    source.addEventListener("open", () => {
      say("live");
      poll(false);
      sendAgain();
    });
    source.addEventListener("table", (event) => told(Number(event.data)));
    source.addEventListener("end", () => location.reload());
    source.addEventListener("error", () => {
      poll(true);
      if (source.readyState === EventSource.CLOSED) setTimeout(connect, AGAIN);
    });
  }

  connect();
  addEventListener("online", ask);
  addEventListener("offline", () => say("lost"));
  addEventListener("pagehide", () => source?.close());
  addEventListener("pageshow", (event) => event.persisted && (connect(), ask()));
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    if (source?.readyState === EventSource.CLOSED) connect();
    ask();
    stayAwake();
  });

  /* a tap is sent once; if it did not arrive, it is sent again on reconnection, which its key makes safe */

  document.addEventListener(
    "submit",
    (event) => {
      const form = event.target;
      if (!screen.contains(form)) return;
      if (form.getAttribute("aria-busy") === "true") {
        event.preventDefault();
        event.stopImmediatePropagation();
        return;
      }
      form.setAttribute("aria-busy", "true");
      busy = form;
      event.submitter?.classList.add("pressed");
      unsent = { form, button: event.submitter, failed: false };
    },
    true,
  );

  document.addEventListener("htmx:error", () => {
    if (unsent) {
      unsent.failed = true;
      unsent.form.classList.add("unsent"); // shown on its button
    }
    ask();
  });

  document.addEventListener("htmx:finally:request", (event) => {
    if (!busy) return;
    if (unsent && event.detail.ctx.response?.status === 503) {
      unsent.failed = true;
      ask();
    }
    const form = busy;
    busy = null;
    form.removeAttribute("aria-busy");
    form.querySelector(".pressed")?.classList.remove("pressed");
    if (!unsent?.failed) {
      unsent = null;
      for (const field of form.elements) typed.delete(field);
      if (form.matches(".adjust, .put-right, #choice") && !document.getElementById("notice")) {
        form.reset();
        showAllNew();
        close(form.closest(".number, .player-amounts"));
      }
      keepFocus();
      if (form.id === "choice" || document.getElementById("notice")) scrollTo({ top: 0 });
    }
    refresh();
  });

  /* keep what somebody has typed during updates, until the response to that form */

  const typed = new WeakSet();

  screen.addEventListener("input", (event) => typed.add(event.target));
  screen.addEventListener("change", (event) => event.target.matches("[hx-post]") && typed.delete(event.target));

  htmx.registerExtension("typing", {
    htmx_before_morph_attr(part) {
      const field = part.closest("input, select");
      return !(field && typed.has(field) && field.form !== busy);
    },
  });

  function sendAgain() {
    if (!unsent?.failed || busy) return;
    const { form, button } = unsent;
    unsent = null;
    form.classList.remove("unsent");
    if (form.isConnected) form.requestSubmit(button?.isConnected ? button : null);
  }

  /* after each update: the page title, the signal, and the keyboard focus */

  const rest = document.title.slice(turn()?.dataset.title.length ?? 0);
  let called = turn()?.dataset.calls;
  let focused = "";
  let asked = "";
  let seats = turn()?.dataset.seats ?? "";

  document.addEventListener("htmx:before:swap", () => {
    asked = screen.querySelector("[data-asked]")?.dataset.asked ?? "";
    focused = screen.contains(document.activeElement) ? document.activeElement.id || "turn" : "";
  });

  document.addEventListener("htmx:after:swap", () => {
    const now = turn();
    if (!now) return;
    if (memory.on("title")) document.title = now.dataset.title + rest;
    const given = asked && screen.querySelector(`[data-mine="${asked}"]`);
    if (given) return location.assign(given.href); // the seat that this device asked for
    tellOfSeat(now.dataset.seats);
    const was = called;
    called = now.dataset.calls;
    if (called && called !== was) {
      signal();
      offer("signal");
    }
    keepFocus();
  });

  // A device that had a seat and has it no longer is told so, until it has one again.
  let lost = null;

  function tellOfSeat(held) {
    if (held) {
      lost?.remove();
      lost = null;
    } else if (seats && !lost) {
      lost = document.getElementById("seat-lost").content.firstElementChild.cloneNode(true);
      lost.setAttribute("role", "alert");
      screen.before(lost);
    }
    seats ||= held;
  }

  // Where the keyboard was; at the top of the page if that is gone, or lies in a panel that has closed.
  function keepFocus() {
    const gone = () => !document.activeElement?.getClientRects().length || document.activeElement === document.body;
    if (!focused || !gone()) return;
    document.getElementById(focused)?.focus({ preventScroll: true });
    if (gone()) turn()?.focus({ preventScroll: true });
  }

  /* what is offered once, when it is of use: the signal at the first turn that was waited for, one-tap mode after the
     first round to those who confirm fast */

  function offer(name) {
    if (memory.on(`offered-${name}`) || document.querySelector(".offer")) return; // one at a time
    memory.set(`offered-${name}`, true);
    const offered = document.getElementById(`offer-${name}`).content.firstElementChild.cloneNode(true);
    offered.setAttribute("role", "status");
    offered.addEventListener("click", (event) => {
      if (event.target.closest(name === "onetap" ? "button" : "button:not([data-switch])")) offered.remove();
    });
    screen.before(offered);
    showSwitches();
  }

  const FAST = 1500; // between a choice and its confirmation
  const OFTEN = 4; // times in a row
  let chosen = 0;
  let fast = 0;

  screen.addEventListener("change", ({ target }) => {
    if (!target.matches("#choice [type=radio]")) return;
    chosen = Date.now();
    // the keyboard's first choice opens the panel after the browser has scrolled
    if (target.matches(":focus-visible")) target.labels[0]?.scrollIntoView({ block: "nearest" });
  });
  screen.addEventListener("submit", (event) => {
    if (event.target.id !== "choice" || memory.on("onetap")) return;
    fast = Date.now() - chosen < FAST ? fast + 1 : 0;
    if (fast >= OFTEN && Number(screen.querySelector(".when b")?.textContent.match(/\d+/)) > 1) offer("onetap");
  });

  let audio = null;

  function signal() {
    if (memory.on("vibration")) navigator.vibrate?.([120, 80, 120]);
    if (memory.on("sound")) ring();
  }

  function ring() {
    audio ??= new (window.AudioContext ?? window.webkitAudioContext)();
    [
      [0, 660],
      [0.18, 880],
    ].forEach(([after, pitch]) => {
      const tone = audio.createOscillator();
      const volume = audio.createGain();
      const start = audio.currentTime + after;
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.15, start);
      volume.gain.exponentialRampToValueAtTime(0.001, start + 0.4);
      tone.connect(volume).connect(audio.destination);
      tone.start(start);
      tone.stop(start + 0.4);
    });
  }

  /* keeping the screen on during a game: by the browser's own lock, which exists over HTTPS and on localhost only, and
     elsewhere by a silent video, which may play from the first tap on */

  const SOUND = Boolean(window.GestureEvent); // a WebKit browser, which counts a video only if its sound is not muted
  const wakeful = () => memory.on("awake") && !document.hidden && turn() && !("over" in turn().dataset);

  let lock = null;
  let video = null;
  let waiting = false; // for the browser; a second lock would be nobody's to give back

  async function stayAwake() {
    if (!wakeful()) return relax();
    if (waiting) return;
    waiting = true;
    try {
      if (!navigator.wakeLock) await playSilence();
      else if (!lock || lock.released) lock = await navigator.wakeLock.request("screen");
    } catch (error) {
      // Refused: the battery may be low, or the next tap will do.
      if (error.name === "NotSupportedError") CAN.awake = false;
      showSwitches();
    } finally {
      waiting = false;
    }
    if (!wakeful()) relax();
  }

  function relax() {
    video?.pause();
    lock?.release();
    lock = null;
  }

  // Blink wants the video to cover much of the screen, Gecko and WebKit want a sound track, and WebKit no loop attribute.
  function playSilence() {
    if (!CAN.awake || (video && !video.paused)) return;
    if (!video) {
      video = Object.assign(document.createElement("video"), {
        className: "awake", src: line.dataset.awake, muted: !SOUND, playsInline: true, disableRemotePlayback: true,
      });
      video.setAttribute("aria-hidden", "true");
      video.addEventListener("timeupdate", () => video.duration - video.currentTime < 2 && (video.currentTime = 0));
      document.body.append(video);
    }
    return video.play();
  }

  /* switches: <button data-switch="sound">; [data-cannot="awake"] is shown if the device cannot do it */

  const CAN = {
    awake: Boolean(navigator.wakeLock || document.createElement("video").canPlayType("video/mp4")),
    music: Boolean(navigator.wakeLock || !SOUND),
    vibration: Boolean(navigator.vibrate),
    sound: Boolean(window.AudioContext ?? window.webkitAudioContext),
    title: true,
    onetap: true,
    reminders: true,
  };

  const SILENT = ["onetap", "reminders"]; // the others ring when they are switched on

  function showSwitches() {
    document.documentElement.classList.toggle("no-reminders", !memory.on("reminders"));
    document.querySelectorAll("[data-switch]").forEach((button) => {
      const name = button.dataset.switch;
      button.setAttribute("aria-pressed", String(memory.on(name) && CAN[name]));
      button.disabled = !CAN[name];
    });
    document.querySelectorAll("[data-cannot]").forEach((note) => {
      note.hidden = CAN[note.dataset.cannot];
    });
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-switch]");
    if (!button) return;
    const name = button.dataset.switch;
    memory.set(name, button.getAttribute("aria-pressed") !== "true");
    showSwitches();
    if (name === "awake") stayAwake();
    else if (memory.on(name) && !SILENT.includes(name)) signal();
  });

  /* go along with everybody to the next game, unless one looks back from there */

  const goesOn = () => document.querySelector("[data-goes-on]");

  if (!goesOn()) document.addEventListener("htmx:after:swap", () => goesOn() && location.assign(goesOn().dataset.goesOn));

  document.addEventListener("htmx:after:swap", showSwitches);
  document.addEventListener("htmx:after:swap", stayAwake);
  document.addEventListener("click", stayAwake);
  showSwitches();
  stayAwake();

  /* steppers: a tap is one step, holding repeats; for the keyboard, the field has its own arrow keys */

  let held = 0;

  function step(button) {
    const field = button.parentElement.querySelector("input");
    const change = field.dataset.most; // a change has its sign
    const least = Number((change ? field.dataset.least : field.min) || -Infinity);
    const most = Number((change ?? field.max) || Infinity);
    const now = Number(field.value.replace("−", "-")) || 0;
    const next = Math.min(most, Math.max(least, now + Number(button.dataset.step)));
    field.value = change && next ? (next > 0 ? "+" : "−") + Math.abs(next) : next;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }

  function letGo() {
    clearTimeout(held);
    held = 0;
  }

  document.addEventListener("pointerdown", (event) => {
    const button = event.target.closest?.("[data-step]");
    if (!button || event.button) return;
    const again = (pause) => {
      held = setTimeout(() => {
        step(button);
        again(90);
      }, pause);
    };
    letGo();
    again(400);
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) document.addEventListener(end, letGo);
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-step]");
    if (button) step(button);
  });

  /* count down a player's time between entries; the server's value at each entry is what counts */

  const given = new WeakMap();

  setInterval(() => {
    for (const clock of document.querySelectorAll(".clock[data-left]")) {
      if (given.get(clock)?.left !== clock.dataset.left) {
        given.set(clock, { left: clock.dataset.left, at: Date.now() });
      }
      const { left, at } = given.get(clock);
      const seconds = Number(left) - Math.floor((Date.now() - at) / 1000);
      const apart = Math.abs(seconds);
      if (seconds <= 0 && !clock.classList.contains("out")) signal();
      clock.classList.toggle("out", seconds <= 0);
      clock.textContent = `${seconds < 0 ? "−" : ""}${Math.floor(apart / 60)}:${String(apart % 60).padStart(2, "0")}`;
    }
  }, 500);

  /* close the menu, or the form of a number, on Escape or on a tap elsewhere */

  const folds = () => document.querySelectorAll("#menu[open], .number[open]");

  function close(fold) {
    if (!fold?.open) return;
    fold.open = false;
    fold.querySelector("summary").focus();
  }

  document.addEventListener("click", (event) => {
    for (const fold of folds()) if (!fold.contains(event.target)) fold.open = false;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") folds().forEach(close);
  });

  /* show the corrected number on its button, and announce it */

  function showNew(field) {
    const changed = field.value !== field.defaultValue;
    field.form.querySelector("output").value = changed ? field.value : "";
    field.form.querySelector("[data-new]").textContent = changed ? field.value : "…";
  }

  const showAllNew = () => document.querySelectorAll(".put-right [type=number]").forEach(showNew);

  screen.addEventListener("input", (event) => event.target.matches(".put-right [type=number]") && showNew(event.target));
  document.addEventListener("htmx:after:swap", showAllNew);
  showAllNew();

  /* one-tap mode: a tap on an option carries it out at once, except one that declines at a cost */

  document.addEventListener("click", (event) => {
    const label = event.target.closest?.("#choice label[for]");
    if (!label || !event.detail || !memory.on("onetap")) return;
    const radio = document.getElementById(label.htmlFor);
    const button = document.getElementById(`y-${label.htmlFor}`);
    if (radio?.value && button && !label.closest(".costly")) {
      setTimeout(() => radio.checked && radio.form.requestSubmit(button));
    }
  });
})();
