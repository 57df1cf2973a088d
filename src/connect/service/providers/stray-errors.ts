import process from 'node:process';
import type { Logger } from '../logger.ts';

/**
 * A plug-in may throw or reject where no call of it waits any more, such as in a timer. Node would end the
 * process, and with it what other people are doing. To be called only in a process that has plug-ins:
 * without them such an error is ours, and should end it.
 *
 * @param log - hears of each: the message only, because an error of `fetch` may carry what was sent
 * @see https://nodejs.org/api/process.html#event-uncaughtexception
 */
export function surviveStrayErrors(log: Logger): void {
  const report = (error: unknown) => {
    const text = error instanceof Error ? `${error.name}: ${error.message}` : 'no error object';
    log.error({ detail: text.slice(0, 500) }, 'error outside of a request, perhaps of a provider');
  };
  process.on('uncaughtException', report);
  process.on('unhandledRejection', report);
}
