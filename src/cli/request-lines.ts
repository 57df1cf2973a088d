import type { LocalDelivery, LocalMessage, RecordedRequest } from '../connect/service/embed.ts';
import type { Paint } from './start-text.ts';

/** The paths of requests that the terminal shows: opening the page, each step of a flow, and requests of backends. */
const shownPaths = /^\/(?:connect(?:\?|\/flow\/)|auth\/|account|sandbox\/|admin\/)/;

/** @returns a line for the terminal; undefined for a request that is not shown, such as a request for a file */
export function describeRequest({ method, path, status }: RecordedRequest, paint: Paint) {
  if (!shownPaths.test(path)) return undefined;
  const style = status >= 400 || status === 0 ? 'red' : 'green';
  const result = status === 0 ? 'dropped' : String(status);
  return `  ${paint(style, result)} ${method} ${path}\n`;
}

export function describeDelivery(delivery: LocalDelivery, paint: Paint): string {
  const { result, type, eventId, ms } = delivery;
  const failure = explainFailure(delivery);
  const status = typeof result === 'number' ? String(result) : 'failed';
  const line = `  ${paint(failure.length === 0 ? 'green' : 'red', status)} webhook ${type} ${eventId} ${ms} ms`;
  return `${[line, ...failure].join(', ')}\n`;
}

/** @returns why an event was not delivered, and what happens next; empty for a delivered event */
function explainFailure({ result, redirectsTo }: LocalDelivery): readonly string[] {
  if (typeof result === 'string') return [result.replaceAll('_', ' '), 'sent again later'];
  if (result >= 200 && result < 300) return [];
  if (redirectsTo) return [`redirects to ${redirectsTo}; use that address`, 'sent again later'];
  return [result === 410 ? 'the webhook is off now' : 'sent again later'];
}

export function describeMessage({ isError, text }: LocalMessage, paint: Paint): string {
  const kind = isError ? paint('red', 'error') : paint('cyan', 'log');
  return `  ${kind} ${text.replaceAll('\n', '\n    ')}\n`;
}
