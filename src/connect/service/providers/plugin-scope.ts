import { AsyncLocalStorage } from 'node:async_hooks';
import process from 'node:process';
import type { ProviderPlugin } from 'tax-connect/providers';

/** Follows a plug-in into the timers, promises and sockets that it creates. */
const scope = new AsyncLocalStorage<boolean>();
const foreignPlugins = new WeakSet<ProviderPlugin>();
let hasForeignPlugins = false;

/** @param work - runs code of a plug-in */
export function runInPluginScope<Value>(work: () => Value): Value {
  return scope.run(true, work);
}

/** @returns whether the current code was started by a plug-in, even if the plug-in's call has ended */
export function isInPluginScope(): boolean {
  return scope.getStore() === true;
}

/**
 * Marks plug-ins that are not the service's own. Only their calls get a scope, because before Node 24 a scope makes
 * every promise slower.
 */
export function markForeign(plugins: readonly ProviderPlugin[]): void {
  for (const plugin of plugins) foreignPlugins.add(plugin);
  hasForeignPlugins = true;
}

/** @param plugin - the plug-in whose code `work` runs */
export function runForPlugin<Value>(plugin: ProviderPlugin, work: () => Value): Value {
  return foreignPlugins.has(plugin) ? runInPluginScope(work) : work();
}

/** @param read - reads from a stream that a plug-in has returned, which may run code of the plug-in */
export function runForStream<Value>(read: () => Value): Value {
  return hasForeignPlugins ? runInPluginScope(read) : read();
}

/**
 * @param work - code of the service that a plug-in calls. It may start something that serves others, too, such as a
 *   connection to the database
 */
export function runForService<Value>(work: () => Value): Value {
  return isInPluginScope() ? scope.run(false, work) : work();
}

/**
 * Before Node 24, an exception in a microtask leaves the scope before it is reported; in a tick it stays in the
 * scope.
 */
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
