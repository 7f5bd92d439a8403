extension Prelude {
  /// The arithmetic of lottie-web's properties: easing, curves in space, rotations, matrices and random numbers, each with
  /// its rounding to 32-bit floats.
  static let numbers = #"""
    const degree = PI / 180;

    // --- Easing: the cubic of CSS's cubic-bezier, solved as the bezier-easing library does it.

    const tableStep = 0.1;
    const easings = new Map();

    function horner(t, a, b) { return (((1.0 - 3.0 * b + 3.0 * a) * t + (3.0 * b - 6.0 * a)) * t + 3.0 * a) * t; }
    function slope(t, a, b) { return 3.0 * (1.0 - 3.0 * b + 3.0 * a) * t * t + 2.0 * (3.0 * b - 6.0 * a) * t + 3.0 * a; }

    function easing(x1, y1, x2, y2) {
      const name = x1 + '_' + y1 + '_' + x2 + '_' + y2;
      let found = easings.get(name);
      if (found) return found;
      const table = new Float32Array(11);
      for (let i = 0; i < 11; i += 1) table[i] = horner(i * tableStep, x1, x2);
      found = (x) => {
        if (x1 === y1 && x2 === y2) return x;
        if (x === 0 || x === 1) return x;
        return horner(parameterAt(x, table, x1, x2), y1, y2);
      };
      easings.set(name, found);
      return found;
    }

    // The curve's parameter at a horizontal position: guessed from a table, refined by Newton's method or bisection.
    function parameterAt(x, table, x1, x2) {
      let start = 0;
      let next = 1;
      for (; next !== 10 && table[next] <= x; next += 1) start += tableStep;
      const low = next - 1;
      const share = (x - table[low]) / (table[low + 1] - table[low]);
      let guess = start + share * tableStep;
      const steepness = slope(guess, x1, x2);
      if (steepness === 0) return guess;
      if (steepness >= 0.001) {
        for (let i = 0; i < 4; i += 1) {
          const current = slope(guess, x1, x2);
          if (current === 0) return guess;
          guess -= (horner(guess, x1, x2) - x) / current;
        }
        return guess;
      }
      let end = start + tableStep;
      let middle;
      for (let i = 0; i < 10; i += 1) {
        middle = start + (end - start) / 2;
        const miss = horner(middle, x1, x2) - x;
        if (abs(miss) <= 1e-7) break;
        if (miss > 0) end = middle; else start = middle;
      }
      return middle;
    }

    // --- Motion paths: 150 samples, straight in between.

    function areOnLine(a, b, c) {
      const determinant = a[0] * b[1] + a[1] * c[0] + b[0] * c[1] - c[0] * b[1] - c[1] * a[0] - b[0] * a[1];
      return determinant > -0.001 && determinant < 0.001;
    }

    function areOnLineInSpace(a, b, c) {
      if (!a[2] && !b[2] && !c[2]) return areOnLine(a, b, c);
      const distance = (p, q) => sqrt(pow(q[0] - p[0], 2) + pow(q[1] - p[1], 2) + pow(q[2] - p[2], 2));
      const [ab, ac, bc] = [distance(a, b), distance(a, c), distance(b, c)];
      const longest = max(ab, ac, bc);
      return abs(2 * longest - ab - ac - bc) < 0.0001;
    }

    // Whether a keyframe's tangents say no more than a straight line does.
    function isStraight(start, end, leaving, arriving) {
      const isFlat = start.length === 2;
      const isMoving = start.some((number, i) => number !== end[i]);
      const control1 = start.map((number, i) => number + leaving[i]);
      const control2 = start.map((number, i) => end[i] + arriving[i]);
      const test = isFlat ? areOnLine : areOnLineInSpace;
      if (isMoving && test(start, end, control1) && test(start, end, control2)) return true;
      const count = isFlat ? 2 : 3;
      for (let i = 0; i < count; i += 1) if (start[i] !== end[i] || leaving[i] !== 0 || arriving[i] !== 0) return false;
      return true;
    }

    class MotionPath {
      constructor(start, end, leaving, arriving) {
        const planar = start.length === 2 && (start[0] !== end[0] || start[1] !== end[1]);
        const control1 = leaving.map((number, i) => start[i] + number);
        const control2 = leaving.map((number, i) => end[i] + arriving[i]);
        const isLine = planar && areOnLine(start, end, control1) && areOnLine(start, end, control2);
        const count = isLine ? 2 : 150;
        this.points = [];
        this.steps = [];
        this.length = 0;
        for (let k = 0; k < count; k += 1) {
          const t = k / (count - 1);
          const point = leaving.map((_, i) => pow(1 - t, 3) * start[i] + 3 * pow(1 - t, 2) * t * control1[i]
            + 3 * (1 - t) * pow(t, 2) * control2[i] + pow(t, 3) * end[i]);
          const last = this.points[k - 1];
          const step = last ? sqrt(point.reduce((sum, number, i) => sum + pow(number - last[i], 2), 0)) : 0;
          this.length += step;
          this.steps.push(step);
          this.points.push(point);
        }
      }

      // Writes the point at an eased progress.
      write(progress, result) {
        const distance = this.length * progress;
        const last = this.points.length - 1;
        let passed = 0;
        for (let j = 0; j <= last; j += 1) {
          passed += this.steps[j];
          if (distance === 0 || progress === 0 || j === last) return this.writePoint(j, result);
          if (distance >= passed && distance < passed + this.steps[j + 1]) {
            const share = (distance - passed) / this.steps[j + 1];
            const [from, to] = [this.points[j], this.points[j + 1]];
            for (let k = 0; k < from.length; k += 1) result[k] = from[k] + (to[k] - from[k]) * share;
            return;
          }
        }
      }

      writePoint(index, result) {
        const point = this.points[index];
        for (let k = 0; k < point.length; k += 1) result[k] = point[k];
      }
    }

    // --- Orientations: the shortest rotation between two, by quaternions.

    function quaternion(angles) {
      const [h, a, b] = [angles[0] * degree, angles[1] * degree, angles[2] * degree];
      const [c1, c2, c3] = [cos(h / 2), cos(a / 2), cos(b / 2)];
      const [s1, s2, s3] = [sin(h / 2), sin(a / 2), sin(b / 2)];
      return [
        s1 * s2 * c3 + c1 * c2 * s3, s1 * c2 * c3 + c1 * s2 * s3, c1 * s2 * c3 - s1 * c2 * s3,
        c1 * c2 * c3 - s1 * s2 * s3,
      ];
    }

    function writeRotation(start, end, t, result) {
      const a = quaternion(start);
      let b = quaternion(end);
      let cosine = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
      if (cosine < 0) {
        cosine = -cosine;
        b = b.map((number) => -number);
      }
      let weights = [1 - t, t];
      if (1 - cosine > 0.000001) {
        const angle = acos(cosine);
        weights = [sin((1 - t) * angle) / sin(angle), sin(t * angle) / sin(angle)];
      }
      const [x, y, z, w] = a.map((number, i) => weights[0] * number + weights[1] * b[i]);
      result[0] = atan2(2 * y * w - 2 * x * z, 1 - 2 * y * y - 2 * z * z) / degree;
      result[1] = asin(2 * x * y + 2 * z * w) / degree;
      result[2] = atan2(2 * x * w - 2 * y * z, 1 - 2 * x * x - 2 * z * z) / degree;
    }

    // --- Matrices of 32-bit floats; points are rows.

    class Matrix {
      constructor() {
        this.m = new Float32Array(16);
        for (let i = 0; i < 16; i += 5) this.m[i] = 1;
      }

      multiply(b) {
        const m = this.m;
        const isTranslation = b[0] === 1 && b[5] === 1 && b[10] === 1 && !b[1] && !b[2] && !b[3] && !b[4] && !b[6]
          && !b[7] && !b[8] && !b[9] && !b[11];
        if (isTranslation) {
          for (let i = 0; i < 3; i += 1) m[12 + i] = m[12 + i] * b[i * 5] + m[15] * b[12 + i];
          m[15] *= b[15];
          return this;
        }
        for (let row = 0; row < 16; row += 4) {
          const p = m[row];
          const q = m[row + 1];
          const r = m[row + 2];
          const s = m[row + 3];
          for (let i = 0; i < 4; i += 1) m[row + i] = p * b[i] + q * b[4 + i] + r * b[8 + i] + s * b[12 + i];
        }
        return this;
      }

      translate(x, y, z) {
        const depth = z || 0;
        if (x === 0 && y === 0 && depth === 0) return this;
        const m = this.m;
        m[12] += m[15] * x;
        m[13] += m[15] * y;
        m[14] += m[15] * depth;
        return this;
      }

      // The zeros of the product are added, too: they decide about the sign of others.
      scale(x, y, z) {
        const depth = !z && z !== 0 ? 1 : z;
        if (x === 1 && y === 1 && depth === 1) return this;
        const m = this.m;
        for (let row = 0; row < 16; row += 4) {
          const p = m[row];
          const q = m[row + 1];
          const r = m[row + 2];
          const s = m[row + 3];
          m[row] = p * x + q * 0 + r * 0 + s * 0;
          m[row + 1] = p * 0 + q * y + r * 0 + s * 0;
          m[row + 2] = p * 0 + q * 0 + r * depth + s * 0;
          m[row + 3] = p * 0 + q * 0 + r * 0 + s;
        }
        return this;
      }

      rotateX(angle) {
        if (angle === 0) return this;
        const c = cos(angle);
        const s = sin(angle);
        return this.multiply([1, 0, 0, 0, 0, c, -s, 0, 0, s, c, 0, 0, 0, 0, 1]);
      }

      rotateY(angle) {
        if (angle === 0) return this;
        const c = cos(angle);
        const s = sin(angle);
        return this.multiply([c, 0, s, 0, 0, 1, 0, 0, -s, 0, c, 0, 0, 0, 0, 1]);
      }

      rotateZ(angle) {
        if (angle === 0) return this;
        const c = cos(angle);
        const s = sin(angle);
        const m = this.m;
        for (let row = 0; row < 16; row += 4) {
          const p = m[row];
          const q = m[row + 1];
          const r = m[row + 2];
          const t = m[row + 3];
          m[row] = p * c + q * s + r * 0 + t * 0;
          m[row + 1] = p * -s + q * c + r * 0 + t * 0;
          m[row + 2] = p * 0 + q * 0 + r + t * 0;
          m[row + 3] = p * 0 + q * 0 + r * 0 + t;
        }
        return this;
      }

      skew(amount, axis) {
        const [c, s] = [cos(axis), sin(axis)];
        this.multiply([c, s, 0, 0, -s, c, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
        this.multiply([1, 0, 0, 0, tan(amount), 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
        return this.multiply([c, -s, 0, 0, s, c, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
      }

      withoutTranslation() {
        this.m[12] = this.m[13] = this.m[14] = 0;
        return this;
      }

      apply(point) {
        const m = this.m;
        const x = point[0];
        const y = point[1];
        const z = point[2] || 0;
        if (this.isIdentity()) return [x, y, z];
        return [
          x * m[0] + y * m[4] + z * m[8] + m[12], x * m[1] + y * m[5] + z * m[9] + m[13],
          x * m[2] + y * m[6] + z * m[10] + m[14],
        ];
      }

      // In the plane only, as lottie-web does it.
      applyInverse(point) {
        const m = this.m;
        const determinant = m[0] * m[5] - m[1] * m[4];
        const inverse = new Matrix();
        inverse.m[0] = m[5] / determinant;
        inverse.m[1] = -m[1] / determinant;
        inverse.m[4] = -m[4] / determinant;
        inverse.m[5] = m[0] / determinant;
        inverse.m[12] = (m[4] * m[13] - m[5] * m[12]) / determinant;
        inverse.m[13] = -(m[0] * m[13] - m[1] * m[12]) / determinant;
        return inverse.apply(point);
      }

      isIdentity() {
        const m = this.m;
        return m[0] === 1 && m[1] === 0 && m[2] === 0 && m[3] === 0 && m[4] === 0 && m[5] === 1 && m[6] === 0 && m[7] === 0
          && m[8] === 0 && m[9] === 0 && m[10] === 1 && m[11] === 0 && m[12] === 0 && m[13] === 0 && m[14] === 0
          && m[15] === 1;
      }
    }

    // --- Random numbers: ARC4 keyed with a text, 48 bits a number and more where the first are 0 (David Bau's seedrandom).

    function randomNumbers(seed) {
      const text = String(seed) + (typeof seed === 'string' ? '' : '\0');
      const key = [];
      let smear = 0;
      for (let j = 0; j < text.length; j += 1) {
        smear ^= (key[j & 255] || 0) * 19;
        key[j & 255] = (smear + text.charCodeAt(j)) & 255;
      }
      const state = Array.from({ length: 256 }, (_, i) => i);
      for (let i = 0, j = 0; i < 256; i += 1) {
        const old = state[i];
        j = (j + key[i % key.length] + old) & 255;
        state[i] = state[j];
        state[j] = old;
      }
      let [i, j] = [0, 0];
      const bytes = (count) => {
        let number = 0;
        for (let n = 0; n < count; n += 1) {
          i = (i + 1) & 255;
          const old = state[i];
          j = (j + old) & 255;
          const other = state[j];
          state[i] = other;
          state[j] = old;
          number = number * 256 + state[(other + old) & 255];
        }
        return number;
      };
      return () => {
        let numerator = bytes(6);
        let denominator = pow(256, 6);
        let extra = 0;
        while (numerator < pow(2, 52)) {
          numerator = (numerator + extra) * 256;
          denominator *= 256;
          extra = bytes(1);
        }
        while (numerator >= pow(2, 53)) {
          numerator /= 2;
          denominator /= 2;
          extra >>>= 1;
        }
        return (numerator + extra) / denominator;
      };
    }

    // The seeds of expressions: numbers of a fixed linear congruential sequence, one for each in the order in which lottie-web
    // makes them. The first number of the sequence is not a seed; lottie-web mixes it into its pool when it is loaded.
    let seedState = 0;
    function startSeeds() {
      seedState = 123456789;
      nextSeedNumber();
    }
    function nextSeedNumber() {
      seedState = (NativeMath.imul(seedState, 1664525) + 1013904223) >>> 0;
      return seedState / 4294967296;
    }
    startSeeds();
    function nextSeed() { return floor(nextSeedNumber() * 1000000); }
    """#
}
