import type { Context, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { failSpan, inSpan, readParent } from '../basics/spans.ts';
import { isBehindIgnoredProxy, noProxies, readPeerAddress } from './client-address.ts';
import type { Metrics } from './metrics.ts';
import type { Parts } from './parts.ts';
import { Refusal } from './refusal.ts';
import { readRequestId, readTrace } from './request-id.ts';
import { nameMethod } from './routing.ts';

const flowRoute = '/connect/flow/';

/** Sets the request's outcome in the log and the metrics, if it is more precise than "ok". */
export function noteOutcome(context: Context, outcome: string): void {
  context.set('outcome', outcome.replaceAll(' ', '_'));
}

/** Adds fields to the request's line in the log. A second line would noticeably slow down an exchange of a code. */
export function noteEntry(context: Context, entry: Readonly<Record<string, string>>): void {
  context.set('entry', entry);
}

/** The maximum length of a path in the log, longer than any of the service. A caller could fill the disk otherwise. */
const maxPathCharacters = 300;

/** Paths that are logged without IDs. The IDs of a provider's records may reveal something about the person. */
const privatePaths = '/records/';

export function shortenPath(context: Context): string {
  const { path } = context.req;
  if (path.startsWith(privatePaths)) return routePath(context);
  return path.length > maxPathCharacters ? `${path.slice(0, maxPathCharacters)}…` : path;
}

/** Counts each request, and logs it in one line. The line omits the query of the address, which may contain secrets. */
export function observeRequests({ log, metrics }: Parts): MiddlewareHandler {
  return async (context, next) => {
    const start = performance.now();
    await next();
    const durationMs = performance.now() - start;
    const { method } = context.req;
    const path = shortenPath(context);
    const { status } = context.res;
    const request_id = readRequestId(context);
    const duration_ms = Math.round(durationMs);
    const about = { ...readTrace(context), ...context.get('entry') };
    const line = { request_id, method, path, status, duration_ms, ...about };
    log.info(line, 'request');
    count(metrics, context, durationMs / 1000);
  };
}

function count(metrics: Metrics, context: Context, seconds: number): void {
  const method = nameMethod(context.req.method);
  // The label is the pattern of the route, because paths would give it an unlimited number of values.
  const route = routePath(context);
  metrics.requestSeconds.observe({ method, route, status: context.res.status }, seconds);
  const outcome = readOutcome(context);
  if (route === '/auth/token') metrics.exchanges.inc({ result: outcome });
  if (route === '/connect') metrics.flowSteps.inc({ step: 'open', outcome });
  if (route.startsWith(flowRoute) && !route.endsWith('*')) {
    metrics.flowSteps.inc({ step: route.slice(flowRoute.length), outcome });
  }
}

export function readOutcome(context: Context): string {
  const noted = context.get('outcome');
  if (noted !== undefined) return noted;
  if (context.error instanceof Refusal) return context.error.error;
  return context.error ? 'server_error' : 'ok';
}

/** Addresses that programs request every few seconds. Their requests get no tracing span. */
const untraced: ReadonlySet<string> = new Set(['/livez', '/readyz', '/healthz', '/metrics']);

/**
 * Makes a tracing span for each request, and adds the trace ID to the lines of the log. The span has neither the
 * address nor the headers of the request.
 *
 * @see https://opentelemetry.io/docs/specs/semconv/http/http-spans/#http-server-span
 */
export function traceRequests({ config }: Parts): MiddlewareHandler {
  const scheme = new URL(config.publicUrl).protocol.slice(0, -1);
  return async (context, next) => {
    const { req } = context;
    if (untraced.has(req.path)) return await next();
    const method = nameMethod(req.method);
    const start = {
      name: nameSpan(method),
      kind: 'server' as const,
      attributes: { 'http.request.method': method, 'url.scheme': scheme },
      parent: readParent(req.header()),
    };
    await inSpan(start, async (span) => {
      context.set('traceId', span?.spanContext().traceId);
      await next();
      const route = findRoute(context);
      const { status } = context.res;
      span?.setAttribute('http.response.status_code', status);
      if (route !== undefined) span?.updateName(`${nameSpan(method)} ${route}`);
      if (route !== undefined) span?.setAttribute('http.route', route);
      if (status >= 500) failSpan(span, readOutcome(context));
    });
  };
}

function nameSpan(method: string): string {
  return method === '_OTHER' ? 'HTTP' : method;
}

function findRoute(context: Context): string | undefined {
  const route = routePath(context);
  return route === '/*' ? undefined : route;
}

/**
 * Warns the operator once when a proxy seems to be missing from TRUST_PROXY, because all clients behind that proxy
 * share one limit. It does not warn again, because strangers can send the header, too.
 */
export function warnAboutIgnoredProxy({ config, log }: Parts): MiddlewareHandler {
  const { trustedProxies } = config;
  // With TRUST_PROXY off, there is no proxy in front, and the header does not matter.
  let isDone = trustedProxies === noProxies;
  return async (context, next) => {
    if (!isDone && isBehindIgnoredProxy(context, trustedProxies)) {
      isDone = true;
      log.warn(
        { address: readPeerAddress(context) },
        'X-Forwarded-For is ignored: TRUST_PROXY does not name the address that sent it',
      );
    }
    await next();
  };
}
