extension Prelude {
  /// Properties over time: keyframes, and expressions with what they depend on.
  static let properties = #"""
    // --- The frame that is evaluated.

    // Frames of the root composition, each with a number under which results are kept.
    const stamps = new Map();
    const largestStampCount = 65536;
    let stamp = 0;
    let rootFrame = 0;
    // Whether the evaluation has read something that changes over time, so that its result is no constant.
    let isTimeRead = false;
    // The expressions that are evaluated, outermost first.
    const running = [];
    // Depth of the outermost expression that has been read while it is evaluated; Infinity if there is none.
    let cycleDepth = Infinity;
    // Number of the evaluation that was asked for from outside.
    let request = 0;

    function setFrame(frame) {
      rootFrame = frame;
      stamp = stamps.get(frame);
      if (stamp !== undefined) return;
      if (stamps.size >= largestStampCount) forgetResults();
      stamp = stamps.size;
      stamps.set(frame, stamp);
    }

    // Reads something at another frame. The script that runs does not depend on the time because of that.
    function atFrame(frame, read) {
      const outerFrame = rootFrame;
      const wasTimeRead = isTimeRead;
      setFrame(frame);
      try {
        return read();
      } finally {
        setFrame(outerFrame);
        isTimeRead = wasTimeRead;
      }
    }

    function forgetResults() {
      stamps.clear();
      for (const property of expressionProperties) property.results = [];
      for (const composition of compositions) composition.frames = [];
    }

    const scalar = 0;
    const vector = 1;
    const path = 2;
    const expressionProperties = [];

    class Property {
      constructor(element, data, type, factor) {
        this.element = element;
        this.data = data;
        this.type = type;
        this.factor = factor || 1;
        this.group = this.place = undefined;
        this.starts = this.ends = this.curves = this.easings = this.lengths = null;
        this.limit = null;
        this.ownLoops = null;
        this.keyedNow = undefined;
        this.keyedFrame = NaN;
        const source = element.document.slotted(data);
        const keys = source.k;
        this.isAnimated = Array.isArray(keys) && keys.length > 1 && typeof keys[0] === 'object';
        this.keys = this.isAnimated ? keys : null;
        this.offset = element.data.st || 0;
        this.readFixed(keys);
        this.expression = null;
        this.code = typeof source.x === 'string' ? source.x : data.x;
        if (typeof this.code === 'string' && this.code !== '') {
          this.ownSeed = undefined;
          this.results = [];
          this.isRunning = false;
          expressionProperties.push(this);
          element.made.push(this);
        } else {
          this.code = null;
        }
      }

      readFixed(keys) {
        const first = Array.isArray(keys) && typeof keys[0] === 'object' && keys[0] !== null ? keys[0].s : keys;
        if (this.type === path) {
          this.raw = Array.isArray(first) ? first[0] : first;
          this.fixed = null;
        } else if (Array.isArray(first) && (this.type === vector || !this.isAnimated && typeof keys[0] === 'number')) {
          this.type = vector;
          this.raw = first;
          this.fixed = Float32Array.from(first);
        } else {
          this.type = scalar;
          this.fixed = Array.isArray(first) ? first[first.length - 1] : first;
          if (typeof this.fixed !== 'number') this.fixed = Number(this.fixed) || 0;
          this.raw = this.fixed;
        }
      }

      get count() { return this.type === scalar ? 1 : this.fixed.length; }

      get loops() {
        if (!this.ownLoops) this.ownLoops = loopsOf(this);
        return this.ownLoops;
      }

      // The seed of its random numbers.
      get seed() {
        if (this.ownSeed === undefined) this.element.document.makeAll();
        if (this.ownSeed === undefined) this.ownSeed = nextSeed();
        return this.ownSeed;
      }

      // --- What is made of the file's numbers when it is needed

      get fixedPath() {
        if (!this.fixed) this.fixed = absolutePath(this.raw, this.element);
        return this.fixed;
      }

      startPath(i) {
        if (!this.starts) this.starts = [];
        if (!this.starts[i]) this.starts[i] = absolutePath((this.keys[i].s || this.keys[i - 1].e)[0], this.element);
        return this.starts[i];
      }

      endPath(i) {
        if (this.keys[i + 1].s) return this.startPath(i + 1);
        if (!this.ends) this.ends = [];
        if (!this.ends[i]) this.ends[i] = absolutePath(this.keys[i].e[0], this.element);
        return this.ends[i];
      }

      // The curve between a keyframe and the next one; null if there is none.
      curve(i) {
        if (!this.curves) this.curves = [];
        if (this.curves[i] === undefined) this.curves[i] = this.madeCurve(this.keys[i], this.keys[i + 1]);
        return this.curves[i];
      }

      // Eased progress of a component behind a keyframe.
      progress(i, component, share) {
        if (!this.easings) this.easings = [];
        let easings = this.easings[i];
        if (!easings) easings = this.easings[i] = [];
        let ease = easings[component];
        if (ease === undefined) ease = easings[component] = easingOf(this.keys[i], component);
        return ease ? ease(share) : share;
      }

      madeCurve(key, next) {
        if (this.type !== vector || this.isOrientation || !key.to || !key.ti || !next || !key.s) return null;
        if (next.s && isStraight(key.s, next.s, key.to, key.ti)) return null;
        return new MotionPath(key.s, next.s || key.e, key.to, key.ti);
      }

      // --- Keyframes

      // The value without expression at a frame of the element's composition.
      keyed(frame) {
        if (!this.isAnimated) {
          return this.type === vector ? this.fixed.slice() : this.type === path ? this.fixedPath : this.fixed;
        }
        const time = frame - this.offset;
        return this.type === path ? this.keyedPath(time) : this.keyedNumbers(time);
      }

      keyedNumbers(time) {
        const { keys, offset } = this;
        const last = keys.length - 2;
        let i = 0;
        while (i < last && keys[i + 1].t - offset <= time) i += 1;
        let key = keys[i];
        const next = keys[i + 1];
        const end = next.t - offset;
        const curve = this.curve(i);
        if (i === last && time >= end && key.h) key = next.s ? next : key;
        const result = this.type === vector ? new Float32Array(this.count) : 0;
        const start = key.t - offset;
        if (curve && key === keys[i]) {
          if (time >= end) curve.writePoint(curve.points.length - 1, result);
          else if (time < start) curve.writePoint(0, result);
          else curve.write(this.progress(i, 0, (time - start) / (end - start)), result);
          return result;
        }
        const from = key.s;
        const to = next.s || key.e || from;
        if (this.isOrientation && key.h !== 1) {
          if (time >= end) result.set(to);
          else if (time <= start) result.set(from);
          else writeRotation(from, to, (time - start) / (end - start), result);
          return result;
        }
        let number = 0;
        for (let c = 0; c < from.length; c += 1) {
          number = from[c];
          if (key.h !== 1) {
            const share = time >= end ? 1 : time < start ? 0 : this.progress(i, c, (time - start) / (end - start));
            number = from[c] + (to[c] - from[c]) * share;
          }
          if (this.type === vector) result[c] = number;
        }
        return this.type === vector ? result : number;
      }

      keyedPath(time) {
        const { keys, offset } = this;
        const last = keys.length - 1;
        if (time < keys[0].t - offset) return this.startPath(0);
        if (time >= keys[last].t - offset) return this.startPath(last);
        let i = 0;
        while (i < last - 1 && keys[i + 1].t - offset <= time) i += 1;
        const key = keys[i];
        if (key.h === 1) return this.startPath(i);
        const start = key.t - offset;
        const share = time < start ? 0 : this.progress(i, 0, (time - start) / (keys[i + 1].t - offset - start));
        return mixedPath(this.startPath(i), this.endPath(i), share, this.fixedPath.v.length);
      }

      // The value without expression now.
      plain() {
        if (!this.isAnimated) return this.keyed(0);
        isTimeRead = true;
        if (this.keyedFrame !== rootFrame) {
          this.keyedNow = this.keyed(this.element.composition.frameForTime(true));
          this.keyedFrame = rootFrame;
        }
        return this.type === vector ? new Float32Array(this.keyedNow) : this.keyedNow;
      }

      // As scripts ask for it: by seconds.
      atTime(seconds) { return this.isAnimated ? this.keyed(seconds * frameRate) : this.keyed(0); }

      velocity(seconds) {
        if (!this.isAnimated) return this.type === vector ? new Float32Array(this.count) : 0;
        const [now, before] = [this.atTime(seconds), this.atTime(seconds - 0.001)];
        if (this.type === scalar) return (before - now) / -0.001;
        return now.map((number, i) => (before[i] - number) / -0.001);
      }

      speed(seconds) {
        const [now, before] = [this.atTime(seconds), this.atTime(seconds - 0.01)];
        if (this.type === scalar) return 0;
        return sqrt(now.reduce((sum, number, i) => sum + pow(before[i] - number, 2), 0)) * 100;
      }

      // --- Expressions

      // What the expression makes of the plain value; the plain value if there is none, or while it is evaluated already.
      evaluated() {
        if (!this.code) return this.plain();
        if ('constant' in this) return this.constant;
        const known = this.results[stamp];
        if (known && (known.request === 0 || known.request === request)) {
          isTimeRead = true;
          if (known.error) throw known.error;
          return known.value;
        }
        if (this.isRunning) {
          cycleDepth = min(cycleDepth, running.indexOf(this));
          return this.plain();
        }
        return this.run();
      }

      run() {
        const wasTimeRead = isTimeRead;
        const outerCycle = cycleDepth;
        const outerNumbers = drawn;
        const depth = running.length;
        isTimeRead = false;
        cycleDepth = Infinity;
        this.isRunning = true;
        running.push(this);
        const result = { value: undefined, error: null, request: 0 };
        try {
          result.value = this.converted(this.execute());
        } catch (error) {
          result.error = error || new Error('it throws nothing');
          this.note(error);
          // Without the time it fails at any other time, too.
          if (!isTimeRead) this.failure = result.error;
        }
        // A script that is ended for its time does not come here; see `stop`.
        running.length = depth;
        this.isRunning = false;
        drawn = outerNumbers;
        // Inside a cycle the result depends on where it was entered.
        if (cycleDepth < depth) result.request = request;
        if (isTimeRead || result.error || cycleDepth < depth) this.results[stamp] = result;
        else this.constant = result.value;
        isTimeRead = isTimeRead || wasTimeRead;
        cycleDepth = min(cycleDepth >= depth ? Infinity : cycleDepth, outerCycle);
        if (result.error) throw result.error;
        return result.value;
      }

      // Keeps the first failure for the report.
      note(error) {
        if (failures.has(this)) return;
        if (this.limit) {
          failures.set(this, { kind: 'limit', text: this.limit });
          return;
        }
        let message = 'it throws something that has no text';
        let line = 0;
        try {
          message = String(error && error.message !== undefined ? error.message : error);
          line = Number(error.line) - linesBeforeCode;
        } catch (hidden) {
          // The script's own text of an error may throw.
        }
        const place = line > 0 && line <= this.code.split('\n').length ? ` (line ${line})` : '';
        failures.set(this, { kind: 'error', text: `the expression has no result: ${message.slice(0, 200).replace(/[\x1E\x1F]/g, ' ')}${place}` });
      }

      // It is not run again, because of a limit.
      end(reason) {
        this.limit = reason;
        this.failure = new Error(reason);
        this.note(this.failure);
      }

      execute() {
        if (!this.failure && endedTexts.has(this.code)) this.end(endedTexts.get(this.code));
        if (this.failure) throw this.failure;
        if (!this.expression) {
          try {
            this.expression = new Expression(this);
          } catch (error) {
            this.failure = error;
            throw error;
          }
        }
        return this.expression.execute(this.initial());
      }

      // `value`.
      initial() {
        if (this.isAnimated) return handed(this.plain(), this);
        return this.type === vector ? this.raw.slice() : this.type === path ? handed(this.fixedPath, this) : this.raw;
      }

      // Numbers where the script gives something that stands for them. What is no number stays as it is without.
      converted(result) {
        if (this.type === path) return shapeOf(result);
        if (this.type === scalar) return result === undefined ? fail('it has no result') : chosen(result * 1, this);
        if (result === undefined || result === null) fail('it has no result');
        const numbers = new Float64Array(this.count);
        let missing = 0;
        for (let i = 0; i < numbers.length; i += 1) {
          numbers[i] = result[i] * 1;
          if (numbers[i] !== numbers[i]) missing += 1;
        }
        if (missing === 0) return numbers;
        if (missing === numbers.length) fail('its result is no array of numbers');
        const plain = this.plain();
        return numbers.map((number, i) => number === number ? number : plain[i]);
      }

      // What other properties see: the evaluated value in the property's own unit, rounded as lottie-web stores it.
      get current() {
        const value = this.evaluatedOrPlain();
        if (this.type === path) return value;
        if (this.type === scalar) return value * this.factor;
        const result = new Float32Array(value.length);
        for (let i = 0; i < result.length; i += 1) result[i] = value[i] * this.factor;
        return result;
      }

      // A failed expression leaves its own property as it is, and no other.
      evaluatedOrPlain() {
        if (!this.code) return this.plain();
        try {
          return this.evaluated();
        } catch (error) {
          return this.plain();
        }
      }
    }

    // The first failure of each expression.
    const failures = new Map();
    // Texts of expressions that ran too long, with the words for others.
    const endedTexts = new Map();

    function fail(message) { throw new TypeError(message); }

    function chosen(number, property) {
      if (number === number) return number;
      return fail('its result is no number');
    }

    // The easing of a component between a keyframe and the next one; null if it has none.
    function easingOf(key, component) {
      if (!key.o || !key.i) return null;
      const at = (numbers) => Array.isArray(numbers) ? numbers[component] === undefined ? numbers[0] : numbers[component] : numbers;
      if (Array.isArray(key.o.x)) return easing(at(key.o.x), at(key.o.y), at(key.i.x), at(key.i.y));
      return easing(key.o.x, key.o.y, at(key.i.x), at(key.i.y));
    }

    // --- Paths: vertices and control points in absolute coordinates.

    function absolutePath(json, element) {
      if (!json || !json.v) return { c: false, v: [], i: [], o: [] };
      // In a document that lottie-web has completed before, they are absolute already.
      const isAbsolute = element.document.json.__complete || element.data.completed;
      const moved = (points) => json.v.map((vertex, n) => {
        const tangent = points && points[n] || (isAbsolute ? vertex : [0, 0]);
        return isAbsolute ? [tangent[0], tangent[1]] : [vertex[0] + tangent[0], vertex[1] + tangent[1]];
      });
      return { c: json.c, v: json.v.map((vertex) => [vertex[0], vertex[1]]), i: moved(json.i), o: moved(json.o) };
    }

    // What scripts get of a value: paths are shared by all that read them.
    function handed(value, property) {
      if (property.type !== path || !value) return value;
      const copies = (points) => points.map((point) => [...point]);
      return { c: value.c, v: copies(value.v), i: copies(value.i), o: copies(value.o) };
    }

    function mixedPath(from, to, share, count) {
      const mixed = (a, b) => Array.from({ length: min(count, a.length) }, (_, n) => {
        const end = b[n] || a[n];
        return [a[n][0] + (end[0] - a[n][0]) * share, a[n][1] + (end[1] - a[n][1]) * share];
      });
      return { c: from.c, v: mixed(from.v, to.v), i: mixed(from.i, to.i), o: mixed(from.o, to.o) };
    }

    function shapeOf(result) {
      const shape = pathsOfInterfaces.has(result) ? pathsOfInterfaces.get(result).current : result;
      if (!shape || !shape.v || !shape.i || !shape.o) fail('its result is no path');
      const count = shape.v.length;
      const points = (list) => {
        const result = [];
        for (let n = 0; n < count; n += 1) {
          const x = +list[n][0];
          const y = +list[n][1];
          if (x !== x || y !== y) fail('its result is no path');
          result.push([x, y]);
        }
        return result;
      };
      return { c: !!shape.c, v: points(shape.v), i: points(shape.i), o: points(shape.o) };
    }
    """#
}
