import process from 'node:process';
import type { Logger } from '../basics/logger.ts';
import { describeError } from './describe-error.ts';
import { isInPluginScope, keepScopeOfMicrotasks } from './plugin-scope.ts';

/**
 * A plug-in may throw outside its calls, such as in a timer. By default Node would end the process, and
 * with it the sessions of other people. So a plug-in's stray error is logged, and the service continues.
 * Any other error, also of a library, still ends the process, because its state is then unknown.
 *
 * Call this only in a process with plug-ins, before they are loaded. Without them, Node's default is right.
 *
 * @param log - gets a plug-in's message only, because an error of `fetch` may contain the request
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
