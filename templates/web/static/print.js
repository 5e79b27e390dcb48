/* The print shop: pictures of the products, one after the other, as they come into sight. A sheet is drawn for each the
   first time, and no device may ask for many at once. Without this script the names stand alone. */
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

  document.querySelectorAll("[data-picture]").forEach((frame) => watch.observe(frame));
})();
