import { AsyncLocalStorage } from 'node:async_hooks';
import process from 'node:process';
import type { ProviderPlugin } from 'tax-connect/providers';
import type { Logger } from '../basics/logger.ts';
import { describeError } from './plugin-values.ts';

/** The value is true in code that a plug-in has started, including its timers, promises and sockets. */
const scope = new AsyncLocalStorage<boolean>();
const foreignPlugins = new WeakSet<ProviderPlugin>();
let hasForeignPlugins = false;

export function runInPluginScope<Value>(work: () => Value): Value {
  return scope.run(true, work);
}

/** True when a plug-in started the code that runs now, even if the call to the plug-in has already ended. */
export function isInPluginScope(): boolean {
  return scope.getStore() === true;
}

/** Marks an operator's plug-ins. Only their calls get a scope, which makes every promise slower before Node 24. */
export function markForeign(plugins: readonly ProviderPlugin[]): void {
  for (const plugin of plugins) foreignPlugins.add(plugin);
  hasForeignPlugins = true;
}

export function runForPlugin<Value>(plugin: ProviderPlugin, work: () => Value): Value {
  return foreignPlugins.has(plugin) ? runInPluginScope(work) : work();
}

/** Reads from a stream that may be a plug-in's. Such a read may run code of the plug-in. */
export function runForStream<Value>(read: () => Value): Value {
  return hasForeignPlugins ? runInPluginScope(read) : read();
}

/** Runs code of the service that a plug-in calls, outside the scope, because it may also serve others. */
export function runForService<Value>(work: () => Value): Value {
  return isInPluginScope() ? scope.run(false, work) : work();
}

/** Replaces `queueMicrotask`, where an exception loses the scope before Node 24. In `process.nextTick`, it keeps it. */
function keepScopeOfMicrotasks(): void {
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

/**
 * Logs errors that a plug-in throws outside its calls, such as in a timer, and keeps the service running. By default
 * Node would end the process, and with it the sessions of other people. Any other error, even from a library, still
 * ends the process, because its state is then unknown.
 *
 * Call this only in a process with plug-ins, before they are loaded. Without plug-ins, Node's default is right.
 *
 * The log gets only the message of a plug-in's error, because an error of `fetch` may contain the request.
 *
 * @see https://nodejs.org/api/process.html#event-uncaughtexception
 */
export function surviveStrayErrors(log: Logger): void {
  keepScopeOfMicrotasks();
  const report = (error: unknown) => {
    const detail = describeError(error) ?? 'no error object';
    if (isInPluginScope()) {
      log.error({ detail }, 'error outside a request, in a provider plug-in');
      return;
    }
    const stack = error instanceof Error ? error.stack : undefined;
    log.fatal({ detail, stack }, 'error outside a request: the service ends');
    process.exit(1);
  };
  process.on('uncaughtException', report);
  process.on('unhandledRejection', report);
}
