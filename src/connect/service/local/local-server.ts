import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { isSecretField } from '../basics/logger.ts';
import { createHttpServer, type HttpServer } from '../http/http-server.ts';
import type { BoundAddress } from '../http/listen-on.ts';
import type { HostCheck } from './host-check.ts';

/** A failure that a test plans: another status, a delay before the response, or a dropped connection. */
export type PlannedFailure =
  | { readonly status: number }
  | { readonly delayMs: number }
  | { readonly dropConnection: true };

/**
 * Checks that a failure is valid. Without this check, an invalid failure would throw later, in the server, and end
 * the whole test run.
 *
 * @throws Error with the possible failures
 */
export function assertFailure(failure: unknown): void {
  const { status, delayMs, dropConnection } = Object(failure) as Record<string, unknown>;
  const isStatus = Number.isInteger(status) && Number(status) >= 200 && Number(status) <= 599;
  const isDelay = typeof delayMs === 'number' && delayMs >= 0 && delayMs < 2 ** 31;
  if (isStatus || isDelay || dropConnection === true) return;
  throw new Error(
    `failNext: a failure is { status: 503 }, with a status from 200 to 599, { delayMs: 2000 } or { dropConnection: true }; got ${JSON.stringify(failure)}.`,
  );
}

export interface RecordedRequest {
  readonly method: string;
  /** The path with its query. Secrets, codes and tokens are replaced by `***`. */
  readonly path: string;
  /** The status of the response; 0 when the connection was dropped. */
  readonly status: number;
}

/** The maximum number of recorded requests. A sandbox may run for weeks, so older requests are forgotten. */
const maxRecorded = 2000;

/** A server that stays open while the services behind it are replaced. It records requests and fails on demand. */
export type LocalServer = ReturnType<typeof createLocalServer>;

/** Creates a server that does not listen yet. `onRequest` is called for every request that has ended. */
export function createLocalServer(
  onRequest: (request: RecordedRequest) => void,
  isOwnHost: HostCheck,
) {
  const server = createHttpServer();
  const planned: { readonly path: string; readonly failure: PlannedFailure }[] = [];
  let recorded: RecordedRequest[] = [];
  let bound: Promise<BoundAddress> | undefined;
  let current: RequestListener | undefined;
  let isReleased = false;
  const delays = createDelays((request, response) => current?.(request, response));

  const handle: RequestListener = (request, response) => {
    const { method = '', url = '' } = request;
    // A request that began before a reset ends in a list that is forgotten.
    const own = recorded;
    response.once('close', () => {
      const status = response.headersSent ? response.statusCode : 0;
      const record = { method, path: maskPath(url), status };
      own.push(record);
      if (own.length > maxRecorded) own.shift();
      onRequest(record);
    });
    if (!isOwnHost(request.headers.host)) return refuseHost(response);
    const [path] = url.split('?');
    const index = planned.findIndex((plan) => plan.path === path);
    const [plan] = index < 0 ? [] : planned.splice(index, 1);
    if (plan) fail(plan.failure, { request, response }, delays.answerLater);
    else current?.(request, response);
  };

  const shared: HttpServer = {
    listen(listenPort, address) {
      bound ??= server.listen(listenPort, address);
      return bound;
    },
    serve(listener) {
      if (!current) server.serve(handle);
      current = listener;
    },
    stop: () => (isReleased ? server.stop() : Promise.resolve()),
  };

  return {
    /** The server that each service uses. When a service stops, the server stays open until `release` was called. */
    shared,
    failNext: (path: string, failure: PlannedFailure) => void planned.push({ path, failure }),
    /** The last 2,000 requests, oldest first. */
    requests: (): readonly RecordedRequest[] => [...recorded],
    /** Forgets requests and planned failures, and drops the connections of delayed requests. */
    reset(): void {
      planned.length = 0;
      recorded = [];
      delays.drop();
    },
    /** Makes the server close together with its service. Drops the connections of delayed requests. */
    release(): void {
      isReleased = true;
      delays.drop();
    },
  };
}

/** Delays responses. `drop` ends the connections of those that still wait. */
function createDelays(answer: RequestListener) {
  const delayed = new Set<IncomingMessage>();
  return {
    answerLater({ request, response }: Exchange, delayMs: number): void {
      const timer = setTimeout(() => {
        delayed.delete(request);
        answer(request, response);
      }, delayMs);
      delayed.add(request);
      // The client has disconnected, or the connection was dropped, so the response is not needed.
      response.once('close', () => {
        clearTimeout(timer);
        delayed.delete(request);
      });
    },
    drop(): void {
      for (const { socket } of delayed) socket.destroy();
    },
  };
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * Refuses a request whose `Host` header names another host.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-15.5.20
 */
function refuseHost(response: ServerResponse): void {
  response
    .writeHead(421, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' })
    .end(
      'This sandbox has another address. Start it with --public-url and the address that you opened.\n',
    );
}

function fail(
  failure: PlannedFailure,
  exchange: Exchange,
  answerLater: (exchange: Exchange, delayMs: number) => void,
): void {
  if ('delayMs' in failure) answerLater(exchange, failure.delayMs);
  else if ('dropConnection' in failure) exchange.request.socket.destroy();
  else answerFailure(failure.status, exchange.response);
}

/** The error codes of the token endpoint, by status. See RFC 6749, section 5.2. */
const errors: Readonly<Record<number, string>> = {
  400: 'invalid_grant',
  401: 'invalid_client',
  429: 'rate_limited',
};

function answerFailure(status: number, response: ServerResponse): void {
  const error = errors[status] ?? 'server_error';
  const canRetry = status === 429 || status === 503;
  response
    .writeHead(status, {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      ...(canRetry ? { 'Retry-After': '1' } : {}),
    })
    .end(JSON.stringify({ error, error_description: 'This failure was planned by failNext.' }));
}

function maskPath(url: string): string {
  const [path = '', query] = url.split('?');
  if (query === undefined) return path;
  const fields = query.split('&').map((field) => {
    const [name = ''] = field.split('=');
    return isSecretField(name) ? `${name}=***` : field;
  });
  return `${path}?${fields.join('&')}`;
}
