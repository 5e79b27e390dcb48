"use strict";
/* Takes the app off a phone at its next start, as a new version would come. The tables stay where they are. */
addEventListener("message", ({ data }) => data === "take over" && skipWaiting());
addEventListener("activate", (event) => event.waitUntil(leave()));

async function leave() {
  await caches.delete(`files of ${registration.scope}`);
  await registration.unregister();
}
