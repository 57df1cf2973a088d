import type { Store } from '../../src/connect/service/store/store.ts';

/** Runs a call in another way. Its name is that of the part and its method, such as `flows.move`. */
type Run = (call: () => unknown, name: string) => Promise<unknown>;

/** Each call of the store's parts, at any depth, is run by this function from now on. */
export function wrapStore(store: Store, run: Run): void {
  for (const [name, part] of Object.entries(store)) wrapMethods(part, name, run);
}

function wrapMethods(part: unknown, path: string, run: Run): void {
  if (typeof part !== 'object' || part === null) return;
  for (const [key, value] of Object.entries(part)) {
    const name = `${path}.${key}`;
    if (typeof value !== 'function') {
      wrapMethods(value, name, run);
      continue;
    }
    const wrapped = (...given: unknown[]) => run(() => value(...given), name);
    Object.assign(part, { [key]: wrapped });
  }
}
