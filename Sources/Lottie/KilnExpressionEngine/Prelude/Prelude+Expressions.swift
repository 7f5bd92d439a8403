extension Prelude {
  /// One expression: its source text, compiled, among the names that it sees.
  static let expressions = #"""
    // Names that an expression sees besides the vocabulary and that stay the same at all times, with what they are for a
    // property and its element.
    const fixedNames = {
      thisProperty: (property) => propertyInterface(property),
      thisLayer: (property, { layer }) => layer,
      thisComp: (property, element) => element.composition.interface,
      transform: (property, { layer }) => layer.transform,
      $bm_transform: (property, { layer }) => layer.transform,
      active: () => true,
      index: (property, { data }) => data.ind,
      name: (property, { data }) => data.nm,
      inPoint: (property, { data }) => data.ip / frameRate,
      outPoint: (property, { data }) => data.op / frameRate,
      width: (property, { data }) => data.sw || 0,
      height: (property, { data }) => data.sh || 0,
      numKeys: (property) => property.isAnimated ? property.keys.length : 0,
      globalData: (property, element) => element.document.globalData,
      toWorld: (property, { layer }) => layer.toWorld,
      fromWorld: (property, { layer }) => layer.fromWorld,
      toComp: (property, { layer }) => layer.toComp,
      fromComp: (property, { layer }) => layer.fromComp,
      fromCompToSurface: (property, { layer }) => layer.fromComp,
      comp: (property, element) => element.document.compositionNamed,
      loopIn: (property) => property.loops.loopIn,
      loop_in: (property) => property.loops.loopIn,
      loopOut: (property) => property.loops.loopOut,
      loop_out: (property) => property.loops.loopOut,
      loopInDuration: (property) => property.loops.loopInDuration,
      loopOutDuration: (property) => property.loops.loopOutDuration,
      smooth: (property) => property.loops.smooth,
      valueAtTime: (property) => (t) => handed(property.atTime(t), property),
      velocityAtTime: (property) => (t) => property.velocity(t),
      key: (property) => (number) => keyOf(property, number),
      nearestKey: (property) => (t) => nearestKeyOf(property, t),
      framesToTime: () => (frames, fps) => frames / (fps || frameRate),
      seedRandom: (property) => (seed) => { drawn = randomNumbers(property.seed + seed); },
      sourceRectAtTime: (property, element) => () => element.sourceRect(),
      $frameRate: () => frameRate,
      $wiggle: (property) => (time, amount) => wiggled(property, time, amount),
      position: () => undefined,
      rotation: () => undefined,
      scale: () => undefined,
      text: (property, { layer }) => layer.text,
      textIndex: (property) => property.textIndex,
      textTotal: (property) => property.textTotal,
      selectorValue: (property) => property.isSelector ? 100 : undefined,
      content: (property, { data, layer }) => data.ty === 4 && compile(property.code).readsContent ? layer.content : undefined,
      effect: (property, { layer }) => layer.effect,
      mask: (property, { layer }) => layer.mask || null,
      hasParent: (property, element) => element.ancestors.length > 0,
      parent: (property, element) => element.ancestors.length ? element.ancestors[0].layer : undefined,
    };

    // The same for what is set before each run.
    const changingNames = {
      velocity: (property) => property.expression.needsVelocity ? property.velocity(property.expression.time) : undefined,
      anchorPoint: (property, { layer }) =>
        layer.transform && property.expression.readsAnchorPoint ? layer.transform.anchorPoint : undefined,
      _lottieGlobal: () => ({}),
    };

    // Functions that need names of the same run: what they take, and their source text.
    const ownFunctions = {
      posterizeTime: [['valueAtTime'],
        '(rate) => { time = rate === 0 ? 0 : Math.floor(time * rate) / rate; value = valueAtTime(time); }'],
      timeToFrames: [['$frameRate'], '(t, rate) => (!t && t !== 0 ? time : t) * (rate || $frameRate)'],
      substring: [[], "(from, to) => typeof value === 'string' ? value.substring(from, to) : ''"],
      substr: [[], "(from, count) => typeof value === 'string' ? value.substr(from, count) : ''"],
      wiggle: [['$wiggle'], '(frequency, amount) => $wiggle(time, amount)'],
    };

    // Source text → the names that it may use, and a function that makes one expression of it. Equal texts are compiled once.
    const compiled = new Map();

    let linesBeforeCode = 0;

    // The functions to which a text gives another value, such as `wiggle = 30`: frozen ones, of which it gets names of its own.
    function assignedFunctions(code) {
      const assigned = new Set();
      for (const [, name] of code.matchAll(/(?:^|[^\w$.])([A-Za-z_$][\w$]*)\s*(?:[-+*/%]|\*\*)?=(?![=>])/g)) assigned.add(name);
      return [...Object.keys(vocabulary), ...Object.keys(ownFunctions)].filter((name) => assigned.has(name));
    }

    function compile(code) {
      const known = compiled.get(code);
      if (known) return known;
      // Names that are made up while it runs, and those with escapes in them, are not seen in the text.
      const usesAll = /\b(eval|Function|constructor)\b|\\/.test(code);
      const uses = (name) => usesAll || code.includes(name);
      const functions = Object.keys(ownFunctions).filter(uses);
      const taken = functions.flatMap((name) => ownFunctions[name][0]);
      const used = (names) => Object.keys(names).filter((name) => uses(name) || taken.includes(name));
      const fixed = used(fixedNames);
      const changing = used(changingNames);
      const names = ['value', 'time', ...fixed, ...changing];
      // Names for one evaluation, in a function of their own, so that the text may declare them itself, too.
      const renewed = assignedFunctions(code).join(',');
      const [open, close] = renewed ? [`return (function (${renewed}) { return (function () {`, `})(); })(${renewed});`] : ['', ''];
      const start = `(function () { 'use strict';
        var ${names.join(',')};
        ${functions.map((name) => `const ${name} = Object.freeze(${ownFunctions[name][1]});`).join('')}
        return [function (values) {
          ${names.map((name, n) => `${name} = values[${n}];`).join('')}
        }, function () {${open}\n`;
      linesBeforeCode = start.split('\n').length - 1;
      const isSeeded = code.includes('random');
      const needsVelocity = /velocity(?![\w\d])/.test(code);
      const result = {
        make: compileGlobally(`${start}${code}\n;return $bm_rt; ${close}}];\n})`),
        fixed: fixed.map((name) => fixedNames[name]), changing: changing.map((name) => changingNames[name]),
        isSeeded, needsVelocity,
        // Reading these names cannot be seen, so that the text decides.
        readsTime: isSeeded || needsVelocity
          || /\b(time|eval|Function|constructor|timeToFrames|posterizeTime|substring|substr)\b/.test(code),
        readsValue: /\bvalue\b/.test(code), readsContent: /\b(content|eval|Function|constructor)\b/.test(code),
        readsAnchorPoint: / ?anchorPoint/.test(code),
      };
      compiled.set(code, result);
      return result;
    }

    class Expression {
      constructor(property) {
        const { element } = property;
        const program = compile(property.code);
        this.property = property;
        this.isSeeded = program.isSeeded;
        this.needsVelocity = program.needsVelocity;
        this.readsTime = program.readsTime || property.isAnimated && program.readsValue;
        this.readsAnchorPoint = program.readsAnchorPoint;
        [this.enter, this.body] = program.make();
        this.time = 0;
        // In the order of the names: the value, the time, what stays the same, and what changes.
        this.values = [undefined, 0, ...program.fixed.map((make) => make(property, element))];
        this.firstChanging = this.values.length;
        this.changing = program.changing;
        unfrozen.push(...this.values);
        freezeMade();
      }

      execute(value) {
        const { values, property, firstChanging, changing } = this;
        const { element } = property;
        this.time = element.composition.frameForTime(this.readsTime) / frameRate;
        values[0] = value;
        values[1] = this.time;
        for (let n = 0; n < changing.length; n += 1) values[firstChanging + n] = changing[n](property, element);
        if (property.isSelector) isTimeRead = true;
        // lottie-web adds its seed twice.
        drawn = this.isSeeded ? randomNumbers(property.seed + (property.seed + this.time)) : null;
        this.enter(values);
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

      return {
        loopIn: (type, duration, inSeconds) => handed(loopIn(type, duration, inSeconds), property),
        loopOut: (type, duration, inSeconds) => handed(loopOut(type, duration, inSeconds), property),
        loopInDuration: (type, duration) => handed(loopIn(type, duration, true), property),
        loopOutDuration: (type, duration) => handed(loopOut(type, duration, true), property),
        smooth,
      };
    }
    """#
}
