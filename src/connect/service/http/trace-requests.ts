import type { Context, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { failSpan, inSpan, readParent } from '../basics/spans.ts';
import { nameMethod } from './method.ts';
import { readOutcome } from './observe-requests.ts';
import type { Parts } from './parts.ts';

/** Programs request these addresses every few seconds. */
const untraced: ReadonlySet<string> = new Set(['/livez', '/readyz', '/healthz', '/metrics']);

/**
 * Makes a span for each request, and adds its trace to the lines of the log. The span has neither the address nor
 * the headers of the request.
 *
 * @see https://opentelemetry.io/docs/specs/semconv/http/http-spans/#http-server-span
 */
export function traceRequests({ config }: Pick<Parts, 'config'>): MiddlewareHandler {
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

/** @returns undefined when only this middleware matches the path */
function findRoute(context: Context): string | undefined {
  const route = routePath(context);
  return route === '/*' ? undefined : route;
}
