extension Prelude {
  /// The document as scripts see it: layers, effects, shapes, texts and their properties, as functions and values.
  static let interfaces = #"""
    // --- Properties

    // Values that know their property. They look like what lottie-web makes: a Number, a Float32Array.
    class ScalarValue extends Number {
      #property;
      constructor(number, property) {
        super(number);
        this.#property = property;
      }
      static property(value) { return value.#property; }
    }

    class VectorValue extends Float32Array {
      #property;
      constructor(count, property) {
        super(count);
        this.#property = property;
      }
      static property(value) { return value.#property; }
    }

    // Members of a value, besides the value itself.
    const valueMembers = {
      velocity: (property) => property.velocity(NaN),
      numKeys: (property) => keyCount(property),
      key: (property) => (number) => keyValue(property, number),
      valueAtTime: (property) => (seconds) => property.atTime(seconds),
      speedAtTime: (property) => (seconds) => property.speed(seconds),
      velocityAtTime: (property) => (seconds) => property.velocity(seconds),
      propertyGroup: (property) => groupOf(property),
    };

    for (const [kind, base] of [[ScalarValue, Number], [VectorValue, Float32Array]]) {
      const owner = kind.property;
      for (const name of Object.keys(valueMembers)) {
        const member = valueMembers[name];
        Object.defineProperty(kind.prototype, name, { get: Object.freeze(function () { return member(owner(this)); }) });
      }
      Object.defineProperty(kind.prototype, 'constructor', { value: base });
      unfrozen.push(kind.prototype);
    }

    function keyCount(property) { return property.isAnimated ? property.keys.length : 0; }

    function keyValue(property, number) {
      if (!property.isAnimated) return 0;
      const { keys } = property;
      const source = keys[number - 1].s || keys[number - 2].e || keys[number - 2].s;
      const result = property.type === scalar ? new Number(source) : { ...source };
      result.time = keys[number - 1].t / frameRate;
      result.value = property.type === scalar ? source[0] : [...source];
      return result;
    }

    // A property as its value in the file's unit. Without a property lottie-web gives zeros.
    function valueOf(property) {
      if (!property) return { pv: 0, v: 0, mult: 1 };
      const unit = 1 / property.factor;
      if (property.type === scalar) {
        const number = property.current * unit;
        const result = new ScalarValue(number, property);
        result.value = result[0] = number;
        return result;
      }
      const current = property.current;
      const count = property.data.l || current.length;
      const result = new VectorValue(count, property);
      for (let i = 0; i < count; i += 1) result[i] = current[i] * unit;
      result.value = new Float32Array(result);
      return result;
    }

    // What stands where a layer, an effect or an item has no such property.
    function zeros() {
      const result = new Float32Array(3);
      result.value = new Float32Array(3);
      result.numKeys = 0;
      return result;
    }

    function valueOrZeros(property) { return property ? valueOf(property) : zeros(); }

    function define(target, getters) {
      unfrozen.push(target);
      for (const name of Object.keys(getters)) {
        Object.defineProperty(target, name, { get: Object.freeze(getters[name]), enumerable: true });
      }
      return target;
    }

    function constants(target, values) {
      unfrozen.push(target);
      for (const name of Object.keys(values)) {
        unfrozen.push(values[name]);
        Object.defineProperty(target, name, { value: values[name], enumerable: true });
      }
      return target;
    }

    // `thisProperty`.
    function propertyInterface(property) {
      if (property.type === path) return pathInterface(property);
      const { loops } = property;
      return define({
        _name: property.element.data.nm, propertyIndex: property.data.ix, numKeys: keyCount(property),
        propType: property.type === scalar ? 'unidimensional' : 'multidimensional', mult: property.factor,
        valueAtTime: (seconds) => property.atTime(seconds), getValueAtTime: (seconds) => property.atTime(seconds),
        getVelocityAtTime: (seconds) => property.velocity(seconds), getSpeedAtTime: (seconds) => property.speed(seconds),
        loopIn: loops.loopIn, loopOut: loops.loopOut, smooth: loops.smooth,
      }, {
        value: () => property.current, v: () => property.current, pv: () => property.plain(),
        propertyGroup: () => groupOf(property),
      });
    }

    // --- Paths

    const pathsOfInterfaces = new WeakMap();
    const pathInterfaces = new Map();

    function pathInterface(property) {
      let found = pathInterfaces.get(property);
      if (found) return found;
      const shape = (seconds) => seconds === undefined ? property.current : property.atTime(seconds);
      const relative = (name) => (seconds) => {
        const { v, [name]: points } = shape(seconds);
        return points.map((point, n) => name === 'v' ? [...point] : [point[0] - v[n][0], point[1] - v[n][1]]);
      };
      const pointOnPath = (share, seconds) => pointAlong(shape(seconds), lengthsOf(property), share);
      const along = (kind) => (share, seconds) => vectorAlong(shape(seconds), lengthsOf(property), share, kind);
      found = define({
        propType: 'shape', points: relative('v'), inTangents: relative('i'), outTangents: relative('o'),
        isClosed: () => shape().c, pointOnPath, tangentOnPath: along('tangent'), normalOnPath: along('normal'),
        propertyIndex: property.data.ix, _name: property.element.data.nm, numKeys: keyCount(property),
        getValueAtTime: (seconds) => handed(property.atTime(seconds), property),
        valueAtTime: (seconds) => handed(property.atTime(seconds), property),
      }, {
        v: () => handed(property.current, property), pv: () => handed(property.plain(), property),
        value: () => handed(property.current, property), propertyGroup: () => groupOf(property),
      });
      pathsOfInterfaces.set(found, property);
      pathInterfaces.set(property, found);
      return found;
    }

    // Lengths of a path's segments. lottie-web measures a path once, when a script asks for a point of it for the first time: in
    // the first frame of the script's layer.
    function lengthsOf(property) {
      const asking = running.length ? running[running.length - 1].element : property.element;
      const frame = property.isAnimated || property.code ? asking.firstFrame : 0;
      if (!property.lengths) property.lengths = new Map();
      let lengths = property.lengths.get(frame);
      if (!lengths) {
        lengths = segmentLengths(property.isAnimated || property.code ? atFrame(frame, () => property.current) : property.fixedPath);
        // Many layers may ask for a long path.
        if ((property.lengths.size + 1) * lengths.segments.length > 20000) property.lengths.clear();
        property.lengths.set(frame, lengths);
      }
      return lengths;
    }

    const sampleCount = 150;
    const sampleShares = Float32Array.from({ length: sampleCount }, (_, k) => k / (sampleCount - 1));

    // They are sampled as motion paths are.
    function segmentLengths(shape) {
      const count = shape.c ? shape.v.length : shape.v.length - 1;
      const segments = [];
      let total = 0;
      for (let n = 0; n < count; n += 1) {
        const next = n + 1 < shape.v.length ? n + 1 : 0;
        const points = [shape.v[n], shape.v[next], shape.o[n], shape.i[next]];
        const lengths = new Float32Array(sampleCount);
        let length = 0;
        let lastX = 0;
        let lastY = 0;
        for (let k = 0; k < sampleCount; k += 1) {
          const t = k / (sampleCount - 1);
          const a = pow(1 - t, 3);
          const b = 3 * pow(1 - t, 2) * t;
          const c = 3 * (1 - t) * pow(t, 2);
          const d = pow(t, 3);
          const x = a * points[0][0] + b * points[2][0] + c * points[3][0] + d * points[1][0];
          const y = a * points[0][1] + b * points[2][1] + c * points[3][1] + d * points[1][1];
          if (k > 0) length += sqrt(pow(x - lastX, 2) + pow(y - lastY, 2));
          lastX = x;
          lastY = y;
          lengths[k] = length;
        }
        segments.push({ lengths, length });
        total += length;
      }
      return { segments, total };
    }

    // NaN before the beginning of a path, as in lottie-web.
    function parameterAlong({ lengths, length }, share) {
      const end = sampleCount - 1;
      let n = floor(end * share);
      const distance = share * length;
      if (n === end || n === 0 || distance === lengths[n]) return sampleShares[n];
      const step = lengths[n] > distance ? -1 : 1;
      for (;;) {
        if (lengths[n] <= distance && lengths[n + 1] > distance) {
          return sampleShares[n] + (sampleShares[n + 1] - sampleShares[n]) * ((distance - lengths[n]) / (lengths[n + 1] - lengths[n]));
        }
        n += step;
        if (n < 0 || n >= end) return n === end ? sampleShares[n] : NaN;
      }
    }

    function pointAlong(shape, { segments, total }, share) {
      const distance = total * share;
      let passed = 0;
      for (let n = 0; n < segments.length; n += 1) {
        if (passed + segments[n].length > distance) {
          const next = shape.c && n === segments.length - 1 ? 0 : n + 1;
          const [start, end, out, into] = [shape.v[n], shape.v[next], shape.o[n], shape.i[next]];
          const t = parameterAlong(segments[n], (distance - passed) / segments[n].length);
          const u = 1 - t;
          return [0, 1].map((i) => round((u * u * u * start[i] + (t * u * u + u * t * u + u * u * t) * out[i]
            + (t * t * u + u * t * t + t * u * t) * into[i] + t * t * t * end[i]) * 1000) / 1000);
        }
        passed += segments[n].length;
      }
      const last = shape.c ? shape.v[0] : shape.v[shape.v.length - 1];
      return [last[0], last[1]];
    }

    // At both ends lottie-web looks elsewhere on the path.
    function vectorAlong(shape, lengths, share, kind) {
      const start = share == 1 ? shape.c : share == 0 ? 0.999 : share;
      const [a, b] = [pointAlong(shape, lengths, start), pointAlong(shape, lengths, start + 0.001)];
      const [x, y] = [b[0] - a[0], b[1] - a[1]];
      const size = sqrt(pow(x, 2) + pow(y, 2));
      if (size === 0) return [0, 0];
      return kind === 'tangent' ? [x / size, y / size] : [-y / size, x / size];
    }

    // --- Groups of properties

    // `propertyGroup(n)`: the group n levels above something.
    function groupAbove(self, parent) {
      return Object.freeze((count) => {
        const level = count === undefined ? 1 : count;
        return level <= 0 ? self : parent(level - 1);
      });
    }

    // Those of shapes are known once the layer's contents are made.
    function groupOf(property) {
      if (property.element.data.ty === 4 && !property.group && !property.place) property.element.presentShapes();
      const { place } = property;
      if (!property.group && place) property.group = groupAbove(Object.freeze({ _name: place.name }), place.parent);
      return property.group;
    }

    // The group is made when a script asks for it: few do.
    function setGroup(property, name, parent) {
      if (!property) return;
      property.group = undefined;
      property.place = { name, parent };
    }

    // A function that finds the position of the first object with a name among its names, or −1.
    function lookUp(objects, namesOf) {
      let positions = null;
      return (name) => {
        if (!positions) {
          positions = new Map();
          objects.forEach((object, n) => {
            for (const each of namesOf(object)) if (!positions.has(each)) positions.set(each, n);
          });
        }
        const position = positions.get(name);
        return position === undefined ? -1 : position;
      };
    }

    // --- Compositions and layers

    function compositionInterface(composition) {
      const { data, document } = composition;
      const positions = lookUp(composition.layers, (layer) => [layer.nm, layer.ind]);
      const find = (name) => {
        const position = positions(name);
        return position < 0 ? null : composition.element(position).layer;
      };
      return constants(find, {
        // In lottie-web compositions and layers have the name of the function that they are.
        _name: data.nm, name: data.nm, layer: find, pixelAspect: 1, width: data.w || document.size.w, height: data.h || document.size.h,
        frameDuration: 1 / frameRate, displayStartTime: 0, numLayers: composition.layers.length,
      });
    }

    function unknownLayer(element) { return constants(() => null, { _name: element.data && element.data.nm }); }

    function layerInterface(element) {
      const { data } = element;
      if (data.ty === 15) return footageInterface(element);
      const transform = element.transform && transformInterface(element.transform);
      const find = (name) => {
        switch (name) {
          case 'ADBE Root Vectors Group': case 'Contents': case 2: return find.content;
          case 1: case 6: case 'Transform': case 'transform': case 'ADBE Transform Group': return transform;
          case 4: case 'ADBE Effect Parade': case 'effects': case 'Effects': return find.effect;
          case 'ADBE Text Properties': return find.text;
          default: return null;
        }
      };
      const world = (seconds) =>
        seconds === undefined ? element.worldMatrix() : element.throughAncestors(element.matrix(seconds));
      const direction = (seconds) => element.throughAncestors(element.matrix(seconds).withoutTranslation());
      const toWorld = (point, seconds) => world(seconds).apply(point);
      element.interface = find;
      constants(find, {
        toWorld, toWorldVec: (point, seconds) => direction(seconds).apply(point),
        fromWorld: (point, seconds) => world(seconds).applyInverse(point),
        fromWorldVec: (point, seconds) => direction(seconds).applyInverse(point), toComp: toWorld,
        fromComp: (point) => world().applyInverse(point), sampleImage: () => [1, 1, 1, 1],
        sourceRectAtTime: () => element.sourceRect(), transform, startTime: data.st, index: data.ind, source: data.refId,
        height: data.ty === 0 ? data.h : 100, width: data.ty === 0 ? data.w : 100, inPoint: data.ip / frameRate,
        outPoint: data.op / frameRate, _name: data.nm, name: data.nm, effect: effectsInterface(element),
        mask: data.hasMask ? maskInterface(element) : undefined,
      });
      define(find, {
        hasParent: () => element.ancestors.length, parent: () => element.ancestors[0].layer, active: () => element.isActive,
        rotation: () => transform.rotation, scale: () => transform.scale, position: () => transform.position,
        opacity: () => transform.opacity, anchorPoint: () => transform.anchorPoint, anchor_point: () => transform.anchorPoint,
      });
      if (data.ty === 4) define(find, { content: () => element.contents, shapeInterface: () => element.contents });
      if (data.ty === 5) constants(find, { text: textInterface(element) });
      return find;
    }

    const transformNames = {
      scale: ['scale', 'Scale', 'ADBE Scale', 6],
      rotation: ['rotation', 'Rotation', 'ADBE Rotation', 'ADBE Rotate Z', 10],
      xRotation: ['ADBE Rotate X'], yRotation: ['ADBE Rotate Y'], position: ['position', 'Position', 'ADBE Position', 2],
      xPosition: ['ADBE Position_0'], yPosition: ['ADBE Position_1'], zPosition: ['ADBE Position_2'],
      anchorPoint: ['anchorPoint', 'AnchorPoint', 'Anchor Point', 'ADBE AnchorPoint', 1],
      opacity: ['opacity', 'Opacity', 11],
    };
    const transformNamed = new Map(Object.keys(transformNames).flatMap((name) => transformNames[name].map((n) => [n, name])));

    function transformInterface(t) {
      const find = (name) => {
        const known = transformNamed.get(name);
        return known ? find[known] : null;
      };
      return define(find, {
        rotation: () => valueOf(t.r || t.rz), zRotation: () => valueOf(t.rz || t.r), xRotation: () => valueOf(t.rx),
        yRotation: () => valueOf(t.ry), scale: () => valueOf(t.s),
        position: () => t.p ? valueOf(t.p) : [valueOf(t.px), valueOf(t.py), t.pz ? valueOf(t.pz) : 0],
        xPosition: () => valueOf(t.px), yPosition: () => valueOf(t.py), zPosition: () => valueOf(t.pz),
        anchorPoint: () => valueOf(t.a), opacity: () => valueOrZeros(t.o), skew: () => valueOf(t.sk),
        skewAxis: () => valueOf(t.sa), orientation: () => valueOf(t.or),
      });
    }

    function maskInterface(element) {
      const masks = element.masks.map(({ path: property, opacity }) => define({}, {
        maskPath: () => pathInterface(property), maskOpacity: () => opacity.current * 100,
      }));
      return Object.freeze((name) => {
        const position = element.masks.findIndex(({ data }) => data.nm === name);
        return position < 0 ? null : masks[position];
      });
    }

    function textInterface(element) {
      const find = (name) => name === 'ADBE Text Document' ? find.sourceText : null;
      return define(find, {
        sourceText: () => {
          const string = element.text.string();
          const result = new String(string);
          result.value = string || new String(string);
          return Object.defineProperty(result, 'style', { get: () => ({ fillColor: element.text.document().fc }) });
        },
      });
    }

    function footageInterface(element) {
      const json = element.document.footage.get(element.data.refId);
      const outline = () => {
        let name = '';
        let current = json === undefined ? fail('the footage is not there') : json;
        const search = Object.freeze((wanted) => {
          if (current[wanted]) {
            name = wanted;
            current = current[wanted];
          } else {
            const position = wanted.indexOf(name);
            if (position === -1) return '';
            current = current[parseInt(wanted.substr(position + name.length), 10)];
          }
          return typeof current === 'object' ? search : current;
        });
        return search;
      };
      const data = constants((name) => name === 'Outline' ? outline() : null, { _name: 'Outline', outlineInterface: outline });
      return constants((name) => name === 'Data' ? data : null, { _name: 'Data', dataInterface: data });
    }

    // --- Effects

    function effectsInterface(element) {
      const effects = element.data.ef || [];
      const groups = effects.map((effect, n) => effectInterface(element, effect, element.effects[n]));
      const positions = lookUp(effects, (effect) => [effect.nm, effect.mn, effect.ix]);
      const find = (name) => {
        const position = positions(name);
        return position < 0 ? null : groups[position];
      };
      return constants(find, { numProperties: effects.length });
    }

    function effectInterface(element, effect, properties) {
      const parameters = effect.ef || [];
      const valueAt = (position) => {
        const property = properties[position];
        if (parameters[position].ty === 10) return element.composition.interface(property.current);
        return valueOrZeros(property);
      };
      const positions = lookUp(parameters, (item) => [item.nm, item.mn, item.ix]);
      const find = (name) => {
        const position = positions(name);
        if (position < 0) throw new Error(`the effect “${effect.nm}” has no property “${String(name)}”`);
        return valueAt(position);
      };
      const group = groupAbove(find, (level) => element.layer(level));
      for (const property of properties) setGroup(property, '', group);
      constants(find, {
        numProperties: effect.np, _name: effect.nm, propertyGroup: group, enabled: effect.en !== 0, active: effect.en !== 0,
      });
      return effect.mn === 'ADBE Color Control' ? define(find, { color: () => valueAt(0) }) : find;
    }
    """#
}
