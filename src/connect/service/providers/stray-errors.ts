import process from 'node:process';
import type { Logger } from '../basics/logger.ts';
import { describeError } from './describe-error.ts';
import { isInPluginScope, keepScopeOfMicrotasks } from './plugin-scope.ts';

/**
 * Logs errors that a plug-in throws outside its calls, such as in a timer, and keeps the service running. By
 * default Node would end the process, and with it the sessions of other people. Any other error, even of a library,
 * still ends the process, because its state is then unknown.
 *
 * Call this only in a process with plug-ins, before they are loaded. Without plug-ins, Node's default is right.
 *
 * @param log - gets only a plug-in's message, because an error of `fetch` may contain the request
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
