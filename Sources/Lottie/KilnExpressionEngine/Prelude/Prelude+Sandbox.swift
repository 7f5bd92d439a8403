extension Prelude {
  /// Global scope of scripts: pure computation that gives the same result on every machine and in every run.
  static let sandbox = #"""
    // The engine's own functions, so that no script can change what the kernel calls.
    const NativeMath = Math;
    const { abs, floor, sqrt, pow, min, max, sin, cos, tan, atan2, acos, asin, round, PI } = Math;
    const compileGlobally = eval;
    const parseJSON = JSON.parse;

    // Largest number of elements or characters that one call may make. Scripts are watched between calls only.
    const largestCount = 1 << 24;

    const keptGlobals = new Set([
      'Object', 'Function', 'Array', 'Number', 'Boolean', 'String', 'Symbol', 'JSON', 'RegExp', 'BigInt', 'Reflect',
      'Map', 'Set', 'WeakMap', 'WeakSet', 'Error', 'TypeError', 'RangeError', 'ReferenceError', 'SyntaxError',
      'EvalError', 'URIError', 'parseInt', 'parseFloat', 'isNaN', 'isFinite', 'NaN', 'Infinity', 'undefined', 'eval',
      'globalThis', 'encodeURI', 'encodeURIComponent', 'decodeURI', 'decodeURIComponent', 'escape', 'unescape',
      'ArrayBuffer', 'DataView', 'Float32Array', 'Float64Array', 'Int8Array', 'Uint8Array', 'Uint8ClampedArray',
      'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array',
    ]);

    // No clock, no threads, no machine code, no console, no locale: a baked animation has none of them.
    function removeGlobals() {
      for (const name of Reflect.ownKeys(globalThis)) if (!keptGlobals.has(name)) Reflect.deleteProperty(globalThis, name);
    }

    // The engine keeps what the last regular expression found in members of RegExp.
    function removeMatches() {
      for (const name of Reflect.ownKeys(RegExp)) {
        if (name !== 'prototype' && name !== 'length' && name !== 'name') Reflect.deleteProperty(RegExp, name);
      }
    }

    // Functions that can make much of little check how much before they begin.
    function guard(owner, name, count) {
      const original = owner[name];
      owner[name] = function (...parameters) {
        if (count(this, parameters) > largestCount) throw new RangeError('too many elements');
        return Reflect.apply(original, this, parameters);
      };
    }

    function guardBulkFunctions() {
      guard(String.prototype, 'repeat', (text, [count]) => String(text).length * count);
      for (const name of ['padStart', 'padEnd']) guard(String.prototype, name, (text, [length]) => length);
      const typed = Object.getPrototypeOf(Float32Array.prototype);
      for (const owner of [Array.prototype, typed]) {
        for (const name of ['fill', 'join', 'reverse', 'sort', 'copyWithin', 'indexOf', 'lastIndexOf', 'includes', 'slice',
          'splice', 'concat', 'unshift', 'shift', 'toString', 'toLocaleString', 'toReversed', 'toSorted', 'toSpliced',
          'with', 'set']) {
          if (Object.hasOwn(owner, name)) guard(owner, name, (array) => array.length);
        }
      }
    }

    // As in English everywhere, whatever the machine's language is.
    function fixLocale() {
      Number.prototype.toLocaleString = function () {
        const [whole, fraction] = String(round(abs(this) * 1000) / 1000).split('.');
        const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
        return (this < 0 ? '-' : '') + grouped + (fraction ? '.' + fraction : '');
      };
      String.prototype.localeCompare = function (other) { return this < other ? -1 : this > other ? 1 : 0; };
      String.prototype.toLocaleUpperCase = function () { return this.toUpperCase(); };
      String.prototype.toLocaleLowerCase = function () { return this.toLowerCase(); };
      delete String.prototype.normalize;
    }

    // Freezes everything that a script can reach without making it, so that nothing stays behind for the next one.
    function freezeAll(roots) {
      const seen = new Set(roots);
      const waiting = [...roots];
      const { ownKeys, getPrototypeOf, getOwnPropertyDescriptor } = Reflect;
      const visit = (value) => {
        if (value === null || typeof value !== 'object' && typeof value !== 'function' || seen.has(value)) return;
        seen.add(value);
        waiting.push(value);
      };
      for (let next = 0; next < waiting.length; next += 1) {
        const value = waiting[next];
        visit(getPrototypeOf(value));
        const names = ownKeys(value);
        // Most are functions of the engine with a length and a name.
        if (typeof value !== 'function' || names.length > 2) {
          for (let i = 0; i < names.length; i += 1) {
            const member = getOwnPropertyDescriptor(value, names[i]);
            visit(member.value);
            visit(member.get);
            visit(member.set);
          }
        }
        if (!ArrayBuffer.isView(value)) Object.freeze(value);
      }
    }
    // What scripts can reach of the document and is not frozen yet.
    let unfrozen = [];
    function freezeMade() {
      for (const value of unfrozen) {
        if (value === null || typeof value !== 'object' && typeof value !== 'function' || ArrayBuffer.isView(value)) continue;
        Object.freeze(value);
        if (typeof value === 'function' && value.prototype) Object.freeze(value.prototype);
      }
      unfrozen = [];
    }

    // Functions that only syntax leads to.
    function hiddenIntrinsics() {
      return [
        function* () {}, async function () {}, async function* () {}, [][Symbol.iterator](), ''[Symbol.iterator](),
        new Map()[Symbol.iterator](), new Set()[Symbol.iterator](), ''.matchAll(/a/g), Float32Array.prototype,
      ];
    }
    """#
}
