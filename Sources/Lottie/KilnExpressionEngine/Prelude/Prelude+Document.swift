extension Prelude {
  /// The document, and the order in which lottie-web makes what is in it.
  static let document = #"""
    class LottieDocument {
      constructor(json, themeSlots, footage, countsAll) {
        this.json = json;
        this.countsAll = countsAll;
        this.slots = json.slots || {};
        this.themeSlots = themeSlots || {};
        this.footage = footage;
        this.assets = new Map((json.assets || []).map((asset) => [asset.id, asset]));
        this.size = { w: json.w, h: json.h };
        this.globalData = constants({}, { frameRate: json.fr, compSize: this.size, nm: json.nm });
        this.compositionNamed = (name) => {
          this.makeAll();
          const found = this.named.find((composition) => composition.data.nm === name);
          return found ? found.interface : null;
        };
        unfrozen.push(this.compositionNamed);
        frameRate = json.fr;
        divideOldColors(json);
        const root = new Composition(this, json, json.layers, null);
        this.outermost = [];
        for (const asset of json.assets || []) {
          if (asset.xt) this.outermost.push(new Composition(this, asset, asset.layers, null));
        }
        this.outermost.push(root);
        this.named = [...this.outermost];
        this.uses = this.allUses();
      }

      // All uses of compositions, from the outside to the inside.
      * allUses() {
        yield* compositions.slice(0, this.outermost.length);
        for (const composition of this.outermost) yield* composition.innerUses();
      }

      // Makes all layers, and gives expressions their seeds and compositions their order, which are those of lottie-web.
      makeAll() {
        if (!this.countsAll) return;
        startSeeds();
        const named = [...this.outermost];
        const visited = new Set();
        const visit = (made) => {
          if (made instanceof Property) {
            made.ownSeed = nextSeed();
          } else if (made instanceof Composition) {
            if (!made.data.xt) named.push(made);
            made.layers.forEach((_, i) => visit(made.element(i)));
          } else if (made instanceof ShapePart) {
            made.element.shapes;
            made.made.forEach(visit);
          } else if (!visited.has(made)) {
            visited.add(made);
            made.made.forEach(visit);
          }
        };
        for (const composition of this.outermost) composition.layers.forEach((_, i) => visit(composition.element(i)));
        this.named = named;
        // Not before: what ends the script may end this, too.
        this.countsAll = false;
      }

      // The object, or what a slot puts in its place. The theme's value goes before the file's.
      slotted(data) {
        if (!data || !data.sid) return data || {};
        const values = [this.slots, this.themeSlots].map((slots) => slots[data.sid] && slots[data.sid].p);
        return Object.assign({}, data, ...values);
      }
    }

    // Before version 4.1.9 colours were numbers up to 255.
    function divideOldColors(json) {
      if (typeof json.v !== 'string') return;
      const [a, b, c] = json.v.split('.').map(Number);
      if (a * 1e6 + b * 1e3 + c >= 4001009) return;
      const divide = (list) => { if (Array.isArray(list)) for (let i = 0; i < 4; i += 1) list[i] /= 255; };
      const visit = (items) => {
        for (const item of items || []) {
          if (item.ty === 'gr') visit(item.it);
          const color = (item.ty === 'fl' || item.ty === 'st') && item.c && item.c.k;
          if (!Array.isArray(color)) continue;
          if (typeof color[0] === 'number') divide(color);
          else for (const key of color) [key.s, key.e].forEach(divide);
        }
      };
      for (const owner of [json, ...(json.assets || [])]) for (const layer of owner.layers || []) visit(layer.shapes);
    }
    """#
}
