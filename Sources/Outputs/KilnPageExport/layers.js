// What is beside the picture: for each file its sprites, replaceable pictures, pictures and findings.

/** Rows of sprites that are made at most; more take long, and nobody reads them. */
const MOST_ROWS = 2000;

/** @param {number} count @param {string} noun */
const plural = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** A heading with what it heads; nothing for an empty list. @param {string} title @param {any} list @param {number} count */
const section = (title, list, count) => count ? [element("section", {}, element("h3", { textContent: title }), list)] : [];

/** The part of the page about one file, which closes where there are several. @param {View} view */
function fileDetails(view) {
  const all = element("button", { type: "button", className: "all", textContent: "Show all", hidden: true });
  all.onclick = () => {
    for (const sprite of view.animation.all) sprite.hidden = false;
    showHidden(view);
  };
  view.all = all;
  const count = view.animation.all.length, { video } = view.file, slots = slotItems(video?.slots || []);
  const summary = element("summary", {}, element("h2", { textContent: views.length > 1 ? view.name : video ? "Video" : "Sprites" }),
    element("small", { textContent: video ? "" : views.length > 1 ? plural(count, "sprite") : String(count) }), all);
  const keys = keyItems(view), images = imageTable(view), findings = findingItems(view);
  return element("details", { className: "file", open: true }, summary, spriteList(view),
    ...section("Replaceable pictures", keys, keys.childElementCount),
    ...section("Pictures and texts of apps", slots, slots.childElementCount),
    ...section("Pictures", images, view.animation.images.length),
    ...section("Findings", findings, findings.childElementCount));
}

/** Slots of a video. @param {any[]} slots */
const slotItems = (slots) => element("ul", {}, ...slots.map(({ key, kind, width, height }) =>
  element("li", {}, element("b", { textContent: key }), ` ${kind}, ${width} × ${height} px`)));

/** @param {View} view */
function spriteList(view) {
  let rows = 0;
  const list = (/** @type {any[]} */ sprites) => {
    const made = element("ul");
    for (const sprite of [...sprites].reverse()) {
      if (rows++ >= MOST_ROWS) break;
      const inside = [...(sprite.matte ? sprite.matte.sprites : []), ...(sprite.children || [])];
      made.append(element("li", {}, spriteRow(view, sprite), ...(inside.length ? [list(inside)] : [])));
    }
    return made;
  };
  const made = element("div", { className: "sprites", role: "group", "aria-label": `Sprites of ${view.name}, the topmost first` },
    list(view.animation.sprites));
  if (rows > MOST_ROWS) made.append(element("p", { textContent: `and ${view.animation.all.length - MOST_ROWS} more sprites` }));
  return made;
}

/** @param {View} view @param {any} sprite */
function spriteRow(view, sprite) {
  const name = sprite.names.join(" › ") || "unnamed", of = views.length > 1 ? ` of ${view.name}` : "";
  const kind = sprite.key ? `${sprite.type}, key ${sprite.key}` : sprite.type;
  const hide = element("button", { type: "button", className: "sprite", title: name, "aria-pressed": String(!sprite.hidden), "aria-label": `Show ${name}${of}` },
    element("span", { textContent: sprite.names.slice(-2).join(" › ") || "unnamed" }), element("small", { textContent: kind }));
  const solo = element("button", { type: "button", className: "solo", textContent: "Solo", "aria-label": `Solo ${name}${of}` });
  const outline = (/** @type {any} */ shown) => () => { hovered = shown; redraw(); };
  for (const event of ["pointerenter", "focus"]) hide.addEventListener(event, outline({ view, sprite }));
  for (const event of ["pointerleave", "blur"]) hide.addEventListener(event, outline(null));
  hide.onclick = () => { sprite.hidden = !sprite.hidden; showHidden(view); };
  solo.onclick = () => { soloSprite(view, sprite); showHidden(view); };
  Object.assign(sprite, { button: hide });
  return element("div", { className: "row" }, hide, solo);
}

/** @param {View} view @param {any} sprite */
function soloSprite(view, sprite) {
  const keeps = new Set();
  const mark = (/** @type {any} */ s) => {
    keeps.add(s);
    [...(s.children || []), ...(s.matte ? s.matte.sprites : [])].forEach(mark);
  };
  mark(sprite);
  // What contains it is drawn, too, cut by its mattes.
  for (let s = sprite.parent; s; s = s.parent) {
    keeps.add(s);
    if (s.matte) s.matte.sprites.forEach(mark);
  }
  const isAlone = view.animation.all.every((/** @type {any} */ s) => s.hidden === !keeps.has(s));
  for (const s of view.animation.all) s.hidden = !isAlone && !keeps.has(s);
}

/** @param {View} view */
function showHidden(view) {
  for (const sprite of view.animation.all) sprite.button?.setAttribute("aria-pressed", String(!sprite.hidden));
  view.all.hidden = !view.animation.all.some((/** @type {any} */ s) => s.hidden);
  redraw();
}

/** What is drawn in place of an image: its own picture or another, with text over it as SVGA players write it. */
function compose(/** @type {any} */ image) {
  const own = image.own || (image.own = image.picture), picture = image.other || own;
  if (!image.text) { image.picture = picture; return; }
  const { width, height } = image, canvas = element("canvas", { width, height }), context = canvas.getContext("2d");
  if (picture) context.drawImage(picture, 0, 0, width, height);
  const font = Math.max(4, Math.min(height * 0.6, (width * 1.6) / image.text.length));
  Object.assign(context, {
    font: `${font}px sans-serif`, textAlign: "center", textBaseline: "middle", lineWidth: font / 12, fillStyle: "#fff",
    strokeStyle: "rgba(0,0,0,0.6)",
  });
  context.strokeText(image.text, width / 2, height / 2);
  context.fillText(image.text, width / 2, height / 2);
  image.picture = canvas;
}

/** Replaceable pictures. @param {View} view */
function keyItems(view) {
  /** @type {Map<string, number>} */
  const keys = new Map();
  for (const sprite of view.animation.all) if (sprite.key && sprite.type === "image") keys.set(sprite.key, sprite.image);
  return element("ul", { className: "keys" }, ...[...keys].map(([key, index]) => keyItem(key, view.animation.images[index])));
}

/** @param {string} key @param {any} image */
function keyItem(key, image) {
  const file = element("input", { type: "file", accept: "image/*", "aria-label": `Another picture for ${key}` });
  const text = element("input", { type: "text", placeholder: "text", value: image.text || "", "aria-label": `Text on ${key}` });
  const message = element("small", { role: "status" });
  const use = async (/** @type {File|undefined} */ chosen) => {
    if (!chosen) return;
    const url = URL.createObjectURL(chosen), picture = Object.assign(new Image(), { src: url });
    try {
      await picture.decode();
      image.other = picture;
      compose(image);
      message.textContent = chosen.name;
    } catch {
      message.textContent = `${chosen.name} is no picture`;
    }
    URL.revokeObjectURL(url);
    redraw();
  };
  file.onchange = () => use(file.files?.[0]);
  text.oninput = () => { image.text = text.value; compose(image); redraw(); };
  const item = element("li", {}, element("img", { src: image.data, alt: "" }),
    element("div", {}, element("b", { textContent: key }), ` ${image.width} × ${image.height} px `, message, file, text));
  item.ondragover = (/** @type {DragEvent} */ event) => { event.preventDefault(); item.classList.add("target"); };
  item.ondragleave = () => item.classList.remove("target");
  item.ondrop = (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    item.classList.remove("target");
    use(event.dataTransfer?.files[0]);
  };
  item.dataset.key = key;
  return item;
}

/** Bytes of an image when it is decoded. @param {any} image */
const decodedBytes = (image) => image.width * image.height * 4;

/** @param {View} view */
function imageTable(view) {
  const rows = view.animation.images.map((/** @type {any} */ image) => {
    const bytes = Math.floor(((image.data.length - image.data.indexOf(",") - 1) * 3) / 4);
    return element("tr", {}, element("td", { textContent: image.name }),
      element("td", { textContent: `${image.width} × ${image.height}` }), element("td", { textContent: size(bytes) }),
      element("td", { textContent: size(decodedBytes(image)) }));
  });
  const head = ["Name", "Pixels", "File", "Memory"].map((textContent) => element("th", { textContent, scope: "col" }));
  return element("table", {}, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows));
}

/** @param {View} view */
function findingItems(view) {
  return element("ul", { className: "findings" }, ...view.findings.map((finding) => element("li", { className: finding.severity },
    element("b", { textContent: finding.severity }), ` ${finding.message} `,
    element("small", { textContent: [finding.location, finding.rule].filter(Boolean).join(", ") }))));
}

/** @param {number} ratio */
const multiple = (ratio) => ratio < 2 ? `${Math.round(ratio * 100)} % of` : `${ratio.toFixed(1)} times`;

/** A line about each file: canvas, frames, sprites, bytes. */
function showFacts() {
  const first = views[0].file.bytes;
  byID("facts").replaceChildren(...views.map((view, index) => {
    const { width, height, frameCount, frameRate, all, images } = view.animation;
    const total = images.reduce((/** @type {number} */ sum, /** @type {any} */ image) => sum + decodedBytes(image), 0);
    const share = index && first ? ` (${multiple(view.file.bytes / first)} ${views[0].name})` : "";
    const parts = [`${width} × ${height} px`, `${plural(frameCount, "frame")} at ${+frameRate.toFixed(2)} a second`,
      view.file.video ? "video" : plural(all.length, "sprite"), size(view.file.bytes) + share,
      ...(total ? [`${size(total)} of decoded pictures`] : [])];
    return element("li", {}, ...(views.length > 1 ? [element("b", { textContent: view.name }), " "] : []), parts.join(", "));
  }));
}
