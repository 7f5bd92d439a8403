// A page that is served: it is loaded again when its files have changed, and says when it is out of date.

/** Controls that keep their value. */
const KEPT = ["loop", "speed", "zoom", "ground", "color", "compare", "gain"];

/** Keeps what was chosen for the page's next version. */
function keepControls() {
  const values = KEPT.map((id) => [id, byID(id).type === "checkbox" ? byID(id).checked : byID(id).value]);
  sessionStorage.setItem("kiln", JSON.stringify({ values, time, split, isPlaying, scroll: scrollY }));
}

/** Sets what was chosen in the page's last version. Returns whether that was playing; undefined if there was none. */
function restoreControls() {
  const text = sessionStorage.getItem("kiln");
  if (!text) return undefined;
  sessionStorage.removeItem("kiln");
  const kept = JSON.parse(text);
  for (const [id, value] of kept.values) {
    if (typeof value === "boolean") byID(id).checked = value;
    else if (id !== "compare" || views.length > 1) byID(id).value = value;
  }
  [time, split, speed] = [Math.min(kept.time, duration() - 1e-3), kept.split, Number(byID("speed").value)];
  return kept.isPlaying;
}

/** Says why the page is not up to date; nothing if it is. @param {string} title @param {string} [text] */
function showBanner(title, text = "") {
  const isNew = byID("banner-title").textContent !== title || byID("banner-text").textContent !== text;
  if (!isNew) return;
  byID("banner-title").textContent = title;
  byID("banner-text").textContent = text;
  byID("banner").hidden = !title;
  byID("banner-text").hidden = !text;
  if (views.length) resize();
}

/** Asks the server for the state of the files, for ever. */
async function followServer() {
  const navigation = /** @type {any} */ (performance.getEntriesByType("navigation")[0]);
  /** The version of this page, which its response has as a header; otherwise the first one that is heard of. */
  let version = navigation?.serverTiming?.find((/** @type {any} */ entry) => entry.name === "version")?.duration;
  for (;;) {
    try {
      const state = await (await fetch("state", { cache: "no-store" })).json();
      version ??= state.version;
      if (state.version !== version) {
        keepControls();
        return location.reload();
      }
      showBanner(state.problem?.title ?? "", state.problem?.text);
    } catch {
      showBanner("The server has ended. Changes are no longer shown.", "Run kiln preview again, and open its new address.");
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
followServer();
