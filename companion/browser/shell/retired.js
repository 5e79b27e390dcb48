"use strict";
/* Takes the app off a phone from its next start on. The tables stay where they are. */
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(leave()));

async function leave() {
  await caches.delete(`files of ${registration.scope}`);
  await registration.unregister();
}
