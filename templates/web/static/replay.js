/* Arrow keys step through the replay of a game, pages of keys through its rounds; the scrubber leads to where it is let go.
   The links and the form work without this script. */
(() => {
  const WAYS = { Home: "first", ArrowLeft: "prev", ArrowRight: "next", End: "last" };
  const slider = () => document.querySelector(".scrubber input");

  function go(to) {
    slider().value = to;
    slider().form.requestSubmit();
  }

  document.addEventListener("change", (event) => {
    if (event.target === slider()) go(slider().value);
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.target.closest?.("input, select, textarea, dialog, [role=region]")) return;
    const link = document.querySelector(`.walk a[rel=${WAYS[event.key] ?? "none"}]`);
    const at = Number(slider()?.value);
    const rounds = slider()?.dataset.rounds.trim().split(" ").map(Number) ?? [];
    const round = { PageDown: rounds.find((n) => n > at), PageUp: rounds.findLast((n) => n < at) }[event.key];
    if (!link && !round) return;
    event.preventDefault();
    link ? link.click() : go(round);
  });
})();
