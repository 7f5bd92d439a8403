extension Prelude {
  /// Functions that the importer calls.
  static let entry = #"""
    let lottie = null;
    const footage = new Map();
    const handles = [];
    // Uses of compositions in the order of the document, as far as they were looked through.
    const searched = [];

    return {
      // Takes the data of an asset, before the document that refers to it.
      addFootage(id, json) { footage.set(id, parseJSON(json)); },

      // Builds the document. Scripts run after that only.
      load(json, themeSlots, countsAll) {
        lottie = new LottieDocument(parseJSON(json), parseJSON(themeSlots), footage, countsAll === 1);
        for (const name of Object.keys(vocabulary)) {
          Object.defineProperty(globalThis, name, { value: vocabulary[name], writable: true, configurable: true });
        }
        freezeAll([globalThis, ...hiddenIntrinsics()]);
        freezeMade();
      },

      // The use of a composition by a layer, which a JSON pointer leads to; −1 if there is none.
      enter(outer, pointer) {
        const element = elementAt(compositions[outer], pointer);
        return element && element.inner ? element.inner.id : -1;
      },

      // The property that a JSON pointer leads to, in a use of a composition; −1 if it has no expression there.
      property(use, layerPointer, pointer, type) {
        const element = use < 0 ? firstElement(layerPointer) : elementAt(compositions[use], layerPointer);
        const data = follow(lottie.json, pointer);
        if (!element || !data) return -1;
        if (element.data.ty === 4 && pointer.startsWith(`${layerPointer}/shapes/`)) element.shapes;
        const property = type === 3 ? element.text && element.text.property
          : element.property(data, type);
        if (!property || !property.code) return -1;
        handles.push(property);
        return handles.length - 1;
      },

      evaluate: valueAtFrame,

      // The value as numbers if it is the same at all times; else 0.
      behavior(handle, frame) {
        const property = handles[handle];
        const known = new Set(failures.keys());
        const value = valueAtFrame(handle, frame);
        if ('constant' in property && value !== undefined) return typeof value === 'number' ? Float64Array.of(value) : value;
        // What fails is told when its value is asked for, which may never be.
        for (const other of failures.keys()) {
          if (known.has(other)) continue;
          failures.delete(other);
          other.results = [];
        }
        return 0;
      },

      // After a script was ended: the innermost expression that ran is not run again, nor those with the same text if it ran
      // too long. Returns −1 if there was none.
      stop(reason, isTime) {
        const property = running[running.length - 1];
        for (const unfinished of running) unfinished.isRunning = false;
        running.length = 0;
        drawn = null;
        if (!property) return -1;
        property.end(`the expression was ended because ${reason}`);
        if (isTime === 1) endedTexts.set(property.code, `an expression with the same text was ended because ${reason}`);
        return 0;
      },

      // The expressions that had no result: JSON pointer, kind and text of each, with separators between.
      takeFailures() {
        const places = new Map();
        const wanted = new Set([...failures.keys()].map((property) => property.data));
        const search = (value, pointer) => {
          if (value === null || typeof value !== 'object') return;
          if (wanted.has(value)) places.set(value, pointer);
          for (const key of Object.keys(value)) search(value[key], `${pointer}/${key.replace(/~/g, '~0').replace(/\//g, '~1')}`);
        };
        if (wanted.size) search(lottie.json, '');
        const lines = [...failures].map(([property, { kind, text }]) =>
          [places.get(property.data) || '', kind, text].join('\x1F'));
        return lines.join('\x1E');
      },
    };

    // The value at a frame of the root composition: numbers, the closed flag and six numbers a vertex, or a text.
    function valueAtFrame(handle, frame) {
      const property = handles[handle];
      request += 1;
      running.length = 0;
      cycleDepth = Infinity;
      isTimeRead = false;
      setFrame(frame);
      try {
        const value = property.evaluated();
        return property.type === path ? flattened(value) : value;
      } catch (error) {
        return undefined;
      }
    }

    function flattened({ c, v, i, o }) {
      const numbers = new Float64Array(1 + v.length * 6);
      numbers[0] = c ? 1 : 0;
      for (let n = 0, next = 1; n < v.length; n += 1) {
        for (const [x, y] of [v[n], i[n], o[n]]) {
          numbers[next] = x;
          numbers[next + 1] = y;
          next += 2;
        }
      }
      return numbers;
    }

    function follow(json, pointer) {
      let value = json;
      for (const step of pointer.split('/').slice(1)) {
        if (value === null || typeof value !== 'object') return undefined;
        value = value[step.includes('~') ? step.replace(/~1/g, '/').replace(/~0/g, '~') : step];
      }
      return value;
    }

    function firstElement(pointer) {
      const data = follow(lottie.json, pointer);
      const shows = (composition) => composition.layers.includes(data);
      let first = searched.find(shows);
      while (!first) {
        const { value, done } = lottie.uses.next();
        if (done) return null;
        searched.push(value);
        if (shows(value)) first = value;
      }
      return first.element(first.layers.indexOf(data));
    }

    function elementAt(composition, pointer) {
      const data = composition && follow(lottie.json, pointer);
      const position = data ? composition.layers.indexOf(data) : -1;
      return position < 0 ? null : composition.element(position);
    }
    """#
}
