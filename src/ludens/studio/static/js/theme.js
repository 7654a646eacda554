// Runs before the first paint, so that a page never flashes in the wrong theme.
(() => {
  try {
    const kept = localStorage.getItem("ludens.theme");
    if (kept === "light" || kept === "dark") document.documentElement.dataset.theme = kept;
  } catch {
    // Without storage the system's theme holds.
  }
})();
