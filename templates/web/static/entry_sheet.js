/* Links marked data-sheet open a rules entry as a sheet over the page, and searches in the sheet are answered there.
   Without this script, they are ordinary links and forms. It contains no words; the server renders those. */
(() => {
  if (!window.HTMLDialogElement) return;

  const sheet = document.createElement("dialog");
  sheet.className = "sheet";
  document.body.append(sheet);

  // its style sheet is fetched with the first entry, since a seat should open quickly
  const { style } = document.currentScript.dataset;
  let dressed;

  function dress() {
    dressed ??= new Promise((done) => {
      const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: style });
      link.onload = link.onerror = done;
      document.head.append(link);
    });
    return dressed;
  }

  async function show(address) {
    const wanted = new URL(address, location);
    wanted.searchParams.set("sheet", "1");
    let answer;
    try {
      answer = await fetch(wanted);
    } catch {
      return; // no connection: stay on the page, which says so itself
    }
    if (!answer.ok) return location.assign(address);
    if (style) await dress();
    sheet.innerHTML = await answer.text();
    const title = sheet.querySelector("h1");
    title.id = "sheet-title";
    sheet.setAttribute("aria-labelledby", title.id);
    if (!sheet.open) sheet.showModal();
    sheet.scrollTop = 0;
  }

  function stays(link) {
    if (link.matches("[data-sheet]")) return true;
    const path = new URL(link.getAttribute("href"), location).pathname;
    return sheet.contains(link) && !link.matches("[data-whole]") && /^\/rules\/[^/]+\/[^/]+$/.test(path);
  }

  document.addEventListener("click", (event) => {
    if (event.target === sheet) sheet.close();
    const link = event.target.closest?.("a[href]");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    if (!stays(link)) return;
    event.preventDefault();
    show(link.getAttribute("href"));
  });

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.method !== "get" || !(sheet.contains(form) || form.matches("[data-sheet]"))) return;
    event.preventDefault();
    show(`${form.getAttribute("action")}?${new URLSearchParams(new FormData(form))}`);
  });
})();
