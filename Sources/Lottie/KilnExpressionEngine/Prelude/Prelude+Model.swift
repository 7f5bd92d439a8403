extension Prelude {
  /// The document as lottie-web builds it: compositions of elements, each with its properties. Every use of a composition
  /// has elements of its own.
  static let model = #"""
    let frameRate = 1;
    const compositions = [];

    // A use of a composition.
    class Composition {
      // The element that shows it is null for the root composition and for extra compositions.
      constructor(document, data, layers, user) {
        this.document = document;
        this.data = data;
        this.layers = layers || [];
        this.user = user;
        this.frames = [];
        this.elements = [];
        this.id = compositions.length;
        compositions.push(this);
        this.interface = compositionInterface(this);
      }

      // Whether a layer of the number moves others.
      isParent(number) {
        if (!this.parents) this.parents = new Set(this.layers.map((layer) => String(layer.parent)));
        return this.parents.has(String(number));
      }

      // Made when something asks for it: most expressions concern few layers.
      element(position) {
        if (!this.elements[position]) {
          const element = new Element(this, this.layers[position]);
          this.elements[position] = element;
          try {
            element.build();
          } catch (error) {
            // A layer that lottie-web could not make has no properties that scripts see.
            element.interface = unknownLayer(element);
          }
        }
        return this.elements[position];
      }

      // The compositions that its layers show, and those in them.
      * innerUses() {
        for (let i = 0; i < this.layers.length; i += 1) {
          const { ty, xt } = this.layers[i];
          const inner = (ty === 0 || xt) && this.element(i).inner;
          if (inner) {
            yield inner;
            yield* inner.innerUses();
          }
        }
      }

      // Its own time in frames.
      frame() {
        isTimeRead = true;
        return this.frameForTime(false);
      }

      // Whether lottie-web brings its layers up to date now.
      get isShown() { return !this.user || this.user.isInRange && this.user.composition.isShown; }

      frameForTime(isRead) {
        if (isRead) isTimeRead = true;
        const known = this.frames[stamp];
        if (known !== undefined) return known;
        const frame = this.user ? this.user.innerFrame() : rootFrame;
        this.frames[stamp] = frame;
        return frame;
      }
    }

    // The shapes of an element, whose properties are made when something asks for one: most expressions read others.
    class ShapePart {
      constructor(element) {
        this.element = element;
        this.views = null;
        this.made = [];
      }
    }

    class Element {
      constructor(composition, data) {
        this.composition = composition;
        this.document = composition.document;
        this.data = data || {};
        this.properties = new Map();
        this.masks = [];
        this.effects = [];
        this.ancestors = [];
        // What lottie-web makes with it, in that order: properties with expressions, shapes, other elements, a composition.
        this.made = [];
        this.shapePart = new ShapePart(this);
        this.inner = null;
        this.interface = null;
        this.shapesInterface = null;
        this.itemLists = [];
        this.world = null;
        this.worldFrame = NaN;
        this.isWorldRead = false;
        this.isPlain = undefined;
        this.ownFirstFrame = undefined;
      }

      // Makes the properties in lottie-web's order.
      build() {
        const { data } = this;
        for (const effect of data.ef || []) {
          this.effects.push((effect.ef || []).map((parameter) => this.effectParameter(parameter)));
        }
        if (data.ty === 5) this.buildText();
        this.transform = data.ks ? this.transformOf(data.ks) : null;
        if (data.ty !== 15) this.findAncestors();
        for (const mask of data.hasMask && data.masksProperties || []) {
          const opacity = this.property(mask.o, scalar, 0.01);
          this.masks.push({ data: mask, opacity, path: this.property(mask.pt, path) });
          if (mask.x) this.property(mask.x, scalar);
        }
        if (data.ty === 4) this.made.push(this.shapePart);
        if (data.ty === 0 || data.xt) this.buildInner();
        freezeMade();
      }

      // What scripts see of a shape layer's shapes, made when one asks for it.
      get contents() {
        if (!this.shapesInterface) {
          this.shapesInterface = contentsInterface(this, this.layer);
          freezeMade();
        }
        return this.shapesInterface;
      }

      // Presents all shapes, each of which gives its properties their groups.
      presentShapes() {
        this.contents;
        for (const list of this.itemLists) list.data.forEach((_, n) => list.at(n));
      }

      // What scripts see of it, made when one asks for it: few do, and of few layers.
      get layer() {
        if (!this.interface) {
          try {
            this.interface = layerInterface(this);
          } catch (error) {
            this.interface = this.interface || unknownLayer(this);
          }
          freezeMade();
        }
        return this.interface;
      }

      buildInner() {
        // A composition inside itself has no end.
        for (let user = this.composition.user; user; user = user.composition.user) {
          if (user.data.refId === this.data.refId) return;
        }
        const asset = this.data.xt ? this.data : this.document.assets.get(this.data.refId);
        this.inner = new Composition(this.document, this.data, asset && asset.layers, this);
        if (!this.data.xt) this.document.named.push(this.inner);
        this.made.push(this.inner);
        this.remap = this.property(this.data.tm, scalar, frameRate);
      }

      // The time of the composition that it shows.
      innerFrame() {
        if (this.remap) {
          const frame = this.remap.current;
          return frame === this.data.op ? frame - 1 : frame;
        }
        return (this.composition.frameForTime(false) - (this.data.st || 0)) / (this.data.sr || 1);
      }

      findAncestors() {
        const seen = new Set([this]);
        let index = this.data.parent;
        while (index !== undefined && index !== null) {
          const wanted = index;
          const position = this.composition.layers.findIndex((layer) => layer.ind == wanted);
          if (position < 0) return;
          const ancestor = this.composition.element(position);
          this.made.push(ancestor);
          if (seen.has(ancestor)) return;
          seen.add(ancestor);
          this.ancestors.push(ancestor);
          index = ancestor.data.parent;
        }
      }

      // The property that an object of the file is; null if there is none.
      property(data, type, factor) {
        if (!data || typeof data !== 'object') return null;
        let found = this.properties.get(data);
        if (!found) {
          found = new Property(this, data, type, factor);
          this.properties.set(data, found);
        }
        return found;
      }

      effectParameter(parameter) {
        const isVector = parameter.ty === 2 || parameter.ty === 3;
        const isKnown = [0, 1, 2, 3, 4, 7, 10, 11].includes(parameter.ty);
        return isKnown ? this.property(parameter.v, isVector ? vector : scalar) : null;
      }

      transformOf(data) {
        const transform = {};
        const add = (name, json, type, factor) => { transform[name] = this.property(json, type, factor); };
        if (data.p && data.p.s) {
          add('px', data.p.x, scalar);
          add('py', data.p.y, scalar);
          if (data.p.z) add('pz', data.p.z, scalar);
        } else {
          add('p', data.p || { k: [0, 0, 0] }, vector);
        }
        if (data.rx) {
          add('rx', data.rx, scalar, degree);
          add('ry', data.ry, scalar, degree);
          add('rz', data.rz, scalar, degree);
          add('or', data.or, vector, degree);
          if (transform.or) transform.or.isOrientation = true;
        } else {
          add('r', data.r || { k: 0 }, scalar, degree);
        }
        if (data.sk) {
          add('sk', data.sk, scalar, degree);
          add('sa', data.sa || { k: 0 }, scalar, degree);
        }
        add('a', data.a || { k: [0, 0, 0] }, vector);
        add('s', data.s || { k: [100, 100, 100] }, vector, 0.01);
        add('o', data.o, scalar, 0.01);
        return transform;
      }

      // What is made of its shapes, in their order.
      get shapes() {
        const { shapePart } = this;
        if (!shapePart.views) {
          const { made } = this;
          this.made = shapePart.made;
          shapePart.views = this.shapesOf(this.data.shapes || []);
          this.made = made;
          freezeMade();
        }
        return shapePart.views;
      }

      // The properties of shape items, by the names that the interfaces use.
      shapesOf(items) {
        const views = [];
        for (let i = items.length - 1; i >= 0; i -= 1) views[i] = this.shapeView(items[i]);
        return views;
      }

      shapeView(item) {
        const number = (json, factor) => this.property(json, scalar, factor);
        const numbers = (json, factor) => this.property(json, vector, factor);
        const dashes = () => (item.d || []).map((dash) => number(dash.v));
        const stops = () => item.g && numbers(item.g.k);
        switch (item.ty) {
          case 'gr': return { it: this.shapesOf(item.it || []) };
          case 'tr': return { transform: this.transformOf(item) };
          case 'fl': return { o: number(item.o, 0.01), c: numbers(item.c, 255) };
          case 'st':
            return { o: number(item.o, 0.01), w: number(item.w), d: Array.isArray(item.d) ? dashes() : [], c: numbers(item.c, 255) };
          case 'gf':
          case 'gs':
            return {
              w: item.ty === 'gs' ? number(item.w) : null, d: item.ty === 'gs' && Array.isArray(item.d) ? dashes() : [],
              o: number(item.o, 0.01), s: numbers(item.s), e: numbers(item.e), h: number(item.h, 0.01),
              a: number(item.a, degree), g: stops(),
            };
          case 'sh': return { path: this.property(item.ks, path) };
          case 'rc': return { p: numbers(item.p), s: numbers(item.s), r: number(item.r) };
          case 'el': return { p: numbers(item.p), s: numbers(item.s) };
          case 'sr':
            return {
              ir: number(item.ir), is: number(item.is, 0.01), pt: number(item.pt), p: numbers(item.p),
              r: number(item.r, degree), or: number(item.or), os: number(item.os, 0.01),
            };
          case 'tm': return { s: number(item.s, 0.01), e: number(item.e, 0.01), o: number(item.o) };
          case 'rd': return { r: number(item.r) };
          case 'rp':
            return {
              c: number(item.c), o: number(item.o),
              tr: item.tr && { so: number(item.tr.so, 0.01), eo: number(item.tr.eo, 0.01), ...this.transformOf(item.tr) },
            };
          case 'pb':
          case 'op': return { a: number(item.a), ml: number(item.ml) };
          case 'zz': return { s: number(item.s), r: number(item.r), pt: number(item.pt) };
          default: return {};
        }
      }

      buildText() {
        const text = this.data.t || {};
        this.text = new TextProperty(this, text);
        for (const animator of text.a || []) {
          if (animator.s && animator.s.t === 1) this.selector(animator.s);
        }
      }

      // An expression that gives the weight of each letter.
      selector(data) {
        let found = this.properties.get(data);
        if (!found) {
          found = new Property(this, { k: 100, x: data.x }, scalar, 1);
          found.isSelector = true;
          found.data = data;
          found.textTotal = data.totalChars;
          found.fixed = found.raw = 1;
          this.properties.set(data, found);
        }
        return found;
      }

      // Whether the layer is seen now, as scripts ask for it. Layers that show nothing have no answer in lottie-web.
      get isActive() { return [0, 1, 2, 4, 5].includes(this.data.ty) ? this.isInRange : undefined; }

      get isInRange() {
        const frame = this.composition.frame();
        return this.data.ip <= frame && this.data.op > frame;
      }

      // The frame of the root composition in which its expressions run first, if the animation is played from its beginning.
      get firstFrame() {
        if (this.ownFirstFrame === undefined) this.ownFirstFrame = this.foundFirstFrame();
        return this.ownFirstFrame;
      }

      foundFirstFrame() {
        const { ip, op } = this.document.json;
        const first = round(ip) || 0;
        // Nulls and parents are moved also where they are not seen.
        const { ty, ind } = this.data;
        const isMoved = ty === 3 || ind !== undefined && this.composition.isParent(ind);
        const runs = () => (isMoved || this.isInRange) && this.composition.isShown;
        for (let frame = first; frame < op; frame += 1) if (atFrame(frame, runs)) return frame;
        return first;
      }

      sourceRect() {
        const { data } = this;
        if (data.ty === 3 || data.ty === 13 || data.ty === 15) return undefined;
        const asset = data.ty === 2 && this.document.assets.get(data.refId);
        if (asset) return { top: 0, left: 0, width: asset.w, height: asset.h };
        if (data.ty === 1) return { top: 0, left: 0, width: data.sw, height: data.sh };
        if (data.ty === 5) return this.text.rectangle();
        return { top: 0, left: 0, width: 100, height: 100 };
      }

      // --- Matrices

      applyTransform(matrix, at) {
        const t = this.transform;
        if (!t) return matrix;
        const value = (name) => at === undefined ? t[name].current : multiplied(t[name].atTime(at), t[name].factor);
        const anchor = value('a');
        matrix.translate(-anchor[0], -anchor[1], anchor[2]);
        const scale = value('s');
        matrix.scale(scale[0], scale[1], scale[2]);
        if (t.sk) matrix.skew(-value('sk'), value('sa'));
        if (t.r) {
          matrix.rotateZ(-value('r'));
        } else {
          const orientation = value('or');
          matrix.rotateZ(-value('rz')).rotateY(value('ry')).rotateX(value('rx'));
          matrix.rotateZ(-orientation[2]).rotateY(orientation[1]).rotateX(orientation[0]);
        }
        if (t.px) return matrix.translate(value('px'), value('py'), t.pz ? -value('pz') : 0);
        const position = value('p');
        return matrix.translate(position[0], position[1], -position[2]);
      }

      // From the layer's space to its composition's. With a time only its own keyframes count; parents are as they are now.
      matrix(seconds) {
        const matrix = new Matrix();
        this.applyTransform(matrix, seconds);
        return matrix;
      }

      // From the layer's space to its composition's, now. Kept for the frame where no expression has a part in it.
      worldMatrix() {
        if (this.worldFrame !== rootFrame) {
          const wasRead = isTimeRead;
          isTimeRead = false;
          this.world = this.throughAncestors(this.matrix());
          this.isWorldRead = isTimeRead;
          isTimeRead = wasRead;
          if ([this, ...this.ancestors].every((element) => element.hasPlainTransform)) this.worldFrame = rootFrame;
        }
        isTimeRead = isTimeRead || this.isWorldRead;
        return this.world;
      }

      // Whether no expression has a part in the transform.
      get hasPlainTransform() {
        if (this.isPlain === undefined) {
          this.isPlain = Object.values(this.transform || {}).every((property) => !property || !property.code);
        }
        return this.isPlain;
      }

      throughAncestors(matrix) {
        for (const ancestor of this.ancestors) ancestor.applyTransform(matrix);
        return matrix;
      }
    }

    function multiplied(value, factor) {
      if (typeof value === 'number') return value * factor;
      const result = [];
      for (let i = 0; i < value.length; i += 1) result[i] = value[i] * factor;
      return result;
    }

    // The text document of a layer.
    class TextProperty {
      constructor(element, json) {
        this.element = element;
        const data = json.d || {};
        const source = element.document.slotted(data);
        this.keys = Array.isArray(source.k) ? source.k : [{ t: 0, s: source }];
        this.property = null;
        if (typeof source.x === 'string') {
          this.property = new Property(element, { k: 0, x: source.x }, scalar, 1);
          this.property.text = this;
          this.property.data = data;
          this.property.converted = (result) => {
            if (result === undefined || result === null) fail('it has no result');
            const text = String(result.toString());
            if (text.length > 100000) fail('its text has more than 100000 characters');
            return text;
          };
          this.property.plain = () => this.document().t;
          this.property.initial = this.property.plain;
          element.properties.set(data, this.property);
        }
      }

      document() {
        if (this.keys.length > 1) isTimeRead = true;
        const frame = this.element.composition.frameForTime(false);
        let i = 0;
        while (i < this.keys.length - 1 && this.keys[i + 1].t <= frame) i += 1;
        return this.keys[i].s || {};
      }

      string() { return this.property ? this.property.evaluatedOrPlain() : this.document().t; }

      // The size of a text depends on fonts, which scripts do not see: the box, or a guess by its letters.
      rectangle() {
        const { sz: box, ps: corner, s: size } = this.document();
        if (box) return { top: corner ? corner[1] : 0, left: corner ? corner[0] : 0, width: box[0], height: box[1] };
        const lines = String(this.string()).split(/[\r\n\u0003]/);
        const width = max(...lines.map((line) => line.length)) * size * 0.5;
        return { top: -size * 0.75, left: 0, width, height: lines.length * size * 1.2 };
      }
    }
    """#
}
