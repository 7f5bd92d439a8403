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

/**
 * @typedef {object} View a file, and what shows it
 * @property {string} name @property {any} file @property {any[]} findings @property {any} animation
 * @property {any} canvas @property {any} overlay for the outline @property {any} figure
 * @property {any} [all] the button that shows all sprites @property {any} [scratch] canvas for comparisons
 */
/** @type {View[]} */
const views = [];
let time = 0, isPlaying = false, last = 0, speed = 1;
/** The sprite that is outlined, and its view. @type {{view: View, sprite: any}|null} */
let hovered = null;

const duration = () => Math.max(...views.map((v) => v.animation.frameCount / v.animation.frameRate), 0.001);
/** Frames a second that are stepped through: those of the finest animation. */
const stepRate = () => Math.max(...views.map((v) => v.animation.frameRate));
const stepCount = () => Math.max(1, Math.ceil(duration() * stepRate() - 1e-6));
/** The frame that is shown, in steps. */
const step = () => Math.min(stepCount() - 1, Math.floor(time * stepRate() + 1e-6));
/** The frame that a view shows; a shorter animation stays at its end. @param {View} view @param {number} [at] in seconds */
const frameOf = (view, at = time) => Math.min(view.animation.frameCount - 1, Math.floor(at * view.animation.frameRate + 1e-6));

// Drawing.

/** @param {View} view @param {CanvasRenderingContext2D} [context] @param {number} [at] in seconds */
function draw(view, context = view.canvas.getContext("2d"), at = time) {
  const canvas = context.canvas, animation = view.animation;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  animation.draw(context, frameOf(view, at), KilnAnimation.fit(animation.width, animation.height, canvas.width, canvas.height));
}

/** Outlines the sprite under the pointer. @param {View} view */
function drawOutline(view) {
  const context = view.overlay.getContext("2d"), { width, height } = view.overlay, animation = view.animation;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, width, height);
  if (hovered?.view !== view) return;
  const frame = frameOf(view), bounds = animation.bounds(hovered.sprite, frame, true), matrix = spriteMatrix(animation, hovered.sprite, frame);
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
  for (const { animation } of views) animation.follow?.(time, isPlaying, speed);
  views.forEach((view, index) => {
    if (mode() === "difference" && index === 1) drawDifference();
    else draw(view);
    drawOutline(view);
  });
  const frame = step();
  byID("scrub").value = String(frame);
  byID("frame").textContent = `frame ${frame} of ${stepCount()}, ${((frame / stepRate()) * 1000).toFixed(0)} ms`;
  byID("scrub").setAttribute("aria-valuetext", `frame ${frame}`);
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

/** Goes to a frame and stays there. @param {number} frame */
function showFrame(frame) {
  setPlaying(false);
  time = Math.max(0, Math.min(stepCount() - 1, frame)) / stepRate();
  redraw();
}

// Size and ground.

/** Pixels along a side of a canvas at most: browsers refuse larger ones. */
const MOST_PIXELS = 4096;

/** Pixels between two stages, above one for its name, and below the last one. */
const GAP = 16, CAPTION = 28, BOTTOM = 24;

/** Columns in which stages of the size of the first animation are largest. @param {number} count */
function columnsThatFit(count, { width, height }) {
  let best = { columns: 1, scale: 0, room: [1, 1] };
  const stages = byID("stages"), top = stages.getBoundingClientRect().top + scrollY;
  for (let columns = 1; columns <= count; columns++) {
    const rows = Math.ceil(count / columns);
    const across = Math.max(80, Math.floor((stages.clientWidth - 2 - GAP * (columns - 1)) / columns));
    const bottom = BOTTOM + (mode() === "slider" ? byID("hint").offsetHeight + 10 : 0), caption = views.length > 1 ? CAPTION : 0;
    const down = Math.max(stages.clientWidth < 500 ? 280 : 160, Math.floor((innerHeight - top - bottom - GAP * (rows - 1)) / rows - caption));
    const scale = Math.min(across / width, down / height);
    if (scale > best.scale) best = { columns, scale, room: [across, down] };
  }
  return best;
}

function resize() {
  byID("stages").dataset.mode = mode();
  showSlider();
  showCaptions();
  const zoom = byID("zoom").value, isOver = mode() === "slider", shown = mode() === "grid" ? views.length : 2;
  const { columns, room } = columnsThatFit(isOver ? 1 : Math.min(shown, views.length), views[0].animation);
  byID("stages").style.gridTemplateColumns = `repeat(${columns}, max-content)`;
  byID("stages").classList.toggle("single", columns === 1);
  views.forEach(({ animation, canvas, overlay, figure }, index) => {
    // What is compared has the size of the first one.
    const own = mode() === "grid" ? animation : views[0].animation;
    figure.hidden = index >= shown;
    const scale = zoom === "fit" ? Math.min(room[0] / own.width, room[1] / own.height) : Number(zoom);
    const width = Math.max(1, Math.round(own.width * scale)), height = Math.max(1, Math.round(own.height * scale));
    figure.style.width = `${Math.max(width, Math.min(180, room[0]))}px`;
    setCanvasSize([canvas, overlay], width, height);
  });
  redraw();
}

/** @param {HTMLCanvasElement[]} canvases @param {number} width @param {number} height in CSS pixels */
function setCanvasSize(canvases, width, height) {
  // Larger canvases are drawn with fewer pixels, of the same aspect.
  const density = Math.min(window.devicePixelRatio || 1, MOST_PIXELS / Math.max(width, height));
  for (const canvas of canvases) {
    Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` });
    canvas.width = Math.max(1, Math.round(width * density));
    canvas.height = Math.max(1, Math.round(height * density));
  }
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

// Start.

/** Keys of the whole page. @param {KeyboardEvent} event */
function pressed(event) {
  const target = /** @type {any} */ (event.target), isScrubber = target === byID("scrub");
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (!isScrubber && ["INPUT", "SELECT", "TEXTAREA"].includes(target.tagName)) return;
  if (event.key === " " && ["BUTTON", "SUMMARY"].includes(target.tagName)) return;
  const many = event.shiftKey ? 10 : 1, frame = step();
  /** @type {Record<string, () => void>} */
  const actions = {
    " ": () => setPlaying(!isPlaying), ArrowLeft: () => showFrame(frame - many), ArrowRight: () => showFrame(frame + many),
    Home: () => showFrame(0), End: () => showFrame(Infinity), l: () => byID("loop").click(),
  };
  if (!actions[event.key]) return;
  event.preventDefault();
  actions[event.key]();
}

function listen() {
  byID("play").onclick = () => setPlaying(!isPlaying);
  byID("back").onclick = () => showFrame(step() - 1);
  byID("forward").onclick = () => showFrame(step() + 1);
  byID("scrub").oninput = () => showFrame(Number(byID("scrub").value));
  byID("speed").onchange = () => { speed = Number(byID("speed").value); };
  byID("zoom").onchange = resize;
  byID("ground").onchange = showGround;
  byID("color").oninput = showGround;
  byID("compare").onchange = resize;
  byID("gain").onchange = () => { showCaptions(); redraw(); };
  byID("worst").onclick = findWorst;
  addEventListener("resize", resize);
  // Controls that wrap leave less room.
  new ResizeObserver(resize).observe(byID("controls"));
  addEventListener("keydown", pressed);
}

/** Adds a file's animation. @param {any} file */
async function addView(file) {
  const animation = await (file.video ? KilnVideo.load(file.video) : KilnAnimation.load(file.timeline));
  animation.onframe = () => { if (!isPlaying) redraw(); };
  const canvas = element("canvas", { role: "img" }), overlay = element("canvas", { className: "overlay", "aria-hidden": "true" });
  const stage = element("div", { className: "stage checkered" }, canvas, overlay);
  const figure = element("figure", {}, element("figcaption"), element("div", { className: "frame" }, stage));
  byID("stages").append(figure);
  views.push({ name: file.name, file, findings: file.findings, animation, canvas, overlay, figure });
}

async function start() {
  const files = [...document.querySelectorAll("script[type='application/json']")].map((s) => JSON.parse(s.textContent || ""));
  for (const file of files) await addView(file);
  byID("scrub").max = String(stepCount() - 1);
  byID("compare-label").hidden = views.length < 2;
  if (views.length > 1) makeSlider();
  byID("details").append(...views.map(fileDetails));
  showFacts();
  listen();
  const wasPlaying = /** @type {any} */ (window).restoreControls?.();
  showGround();
  resize();
  document.body.classList.add("ready");
  if (wasPlaying ?? !matchMedia("(prefers-reduced-motion: reduce)").matches) setPlaying(true);
}
start().catch((error) => { byID("facts").textContent = String(error); });
