extension Prelude {
  /// The functions that every expression has, whatever its layer.
  static let vocabulary = #"""
    // --- Random numbers of the expression that runs; null until it draws one.
    let drawn = null;

    function random01() {
      isTimeRead = true;
      // Expressions that do not seed their numbers draw the same ones each time.
      if (!drawn) drawn = randomNumbers(running.length ? running[running.length - 1].seed : 0);
      return drawn();
    }

    // The names that scripts call. lottie-web's arithmetic of arrays keeps 32-bit floats where it multiplies.
    const vocabulary = (() => {
      const isArray = (value) => value.constructor === Array || value.constructor === Float32Array;
      const isNumberLike = (value) => {
        const type = typeof value;
        return type === 'number' || value instanceof Number || type === 'boolean' || type === 'string';
      };
      const isNumber = (value) => typeof value === 'number' || value instanceof Number;
      const wholeIfText = (value) => typeof value === 'string' ? parseInt(value, 10) : value;

      function elementwise(a, b, combine) {
        const result = [];
        for (let i = 0; i < a.length || i < b.length; i += 1) {
          if (isNumber(a[i]) && isNumber(b[i])) result[i] = combine(a[i], b[i]);
          else result[i] = b[i] === undefined ? a[i] : a[i] || b[i];
        }
        return result;
      }

      function sum(a, b) {
        if (isNumberLike(a) && isNumberLike(b) || typeof a === 'string' || typeof b === 'string') return a + b;
        if (isArray(a) && isNumberLike(b)) {
          const result = a.slice(0);
          result[0] += b;
          return result;
        }
        if (isNumberLike(a) && isArray(b)) {
          const result = b.slice(0);
          result[0] = a + result[0];
          return result;
        }
        return isArray(a) && isArray(b) ? elementwise(a, b, (x, y) => x + y) : 0;
      }

      function sub(a, b) {
        if (isNumberLike(a) && isNumberLike(b)) {
          return wholeIfText(a) - wholeIfText(b);
        }
        if (isArray(a) && isNumberLike(b)) {
          const result = a.slice(0);
          result[0] -= b;
          return result;
        }
        if (isNumberLike(a) && isArray(b)) {
          const result = b.slice(0);
          result[0] = a - result[0];
          return result;
        }
        return isArray(a) && isArray(b) ? elementwise(a, b, (x, y) => x - y) : 0;
      }

      function floats(numbers, make) {
        const result = new Float32Array(numbers.length);
        for (let i = 0; i < result.length; i += 1) result[i] = make(numbers[i]);
        return result;
      }

      function scaled(a, b, combine) {
        if (isNumberLike(a) && isNumberLike(b)) return combine(a, b);
        if (isArray(a) && isNumberLike(b)) return floats(a, (number) => combine(number, b));
        if (isNumberLike(a) && isArray(b)) return floats(b, (number) => combine(a, number));
        return 0;
      }
      function mul(a, b) { return scaled(a, b, (x, y) => x * y); }
      function div(a, b) { return scaled(a, b, (x, y) => x / y); }

      function mod(a, b) {
        return wholeIfText(a) % wholeIfText(b);
      }

      function $bm_neg(a) {
        if (isNumber(a) || typeof a === 'boolean') return -a;
        return isArray(a) ? Array.from(a, (number) => -number) : -a;
      }

      function clamp(number, low, high) { return min(max(number, min(low, high)), max(low, high)); }

      function length(a, b) {
        if (isNumber(a)) return abs(a - (b || 0));
        const other = b || [0, 0, 0, 0, 0, 0];
        let squares = 0;
        for (let i = 0; i < min(a.length, other.length); i += 1) squares += pow(other[i] - a[i], 2);
        return sqrt(squares);
      }
      function normalize(a) { return div(a, length(a)); }

      function lookAt(from, to) {
        const [x, y, z] = [0, 1, 2].map((i) => to[i] - from[i]);
        return [-atan2(y, z) / degree, atan2(x, sqrt(y * y + z * z)) / degree, 0];
      }

      function rgbToHsl(color) {
        const [r, g, b] = color;
        const [high, low] = [max(r, g, b), min(r, g, b)];
        const lightness = (high + low) / 2;
        if (high === low) return [0, 0, lightness, color[3]];
        const range = high - low;
        const saturation = lightness > 0.5 ? range / (2 - high - low) : range / (high + low);
        const hue = high === r ? (g - b) / range + (g < b ? 6 : 0) : high === g ? (b - r) / range + 2 : (r - g) / range + 4;
        return [hue / 6, saturation, lightness, color[3]];
      }

      function hslToRgb(color) {
        const [h, s, l] = color;
        if (s === 0) return [l, l, l, color[3]];
        const q = l < 0.5 ? l * (1 + s) : l + s - l * s;
        const p = 2 * l - q;
        const channel = (turn) => {
          const t = turn < 0 ? turn + 1 : turn > 1 ? turn - 1 : turn;
          if (t < 1 / 6) return p + (q - p) * 6 * t;
          if (t < 1 / 2) return q;
          return t < 2 / 3 ? p + (q - p) * (2 / 3 - t) * 6 : p;
        };
        return [channel(h + 1 / 3), channel(h), channel(h - 1 / 3), color[3]];
      }

      function linear(t, tMin, tMax, value1, value2) {
        if (value1 === undefined || value2 === undefined) return linear(t, 0, 1, tMin, tMax);
        const first = tMax < tMin ? tMax : tMin;
        const last = tMax < tMin ? tMin : tMax;
        if (t <= first) return value1;
        if (t >= last) return value2;
        const share = last === first ? 0 : (t - first) / (last - first);
        if (!value1.length) return value1 + (value2 - value1) * share;
        const result = new Float32Array(value1.length);
        for (let i = 0; i < result.length; i += 1) result[i] = value1[i] + (value2[i] - value1[i]) * share;
        return result;
      }

      function eased(curve, t, tMin, tMax, value1, value2) {
        const [start, end] = value1 === undefined ? [tMin, tMax] : [value1, value2];
        const share = value1 === undefined ? t : (t - tMin) / (tMax - tMin);
        const weight = curve(share > 1 ? 1 : share < 0 ? 0 : share);
        if (isArray(start)) {
          const result = new Float32Array(start.length);
          for (let i = 0; i < result.length; i += 1) result[i] = (end[i] - start[i]) * weight + start[i];
          return result;
        }
        return (end - start) * weight + start;
      }
      const curves = [easing(0.33, 0, 0.667, 1), easing(0.333, 0, 0.833, 0.833), easing(0.167, 0.167, 0.667, 1)];
      function ease(...parameters) { return eased(curves[0], ...parameters); }
      function easeIn(...parameters) { return eased(curves[1], ...parameters); }
      function easeOut(...parameters) { return eased(curves[2], ...parameters); }

      function random(low, high) {
        let [from, to] = high === undefined ? [undefined, low === undefined ? 1 : low] : [low, high];
        if (to.length) {
          from = from || new Float32Array(to.length);
          const share = random01();
          return Float32Array.from(to, (number, i) => from[i] + share * (number - from[i]));
        }
        if (from === undefined) from = 0;
        return from + random01() * (to - from);
      }

      function createPath(points, inTangents, outTangents, closed) {
        const control = (tangents) => Array.from(points, (point, i) => {
          const tangent = tangents && tangents[i] || [0, 0];
          return [tangent[0] + point[0], tangent[1] + point[1]];
        });
        return {
          c: !!closed, v: Array.from(points, (point) => [point[0], point[1]]), i: control(inTangents),
          o: control(outTangents),
        };
      }

      const BMMath = {};
      for (const name of Object.getOwnPropertyNames(NativeMath)) BMMath[name] = NativeMath[name];
      BMMath.random = random01;
      BMMath.seedrandom = (seed) => { drawn = randomNumbers(seed); };
      BMMath.abs = (value) => typeof value === 'object' && value.length ? Array.from(value, (x) => abs(x)) : abs(value);

      const radiansToDegrees = (angle) => angle / degree;
      const degreesToRadians = (angle) => angle * degree;
      return {
        Math: BMMath, sum, add: sum, sub, mul, div, mod, $bm_sum: sum, $bm_sub: sub, $bm_mul: mul, $bm_div: div,
        $bm_mod: mod, $bm_neg, clamp, length, normalize, lookAt, rgbToHsl, hslToRgb, linear, ease, easeIn, easeOut, random,
        createPath, radiansToDegrees, radians_to_degrees: radiansToDegrees, degreesToRadians,
        // The underscored name converts the wrong way in lottie-web.
        degrees_to_radians: radiansToDegrees, $bm_isInstanceOfArray: isArray, BMMath,
        window: null, document: null, XMLHttpRequest: null, fetch: null, frames: null,
      };
    })();
    """#
}
