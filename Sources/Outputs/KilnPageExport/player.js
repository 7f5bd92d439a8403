// Draws timeline files of Kiln on a canvas. Plain JavaScript, no dependencies; the types are those of timeline.schema.json.
//
//   const animation = await KilnAnimation.load(await (await fetch("x.timeline.json")).json());
//   animation.draw(canvas.getContext("2d"), 12, KilnAnimation.fit(animation.width, animation.height, 512, 512));
"use strict";

const { min, max, abs, hypot, floor, round } = Math;

/** @typedef {[number, number, number, number, number, number]} Matrix a b c d tx ty, as in CSS matrix() */
/** @typedef {{x: number, y: number, width: number, height: number}} Box in whole pixels of the canvas */
/** @typedef {{left: number, top: number, right: number, bottom: number}} Bounds */
/** @typedef {[number, number, number, number]} Color red, green, blue, alpha, 0…1 */
/** @typedef {[number, any][]} Steps a value from each of some frames on */
/** @typedef {{opacity: number, transform: Matrix, shapes: number|null, clip: number|null, filters: number|null}} State */
/**
 * @typedef {object} Sprite
 * @property {Sprite|null} parent the group that holds it; of a sprite of a matte, the parent of the matted one
 * @property {string[]} names layers from the outermost, then parts of the layer
 * @property {boolean} hidden set by a caller: not drawn, nor is what is inside
 * @property {"image"|"vector"|"group"} type @property {number} [image] @property {string} [key] @property {string} [blend]
 * @property {Sprite[]} [children] @property {{mode: string, sprites: Sprite[]}} [matte] @property {Steps} [opacity]
 * @property {number[][]} [transform] @property {Steps} [shapes] @property {Steps} [clip] @property {Steps} [filters]
 */

/** Blend modes of canvases; hardMix has none. */
const BLENDS = {
  multiply: "multiply", screen: "screen", overlay: "overlay", darken: "darken", lighten: "lighten",
  colorDodge: "color-dodge", colorBurn: "color-burn", hardLight: "hard-light", softLight: "soft-light",
  difference: "difference", exclusion: "exclusion", hue: "hue", saturation: "saturation", color: "color",
  luminosity: "luminosity", add: "lighter",
};

/** @param {Matrix} p @param {Matrix} q @returns {Matrix} q applied first */
function multiply(p, q) {
  return [
    p[0] * q[0] + p[2] * q[1], p[1] * q[0] + p[3] * q[1], p[0] * q[2] + p[2] * q[3], p[1] * q[2] + p[3] * q[3],
    p[0] * q[4] + p[2] * q[5] + p[4], p[1] * q[4] + p[3] * q[5] + p[5],
  ];
}

/** @param {Matrix} m @returns {Matrix|null} null if there is none */
function inverse(m) {
  const f = 1 / (m[0] * m[3] - m[1] * m[2]);
  if (!Number.isFinite(f)) return null;
  return [
    m[3] * f, -m[1] * f, -m[2] * f, m[0] * f, (m[2] * m[5] - m[3] * m[4]) * f, (m[1] * m[4] - m[0] * m[5]) * f,
  ];
}

/** @param {Matrix} m @param {Bounds} b @returns {Bounds} of the mapped rectangle */
function mapBounds(m, b) {
  const corners = [[b.left, b.top], [b.right, b.top], [b.right, b.bottom], [b.left, b.bottom]];
  const xs = corners.map(([x, y]) => m[0] * x + m[2] * y + m[4]), ys = corners.map(([x, y]) => m[1] * x + m[3] * y + m[5]);
  return { left: min(...xs), top: min(...ys), right: max(...xs), bottom: max(...ys) };
}

/** @param {Bounds} a @param {Bounds} b @returns {Bounds} */
const intersection = (a, b) => (
  { left: max(a.left, b.left), top: max(a.top, b.top), right: min(a.right, b.right), bottom: min(a.bottom, b.bottom) });
/** @param {Bounds} a @param {Bounds} b @returns {Bounds} */
const union = (a, b) => (
  { left: min(a.left, b.left), top: min(a.top, b.top), right: max(a.right, b.right), bottom: max(a.bottom, b.bottom) });
const NOWHERE = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
/** @param {Bounds} b @param {number} x @param {number} y @returns {Bounds} */
const outset = (b, x, y) => ({ left: b.left - x, top: b.top - y, right: b.right + x, bottom: b.bottom + y });

const css = (c) => `rgba(${c[0] * 255},${c[1] * 255},${c[2] * 255},${c[3]})`;

/** @param {any} paint a fill or stroke of the file @param {CanvasRenderingContext2D} context */
function paintStyle(paint, context) {
  if (paint.color) return css(paint.color);
  const g = paint.linear || paint.radial;
  const gradient = paint.linear
    ? context.createLinearGradient(g[0], g[1], g[2], g[3])
    : context.createRadialGradient(g[3], g[4], 0, g[0], g[1], max(0, g[2]));
  for (const [offset, ...color] of paint.stops) gradient.addColorStop(offset, css(color));
  return gradient;
}

/** Fills the unit square with an image of one pixel, with smooth edges. @param {any} image @param {CanvasRenderingContext2D} context */
function fillPixel(image, context) {
  const canvas = image.canvas ??= Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
  if (!image.pattern) canvas.getContext("2d").drawImage(image.picture, ...image.part, 0, 0, 1, 1);
  context.fillStyle = image.pattern ??= context.createPattern(canvas, "repeat");
  context.fillRect(0, 0, 1, 1);
}

/** The last value of some steps at or before a frame. @param {Steps|number[][]|undefined} steps @param {number} frame */
function entry(steps, frame) {
  if (!steps || !steps.length || steps[0][0] > frame) return null;
  let low = 0;
  for (let high = steps.length - 1; low < high; ) {
    const middle = (low + high + 1) >> 1;
    if (steps[middle][0] <= frame) low = middle; else high = middle - 1;
  }
  return steps[low];
}

const HANDLE = 0.5522847498; // Share of a circle's radius at which the handles of a quarter lie.
/** The outline of a shape, with the start and direction that dashes count from. @param {any} shape @returns {Path2D} */
function outline(shape) {
  if (shape.path !== undefined) return new Path2D(shape.path);
  if (shape.ellipse) {
    const [x, y, rx, ry] = shape.ellipse, hx = rx * HANDLE, hy = ry * HANDLE;
    return new Path2D(
      `M${x} ${y - ry}C${[x + hx, y - ry, x + rx, y - hy, x + rx, y]}C${[x + rx, y + hy, x + hx, y + ry, x, y + ry]}`
      + `C${[x - hx, y + ry, x - rx, y + hy, x - rx, y]}C${[x - rx, y - hy, x - hx, y - ry, x, y - ry]}Z`);
  }
  const [left, top, right, bottom] = shape.rect;
  const r = max(0, min(shape.radius || 0, min(abs(right - left), abs(bottom - top)) / 2));
  if (!r) return new Path2D(`M${right} ${top}V${bottom}H${left}V${top}Z`);
  const h = r * (1 - HANDLE);
  return new Path2D(
    `M${right} ${top + r}V${bottom - r}C${[right, bottom - h, right - h, bottom, right - r, bottom]}`
    + `H${left + r}C${[left + h, bottom, left, bottom - h, left, bottom - r]}`
    + `V${top + r}C${[left, top + h, left + h, top, left + r, top]}`
    + `H${right - r}C${[right - h, top, right, top + h, right, top + r]}Z`);
}

/** A letter's matrix with its baseline on a whole pixel, if it is straight and not too large. @param {Matrix} m @param {number} size */
function onBaseline(m, size) {
  const [a, b, c, d, x, y] = m;
  if (size * max(Math.hypot(a, b), Math.hypot(c, d)) > 256) return m;
  if (abs(b) <= 1e-9 * abs(a)) return [a, b, c, d, x, Math.floor(y + 0.5)];
  return abs(a) <= 1e-9 * abs(b) ? [a, b, c, d, Math.floor(x + 0.5), y] : m;
}

/** Bounds of the points of a shape's outline, and of how far its stroke reaches. @param {any} shape @param {any} style */
function shapeBounds(shape, style) {
  let b = { ...NOWHERE };
  if (shape.rect) b = { left: shape.rect[0], top: shape.rect[1], right: shape.rect[2], bottom: shape.rect[3] };
  if (shape.ellipse) {
    const [x, y, rx, ry] = shape.ellipse;
    b = { left: x - abs(rx), top: y - abs(ry), right: x + abs(rx), bottom: y + abs(ry) };
  }
  if (shape.path) {
    const numbers = (shape.path.match(/-?[\d.]+(?:e[-+]?\d+)?/g) || []).map(Number);
    for (let i = 0; i + 1 < numbers.length; i += 2) {
      b = union(b, { left: numbers[i], top: numbers[i + 1], right: numbers[i], bottom: numbers[i + 1] });
    }
  }
  if (style.stroke) {
    const { width, join, miterLimit } = style.stroke;
    const reach = (width / 2) * max(join === "miter" ? miterLimit ?? 4 : 1, 1.5);
    b = outset(b, reach, reach);
  }
  return shape.transform && b.left <= b.right ? mapBounds(shape.transform, b) : b;
}

/** An animation that is ready to be drawn. */
class KilnAnimation {
  /** Decodes a parsed file's images; pages are found at `base`. @param {any} file @returns {Promise<KilnAnimation>} */
  static async load(file, base = "") {
    if (file.$kiln !== "timeline" || file.version !== 1) throw new Error("not a timeline of version 1");
    const animation = new KilnAnimation(file);
    const decoded = (src) => { const i = Object.assign(new Image(), { src }); return i.decode().then(() => i, () => null); };
    const pages = await Promise.all((file.pages || []).map((page) => decoded(page.data || base + page.file)));
    await Promise.all(animation.images.map(async (image) => {
      const { data, x, y, width, height } = image, picture = data ? await decoded(data) : pages[image.page];
      const size = data && picture && { width: picture.naturalWidth, height: picture.naturalHeight };
      Object.assign(image, size, { picture, part: data ? [] : [x, y, width, height] });
    }));
    return animation;
  }

  /** @param {number} width @param {number} height @param {number} columns @param {number} rows @returns {Matrix} */
  static fit(width, height, columns, rows) {
    const scale = min(columns / width, rows / height);
    return [scale, 0, 0, scale, (columns - width * scale) / 2, (rows - height * scale) / 2];
  }

  /** @param {any} file */
  constructor(file) {
    this.file = file;
    [this.width, this.height] = file.canvas;
    this.frameRate = file.frameRate;
    this.frameCount = file.frameCount;
    /** @type {any[]} what is in `picture` is drawn, stretched to `width` and `height`; null if it cannot be decoded */
    this.images = (file.images || []).map((image) => ({ ...image, picture: null }));
    /** @type {Sprite[]} groups before their children, mattes before children */
    this.all = [];
    const origins = [];
    for (const origin of file.origins || []) {
      const outer = origin.in === undefined ? [] : origins[origin.in];
      origins.push([...outer, ...(origin.names || origin.part || [origin.name])]);
    }
    const prepare = (/** @type {any} */ sprite, /** @type {Sprite|null} */ parent) => {
      const result = { ...sprite, parent, names: origins[sprite.origin] || [], hidden: false };
      this.all.push(result);
      if (sprite.matte) {
        result.matte = { mode: sprite.matte.mode, sprites: sprite.matte.sprites.map((s) => prepare(s, parent)) };
      }
      if (sprite.children) result.children = sprite.children.map((s) => prepare(s, result));
      return result;
    };
    /** @type {Sprite[]} top-level sprites from back to front */
    this.sprites = (file.sprites || []).map((sprite) => prepare(sprite, null));
    /** @type {({outlines: Path2D[]|null, bounds: Bounds|null})[]} */
    this.lists = (file.shapes || []).map(() => ({ outlines: null, bounds: null }));
    /** @type {(Path2D|null)[]} */
    this.clips = (file.clips || []).map(() => null);
    this.spare = /** @type {HTMLCanvasElement[]} canvases that are not in use */ ([]);
  }

  /** @param {Sprite} sprite @param {number} frame @returns {State|null} null where it is not drawn */
  state(sprite, frame) {
    const opacity = entry(sprite.opacity, frame)?.[1] ?? 0;
    if (!(opacity > 0)) return null;
    const t = /** @type {number[]|null} */ (entry(sprite.transform, frame));
    return {
      opacity, transform: t ? [t[1], t[2], t[3], t[4], t[5], t[6]] : [1, 0, 0, 1, 0, 0],
      shapes: entry(sprite.shapes, frame)?.[1] ?? null, clip: entry(sprite.clip, frame)?.[1] ?? null,
      filters: entry(sprite.filters, frame)?.[1] ?? null,
    };
  }

  /** Draws a frame over a canvas. @param {CanvasRenderingContext2D} context @param {number} frame @param {Matrix} matrix */
  draw(context, frame, matrix) {
    const box = { x: 0, y: 0, width: context.canvas.width, height: context.canvas.height };
    for (const sprite of this.sprites) this.drawSprite(sprite, frame, matrix, 1, context, box);
    Object.assign(context, { globalAlpha: 1 }).setTransform(1, 0, 0, 1, 0, 0);
  }

  /** In the parent's space or its own; null where it is not drawn. @param {Sprite} sprite @returns {Bounds|null} */
  bounds(sprite, frame, own = false) {
    const state = this.state(sprite, frame);
    if (!state) return null;
    const image = sprite.type === "image" ? this.images[sprite.image ?? 0] : null;
    const b = image ? { left: 0, top: 0, right: image.width || 0, bottom: image.height || 0 }
      : sprite.type === "vector" ? this.listBounds(state.shapes ?? 0)
      : (sprite.children || []).reduce((b, child) => union(b, this.bounds(child, frame) || NOWHERE), NOWHERE);
    if (!(b.left <= b.right)) return null;
    return own ? b : mapBounds(state.transform, b);
  }

  /** @param {number} list @returns {Bounds} */
  listBounds(list) {
    const known = this.lists[list];
    const { styles, shapes } = this.file;
    known.bounds ??= shapes[list].reduce((b, shape) => union(b, shapeBounds(shape, styles[shape.style])), NOWHERE);
    return known.bounds;
  }

  // Drawing. Layers are canvases of a part of the target: `box` says which part a context holds.

  drawSprite(sprite, frame, parent, alpha, context, box) {
    const state = sprite.hidden ? null : this.state(sprite, frame);
    if (!state) return;
    const matrix = multiply(parent, state.transform);
    if (!this.isIsolated(sprite, state, frame)) {
      if (state.clip === null) return this.drawContent(sprite, state, frame, matrix, alpha * state.opacity, context, box);
      context.save();
      this.clip(state.clip, matrix, context, box);
      this.drawContent(sprite, state, frame, matrix, alpha * state.opacity, context, box);
      return context.restore();
    }
    const layer = this.layer(sprite, state, frame, matrix, box);
    if (!layer) return;
    if (sprite.matte) this.cut(layer, sprite.matte, frame, parent);
    context.save();
    if (state.clip !== null) this.clip(state.clip, matrix, context, box);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalAlpha = alpha * state.opacity;
    if (sprite.blend === "hardMix") {
      this.hardMix(layer, context, box);
    } else {
      context.globalCompositeOperation = /** @type {any} */ (BLENDS)[sprite.blend || ""] || "source-over";
      context.drawImage(layer.canvas, layer.box.x - box.x, layer.box.y - box.y);
    }
    context.restore();
    this.spare.push(layer.canvas);
  }

  /** Whether a sprite is drawn by itself before it is composited. */
  isIsolated(sprite, state, frame) {
    if (state.filters !== null || sprite.matte || sprite.blend) return true;
    if (sprite.type === "group") {
      const seen = sprite.children.filter((child) => this.state(child, frame));
      // A clip of several children needs one layer, or their edges are cut one by one.
      return seen.some((child) => child.blend) || (seen.length > 1 && (state.opacity < 1 || state.clip !== null));
    }
    if (sprite.type !== "vector" || state.opacity >= 1) return false;
    const list = this.file.shapes[state.shapes ?? 0];
    const style = this.file.styles[list[0].style];
    return list.length > 1 || !!(style.fill && style.stroke);
  }

  drawContent(sprite, state, frame, matrix, alpha, context, box) {
    if (sprite.type === "group") {
      for (const child of sprite.children) this.drawSprite(child, frame, matrix, alpha, context, box);
    } else if (sprite.type === "image") {
      this.drawImage(this.images[sprite.image], matrix, alpha, context, box);
    } else {
      this.drawShapes(state.shapes ?? 0, matrix, alpha, context, box);
    }
  }

  /** Sets the transform of a context that holds a part of the target. */
  place(context, m, box) { context.setTransform(m[0], m[1], m[2], m[3], m[4] - box.x, m[5] - box.y); }

  drawImage(image, matrix, alpha, context, box) {
    if (!image.picture) return;
    this.place(context, matrix, box);
    Object.assign(context, { globalAlpha: alpha, imageSmoothingQuality: "high" });
    // Images that are drawn get their edges on whole pixels.
    if (image.width === 1 && image.height === 1) return fillPixel(image, context);
    context.drawImage(image.picture, ...image.part, 0, 0, image.width, image.height);
  }

  drawShapes(index, matrix, alpha, context, box) {
    const known = this.lists[index], list = this.file.shapes[index];
    const outlines = known.outlines || (known.outlines = list.map(outline));
    list.forEach((shape, i) => {
      const { fill, stroke } = this.file.styles[shape.style];
      const m = shape.transform ? multiply(matrix, shape.transform) : matrix;
      this.place(context, shape.aligned ? onBaseline(m, shape.letter) : m, box);
      context.globalAlpha = alpha;
      if (fill) {
        context.fillStyle = paintStyle(fill, context);
        context.fill(outlines[i], fill.rule === "evenOdd" ? "evenodd" : "nonzero");
      }
      if (!stroke || !(stroke.width > 0)) return;
      Object.assign(context, {
        strokeStyle: paintStyle(stroke, context), lineWidth: stroke.width, lineCap: stroke.cap || "butt",
        lineJoin: stroke.join || "miter", miterLimit: max(1, stroke.miterLimit ?? 4), lineDashOffset: stroke.dashPhase || 0,
      });
      context.setLineDash(stroke.dashes || []);
      context.stroke(outlines[i]);
    });
  }

  clip(index, matrix, context, box) {
    const path = this.clips[index] || (this.clips[index] = new Path2D(this.file.clips[index]));
    this.place(context, matrix, box);
    context.clip(path);
  }

  /** An empty canvas for a part of the target. */
  take(box) {
    const canvas = this.spare.pop() || document.createElement("canvas");
    const context = canvas.getContext("2d", { willReadFrequently: true });
    if (canvas.width < box.width) canvas.width = box.width;
    if (canvas.height < box.height) canvas.height = box.height;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, canvas.width, canvas.height);
    return { canvas, context, box };
  }

  /** A sprite's content with its filters, in a layer of what can be seen of it; null if that is nothing. */
  layer(sprite, state, frame, matrix, box) {
    const chain = state.filters === null ? null : this.file.filters[state.filters];
    const own = this.bounds(sprite, frame, true);
    if (!own) return null;
    const view = { left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height };
    if (chain) return this.filtered(sprite, state, frame, matrix, chain, own, view);
    // Letters are drawn up to half a pixel beside their place.
    const seen = wholePixels(intersection(outset(mapBounds(matrix, own), 1, 1), view));
    if (!seen) return null;
    const layer = this.take(seen);
    this.drawContent(sprite, state, frame, matrix, 1, layer.context, seen);
    return layer;
  }

  /** Filters work along the sprite's own axes; what is left of the transform is applied to their result. */
  filtered(sprite, state, frame, matrix, chain, own, view) {
    const isSpatial = chain.chain.some((filter) => ["blur", "shadow", "erode", "outline"].includes(filter.type));
    const isStraight = !isSpatial || (matrix[1] === 0 && matrix[2] === 0);
    /** @type {Matrix} */
    const space = isStraight ? matrix : [hypot(matrix[0], matrix[1]), 0, 0, hypot(matrix[2], matrix[3]), 0, 0];
    const back = inverse(space), toView = back && multiply(matrix, back), toSpace = toView && inverse(toView);
    if (!toView || !toSpace) return null;
    const region = { left: chain.region[0], top: chain.region[1], right: chain.region[2], bottom: chain.region[3] };
    const reach = filterReach(chain.chain, space), clips = chain.chain[0]?.type !== "erode"; // It reads beyond.
    const content = mapBounds(space, clips ? intersection(own, region) : own);
    const inRegion = clips ? intersection(outset(content, ...reach), mapBounds(space, region)) : content;
    const area = wholePixels(intersection(inRegion, outset(mapBounds(toSpace, view), ...reach)));
    if (!area) return null;
    const layer = this.take(area), context = layer.context;
    this.drawContent(sprite, state, frame, space, 1, context, area);
    const edges = wholePixels(mapBounds(space, region));
    const isContained = own.left >= region.left - 0.01 && own.top >= region.top - 0.01 && own.right <= region.right + 0.01
      && own.bottom <= region.bottom + 0.01;
    if (!isContained && clips) this.cutToRegion(layer, region, edges, space);
    applyFilters(context, area, chain.chain, space);
    if (!isContained || isSpatial) this.cutToRegion(layer, region, edges, space);
    if (isStraight) return layer;
    const placed = this.take(wholePixels(view) || area);
    this.place(placed.context, multiply(toView, [1, 0, 0, 1, area.x, area.y]), placed.box);
    placed.context.globalAlpha = 1;
    placed.context.drawImage(layer.canvas, 0, 0, area.width, area.height, 0, 0, area.width, area.height);
    this.spare.push(layer.canvas);
    return placed;
  }

  cutToRegion(layer, region, edges, space) {
    const { context, box } = layer, path = new Path2D();
    if (space[1] === 0 && space[2] === 0 && edges) {
      this.place(context, [1, 0, 0, 1, 0, 0], box);
      path.rect(edges.x, edges.y, edges.width, edges.height);
    } else {
      this.place(context, space, box);
      path.rect(region.left, region.top, region.right - region.left, region.bottom - region.top);
    }
    Object.assign(context, { globalAlpha: 1, globalCompositeOperation: "destination-in", fillStyle: "#000" });
    context.fill(path);
    context.globalCompositeOperation = "source-over";
  }

  /** Multiplies a layer's alpha by a matte. */
  cut(layer, matte, frame, parent) {
    const mask = this.take(layer.box);
    for (const sprite of matte.sprites) this.drawSprite(sprite, frame, parent, 1, mask.context, layer.box);
    if (matte.mode === "luma" || matte.mode === "invertedLuma") {
      editPixels(mask.context, layer.box, (data) => {
        for (let i = 0; i < data.length; i += 4) {
          data[i + 3] *= (0.2126 * data[i] + 0.7152 * data[i + 1] + 0.0722 * data[i + 2]) / 255;
        }
      });
    }
    const globalCompositeOperation = matte.mode.startsWith("inverted") ? "destination-out" : "destination-in";
    Object.assign(layer.context, { globalAlpha: 1, globalCompositeOperation }).setTransform(1, 0, 0, 1, 0, 0);
    layer.context.drawImage(mask.canvas, 0, 0);
    layer.context.globalCompositeOperation = "source-over";
    this.spare.push(mask.canvas);
  }

  /** A blend mode that canvases lack: channels are 1 where the sum reaches 1. */
  hardMix(layer, context, box) {
    const { x, y, width, height } = layer.box, below = context.getImageData(x - box.x, y - box.y, width, height).data;
    editPixels(layer.context, layer.box, (data) => {
      for (let i = 0; i < data.length; i++) {
        const share = below[i | 3] / 255;
        if (i % 4 < 3) data[i] = data[i] * (1 - share) + (data[i] + below[i] > 254.5 ? 255 : 0) * share;
      }
    });
    context.drawImage(layer.canvas, x - box.x, y - box.y);
  }
}

/** @param {Bounds} b @returns {Box|null} the pixels that a rectangle touches, null for none */
function wholePixels(b) {
  const x = floor(b.left + 0.001), y = floor(b.top + 0.001);
  const width = Math.ceil(b.right - 0.001) - x, height = Math.ceil(b.bottom - 0.001) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

/** @param {CanvasRenderingContext2D} context @param {Box} box @param {(data: Uint8ClampedArray) => void} edit */
function editPixels(context, box, edit) {
  const pixels = context.getImageData(0, 0, box.width, box.height);
  edit(pixels.data);
  context.putImageData(pixels, 0, 0);
}

// Filters, as Filter Effects Module Level 1 has them: blurs in linear light, with boxes from a deviation of 2 pixels on.
const LIGHT = Float32Array.from({ length: 256 }, (_, i) => {
  const c = i / 255;
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
});
const encode = (l) => (l <= 0.0031308 ? l * 12.92 : 1.055 * l ** (1 / 2.4) - 0.055);
const BYTES = Uint8Array.from({ length: 4096 }, (_, i) => round(encode(i / 4095) * 255));

/** @param {any[]} filters @param {Matrix} m @returns {[number, number]} how far pixels influence others */
function filterReach(filters, m) {
  const sx = hypot(m[0], m[1]), sy = hypot(m[2], m[3]);
  let x = 1, y = 1;
  for (const f of filters) {
    const [dx, dy] = f.type === "blur" ? f.deviation : f.type === "shadow" ? [f.deviation, f.deviation] : [0, 0];
    const [ox, oy] = f.offset || [0, 0];
    x += dx * sx * 3 + abs(m[0] * ox + m[2] * oy) + (f.radius || 0) * sx;
    y += dy * sy * 3 + abs(m[1] * ox + m[3] * oy) + (f.radius || 0) * sy;
  }
  return [min(x, 2048), min(y, 2048)];
}

/** @param {CanvasRenderingContext2D} context @param {Box} box @param {any[]} filters @param {Matrix} m */
function applyFilters(context, box, filters, m) {
  const sx = hypot(m[0], m[1]), sy = hypot(m[2], m[3]), { width, height } = box;
  editPixels(context, box, (data) => {
    const source = filters.some((f) => f.type === "shadow") ? toLight(data) : new Float32Array(0);
    const alphas = filters.some((f) => f.type === "outline") ? data.filter((_, i) => i % 4 === 3) : new Uint8ClampedArray(0);
    for (const f of filters) {
      if (f.type === "blur") {
        fromLight(blur(toLight(data), width, height, f.deviation[0] * sx, f.deviation[1] * sy), data);
      } else if (f.type === "shadow") {
        const shadow = blur(source.slice(), width, height, f.deviation * sx, f.deviation * sy);
        const dx = round(m[0] * f.offset[0] + m[2] * f.offset[1]);
        const dy = round(m[1] * f.offset[0] + m[3] * f.offset[1]);
        fromLight(overShadow(f.showsSource ? toLight(data) : new Float32Array(data.length), shadow, f.color, dx, dy, width), data);
      } else if (f.type === "erode") {
        erode(data, width, height, round(f.radius * sx), round(f.radius * sy));
      } else if (f.type === "outline") {
        addOutline(data, alphas, width, height, f.radius * sx, f.radius * sy, f.color);
      } else {
        recolor(data, f);
      }
    }
  });
}

/** @param {Uint8ClampedArray} data @returns {Float32Array} premultiplied linear light */
function toLight(data) {
  const light = new Float32Array(data.length);
  for (let i = 0; i < data.length; i += 4) {
    const alpha = data[i + 3] / 255;
    if (!alpha) continue;
    for (let c = 0; c < 4; c++) light[i + c] = c < 3 ? LIGHT[data[i + c]] * alpha : alpha;
  }
  return light;
}

/** @param {Float32Array} light @param {Uint8ClampedArray} data */
function fromLight(light, data) {
  for (let i = 0; i < data.length; i += 4) {
    const alpha = light[i + 3];
    for (let c = 0; c < 3; c++) data[i + c] = alpha > 0 ? BYTES[min(4095, round((light[i + c] / alpha) * 4095))] : 0;
    data[i + 3] = alpha * 255;
  }
}

/** @param {Float32Array} picture @param {Float32Array} shadow @param {Color} color @returns {Float32Array} */
function overShadow(picture, shadow, color, dx, dy, width) {
  const result = picture.slice(), height = picture.length / 4 / width;
  const light = [0, 1, 2].map((c) => LIGHT[round(color[c] * 255)]);
  for (let y = max(0, dy); y < min(height, height + dy); y++) {
    for (let x = max(0, dx); x < min(width, width + dx); x++) {
      const i = (y * width + x) * 4, alpha = shadow[((y - dy) * width + x - dx) * 4 + 3] * color[3] * (1 - result[i + 3]);
      for (let c = 0; c < 3; c++) result[i + c] += light[c] * alpha;
      result[i + 3] += alpha;
    }
  }
  return result;
}

/** @param {Float32Array} p four channels a pixel, changed in place @returns {Float32Array} */
function blur(p, width, height, dx, dy) {
  blurLines(p, width, height, 4, width * 4, dx);
  blurLines(p, height, width, width * 4, 4, dy);
  return p;
}

/** Blurs lines of `count` pixels that are `step` apart. @param {Float32Array} p */
function blurLines(p, count, lines, step, lineStep, deviation) {
  if (!(deviation > 0)) return;
  const line = new Float32Array(count);
  const size = min(4 * count, floor((deviation * 3 * Math.sqrt(2 * Math.PI)) / 4 + 0.5)), half = size >> 1;
  const boxes = size % 2 ? [[half, half], [half, half], [half, half]] : [[half, half - 1], [half - 1, half], [half, half]];
  const reach = Math.ceil(deviation * 3);
  const kernel = Array.from({ length: reach + 1 }, (_, i) => Math.exp((-i * i) / (2 * deviation * deviation)));
  const sum = 2 * kernel.reduce((a, b) => a + b, 0) - kernel[0];
  for (let l = 0; l < lines; l++) {
    for (let c = 0; c < 4; c++) {
      const start = l * lineStep + c;
      for (const [before, after] of deviation < 2 ? [[reach, reach]] : boxes) {
        for (let i = 0; i < count; i++) line[i] = p[start + i * step];
        let total = 0;
        for (let i = 0; i < min(after, count); i++) total += line[i];
        for (let i = 0; i < count; i++) {
          if (deviation < 2) {
            total = line[i] * kernel[0];
            for (let k = 1; k <= reach; k++) total += ((line[i - k] || 0) + (line[i + k] || 0)) * kernel[k];
            p[start + i * step] = total / sum;
            continue;
          }
          if (i + after < count) total += line[i + after];
          p[start + i * step] = max(0, total) / (before + 1 + after);
          if (i >= before) total -= line[i - before];
        }
      }
    }
  }
}

/** The minimum of each premultiplied channel in a rectangle. @param {Uint8ClampedArray} data */
function erode(data, width, height, rx, ry) {
  const source = data.map((v, i) => (i % 4 < 3 ? (v * data[i | 3]) / 255 : v));
  for (let i = 0; i < data.length; i += 4) {
    const x = (i / 4) % width, y = floor(i / 4 / width), least = [255, 255, 255, 255];
    for (let v = y - ry; v <= y + ry; v++) {
      for (let u = x - rx; u <= x + rx; u++) {
        const inside = u >= 0 && v >= 0 && u < width && v < height;
        for (let c = 0; c < 4; c++) least[c] = min(least[c], inside ? source[(v * width + u) * 4 + c] : 0);
      }
    }
    for (let c = 0; c < 3; c++) data[i + c] = least[3] ? (least[c] * 255) / least[3] : 0;
    data[i + 3] = least[3];
  }
}

/** The picture over what alpha, grown by an ellipse, covers. @param {Uint8ClampedArray} data @param {Uint8ClampedArray} alphas @param {Color} color */
function addOutline(data, alphas, width, height, rx, ry, color) {
  if (!(rx > 0 && ry > 0)) return;
  const radius = min(rx, ry), sx = radius / rx, sy = radius / ry, reach = Math.ceil(rx) + 1;
  const rows = new Int32Array(alphas.length).fill(-1e6); // The nearest row with a pixel, in each column.
  for (let i = 0; i < alphas.length; i++) rows[i] = alphas[i] ? floor(i / width) : i >= width ? rows[i - width] : -1e6;
  for (let i = alphas.length - width - 1; i >= 0; i--) {
    const y = floor(i / width), below = rows[i + width];
    if (abs(below - y) < abs(y - rows[i])) rows[i] = below;
  }
  for (let i = 0; i < alphas.length; i++) {
    const x = i % width, y = floor(i / width), under = data[i * 4 + 3] / 255;
    if (under >= 1) continue;
    let share = 0;
    for (let u = max(0, x - reach); u <= min(width - 1, x + reach); u++) {
      const near = rows[y * width + u];
      for (let v = max(0, near - 1); v <= min(height - 1, near + 1); v++) {
        const alpha = alphas[v * width + u];
        if (alpha) share = max(share, alpha / 255 + radius - hypot((u - x) * sx, (v - y) * sy));
      }
    }
    const line = min(1, share) * color[3] * (1 - under), sum = under + line;
    if (!line) continue;
    for (let c = 0; c < 3; c++) data[i * 4 + c] = (data[i * 4 + c] * under + color[c] * 255 * line) / sum;
    data[i * 4 + 3] = sum * 255;
  }
}

/** Filters of single pixels. @param {Uint8ClampedArray} data @param {any} f */
function recolor(data, f) {
  const curve = ([black, white, gamma, low, high], v) => {
    const span = white - black;
    if (v <= min(black, white)) return span < 0 ? high : low;
    if (v >= max(black, white)) return span < 0 ? low : high;
    return low + (high - low) * ((v - black) / span) ** (1 / gamma);
  };
  const table = f.type === "levels" && [f.red, f.green, f.blue, f.alpha].map((own, c) => Array.from({ length: 256 }, (_, i) =>
    (c < 3 ? curve(f.composite, curve(own, i / 255)) : curve(own, i / 255)) * 255));
  const light = (i) => 0.3333 * (LIGHT[data[i]] + LIGHT[data[i + 1]] + LIGHT[data[i + 2]]);
  const mix = (a, b, share) => [0, 1, 2].map((c) => a[c] + (b[c] - a[c]) * share);
  const linear = (c) => LIGHT[round(max(0, min(1, c)) * 255)];
  for (let i = 0; i < data.length; i += 4) {
    if (!data[i + 3]) continue;
    let color = [data[i] / 255, data[i + 1] / 255, data[i + 2] / 255], alpha = data[i + 3] / 255;
    const grey = encode(min(1, light(i)));
    if (f.type === "fill") {
      [color, alpha] = [f.color, alpha * f.color[3]];
    } else if (f.type === "tritone") {
      color = grey < 0.5 ? mix(f.shadows, f.midtones, grey * 2) : mix(f.midtones, f.highlights, grey * 2 - 1);
    } else if (f.type === "levels") {
      [color, alpha] = [[0, 1, 2].map((c) => table[c][data[i + c]] / 255), table[3][data[i + 3]] / 255];
    } else if (f.type === "tint") {
      let sum = f.showsSource ? [...color.map((c) => linear(c) * alpha), alpha] : [0, 0, 0, 0];
      const part = alpha * f.amount;
      for (const layer of [[grey, grey, grey], mix(f.black, f.white, grey)]) {
        sum = sum.map((s, c) => (c < 3 ? linear(layer[c]) : 1) * part + s * (1 - part));
      }
      [color, alpha] = [sum.slice(0, 3).map((s) => encode(sum[3] > 0 ? s / sum[3] : 0)), sum[3]];
    }
    for (let c = 0; c < 3; c++) data[i + c] = color[c] * 255;
    data[i + 3] = alpha * 255;
  }
}
