import type { Context, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { Refusal } from './refusal.ts';

/** What is counted, for Prometheus. No label holds anything a caller can choose freely. */
export interface Metrics {
  /** @returns everything in the text format, and its media type */
  render(): Promise<{ readonly text: string; readonly type: string }>;
  /** Adds the memory, event loop and garbage collection of this process. */
  collectProcess(): void;
  readonly requestSeconds: Histogram<'method' | 'route' | 'status'>;
  readonly flowSteps: Counter<'step' | 'outcome'>;
  readonly exchanges: Counter<'result'>;
}

/** @returns metrics that start at zero */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  return {
    render: async () => ({ text: await registry.metrics(), type: registry.contentType }),
    collectProcess: () => collectDefaultMetrics({ register: registry }),
    requestSeconds: new Histogram({
      name: 'connect_request_duration_seconds',
      help: 'Time from a request to its answer.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    flowSteps: new Counter({
      name: 'connect_flow_steps_total',
      help: 'Steps of flows that were asked for, by what came of them.',
      labelNames: ['step', 'outcome'],
      registers,
    }),
    exchanges: new Counter({
      name: 'connect_exchanges_total',
      help: 'Exchanges of a code that were asked for, by what came of them.',
      labelNames: ['result'],
      registers,
    }),
  };
}

/**
 * A route says so when something more telling than "ok" came of its request.
 *
 * @param context - the request
 * @param outcome - one of few fixed words
 */
export function noteOutcome(context: Context, outcome: string): void {
  context.set('outcome', outcome.replaceAll(' ', '_'));
}

const flowRoute = '/connect/flow/';

/**
 * @param metrics - where it counts
 * @returns a middleware that counts requests, steps and exchanges, and how long they took
 */
export function measureRequests(metrics: Metrics): MiddlewareHandler {
  return async (context, next) => {
    const start = performance.now();
    await next();
    const { method } = context.req;
    // The pattern, not the path: a label with the path would have as many values as there are paths.
    const route = routePath(context);
    const seconds = (performance.now() - start) / 1000;
    metrics.requestSeconds.observe({ method, route, status: context.res.status }, seconds);
    const outcome = readOutcome(context);
    if (route === '/auth/token') metrics.exchanges.inc({ result: outcome });
    if (route === '/connect') metrics.flowSteps.inc({ step: 'open', outcome });
    if (route.startsWith(flowRoute) && !route.endsWith('*')) {
      metrics.flowSteps.inc({ step: route.slice(flowRoute.length), outcome });
    }
  };
}

function readOutcome(context: Context): string {
  const noted: unknown = context.get('outcome');
  if (typeof noted === 'string') return noted;
  if (context.error instanceof Refusal) return context.error.error;
  return context.error ? 'server_error' : 'ok';
}
