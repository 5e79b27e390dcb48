/* Laying the table: remember what was ticked off on this device. */
"use strict";

(() => {
  const name = (box) => `laid.${box.closest(".laying").dataset.table}.${box.id}`;

  function show() {
    document.querySelectorAll(".laying input[type=checkbox]").forEach((box) => {
      try {
        box.checked = localStorage.getItem(name(box)) === "on";
      } catch {
        // private windows may not store anything
      }
    });
  }

  document.addEventListener("change", (event) => {
    if (!event.target.matches(".laying input[type=checkbox]")) return;
    try {
      localStorage.setItem(name(event.target), event.target.checked ? "on" : "off");
    } catch {
      // as above
    }
  });
  document.addEventListener("htmx:after:swap", show);
  show();
})();
