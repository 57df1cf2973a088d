import { AsyncLocalStorage } from 'node:async_hooks';
import process from 'node:process';
import type { ProviderPlugin } from 'tax-connect/providers';

/** Follows a plug-in into the timers, promises and sockets that it creates. */
const scope = new AsyncLocalStorage<boolean>();
const foreignPlugins = new WeakSet<ProviderPlugin>();
let hasForeignPlugins = false;

/**
 * @param work - runs code of a plug-in
 * @returns its value
 */
export function runInPluginScope<Value>(work: () => Value): Value {
  return scope.run(true, work);
}

/** @returns whether a plug-in has started what runs now, even if its call has ended */
export function isInPluginScope(): boolean {
  return scope.getStore() === true;
}

/**
 * Marks plug-ins that the service has not brought itself. Only their calls get a scope: before Node 24, a
 * scope makes every promise slower.
 */
export function markForeign(plugins: readonly ProviderPlugin[]): void {
  for (const plugin of plugins) foreignPlugins.add(plugin);
  hasForeignPlugins = true;
}

/** @param plugin - whose code `work` runs */
export function runForPlugin<Value>(plugin: ProviderPlugin, work: () => Value): Value {
  return foreignPlugins.has(plugin) ? runInPluginScope(work) : work();
}

/**
 * @param read - reads from a stream that a plug-in has returned, which may run code of the plug-in
 * @returns its value
 */
export function runForStream<Value>(read: () => Value): Value {
  return hasForeignPlugins ? runInPluginScope(read) : read();
}

/**
 * @param work - code of the service that a plug-in calls. What it starts, such as a connection to the database, serves
 *   others, too
 * @returns its value
 */
export function runForService<Value>(work: () => Value): Value {
  return isInPluginScope() ? scope.run(false, work) : work();
}

/** Before Node 24, an exception in a microtask leaves the scope before it is reported. In a tick it does not. */
export function keepScopeOfMicrotasks(): void {
  const { queueMicrotask } = globalThis;
  globalThis.queueMicrotask = (callback) =>
    queueMicrotask(!isInPluginScope() ? callback : () => runAndReport(callback));
}

function runAndReport(callback: () => void): void {
  try {
    callback();
  } catch (error) {
    process.nextTick(() => {
      throw error;
    });
  }
}
