import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-node';
import { onTestFinished } from 'vitest';
import { findTracing } from '../../src/connect/service/basics/spans.ts';

/** A span as a collector would get it. */
export interface CollectedSpan {
  readonly name: string;
  readonly kind: string;
  readonly traceId: string;
  readonly id: string;
  readonly parentId: string | undefined;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** The IDs of spans. */
  readonly links: readonly string[];
  readonly events: readonly object[];
  readonly status: { readonly code: string; readonly message: string | undefined };
}

/**
 * Registers an SDK for the rest of the test, as the operator's module does. Call it before the service is created.
 *
 * @returns a function that lists the spans that have ended, in that order
 */
export async function collectSpans(): Promise<() => readonly CollectedSpan[]> {
  const exporter = new InMemorySpanExporter();
  const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  provider.register();
  onTestFinished(async () => {
    for (const part of [trace, context, propagation]) part.disable();
    await provider.shutdown();
    await findTracing();
  });
  await findTracing();
  return () =>
    exporter.getFinishedSpans().map((span) => ({
      name: span.name,
      kind: SpanKind[span.kind],
      traceId: span.spanContext().traceId,
      id: span.spanContext().spanId,
      parentId: span.parentSpanContext?.spanId,
      attributes: span.attributes,
      links: span.links.map((link) => link.context.spanId),
      events: span.events,
      status: { code: SpanStatusCode[span.status.code], message: span.status.message },
    }));
}
