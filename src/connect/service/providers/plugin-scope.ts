import { AsyncLocalStorage } from 'node:async_hooks';
import type { ProviderPlugin } from 'tax-connect/providers';

/** Follows a plug-in into the timers, promises and sockets that it creates. */
const scope = new AsyncLocalStorage<true>();
const foreignPlugins = new WeakSet<ProviderPlugin>();

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
}

/**
 * @param plugin - whose code `work` runs
 * @returns the value of `work`
 */
export function runForPlugin<Value>(plugin: ProviderPlugin, work: () => Value): Value {
  return foreignPlugins.has(plugin) ? runInPluginScope(work) : work();
}
