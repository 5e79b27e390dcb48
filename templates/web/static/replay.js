/* Arrow keys step through the replay of a game. The links work without this script. */
(() => {
  const WAYS = { Home: "first", ArrowLeft: "prev", ArrowRight: "next", End: "last" };

  document.addEventListener("keydown", (event) => {
    const way = WAYS[event.key];
    if (!way || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.target.closest?.("input, select, textarea, dialog, [role=region]")) return;
    const link = document.querySelector(`.steps a[rel=${way}]`);
    if (!link) return;
    event.preventDefault();
    link.click();
  });
})();
