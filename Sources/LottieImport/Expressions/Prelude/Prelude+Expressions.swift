extension Prelude {
  /// One expression: its source text, compiled, among the names that it sees.
  static let expressions = #"""
    // Names that an expression sees besides the vocabulary, set before each of its runs.
    const ownNames = [
      'value', 'time', 'velocity', 'thisProperty', 'thisLayer', 'thisComp', 'transform', '$bm_transform', 'anchorPoint',
      'content', 'effect', 'mask', 'text', 'textIndex', 'textTotal', 'selectorValue', 'parent', 'hasParent', 'active',
      'index', 'name', 'inPoint', 'outPoint', 'width', 'height', 'numKeys', 'globalData', 'toWorld', 'fromWorld',
      'toComp', 'fromComp', 'fromCompToSurface', 'comp', 'loopIn', 'loop_in', 'loopOut', 'loop_out', 'loopInDuration',
      'loopOutDuration', 'smooth', 'valueAtTime', 'velocityAtTime', 'key', 'nearestKey', 'framesToTime', 'seedRandom',
      'sourceRectAtTime', 'position', 'rotation', 'scale', '_lottieGlobal', '$wiggle',
    ];

    // Source text → a function that makes one expression of it. Equal texts are compiled once.
    const compiled = new Map();

    let linesBeforeCode = 0;

    function compile(code) {
      let make = compiled.get(code);
      if (make) return make;
      const start = `(function () { 'use strict';
        var ${ownNames.join(',')};
        const posterizeTime = Object.freeze((rate) => {
          time = rate === 0 ? 0 : Math.floor(time * rate) / rate;
          value = valueAtTime(time);
        });
        const timeToFrames = Object.freeze((t, rate) => (!t && t !== 0 ? time : t) * (rate || ${frameRate}));
        const substring = Object.freeze((from, to) => typeof value === 'string' ? value.substring(from, to) : '');
        const substr = Object.freeze((from, count) => typeof value === 'string' ? value.substr(from, count) : '');
        const wiggle = Object.freeze((frequency, amount) => $wiggle(time, amount));
        return [function (names) {
          ${ownNames.map((name) => `${name} = names.${name};`).join('')}
        }, function () {\n`;
      linesBeforeCode = start.split('\n').length - 1;
      make = compileGlobally(`${start}${code}\n;return $bm_rt; }];\n})`);
      compiled.set(code, make);
      return make;
    }

    class Expression {
      constructor(property) {
        const { code, element } = property;
        this.property = property;
        this.isSeeded = code.includes('random');
        this.needsVelocity = /velocity(?![\w\d])/.test(code);
        // Reading these names cannot be seen, so that the text decides.
        this.readsTime = /\b(time|eval|Function|constructor|timeToFrames|posterizeTime|substring|substr)\b/.test(code)
          || property.isAnimated && /\bvalue\b/.test(code) || this.isSeeded || this.needsVelocity;
        this.readsContent = element.data.ty === 4 && /\b(content|eval|Function|constructor)\b/.test(code);
        [this.enter, this.body] = compile(code)();
        this.names = this.fixedNames(property, element);
        unfrozen.push(...Object.values(this.names));
        freezeMade();
      }

      // What stays the same at all times.
      fixedNames(property, element) {
        const rate = frameRate;
        const layer = element.layer;
        const loops = loopsOf(property);
        return {
          thisProperty: propertyInterface(property), thisLayer: layer, thisComp: element.composition.interface,
          active: true, index: element.data.ind, name: element.data.nm, inPoint: element.data.ip / rate,
          outPoint: element.data.op / rate, width: element.data.sw || 0, height: element.data.sh || 0,
          numKeys: property.isAnimated ? property.keys.length : 0, globalData: element.document.globalData,
          toWorld: layer.toWorld, fromWorld: layer.fromWorld, toComp: layer.toComp, fromComp: layer.fromComp,
          fromCompToSurface: layer.fromComp, comp: element.document.compositionNamed, loopIn: loops.loopIn,
          loop_in: loops.loopIn, loopOut: loops.loopOut, loop_out: loops.loopOut,
          loopInDuration: (type, duration) => loops.loopIn(type, duration, true),
          loopOutDuration: (type, duration) => loops.loopOut(type, duration, true), smooth: loops.smooth,
          valueAtTime: (t) => property.atTime(t), velocityAtTime: (t) => property.velocity(t),
          key: (number) => keyOf(property, number), nearestKey: (t) => nearestKeyOf(property, t),
          framesToTime: (frames, fps) => frames / (fps || rate),
          seedRandom: (seed) => { drawn = randomNumbers(property.seed + seed); },
          sourceRectAtTime: () => element.sourceRect(), $wiggle: (time, amount) => wiggled(property, time, amount),
          transform: layer.transform, $bm_transform: layer.transform,
        };
      }

      execute(value) {
        const { names, property } = this;
        const { element } = property;
        const layer = element.layer;
        const time = element.composition.frameForTime(this.readsTime) / frameRate;
        names.value = value;
        names.time = time;
        names.velocity = this.needsVelocity ? property.velocity(time) : undefined;
        names.text = layer.text;
        names.textIndex = property.textIndex;
        names.textTotal = property.textTotal;
        names.selectorValue = property.isSelector ? 100 : undefined;
        names.content = this.readsContent ? layer.content : undefined;
        names.effect = layer.effect;
        names.mask = layer.mask || null;
        names.anchorPoint = layer.transform && / ?anchorPoint/.test(property.code) ? layer.transform.anchorPoint : undefined;
        const ancestors = element.ancestors;
        names.hasParent = ancestors.length > 0;
        names.parent = ancestors.length ? ancestors[0].layer : undefined;
        names._lottieGlobal = {};
        if (property.isSelector) isTimeRead = true;
        // lottie-web adds its seed twice.
        drawn = this.isSeeded ? randomNumbers(property.seed + (property.seed + time)) : null;
        this.enter(names);
        return this.body();
      }
    }

    // --- What expressions do with keyframes

    function keyOf(property, number) {
      if (!property.isAnimated) throw new Error('The property has no keyframe at index ' + number);
      const key = property.keys[number - 1];
      const source = key.s || property.keys[number - 2].e;
      const result = { time: key.t / frameRate, value: [] };
      for (let i = 0; i < source.length; i += 1) result[i] = result.value[i] = source[i];
      return result;
    }

    function nearestKeyOf(property, seconds) {
      if (!property.isAnimated) return { index: 0, time: 0 };
      const time = seconds * frameRate;
      const { keys } = property;
      let index = keys.length;
      if (time < keys[0].t) {
        index = 1;
      } else {
        for (let i = 0; i < keys.length - 1; i += 1) {
          if (time === keys[i].t) {
            index = i + 1;
            break;
          }
          if (time > keys[i].t && time < keys[i + 1].t) {
            index = time - keys[i].t > keys[i + 1].t - time ? i + 2 : i + 1;
            break;
          }
        }
      }
      return { index, time: keys[index - 1].t / frameRate };
    }

    // As in lottie-web the frequency is always 5 a second, and the steps add up.
    function wiggled(property, time, amount) {
      isTimeRead = true;
      const plain = property.plain();
      const count = plain.length || 1;
      const sums = new Float32Array(count);
      const draw = () => -amount + amount * 2 * random01();
      const steps = floor(time * 5);
      for (let step = 0; step < steps; step += 1) for (let i = 0; i < count; i += 1) sums[i] += draw();
      const share = time * 5 - steps;
      if (count === 1 && !plain.length) return plain + sums[0] + draw() * share;
      if (count === 1) return plain + sums[0] + draw() * share;
      const result = new Float32Array(count);
      for (let i = 0; i < count; i += 1) result[i] = plain[i] + sums[i] + draw() * share;
      return result;
    }

    // Loops and means of a property's keyframes. Times are frames; some signs and offsets are lottie-web's own.
    function loopsOf(property) {
      const at = (frame) => property.atTime(frame / frameRate);
      const combined = (a, b, combine) => a.length ? Array.from(a, (number, i) => combine(number, b[i])) : combine(a, b);

      function loopOut(type, duration, inSeconds) {
        if (!property.isAnimated) return property.plain();
        const kind = type ? type.toLowerCase() : '';
        const { keys, element } = property;
        const now = element.composition.frame();
        const last = keys[keys.length - 1].t;
        if (now <= last) return property.plain();
        let cycle;
        if (inSeconds) {
          cycle = duration ? abs(last - frameRate * duration) : max(0, last - element.data.ip);
        } else {
          const count = !duration || duration > keys.length - 1 ? keys.length - 1 : duration;
          cycle = last - keys[keys.length - 1 - count].t;
        }
        const first = last - cycle;
        const passed = (now - first) % cycle;
        const round = floor((now - first) / cycle);
        if (kind === 'pingpong' && round % 2 !== 0) return at(cycle - passed + first);
        if (kind === 'offset') {
          const step = combined(at(last), at(first), (end, start) => (end - start) * round);
          return combined(step, at(passed + first), (a, b) => a + b);
        }
        if (kind === 'continue') {
          const [end, before] = [at(last), at(last - 0.001)];
          if (!end.length) return end + (end - before) * ((now - last) / 0.001);
          return combined(end, before, (a, b) => a + (a - b) * ((now - last) / frameRate) / 0.0005);
        }
        return at(passed + first);
      }

      function loopIn(type, duration, inSeconds) {
        if (!property.isAnimated) return property.plain();
        const kind = type ? type.toLowerCase() : '';
        const { keys, element } = property;
        const now = element.composition.frame();
        const first = keys[0].t;
        if (now >= first) return property.plain();
        let cycle;
        if (inSeconds) {
          cycle = duration ? abs(frameRate * duration) : max(0, element.data.op - first);
        } else {
          cycle = keys[!duration || duration > keys.length - 1 ? keys.length - 1 : duration].t - first;
        }
        const passed = (first - now) % cycle;
        const round = floor((first - now) / cycle);
        if (kind === 'pingpong' && round % 2 === 0) return at(passed + first);
        if (kind === 'offset') {
          const step = combined(at(first + cycle), at(first), (end, start) => (end - start) * (round + 1));
          return combined(at(cycle - passed + first), step, (a, b) => a - b);
        }
        if (kind === 'continue') {
          return combined(at(first), at(first + 0.001), (a, b) => a + (a - b) * (first - now) / 0.001);
        }
        return at(cycle - (passed + first));
      }

      function smooth(width, samples) {
        if (!property.isAnimated) return property.plain();
        const half = (width || 0.4) * 0.5;
        const count = floor(samples || 5);
        if (count <= 1) return property.plain();
        const now = property.element.composition.frame() / frameRate;
        const start = now - half;
        const step = (now + half - start) / (count - 1);
        const isVector = property.type === vector;
        let total = isVector ? new Float32Array(property.count) : 0;
        for (let i = 0; i < count; i += 1) {
          const sample = property.atTime(start + i * step);
          if (isVector) for (let c = 0; c < total.length; c += 1) total[c] += sample[c];
          else total += sample;
        }
        return isVector ? total.map((number) => number / count) : total / count;
      }

      return { loopIn, loopOut, smooth };
    }
    """#
}
