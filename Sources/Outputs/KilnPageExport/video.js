// Draws videos on a canvas: colours of one area of the frame with the alpha of another. Looks like a KilnAnimation.
"use strict";

class KilnVideo {
  /** Waits for the first frame. @param {any} file @returns {Promise<KilnVideo>} */
  static async load(file) {
    const animation = new KilnVideo(file), { element } = animation;
    const bytes = Uint8Array.from(atob(file.data), (c) => c.charCodeAt(0));
    await new Promise((resolve, reject) => {
      element.onloadeddata = resolve;
      element.onerror = () => reject(new Error(`this browser does not play ${file.type}`));
      element.src = URL.createObjectURL(new Blob([bytes], { type: file.type }));
    });
    animation.awaitFrame();
    return animation;
  }

  /** @param {any} file */
  constructor(file) {
    Object.assign(this, { width: file.width, height: file.height, frameRate: file.frameRate, frameCount: file.frameCount });
    this.file = file;
    /** @type {any[]} a video has no sprites and no images */
    this.sprites = this.all = this.images = [];
    this.element = Object.assign(document.createElement("video"), { muted: true, playsInline: true, preload: "auto" });
    [this.picture, this.mask] = [0, 1].map(() => Object.assign(document.createElement("canvas"), { width: file.width, height: file.height }));
    /** Whether `picture` is not the element's frame. */
    this.isStale = true;
    /** Called when another frame is there. */
    this.onframe = () => {};
    /** Time that is sought, in seconds, and the promise of its frame. */
    this.target = -1;
    this.reaching = Promise.resolve();
  }

  /** Notes each frame that the element shows. */
  awaitFrame() {
    const noted = () => { this.isStale = true; this.onframe(); this.awaitFrame(); };
    if (this.element.requestVideoFrameCallback) this.element.requestVideoFrameCallback(noted);
    else this.element.ontimeupdate = this.element.onseeked = () => { this.isStale = true; this.onframe(); };
  }

  /** Plays along with the page's clock, or shows the frame at which it stands. @param {number} time in seconds */
  follow(time, isPlaying, speed) {
    const { element } = this;
    if (!isPlaying || time >= this.frameCount / this.frameRate) {
      element.pause();
      this.reach(time);
      return;
    }
    this.target = -1;
    element.playbackRate = speed;
    if (element.paused || abs(element.currentTime - time) > 0.15 * max(1, speed)) element.currentTime = time;
    if (element.paused) element.play().catch(() => {});
  }

  /** Shows the frame at a time. @param {number} time in seconds @returns {Promise<any>} */
  reach(time) {
    const { element } = this, frame = min(this.frameCount - 1, floor(time * this.frameRate + 1e-6));
    // The middle of the frame's time: its start is rounded in the file.
    const target = (frame + 0.5) / this.frameRate;
    if (target === this.target) return this.reaching;
    this.target = target;
    this.reaching = new Promise((resolve) => {
      const timer = setTimeout(resolve, 1000);
      element.addEventListener("seeked", () => {
        const shown = () => { clearTimeout(timer); this.isStale = true; resolve(undefined); this.onframe(); };
        setTimeout(shown, 40);
      }, { once: true });
      element.currentTime = target;
    });
    return this.reaching;
  }

  /** Draws the frame that the element shows. @param {CanvasRenderingContext2D} context @param {Matrix} matrix */
  draw(context, _frame, matrix) {
    if (this.isStale) this.compose();
    context.setTransform(...matrix);
    Object.assign(context, { globalAlpha: 1, imageSmoothingQuality: "high" });
    context.drawImage(this.picture, 0, 0);
    context.setTransform(1, 0, 0, 1, 0, 0);
  }

  /** Puts the areas of the element's frame together. */
  compose() {
    const { element, width, height, file: { color, alpha } } = this;
    const context = this.picture.getContext("2d", { willReadFrequently: true });
    const draw = (to, area) => {
      to.clearRect(0, 0, width, height);
      to.drawImage(element, area.x, area.y, area.width, area.height, 0, 0, width, height);
    };
    draw(context, color);
    this.isStale = false;
    if (!alpha) return;
    const mask = this.mask.getContext("2d", { willReadFrequently: true });
    draw(mask, alpha);
    const picture = context.getImageData(0, 0, width, height), pixels = picture.data;
    const shares = mask.getImageData(0, 0, width, height).data;
    for (let i = 0; i < pixels.length; i += 4) {
      const share = shares[i];
      // Colours are multiplied by alpha; those of canvases' data are not.
      for (let c = i; c < i + 3; c++) pixels[c] = share ? (pixels[c] * 255) / share : 0;
      pixels[i + 3] = share;
    }
    context.putImageData(picture, 0, 0);
  }

  state() { return null; }
  bounds() { return null; }
}
