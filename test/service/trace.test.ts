import { expect, it } from 'vitest';
import { createTestService } from './harness.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';

/** The trace ID in the log for a request with this header. */
async function readTraceIds(traceparent: string): Promise<readonly unknown[]> {
  const service = await createTestService();
  await service.get('/connect?client_id=unknown', { traceparent });
  return service
    .readLog()
    .split('\n')
    .filter((line) => line.includes('"request"'))
    .map((line) => (JSON.parse(line) as { readonly trace_id?: unknown }).trace_id);
}

it('the log names the trace that a request belongs to', async () => {
  expect(await readTraceIds(`00-${traceId}-00f067aa0ba902b7-01`)).toEqual([traceId]);
});

it.each([
  ['another form', 'trace'],
  ['no trace', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`],
  ['capitals', `00-${traceId.toUpperCase()}-00f067aa0ba902b7-01`],
  ['more behind it', `00-${traceId}-00f067aa0ba902b7-01-x`],
])('a header with %s is ignored', async (_, traceparent) => {
  expect(await readTraceIds(traceparent)).toEqual([undefined]);
});
