import type {
  CredentialProvider,
  LoginOutcome,
  ProviderInfo,
  ProviderRecords,
  ReadContext,
  TaxRecord,
} from 'tax-connect/providers';
import { vi } from 'vitest';
import type { TestService } from './harness.ts';
import { fake, servePlugin } from './plugin-service.ts';
import { live } from './test-application.ts';

const file = { id: 'f1', name: 'return.pdf', media_type: 'application/pdf', bytes: 3 };
export const taxReturn: TaxRecord = {
  id: 'r1',
  type: 'return',
  name: 'Form 1040, 2024',
  tax_year: 2024,
  jurisdiction: 'US',
  form: '1040',
  status: 'filed',
  filed_at: '2025-04-01',
  files: [file],
};
const transcript: TaxRecord = { ...taxReturn, id: 't1', type: 'transcript', files: [] };

/** A provider whose records are these. Its access tokens are numbers; `valid` is the one that it accepts. */
export function createProvider(shares?: ProviderInfo['shares']) {
  const state = { valid: 1, refreshes: 0 };
  const accept = async ({ username = '' }): Promise<LoginOutcome> => ({
    status: 'accepted',
    subject: username,
    label: username,
    grant: { token: state.valid },
  });
  const withToken = async <Value>(context: ReadContext, value: Value) => {
    let { grant } = context;
    if ((grant as { token: number }).token !== state.valid) grant = await context.renewGrant();
    const isRight = (grant as { token: number }).token === state.valid;
    if (!isRight) return { status: 'login_required' } as const;
    return { status: 'ok', value } as const;
  };
  const records = {
    list: vi.fn<ProviderRecords['list']>((_, context) =>
      withToken(context, { records: [taxReturn, transcript] }),
    ),
    read: vi.fn<ProviderRecords['read']>(async ({ recordId }, context) => {
      const record = [taxReturn, transcript].find(({ id }) => id === recordId);
      if (!record) return { status: 'not_found' };
      return await withToken(context, { ...record, data: { wages: 50_000 } });
    }),
    file: vi.fn<NonNullable<ProviderRecords['file']>>((_, context) =>
      withToken(context, { mediaType: 'application/pdf', body: new Blob(['%PDF']).stream() }),
    ),
  };
  const plugin = {
    ...fake,
    info: { ...fake.info, ...(shares ? { shares } : {}) },
    begin: accept,
    revoke: vi.fn(async () => {}),
    records,
    async refresh() {
      state.refreshes += 1;
      // A real provider takes a while, too, so that other requests come at the same time.
      await new Promise((resolve) => setTimeout(resolve, 50));
      return { status: 'ok', value: null, grant: { token: state.valid } } as const;
    },
  } satisfies CredentialProvider;
  return { plugin, records, state };
}

type Controller = ReadableStreamDefaultController<Uint8Array>;

/** A file of so many equal chunks. It waits before each but the first, and before its end. */
export function createFile(
  chunk: Uint8Array,
  count: number,
  { wait = async () => {}, end = (controller: Controller) => controller.close() } = {},
) {
  const cancel = vi.fn();
  /** The chunks that were asked for. */
  const sent = { chunks: 0 };
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (sent.chunks > 0) await wait();
        if (sent.chunks >= count) return end(controller);
        sent.chunks += 1;
        controller.enqueue(chunk);
      },
      cancel,
    },
    { highWaterMark: 0 },
  );
  const value = { mediaType: 'application/pdf', body };
  return { answer: { status: 'ok', value } as const, cancel, sent };
}

/** Connects a person to an application, and returns how its backend reads. */
export const connect = (service: TestService, username = 'person', application = live) =>
  service.connect({ application, providerId: 'fake', username });

/** A service with this provider, and a person who is connected. */
export async function serveConnected() {
  const { plugin, ...rest } = createProvider();
  const service = await servePlugin(plugin);
  return { ...rest, plugin, service, ...(await connect(service)) };
}
