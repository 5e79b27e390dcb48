/* The print shop: load small pictures of products and pages one at a time as they scroll into view. The first time, each has to
   be drawn, and a device may not request many at once. Without this script, there are only names. */
(() => {
  const waiting = [];
  let drawing = false;

  function next() {
    const frame = waiting.shift();
    if (!frame) return (drawing = false);
    drawing = true;
    const picture = new Image();
    picture.alt = "";
    picture.onload = () => {
      frame.replaceChildren(picture);
      next();
    };
    picture.onerror = next;
    picture.src = frame.dataset.picture;
  }

  const watch = new IntersectionObserver(
    (seen) => {
      for (const one of seen.filter((it) => it.isIntersecting)) {
        watch.unobserve(one.target);
        waiting.push(one.target);
      }
      if (!drawing) next();
    },
    { rootMargin: "200px" },
  );

  const watchAll = () =>
    document.querySelectorAll("[data-picture]:not(:has(img))").forEach((frame) => watch.observe(frame));

  document.addEventListener("htmx:after:swap", watchAll);
  watchAll();
})();
