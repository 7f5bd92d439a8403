// The page of `kiln preview`: plays the timelines in it, and shows what they are made of.
"use strict";

/** @param {string} id @returns {any} */
const byID = (id) => document.getElementById(id);
/** @param {string} tag @param {any} [properties] @param {...(Node|string)} children @returns {any} */
const element = (tag, properties = {}, ...children) => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("aria-") || name === "role" || name === "for") made.setAttribute(name, value);
    else made[name] = value;
  }
  made.append(...children);
  return made;
};
/** @param {number} bytes */
const size = (bytes) => bytes < 1000 ? `${bytes} B` : bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;

/** @typedef {{name: string, file: any, findings: any[], animation: any, canvas: any, overlay: any, figure: any}} View */
/** @type {View[]} */
const views = [];
let selected = 0, time = 0, isPlaying = false, last = 0, speed = 1;
/** @type {any} sprite that is outlined */
let hovered = null;

const duration = () => Math.max(...views.map((v) => v.animation.frameCount / v.animation.frameRate), 0.001);
/** The frame that a view shows; a shorter animation stays at its end. @param {View} view */
const frameOf = (view) => Math.min(view.animation.frameCount - 1, Math.floor(time * view.animation.frameRate + 1e-6));

// Drawing.

/** @param {View} view @param {CanvasRenderingContext2D} [context] */
function draw(view, context = view.canvas.getContext("2d")) {
  const canvas = context.canvas, animation = view.animation;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  animation.draw(context, frameOf(view), KilnAnimation.fit(animation.width, animation.height, canvas.width, canvas.height));
}

/** Outlines the sprite under the pointer. @param {View} view */
function drawOutline(view) {
  const context = view.overlay.getContext("2d"), { width, height } = view.overlay, animation = view.animation;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, width, height);
  if (!hovered || views[selected] !== view) return;
  const frame = frameOf(view), bounds = animation.bounds(hovered, frame, true), matrix = spriteMatrix(animation, hovered, frame);
  if (!bounds || !matrix) return;
  const fit = KilnAnimation.fit(animation.width, animation.height, width, height), place = multiply(fit, matrix);
  context.beginPath();
  for (const [x, y] of [[bounds.left, bounds.top], [bounds.right, bounds.top], [bounds.right, bounds.bottom], [bounds.left, bounds.bottom]]) {
    context.lineTo(place[0] * x + place[2] * y + place[4], place[1] * x + place[3] * y + place[5]);
  }
  context.closePath();
  for (const [color, line] of [["#000", 4], ["#ff7a1a", 2]]) {
    Object.assign(context, { strokeStyle: color, lineWidth: line });
    context.stroke();
  }
}

/** The matrix from a sprite's space to the canvas; null where it is not drawn. @param {any} animation @param {any} sprite */
function spriteMatrix(animation, sprite, frame) {
  /** @type {any} */
  let matrix = [1, 0, 0, 1, 0, 0];
  for (let s = sprite; s; s = s.parent) {
    const state = animation.state(s, frame);
    if (!state) return null;
    matrix = multiply(state.transform, matrix);
  }
  return matrix;
}

/** @returns {"grid"|"slider"|"difference"} */
const mode = () => byID("compare").value;

function redraw() {
  for (const view of views) {
    if (mode() === "difference" && view === views[1]) drawDifference(view);
    else draw(view);
    drawOutline(view);
  }
  byID("scrub").value = String(Math.round(time * 1000));
  const view = views[selected], frame = frameOf(view);
  byID("frame").textContent = `frame ${frame} of ${view.animation.frameCount}, ${(time * 1000).toFixed(0)} ms`;
  byID("scrub").setAttribute("aria-valuetext", `frame ${frame}`);
}

/** The second animation as the difference to the first, three times as strong. @param {View} view */
function drawDifference(view) {
  const context = view.canvas.getContext("2d"), { width, height } = view.canvas;
  const pictures = [views[0], view].map((v) => {
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    const target = canvas.getContext("2d");
    draw(v, target);
    return target.getImageData(0, 0, width, height);
  });
  const [a, b] = pictures.map((p) => p.data), result = context.createImageData(width, height);
  for (let i = 0; i < a.length; i += 4) {
    for (let c = 0; c < 3; c++) result.data[i + c] = 3 * Math.abs((a[i + c] * a[i + 3] - b[i + c] * b[i + 3]) / 255);
    result.data[i + 3] = 255;
  }
  context.putImageData(result, 0, 0);
}

/** @param {number} now */
function tick(now) {
  if (!isPlaying) return;
  time += (Math.max(0, now - last) / 1000) * speed;
  last = now;
  if (time >= duration()) {
    if (byID("loop").checked) time %= duration();
    else [time, isPlaying] = [duration() - 1e-3, false];
  }
  showPlaying();
  redraw();
  if (isPlaying) requestAnimationFrame(tick);
}

function showPlaying() {
  byID("play").textContent = isPlaying ? "Pause" : "Play";
}

/** @param {boolean} plays */
function setPlaying(plays) {
  if (plays && time >= duration() - 2e-3) time = 0;
  isPlaying = plays;
  showPlaying();
  last = performance.now();
  if (plays) requestAnimationFrame(tick);
}

/** Goes to a frame of the selected animation and stays there. @param {number} frame */
function showFrame(frame) {
  const { frameRate, frameCount } = views[selected].animation;
  setPlaying(false);
  time = Math.max(0, Math.min(frameCount - 1, frame)) / frameRate;
  redraw();
}

// Size and ground.

/** Pixels along a side of a canvas at most: browsers refuse larger ones. */
const MOST_PIXELS = 4096;

function resize() {
  const zoom = byID("zoom").value, ratio = window.devicePixelRatio || 1;
  const columns = mode() === "grid" ? Math.min(views.length, 3) : 1;
  const room = Math.max(120, byID("stages").clientWidth / columns - 24);
  for (const { animation, canvas, overlay } of views) {
    const fitting = Math.min(room / animation.width, Math.max(160, innerHeight * 0.6) / animation.height);
    const scale = zoom === "fit" ? fitting : Number(zoom);
    const width = Math.max(1, Math.round(animation.width * scale)), height = Math.max(1, Math.round(animation.height * scale));
    // Larger canvases are drawn with fewer pixels, of the same aspect.
    const density = Math.min(ratio, MOST_PIXELS / Math.max(width, height));
    for (const c of [canvas, overlay]) {
      Object.assign(c.style, { width: `${width}px`, height: `${height}px` });
      c.width = Math.max(1, Math.round(width * density));
      c.height = Math.max(1, Math.round(height * density));
    }
  }
  showSlider();
  redraw();
}

function showGround() {
  const ground = byID("ground").value;
  byID("color").hidden = ground !== "color";
  for (const { figure } of views) {
    const stage = figure.querySelector(".stage");
    stage.classList.toggle("checkered", ground === "checkered");
    stage.style.backgroundColor = ground === "color" ? byID("color").value : ground === "checkered" ? "" : ground;
  }
}

/** Puts the second animation over the first, cut at the slider. */
function showSlider() {
  const isSlider = mode() === "slider" && views.length > 1;
  byID("stages").dataset.mode = mode();
  byID("split").hidden = !isSlider;
  const stage = views[1]?.figure.querySelector(".stage");
  if (stage) stage.style.clipPath = isSlider ? `inset(0 0 0 ${byID("split").value}%)` : "";
}

// What is beside the picture.

/** @param {number} index */
function select(index) {
  selected = index;
  hovered = null;
  views.forEach((view, i) => view.figure.classList.toggle("selected", i === index && views.length > 1));
  const view = views[index];
  byID("subject").textContent = view.name;
  showSprites(view);
  showKeys(view);
  showImages(view);
  showFindings(view);
  redraw();
}

/** Rows of sprites that are made at most; more take long, and nobody reads them. */
const MOST_ROWS = 2000;

/** @param {View} view */
function showSprites(view) {
  let rows = 0;
  const list = (/** @type {any[]} */ sprites) => {
    const made = element("ul");
    for (const sprite of [...sprites].reverse()) {
      if (rows++ >= MOST_ROWS) break;
      const inside = [...(sprite.matte ? sprite.matte.sprites : []), ...(sprite.children || [])];
      made.append(element("li", {}, row(sprite), ...(inside.length ? [list(inside)] : [])));
    }
    return made;
  };
  const row = (/** @type {any} */ sprite) => {
    const name = sprite.names.join(" › ") || "unnamed";
    const kind = sprite.key ? `${sprite.type}, key ${sprite.key}` : sprite.type;
    const hide = element("button", { type: "button", className: "sprite", title: name, "aria-pressed": String(!sprite.hidden), "aria-label": `Show ${name}` },
      element("span", { textContent: sprite.names.slice(-2).join(" › ") || "unnamed" }), element("small", { textContent: kind }));
    const solo = element("button", { type: "button", className: "solo", textContent: "Solo", "aria-label": `Solo ${name}` });
    const outline = (/** @type {any} */ shown) => () => { hovered = shown; redraw(); };
    for (const event of ["pointerenter", "focus"]) hide.addEventListener(event, outline(sprite));
    for (const event of ["pointerleave", "blur"]) hide.addEventListener(event, outline(null));
    hide.onclick = () => { sprite.hidden = !sprite.hidden; showHidden(view); };
    solo.onclick = () => { soloSprite(view, sprite); showHidden(view); };
    Object.assign(sprite, { button: hide });
    return element("div", { className: "row" }, hide, solo);
  };
  const all = list(view.animation.sprites);
  byID("sprites").replaceChildren(all);
  byID("more").textContent = rows > MOST_ROWS ? `and ${view.animation.all.length - MOST_ROWS} more sprites` : "";
  showHidden(view);
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
  byID("all").hidden = !view.animation.all.some((/** @type {any} */ s) => s.hidden);
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
function showKeys(view) {
  /** @type {Map<string, number>} */
  const keys = new Map();
  for (const sprite of view.animation.all) if (sprite.key && sprite.type === "image") keys.set(sprite.key, sprite.image);
  const items = [...keys].map(([key, index]) => {
    const image = view.animation.images[index];
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
  });
  byID("keys").replaceChildren(...items);
  byID("keys-section").hidden = !items.length;
}

/** @param {View} view */
function showImages(view) {
  const images = view.animation.images;
  const rows = images.map((/** @type {any} */ image) => {
    const bytes = Math.floor(((image.data.length - image.data.indexOf(",") - 1) * 3) / 4);
    return element("tr", {}, element("td", { textContent: image.name }),
      element("td", { textContent: `${image.width} × ${image.height}` }), element("td", { textContent: size(bytes) }),
      element("td", { textContent: size(image.width * image.height * 4) }));
  });
  byID("images").replaceChildren(...rows);
  byID("images-section").hidden = !rows.length;
  const total = images.reduce((/** @type {number} */ sum, /** @type {any} */ i) => sum + i.width * i.height * 4, 0);
  const { width, height, frameCount, frameRate, all } = view.animation;
  byID("facts").textContent = `${width} × ${height} px, ${frameCount} frames at ${+frameRate.toFixed(2)} a second, ${all.length} sprites, `
    + `${size(view.file.bytes)}${total ? `, ${size(total)} of decoded pictures` : ""}`;
}

/** @param {View} view */
function showFindings(view) {
  const items = view.findings.map((finding) => element("li", { className: finding.severity },
    element("b", { textContent: finding.severity }), ` ${finding.message} `,
    element("small", { textContent: [finding.location, finding.rule].filter(Boolean).join(", ") })));
  byID("findings").replaceChildren(...items);
  byID("findings-section").hidden = !items.length;
}

// Start.

function listen() {
  byID("play").onclick = () => setPlaying(!isPlaying);
  byID("back").onclick = () => showFrame(frameOf(views[selected]) - 1);
  byID("forward").onclick = () => showFrame(frameOf(views[selected]) + 1);
  byID("scrub").oninput = () => { setPlaying(false); time = Number(byID("scrub").value) / 1000; redraw(); };
  byID("speed").onchange = () => { speed = Number(byID("speed").value); };
  byID("zoom").onchange = resize;
  byID("ground").onchange = showGround;
  byID("color").oninput = showGround;
  byID("compare").onchange = resize;
  byID("split").oninput = showSlider;
  byID("all").onclick = () => {
    for (const sprite of views[selected].animation.all) sprite.hidden = false;
    showHidden(views[selected]);
  };
  addEventListener("resize", resize);
  addEventListener("keydown", (event) => {
    const target = /** @type {any} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || ["INPUT", "SELECT", "TEXTAREA"].includes(target.tagName)) return;
    if (event.key === " " && target.tagName === "BUTTON") return;
    const step = event.shiftKey ? 10 : 1, frame = frameOf(views[selected]);
    /** @type {Record<string, () => void>} */
    const actions = {
      " ": () => setPlaying(!isPlaying), ArrowLeft: () => showFrame(frame - step), ArrowRight: () => showFrame(frame + step),
      Home: () => showFrame(0), End: () => showFrame(Infinity), l: () => byID("loop").click(),
    };
    if (!actions[event.key]) return;
    event.preventDefault();
    actions[event.key]();
  });
}

async function start() {
  const files = [...document.querySelectorAll("script[type='application/json']")].map((s) => JSON.parse(s.textContent || ""));
  for (const [index, file] of files.entries()) {
    const animation = await KilnAnimation.load(file.timeline);
    const canvas = element("canvas", { role: "img", "aria-label": `Animation ${file.name}` });
    const overlay = element("canvas", { className: "overlay", "aria-hidden": "true" });
    const pick = element("button", { type: "button", textContent: file.name, "aria-label": `Details of ${file.name}` });
    const figure = element("figure", {}, element("figcaption", {}, pick), element("div", { className: "stage checkered" }, canvas, overlay));
    pick.onclick = () => select(index);
    byID("stages").append(figure);
    views.push({ name: file.name, file, findings: file.findings, animation, canvas, overlay, figure });
  }
  byID("scrub").max = String(Math.floor(duration() * 1000));
  byID("compare-label").hidden = views.length < 2;
  listen();
  resize();
  select(0);
  document.body.classList.add("ready");
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) setPlaying(true);
}
start().catch((error) => { byID("facts").textContent = String(error); });
