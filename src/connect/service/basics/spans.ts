import type { Attributes, Context, Link, Span, SpanOptions, Tracer } from '@opentelemetry/api';

type Api = typeof import('@opentelemetry/api');

/** A span to start. Its name and attributes never contain personal data, a secret, or a text that callers choose. */
interface SpanStart {
  readonly name: string;
  /** Which end of a request the span describes; default: work inside the service. */
  readonly kind?: 'server' | 'client';
  readonly attributes?: Attributes;
  /** The context of the parent span; default: the current span. */
  readonly parent?: Context | undefined;
  readonly links?: readonly Link[];
}

/** A started span. The code that started it must end it. */
export interface OpenSpan {
  readonly span: Span;
  /** Ends the span. Of an error, only the code is reported, because the message may quote values. */
  end(error?: unknown): void;
}

interface Tracing {
  readonly api: Api;
  readonly tracer: Tracer;
}

/** Undefined when the operator has no OpenTelemetry SDK. Then no spans are created. */
let tracing: Tracing | undefined;

const tracerName = 'tax-connect';
/** The package is not bundled, because a copy of another version would not find the operator's SDK. */
const packageName = '@opentelemetry/api';
/** The time that the process waits for a collector before it ends, in milliseconds. */
const flushMs = 2000;

/**
 * Looks once for an OpenTelemetry SDK that the operator has registered in this process, even one that was shut down.
 *
 * @throws Error when the package is installed but cannot be loaded
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

/** True when spans are created. The result stays the same while the service runs. */
export function isTracing(): boolean {
  return tracing !== undefined;
}

/** Lets the SDK send the last spans before the process ends. OpenTelemetry's public interface has no method for it. */
export async function flushSpans(): Promise<void> {
  const provider = tracing?.api.trace.getTracerProvider();
  const delegate: object | undefined =
    tracing && provider instanceof tracing.api.ProxyTracerProvider
      ? provider.getDelegate()
      : provider;
  if (!delegate || !('forceFlush' in delegate) || typeof delegate.forceFlush !== 'function') return;
  const timeout = new Promise((resolve) => setTimeout(resolve, flushMs).unref());
  // An error is ignored, because the SDK has already reported a collector that does not answer.
  await Promise.race([Promise.resolve(delegate.forceFlush()).catch(() => {}), timeout]);
}

/**
 * Finds the parent span of a request. A current span, such as one from an instrumentation of Node's server, takes
 * precedence. Otherwise the operator's propagator reads the sender's span from the headers.
 */
export function readParent(headers: Readonly<Record<string, string>>): Context | undefined {
  if (!tracing) return undefined;
  const { context, propagation, trace } = tracing.api;
  const active = context.active();
  return trace.getSpan(active) ? active : propagation.extract(active, headers);
}

export function findSpan(): Span | undefined {
  return tracing?.api.trace.getActiveSpan();
}

/** Starts a span that does not become the current one. Returns undefined when no spans are made. */
export function startSpan(start: SpanStart): OpenSpan | undefined {
  return tracing && open(tracing, start);
}

/** Runs work in a span, which becomes the parent of the work's spans. `work` gets undefined when no spans are made. */
export function inSpan<Result>(
  start: SpanStart,
  work: (span: Span | undefined) => Promise<Result>,
): Promise<Result> {
  return tracing ? runInSpan(tracing, start, work) : work(undefined);
}

/**
 * Runs work for several requests in one span: a child of the first sampled request's span, linked to the spans of the
 * other requests.
 *
 * @param owners - the spans of the waiting requests; undefined for a request without a span
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

/** Runs work outside the current span, because it continues for other requests after that span ends. */
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
 * Marks a span as failed. `code` is a fixed word for the kind of failure.
 *
 * @see https://opentelemetry.io/docs/specs/semconv/registry/attributes/error/
 */
export function failSpan(span: Span | undefined, code: string): void {
  if (!span || !tracing) return;
  span.setAttribute('error.type', code);
  span.setStatus({ code: tracing.api.SpanStatusCode.ERROR });
}

/** Reads an error code of a driver, such as `23505`, `SQLITE_BUSY` or `ECONNREFUSED`; `_OTHER` for other errors. */
function readCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z\d_]{2,40}$/.test(code) ? code : '_OTHER';
}
