import { randomBytes } from 'node:crypto';
import { createGrantSeal } from '../../src/connect/service/basics/grant-seal.ts';
import type { ProviderRegistry } from '../../src/connect/service/providers/registry.ts';
import { createProviderRegistry } from '../../src/connect/service/providers/registry.ts';
import {
  asAdmin,
  bearer,
  createTestService,
  hostOrigin,
  liveApplication,
  nonce,
  readJson,
  type ServiceOptions,
  type TestFlow,
  type TestService,
} from './harness.ts';

const { client_id, client_secret } = liveApplication;
const asBackend = { Authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}` };

/** Without `consentDays`, a consent ends only by an action of the test. */
export interface WorldOptions extends Pick<ServiceOptions, 'store'> {
  readonly consentDays?: number;
  /** The provider of the process before, whose database this one goes on with. */
  readonly provider?: RecordedProvider;
}

/** A provider that gives each sign-in another grant, and knows which ones it was asked to revoke. */
type RecordedProvider = ReturnType<typeof createRecordedProvider>;

function createRecordedProvider() {
  const given: string[] = [];
  const revoked: string[] = [];
  let renewed: string | undefined;
  const plugin = {
    info: { id: 'fake', name: 'Fake Tax', domain: 'fake.example', shares: ['returns' as const] },
    async begin() {
      const grant = `grant ${given.length + 1}`;
      given.push(grant);
      return { status: 'accepted' as const, subject: 'person', label: 'A. Person', grant };
    },
    answer: async () => ({ status: 'refused' as const }),
    revoke: async (grant: unknown) => void revoked.push(String(grant)),
    records: {
      /** The record names the grant that it was read with. */
      async list(_request: unknown, { grant }: { readonly grant?: unknown }) {
        const value = { records: [{ ...record, name: String(grant) }] };
        const next = renewed;
        renewed = undefined;
        return { status: 'ok' as const, value, ...(next ? { grant: next } : {}) };
      },
      read: async () => ({ status: 'not_found' as const }),
    },
  };
  const providers: ProviderRegistry = createProviderRegistry({
    simulated: [],
    loaded: [plugin],
    seal: createGrantSeal([randomBytes(32)]),
  });
  return {
    ...{ given, revoked, providers },
    /** The next read gives a new grant in the place of an old one, which is then worth nothing. */
    renewNext(old: string, next: string) {
      given[given.indexOf(old)] = next;
      renewed = next;
    },
  };
}

const record = {
  ...{ id: 'r1', type: 'return' as const, tax_year: 2024, jurisdiction: 'US' },
  ...{ form: null, status: null, filed_at: null, files: [] },
};

/** One person, one application, and everything that can happen to the consents between them. */
export async function createConsentWorld({ store, consentDays, ...options }: WorldOptions = {}) {
  const provider = options.provider ?? createRecordedProvider();
  const service = await createTestService({
    applications: [
      {
        ...liveApplication,
        origins: [hostOrigin],
        ...(consentDays ? { consent_days: consentDays } : {}),
      },
    ],
    providers: provider.providers,
    ...(store ? { store } : {}),
  });
  return { service, provider, ...createActs(service) };
}

function createActs(service: TestService) {
  const signIn = async (flow: TestFlow) => {
    await flow.pick('fake');
    return await readJson(flow.logIn('me', 'mine'));
  };
  const reachConsent = async (session: string | null = null) => {
    const flow = service.createFlow(await service.openPage(`client_id=${client_id}`));
    await flow.send('start', { origin: hostOrigin, nonce, state: null, session });
    await signIn(flow);
    return flow;
  };
  /** A visit that is signed in. */
  const visitManage = async () => {
    const html = await (await service.get('/manage')).text();
    const visit = service.createFlow(/"flow_token":"([^"]+)"/.exec(html)?.[1] ?? '');
    await visit.send('start');
    await signIn(visit);
    return visit;
  };
  const asOwner = (token: string) => bearer(token);
  return {
    reachConsent,
    /** The person allows access, and the code is on its way. */
    async allow(session: string | null = null) {
      const flow = await reachConsent(session);
      return await flow.allow();
    },
    async makeSession(fields: object = {}) {
      const made = await readJson(service.post('/connect/sessions', fields, asBackend));
      return { session: String(made.session), id: String(made.session_id) };
    },
    readSession: async (id: string) => await service.read(`/connect/sessions/${id}`, asBackend),
    replaceCode: (id: string) => service.post(`/connect/sessions/${id}/code`, {}, asBackend),
    exchange: (code: unknown) => service.post('/auth/token', { client_id, client_secret, code }),
    async connect(code: unknown) {
      const answer = await service.post('/auth/token', { client_id, client_secret, code });
      const { access_token, account_id } = await readJson(answer);
      return { token: String(access_token), accountId: String(account_id) };
    },
    readAccount: async (token: string) => await service.read('/account', asOwner(token)),
    readConsent: async (token: string) => await service.read('/account/consent', asOwner(token)),
    /** The grant that records are read with, or the error. */
    async readGrant(token: string) {
      const answer = await service.get('/records', asOwner(token));
      const { records, error } = await readJson(answer);
      return (records as readonly { readonly name: string }[] | undefined)?.[0]?.name ?? error;
    },
    disconnect: (token: string) =>
      service.app.request('/account/disconnect', { method: 'POST', headers: asOwner(token) }),
    endAsOperator: (account_id: string) =>
      service.admin.post(`applications/${client_id}/accounts/disconnect`, { account_id }),
    /** At `/manage`. The visit's own grant is given up with it. */
    async endAsPerson(account_id: string) {
      const visit = await visitManage();
      return await visit.send('end-access', { account_id });
    },
    visitManage,
    listConsents: async () => {
      const path = `/admin/applications/${client_id}/consents`;
      const list = await service.read(path, asAdmin);
      return list.consents as readonly { readonly ended: { readonly how: string } | null }[];
    },
    listEvents: async () => {
      const list = await service.read('/events', asBackend);
      return (list.events as readonly { readonly type: string }[]).map(({ type }) => type);
    },
  };
}
