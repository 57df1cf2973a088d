/** Sets a property of a built-in object. */
type Replace = (target: object, name: string, value: unknown) => void;

/**
 * The changes that libraries make, most of them for browsers of long ago. They also run in a page, as the text of the
 * function, so they use nothing of this module.
 */
export const oldLibraries: readonly (readonly [
  library: string,
  change: (replace: Replace) => void,
])[] = [
  [
    'Prototype.js: Array.from without its second argument',
    (replace) => replace(Array, 'from', (items: Iterable<unknown>) => [...items]),
  ],
  [
    'Prototype.js 1.6: Array.prototype.toJSON',
    (replace) => {
      replace(Array.prototype, 'toJSON', function toJson(this: unknown[]) {
        return `[${this.map((item) => JSON.stringify(item)).join(', ')}]`;
      });
    },
  ],
  [
    'Prototype.js: String.prototype.toJSON',
    (replace) => {
      replace(String.prototype, 'toJSON', function toJson(this: string) {
        return `"${String(this)}"`;
      });
    },
  ],
  [
    'an extended Object.prototype',
    (replace) => replace(Object.prototype, 'extend', () => 'extended'),
  ],
  [
    'an extended Array.prototype',
    (replace) => {
      replace(Array.prototype, 'each', () => 'each');
      replace(Array.prototype, '$family', { name: 'array' });
    },
  ],
  [
    'Bluebird of long ago: a Promise without finally and allSettled',
    (replace) => {
      class OldPromise<Value> extends Promise<Value> {}
      replace(OldPromise.prototype, 'finally', undefined);
      replace(OldPromise, 'allSettled', undefined);
      replace(globalThis, 'Promise', OldPromise);
    },
  ],
  [
    'a wrapper of fetch that makes a GET of every object',
    (replace) => {
      const { fetch } = globalThis;
      replace(globalThis, 'fetch', (input: unknown, init?: RequestInit) =>
        typeof input === 'string' ? fetch(input, init) : fetch(String(input)),
      );
    },
  ],
  [
    'Prototype.js: Function.prototype.bind without a new target',
    (replace) => {
      replace(
        Function.prototype,
        'bind',
        function bind(this: (...given: unknown[]) => unknown, self: unknown, ...first: unknown[]) {
          return (...rest: unknown[]) => Reflect.apply(this, self, [...first, ...rest]);
        },
      );
    },
  ],
  [
    'a shim of Object.entries that lists inherited properties',
    (replace) => {
      replace(Object, 'entries', (target: Record<string, unknown>) => {
        const list: [string, unknown][] = [];
        for (const name in target) list.push([name, target[name]]);
        return list;
      });
    },
  ],
  [
    'Prototype.js: Element.prototype.remove that returns the element',
    (replace) => {
      const { remove } = Element.prototype;
      replace(Element.prototype, 'remove', function removeElement(this: Element) {
        remove.call(this);
        return this;
      });
    },
  ],
];
