// Two animations: one over the other, cut at a line, or their difference.

/** Where the line is, in percent of the width. */
let split = 50;
/** The line that is dragged, over the second animation. @type {any} */
let slider = null;

/** Makes the line and listens to it. */
function makeSlider() {
  const line = element("div", { id: "line", role: "slider", tabIndex: 0, "aria-valuemin": "0", "aria-valuemax": "100",
    "aria-label": `Line between ${views[0].name} and ${views[1].name}` }, element("span", { "aria-hidden": "true", textContent: "◂ ▸" }));
  slider = element("div", { id: "slider" }, line);
  views[1].figure.querySelector(".frame").append(slider);
  const follow = (/** @type {PointerEvent} */ event) => {
    const { left, width } = slider.getBoundingClientRect();
    moveSplit(((event.clientX - left) / width) * 100);
  };
  // The keys stay with the frames while the mouse drags.
  slider.onmousedown = (/** @type {MouseEvent} */ event) => event.preventDefault();
  slider.onpointerdown = (/** @type {PointerEvent} */ event) => {
    if (event.button) return;
    slider.setPointerCapture(event.pointerId);
    follow(event);
  };
  slider.onpointermove = (/** @type {PointerEvent} */ event) => { if (slider.hasPointerCapture(event.pointerId)) follow(event); };
  line.onkeydown = (/** @type {KeyboardEvent} */ event) => {
    const step = event.shiftKey ? 10 : 1;
    /** @type {Record<string, number>} */
    const places = { ArrowLeft: split - step, ArrowDown: split - step, ArrowRight: split + step, ArrowUp: split + step,
      PageDown: split - 10, PageUp: split + 10, Home: 0, End: 100 };
    if (event.ctrlKey || event.metaKey || event.altKey || places[event.key] === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    moveSplit(places[event.key]);
  };
}

/** @param {number} place */
function moveSplit(place) {
  split = Math.max(0, Math.min(100, place));
  showSlider();
}

/** Cuts the second animation at the line, and puts the line there. */
function showSlider() {
  if (!slider) return;
  const isSlider = mode() === "slider", line = byID("line");
  views[1].figure.querySelector(".stage").style.clipPath = isSlider ? `inset(0 0 0 ${split}%)` : "";
  slider.hidden = byID("hint").hidden = !isSlider;
  line.style.left = `${split}%`;
  line.setAttribute("aria-valuenow", String(Math.round(split)));
  line.setAttribute("aria-valuetext", `${Math.round(split)} % ${views[0].name}`);
}

/** Names what each stage shows. */
function showCaptions() {
  const isDifference = mode() === "difference";
  byID("difference-tools").hidden = !isDifference;
  views.forEach((view, index) => {
    const differs = isDifference && index === 1;
    view.figure.querySelector("figcaption").textContent = differs ? `Difference × ${byID("gain").value} to ${view.name}` : view.name;
    view.canvas.setAttribute("aria-label", differs ? `Difference of ${views[0].name} and ${view.name}` : `Animation ${view.name}`);
  });
}

/** Pixels of the first two animations at the same time. @param {number} width @param {number} height @param {number} [at] in seconds */
function pixelsOfBoth(width, height, at = time) {
  return views.slice(0, 2).map((view) => {
    const canvas = (view.scratch ??= document.createElement("canvas"));
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    const context = canvas.getContext("2d", { willReadFrequently: true });
    draw(view, context, at);
    return context.getImageData(0, 0, width, height).data;
  });
}

/** Draws the difference on the second animation's canvas: of each channel that over black or over white, whichever is larger. */
function drawDifference() {
  const context = views[1].canvas.getContext("2d"), { width, height } = views[1].canvas, gain = Number(byID("gain").value);
  const [a, b] = pixelsOfBoth(width, height), result = context.createImageData(width, height), data = result.data;
  for (let i = 0; i < a.length; i += 4) {
    const alpha = a[i + 3] - b[i + 3];
    for (let c = i; c < i + 3; c++) {
      const difference = (a[c] * a[i + 3] - b[c] * b[i + 3]) / 255;
      data[c] = gain * Math.max(Math.abs(difference), Math.abs(difference - alpha));
    }
    data[i + 3] = 255;
  }
  context.putImageData(result, 0, 0);
  measureSoon();
}

// Similarity, as `kiln compare` measures it: SSIM (Wang et al. 2004) of the luma with a Gaussian window of 11 × 11 pixels
// and a deviation of 1.5, over white and over mid grey, whichever is worse.

const WINDOW = [0.26601173, 0.21300554, 0.10936069, 0.03600077, 0.00759876, 0.00102838];
const REACH = 5;
/** Pixels that are compared at most; larger animations are drawn smaller. */
const MOST_COMPARED = 1 << 20;

/** Means over the windows around all pixels, the outermost ones repeated. @param {Float32Array} plane */
function windowMeans(plane, width, height) {
  const across = new Float32Array(plane.length), result = new Float32Array(plane.length);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const row = i - x;
      let sum = plane[i] * WINDOW[0];
      for (let k = 1; k <= REACH; k++) {
        sum += (plane[x < k ? row : i - k] + plane[x + k < width ? i + k : row + width - 1]) * WINDOW[k];
      }
      across[i] = sum;
    }
  }
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      let sum = across[i] * WINDOW[0];
      for (let k = 1; k <= REACH; k++) {
        sum += (across[y < k ? x : i - k * width] + across[y + k < height ? i + k * width : (height - 1) * width + x]) * WINDOW[k];
      }
      result[i] = sum;
    }
  }
  return result;
}

/** What is visible in either picture, grown by the window's reach. */
function visibleContent(a, b, width, height) {
  let content = new Uint8Array(width * height);
  for (let i = 0; i < content.length; i++) content[i] = a[i * 4 + 3] || b[i * 4 + 3] ? 1 : 0;
  for (let step = 0; step < REACH; step++) {
    const grown = content.slice();
    for (let i = 0; i < content.length; i++) {
      if (!content[i]) continue;
      const x = i % width;
      if (x) grown[i - 1] = 1;
      if (x + 1 < width) grown[i + 1] = 1;
      if (i >= width) grown[i - width] = 1;
      if (i + width < grown.length) grown[i + width] = 1;
    }
    content = grown;
  }
  return content;
}

/** Similarity of two pictures, whole and of their content, each up to 1. */
function similarity(a, b, width, height) {
  if (a.every((value, i) => value === b[i])) return { whole: 1, content: 1 };
  const content = visibleContent(a, b, width, height), inset = width > 2 * REACH && height > 2 * REACH ? REACH : 0;
  let worstWhole = 0, worstContent = 0;
  for (const ground of [1, 118 / 255]) {
    const count = width * height, sum = new Float32Array(count), difference = new Float32Array(count);
    const luma = (/** @type {Uint8ClampedArray} */ p, /** @type {number} */ i) =>
      ((p[i] * 0.299 + p[i + 1] * 0.587 + p[i + 2] * 0.114) * p[i + 3]) / 255 + (255 - p[i + 3]) * ground;
    for (let i = 0; i < count; i++) {
      const first = luma(a, i * 4), second = luma(b, i * 4);
      [sum[i], difference[i]] = [first + second, first - second];
    }
    const [sums, differences, squares, differenceSquares] = [sum, difference, sum.map((v) => v * v), difference.map((v) => v * v)]
      .map((plane) => windowMeans(plane, width, height));
    let whole = 0, shown = 0, ofContent = 0;
    for (let i = 0; i < count; i++) {
      const s = sums[i] * sums[i], d = differences[i] * differences[i];
      const varianceS = Math.max(0, squares[i] - s), varianceD = Math.max(0, differenceSquares[i] - d);
      const x = d / ((s + d) / 2 + 6.5025), y = varianceD / ((varianceS + varianceD) / 2 + 58.5225), lost = x + y - x * y;
      const column = i % width, line = (i - column) / width;
      if (column >= inset && column < width - inset && line >= inset && line < height - inset) whole += lost;
      if (content[i]) { shown++; ofContent += lost; }
    }
    worstWhole = Math.max(worstWhole, whole / ((width - 2 * inset) * (height - 2 * inset)));
    worstContent = Math.max(worstContent, ofContent / Math.max(1, shown));
  }
  return { whole: 1 - worstWhole, content: 1 - worstContent };
}

/** Similarity of the first two animations in the pixels of the first one. @param {number} [at] in seconds */
function measure(at = time) {
  const { width, height } = views[0].animation, scale = Math.min(1, Math.sqrt(MOST_COMPARED / (width * height)));
  const columns = Math.max(1, Math.round(width * scale)), rows = Math.max(1, Math.round(height * scale));
  const [a, b] = pixelsOfBoth(columns, rows, at);
  return similarity(a, b, columns, rows);
}

/** Four decimals; 1.0000 is said of equal pictures only. @param {number} value */
const decimals = (value) => (Math.floor(value * 1e4) / 1e4).toFixed(4);

/** Timer of the next measurement, and how long the last one took. */
let measuring = 0, cost = 0;
/** Shows the similarity of the frame: at once when it stands still, now and then while it plays. */
function measureSoon() {
  if (isPlaying && measuring) return;
  clearTimeout(measuring);
  measuring = window.setTimeout(() => {
    measuring = 0;
    if (mode() !== "difference") return;
    const start = performance.now(), { whole, content } = measure();
    cost = performance.now() - start;
    byID("similarity").textContent = `SSIM of this frame ${decimals(whole)}, of its content ${decimals(content)}`;
  }, isPlaying ? Math.max(400, 8 * cost) : 30);
}

let isSearching = false;
/** Measures all frames, until it is called again, and goes to the one whose content differs most. */
async function findWorst() {
  if (isSearching) { isSearching = false; return; }
  const button = byID("worst"), label = button.textContent, count = stepCount();
  let worst = 0, least = Infinity;
  setPlaying(false);
  isSearching = true;
  for (let frame = 0; frame < count && isSearching && mode() === "difference"; frame++) {
    await Promise.all(views.map(({ animation }) => animation.reach?.(frame / stepRate())));
    const { content } = measure(frame / stepRate());
    if (content < least) [worst, least] = [frame, content];
    button.textContent = `Stop (${frame + 1} of ${count})`;
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  isSearching = false;
  button.textContent = label;
  if (mode() === "difference") showFrame(worst);
}
