extension Prelude {
  /// Interfaces of scripts to the contents of shape layers.
  static let shapes = #"""
    // The root of a shape layer's contents.
    function contentsInterface(element, layer) {
      const find = (name) => {
        if (typeof name === 'number') return name === 0 ? layer : items.at(name - 1);
        return items.at(positions(name)) || null;
      };
      const group = groupAbove(find, () => layer);
      const items = new ItemList(element, element.data.shapes || [], element.shapes, group);
      const positions = lookUp(items.data, (item) => [nameOf(item)]);
      return constants(find, { propertyGroup: group, numProperties: items.data.length, _name: 'Contents' });
    }

    // The items of a group, each presented when a script asks for it. Transforms are no items of their own.
    class ItemList {
      constructor(element, items, views, group) {
        this.element = element;
        this.data = items.filter((item) => item.ty !== 'tr');
        this.views = views.filter((_, n) => items[n].ty !== 'tr');
        this.group = group;
        this.interfaces = [];
        element.itemLists.push(this);
      }

      at(position) {
        const item = this.data[position];
        if (item && !this.interfaces[position]) {
          const make = itemKinds[item.ty] || otherInterface;
          this.interfaces[position] = make(item, this.views[position], this.group, this.element);
          freezeMade();
        }
        return this.interfaces[position];
      }
    }

    // The name by which scripts find an item.
    function nameOf(item) { return itemKinds[item.ty] ? item.nm : undefined; }

    const itemKinds = {
      gr: groupInterface, fl: fillInterface, st: strokeInterface, tm: trimInterface, el: ellipseInterface, sr: starInterface,
      sh: shapePathInterface, rc: rectangleInterface, rd: roundedInterface, rp: repeaterInterface, gf: gradientInterface,
    };

    function otherInterface() { return Object.freeze(() => null); }

    function groupInterface(item, view, parent, element) {
      const find = (name) => {
        return ['ADBE Vectors Group', 'Contents', 2].includes(name) ? find.content : find.transform;
      };
      const group = groupAbove(find, parent);
      const content = groupContents(item, view, group, element);
      return constants(find, {
        propertyGroup: group, content, transform: groupTransform(item, view, group), numProperties: item.np,
        propertyIndex: item.ix, nm: item.nm, mn: item.mn, _name: item.nm,
      });
    }

    function groupContents(item, view, parent, element) {
      const find = (name) => {
        const found = items.at(positions(name));
        return found || (typeof name === 'number' ? items.at(name - 1) : null);
      };
      const group = groupAbove(find, parent);
      const items = new ItemList(element, item.it || [], view.it, group);
      const positions = lookUp(items.data, (inner) => {
        // None has all of the members that lottie-web compares.
        if (!itemKinds[inner.ty]) return [undefined];
        return ['fl', 'st', 'gf'].includes(inner.ty) ? [inner.nm, inner.mn, undefined] : [inner.nm, inner.mn, inner.ix, undefined];
      });
      return constants(find, {
        propertyGroup: group, numProperties: items.data.length, transform: groupTransform(item, view, group),
        propertyIndex: item.cix, _name: item.nm,
      });
    }

    // One that finds its properties by their index in the file, or by one of some names.
    function finder(item, entries) {
      const positions = lookUp(entries, ([, key, ...names]) => key && item[key] ? [item[key].ix, ...names] : names);
      const find = (name) => {
        const position = positions(name);
        return position < 0 ? null : find[entries[position][0]];
      };
      return find;
    }

    // Names the groups of properties, and gives each a getter.
    function withProperties(find, item, view, parent, entries) {
      const group = groupAbove(find, parent);
      for (const [member, key, title] of entries) {
        setGroup(view[key], title, group);
        Object.defineProperty(find, member, { get: Object.freeze(() => valueOrZeros(view[key])), enumerable: true });
      }
      return constants(find, { _name: item.nm, mn: item.mn, propertyIndex: item.ix });
    }

    function groupTransform(item, view, parent) {
      const last = (item.it || []).length - 1;
      const json = last >= 0 ? item.it[last] : {};
      const t = last >= 0 && view.it[last].transform || {};
      const find = finder(json, [
        ['anchorPoint', 'a', 'Anchor Point'], ['opacity', 'o', 'Opacity'], ['position', 'p', 'Position'],
        ['rotation', 'r', 'Rotation', 'ADBE Vector Rotation'], ['scale', 's', 'Scale'], ['skew', 'sk', 'Skew'],
        ['skewAxis', 'sa', 'Skew Axis'],
      ]);
      const group = groupAbove(find, parent);
      for (const [key, title] of [['o', 'Opacity'], ['p', 'Position'], ['a', 'Anchor Point'], ['s', 'Scale'],
        ['r', 'Rotation'], ['sk', 'Skew'], ['sa', 'Skew Angle']]) setGroup(t[key], title, group);
      define(find, {
        opacity: () => valueOrZeros(t.o), position: () => valueOf(t.p), anchorPoint: () => valueOf(t.a),
        scale: () => valueOf(t.s), rotation: () => valueOf(t.r), skew: () => valueOf(t.sk), skewAxis: () => valueOf(t.sa),
      });
      return constants(find, { _name: json.nm, ty: 'tr', mn: json.mn, propertyGroup: parent });
    }

    function fillInterface(item, view, parent) {
      const find = finder({}, [['color', '', 'Color', 'color'], ['opacity', '', 'Opacity', 'opacity']]);
      setGroup(view.c, 'Color', parent);
      setGroup(view.o, 'Opacity', parent);
      define(find, { color: () => valueOf(view.c), opacity: () => valueOf(view.o) });
      return constants(find, { _name: item.nm, mn: item.mn });
    }

    function gradientInterface(item, view, parent) {
      const find = finder({}, [
        ['startPoint', '', 'Start Point', 'start point'], ['endPoint', '', 'End Point', 'end point'],
        ['opacity', '', 'Opacity', 'opacity'],
      ]);
      setGroup(view.s, 'Start Point', parent);
      setGroup(view.e, 'End Point', parent);
      setGroup(view.o, 'Opacity', parent);
      define(find, {
        startPoint: () => valueOf(view.s), endPoint: () => valueOf(view.e), opacity: () => valueOf(view.o), type: () => 'a',
      });
      return constants(find, { _name: item.nm, mn: item.mn });
    }

    function strokeInterface(item, view, parent) {
      const find = finder({}, [
        ['color', '', 'Color', 'color'], ['opacity', '', 'Opacity', 'opacity'],
        ['strokeWidth', '', 'Stroke Width', 'stroke width'],
      ]);
      const group = groupAbove(find, parent);
      const dash = constants({}, {});
      const dashGroup = groupAbove(dash, group);
      view.d.forEach((property, n) => {
        const name = item.d[n].nm;
        if (property) property.group = dashGroup;
        if (!Object.hasOwn(dash, name)) Object.defineProperty(dash, name, { get: Object.freeze(() => valueOf(property)), enumerable: true });
      });
      setGroup(view.c, 'Color', group);
      setGroup(view.o, 'Opacity', group);
      setGroup(view.w, 'Stroke Width', group);
      define(find, {
        color: () => valueOf(view.c), opacity: () => valueOf(view.o), strokeWidth: () => valueOf(view.w), dash: () => dash,
      });
      return constants(find, { _name: item.nm, mn: item.mn });
    }

    function trimInterface(item, view, parent) {
      const find = finder(item, [['end', 'e', 'End', 'end'], ['start', 's'], ['offset', 'o']]);
      withProperties(find, item, view, parent, [['start', 's', 'Start'], ['end', 'e', 'End'], ['offset', 'o', 'Offset']]);
      return constants(find, { propertyGroup: parent });
    }

    function ellipseInterface(item, view, parent) {
      const find = finder(item, [['position', 'p'], ['size', 's']]);
      return withProperties(find, item, view, parent, [['size', 's', 'Size'], ['position', 'p', 'Position']]);
    }

    function starInterface(item, view, parent) {
      const find = finder(item, [
        ['position', 'p'], ['rotation', 'r'], ['points', 'pt'], ['outerRadius', 'or', 'ADBE Vector Star Outer Radius'],
        ['outerRoundness', 'os'], ['innerRadius', 'ir', 'ADBE Vector Star Inner Radius'], ['innerRoundness', 'is'],
      ]);
      return withProperties(find, item, view, parent, [
        ['outerRadius', 'or', 'Outer Radius'], ['outerRoundness', 'os', 'Outer Roundness'], ['points', 'pt', 'Points'],
        ['position', 'p', 'Position'], ['rotation', 'r', 'Rotation'], ['innerRadius', 'ir', 'Inner Radius'],
        ['innerRoundness', 'is', 'Inner Roundness'],
      ]);
    }

    function rectangleInterface(item, view, parent) {
      const find = finder(item, [['position', 'p'], ['roundness', 'r'], ['size', 's', 'Size', 'ADBE Vector Rect Size']]);
      return withProperties(find, item, view, parent, [
        ['position', 'p', 'Position'], ['size', 's', 'Size'], ['roundness', 'r', 'Rotation'],
      ]);
    }

    function roundedInterface(item, view, parent) {
      const find = finder(item, [['radius', 'r', 'Round Corners 1']]);
      return withProperties(find, item, view, parent, [['radius', 'r', 'Radius']]);
    }

    function repeaterInterface(item, view, parent) {
      const find = finder(item, [['copies', 'c', 'Copies'], ['offset', 'o', 'Offset']]);
      return withProperties(find, item, view, parent, [['copies', 'c', 'Copies'], ['offset', 'o', 'Offset']]);
    }

    function shapePathInterface(item, view, parent) {
      const find = (name) => {
        return ['Shape', 'shape', 'Path', 'path', 'ADBE Vector Shape', 2].includes(name) ? find.path : null;
      };
      setGroup(view.path, 'Path', groupAbove(find, parent));
      define(find, { path: () => pathInterface(view.path), shape: () => pathInterface(view.path) });
      return constants(find, { _name: item.nm, ix: item.ix, propertyIndex: item.ix, mn: item.mn, propertyGroup: parent });
    }
    """#
}
