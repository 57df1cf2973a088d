import type { Attributes, Context, Link, Span, SpanOptions, Tracer } from '@opentelemetry/api';

type Api = typeof import('@opentelemetry/api');

/** A span to be made. No name or attribute may be a value of a person, a secret, or a text that callers choose. */
interface SpanStart {
  readonly name: string;
  /** The two ends of a request; default: work inside of the service. */
  readonly kind?: 'server' | 'client';
  readonly attributes?: Attributes;
  /** Default: the span under way. */
  readonly parent?: Context | undefined;
  readonly links?: readonly Link[];
}

/** A span under way, which its owner ends. */
export interface OpenSpan {
  readonly span: Span;
  /** @param error - the reason of a failure; the span gets only its code, because its message may quote values */
  end(error?: unknown): void;
}

interface Tracing {
  readonly api: Api;
  readonly tracer: Tracer;
}

/** Undefined: there is no SDK, and no span is made. */
let tracing: Tracing | undefined;

/** Of the service's own spans. */
const tracerName = 'tax-connect';
/** The build must not bundle it, as it does for the library of metrics: a copy of another version would find no SDK. */
const packageName = '@opentelemetry/api';
/** How long the end of the process waits for a collector, in milliseconds. */
const flushMs = 2000;

/**
 * Looks once for an SDK of OpenTelemetry that the operator has registered in this process. It also finds one that
 * is gone.
 *
 * @throws Error when the package is installed and cannot be loaded
 */
export async function findTracing(): Promise<void> {
  const api = await loadApi();
  const provider = api?.trace.getTracerProvider();
  const isUnused =
    api && provider instanceof api.ProxyTracerProvider && !provider.getDelegateTracer(tracerName);
  tracing = api && !isUnused ? { api, tracer: api.trace.getTracer(tracerName) } : undefined;
}

async function loadApi(): Promise<Api | undefined> {
  try {
    return await import(/* @vite-ignore */ packageName);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

/** @returns whether spans are made. It does not change while the service runs */
export function isTracing(): boolean {
  return tracing !== undefined;
}

/** Lets the SDK send the last spans before the process ends. The interface of it has no such method. */
export async function flushSpans(): Promise<void> {
  const provider = tracing?.api.trace.getTracerProvider();
  const delegate: object | undefined =
    tracing && provider instanceof tracing.api.ProxyTracerProvider
      ? provider.getDelegate()
      : provider;
  if (!delegate || !('forceFlush' in delegate) || typeof delegate.forceFlush !== 'function') return;
  const timeout = new Promise((resolve) => setTimeout(resolve, flushMs).unref());
  // The SDK has reported a collector that does not answer.
  await Promise.race([Promise.resolve(delegate.forceFlush()).catch(() => {}), timeout]);
}

/**
 * @param headers - of a request
 * @returns the span of its sender, as the operator's propagator reads it; the span under way if there is one, such as
 *   that of an instrumentation of Node's server
 */
export function readParent(headers: Readonly<Record<string, string>>): Context | undefined {
  if (!tracing) return undefined;
  const { context, propagation, trace } = tracing.api;
  const active = context.active();
  return trace.getSpan(active) ? active : propagation.extract(active, headers);
}

/** @returns the span under way */
export function findSpan(): Span | undefined {
  return tracing?.api.trace.getActiveSpan();
}

/** @returns the new span, which does not count as under way; undefined when none is made */
export function startSpan(start: SpanStart): OpenSpan | undefined {
  return tracing && open(tracing, start);
}

/**
 * Runs work in a span, which is the parent of the spans that the work makes.
 *
 * @param work - gets the span; undefined when none is made
 * @returns its result
 */
export function inSpan<Result>(
  start: SpanStart,
  work: (span: Span | undefined) => Promise<Result>,
): Promise<Result> {
  return tracing ? runInSpan(tracing, start, work) : work(undefined);
}

/**
 * Runs work that several spans wait for. A child of the first one that is sampled represents it, with links to the
 * others.
 *
 * @param owners - undefined for one that belongs to no span
 */
export function inSharedSpan<Result>(
  name: string,
  owners: readonly (Span | undefined)[],
  work: () => Promise<Result>,
): Promise<Result> {
  if (!tracing) return work();
  const { trace, ROOT_CONTEXT } = tracing.api;
  const spans = owners.filter((owner) => owner !== undefined);
  const parent = spans.find((span) => span.isRecording()) ?? spans[0];
  if (!parent) return outsideSpans(work);
  const others = spans.filter((span) => span !== parent);
  const start = {
    name,
    attributes: { 'tax_connect.batch.size': owners.length },
    parent: trace.setSpan(ROOT_CONTEXT, parent),
    links: others.map((span) => ({ context: span.spanContext() })),
  };
  return runInSpan(tracing, start, work);
}

/**
 * Runs work, or starts a timer, that goes on for others when the span under way has ended.
 *
 * @returns its result
 */
export function outsideSpans<Result>(work: () => Result): Result {
  return tracing ? tracing.api.context.with(tracing.api.ROOT_CONTEXT, work) : work();
}

async function runInSpan<Result>(
  tracing: Tracing,
  start: SpanStart,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  const { context, trace } = tracing.api;
  const { span, end } = open(tracing, start);
  try {
    const within = trace.setSpan(start.parent ?? context.active(), span);
    const result = await context.with(within, () => work(span));
    end();
    return result;
  } catch (error) {
    end(error);
    throw error;
  }
}

function open({ api, tracer }: Tracing, { name, kind, parent, ...more }: SpanStart): OpenSpan {
  const kinds = { server: api.SpanKind.SERVER, client: api.SpanKind.CLIENT };
  const options: SpanOptions = { ...more, links: [...(more.links ?? [])] };
  if (kind) options.kind = kinds[kind];
  const span = tracer.startSpan(name, options, parent ?? api.context.active());
  return {
    span,
    end(error) {
      if (error !== undefined && error !== null) failSpan(span, readCode(error));
      span.end();
    },
  };
}

/**
 * @param code - a fixed word for the kind of the failure
 * @see https://opentelemetry.io/docs/specs/semconv/registry/attributes/error/
 */
export function failSpan(span: Span | undefined, code: string): void {
  if (!span || !tracing) return;
  span.setAttribute('error.type', code);
  span.setStatus({ code: tracing.api.SpanStatusCode.ERROR });
}

/** Such as `23505`, `SQLITE_BUSY` or `ECONNREFUSED`. The drivers choose them. */
function readCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z\d_]{2,40}$/.test(code) ? code : '_OTHER';
}
