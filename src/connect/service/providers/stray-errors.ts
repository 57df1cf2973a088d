import process from 'node:process';
import type { Logger } from '../logger.ts';

/**
 * A plug-in may throw outside its calls, such as in a timer. By default Node would end the process, and
 * with it the sessions of other people. Call this only in a process with plug-ins: without them such an
 * error is a defect of the service, and should end it.
 *
 * @param log - gets each error's message only, because an error of `fetch` may contain the request
 * @see https://nodejs.org/api/process.html#event-uncaughtexception
 */
export function surviveStrayErrors(log: Logger): void {
  const report = (error: unknown) => {
    const text = error instanceof Error ? `${error.name}: ${error.message}` : 'no error object';
    log.error(
      { detail: text.slice(0, 500) },
      'error outside a request, perhaps in a provider plug-in',
    );
  };
  process.on('uncaughtException', report);
  process.on('unhandledRejection', report);
}
