import process from 'node:process';
import type { Logger } from '../basics/logger.ts';
import { describeError } from './describe-error.ts';
import { isInPluginScope } from './plugin-scope.ts';

/**
 * A plug-in may throw outside its calls, such as in a timer. By default Node would end the process, and
 * with it the sessions of other people. So a plug-in's stray error is logged, and the service continues.
 * An error of the service still ends the process, because its state is then unknown.
 *
 * Call this only in a process with plug-ins. Without them, Node's default is right.
 *
 * @param log - gets a plug-in's message only, because an error of `fetch` may contain the request
 * @param ownFolder - URL of the folder with the service's built files, ending with a slash
 * @see https://nodejs.org/api/process.html#event-uncaughtexception
 */
export function surviveStrayErrors(log: Logger, ownFolder: string): void {
  const report = (error: unknown) => {
    const detail = describeError(error) ?? 'no error object';
    if (isInPluginScope() || isThrownOutside(error, ownFolder)) {
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

/**
 * Before Node 24, a plug-in's `queueMicrotask` has lost its scope when it throws. Its stack shows where the
 * error is from.
 *
 * @returns whether the stack names files, and none of the service's
 */
function isThrownOutside(error: unknown, ownFolder: string): boolean {
  const lines = error instanceof Error ? (error.stack ?? '').split('\n') : [];
  const frames = lines.filter((line) => /^\s+at .+:\d+:\d+\)?$/.test(line));
  const files = frames.filter((line) => !line.includes('node:'));
  return files.length > 0 && !files.some((line) => line.includes(ownFolder));
}
