import type { RecordedRequest } from '../connect/service/embed.ts';
import type { Paint } from './start-text.ts';

/** The requests that developers look for: the page, the steps of a flow, and requests of backends. */
const shownPaths = /^\/(?:connect(?:\?|\/flow\/)|auth\/|account|sandbox\/|admin\/)/;

/**
 * @param request - a request that the service has answered
 * @param paint - colours the text
 * @returns a line for the terminal; undefined for files and for requests that the page repeats
 */
export function describeRequest(
  { method, path, status }: RecordedRequest,
  paint: Paint,
): string | undefined {
  if (!shownPaths.test(path)) return undefined;
  const style = status >= 400 || status === 0 ? 'red' : 'green';
  const result = status === 0 ? 'dropped' : String(status);
  return `  ${paint(style, result)} ${method} ${path}\n`;
}

/**
 * @param line - a line of the service's log, in JSON
 * @param paint - colours the text
 * @returns its message for a person
 */
export function describeLogLine(line: string, paint: Paint): string {
  const { msg, err } = JSON.parse(line) as { msg?: string; err?: { message?: string } };
  const cause = err?.message === undefined ? '' : `: ${err.message}`;
  return `  ${paint('red', 'error')} ${msg ?? ''}${cause}\n`;
}
