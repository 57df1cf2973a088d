import type { ApplicationRegistration } from '../../src/connect/service/applications/registered-application.ts';
import { createTestService, type ServiceOptions, type TestService } from './harness.ts';
import { fake, loadOnly } from './plugin-service.ts';
import { taxReturn } from './record-provider.ts';
import { live } from './test-application.ts';
import { basic, bearer } from './world.ts';

const { client_id, client_secret } = live;
const asBackend = basic(live);

/** Without `consentDays`, a consent ends only by an action of the test. */
export interface WorldOptions extends Pick<ServiceOptions, 'config' | 'store'> {
  readonly consentDays?: number;
  readonly terms?: Pick<ApplicationRegistration, 'purpose' | 'privacy_url'>;
  /** The provider of the process before, whose database this one goes on with. */
  readonly provider?: RecordedProvider;
}

/** A provider that gives each sign-in another grant, and knows which ones it was asked to revoke. */
type RecordedProvider = ReturnType<typeof createRecordedProvider>;

function createRecordedProvider() {
  const given: string[] = [];
  const revoked: string[] = [];
  let renewed: string | undefined;
  let isGiving = true;
  const plugin = {
    ...fake,
    info: { ...fake.info, shares: ['returns', 'forms'] as const },
    async begin({ username = '' }) {
      const label = `${username}@example.com`;
      const person = { status: 'accepted' as const, subject: username, label };
      if (!isGiving) return person;
      const grant = `grant ${given.length + 1}`;
      given.push(grant);
      return { ...person, grant };
    },
    revoke: async (grant: unknown) => void revoked.push(String(grant)),
    records: {
      /** The record names the grant that it was read with. */
      async list(_request: unknown, { grant }: { readonly grant?: unknown }) {
        const value = { records: [{ ...taxReturn, name: String(grant) }] };
        const next = renewed;
        renewed = undefined;
        return { status: 'ok' as const, value, ...(next ? { grant: next } : {}) };
      },
      read: async () => ({ status: 'not_found' as const }),
    },
  };
  return {
    ...{ given, revoked, providers: loadOnly(plugin) },
    /** Some providers give a grant at a person's first sign-in only. */
    stopGiving() {
      isGiving = false;
    },
    /** The next read gives a new grant in the place of an old one, which is then worth nothing. */
    renewNext(old: string, next: string) {
      given[given.indexOf(old)] = next;
      renewed = next;
    },
  };
}

/** One person, one application, and everything that can happen to the consents between them. */
export async function createConsentWorld({
  consentDays,
  terms,
  provider = createRecordedProvider(),
  ...options
}: WorldOptions = {}) {
  const ends = consentDays ? { consent_days: consentDays } : {};
  const service = await createTestService({
    applications: [{ ...live, ...terms, ...ends }],
    providers: provider.providers,
    ...options,
  });
  return { service, provider, ...createActs(service) };
}

function createActs(service: TestService) {
  const reachConsent = (session: string | null = null) =>
    service.signIn({ application: live, providerId: 'fake', username: 'me', session });
  /** A visit that is signed in. */
  const visitManage = async () => {
    const visit = await service.startVisit();
    await visit.pick('fake');
    await visit.logIn('me');
    return visit;
  };
  return {
    reachConsent,
    /** The person allows access, and the code is on its way. */
    allow: async (session: string | null = null) => (await reachConsent(session)).allow(),
    async makeSession(fields: object = {}) {
      const { session, session_id: id } = await service.makeSession(fields, asBackend);
      return { session, id };
    },
    readSession: (id: string) => service.read(`/connect/sessions/${id}`, asBackend),
    replaceCode: (id: string) => service.askForCode(id, asBackend),
    exchange: (code: unknown) => service.post('/auth/token', { client_id, client_secret, code }),
    connect: (code: unknown) => service.finish(code, live),
    readAccount: (token: string) => service.read('/account', bearer(token)),
    /** The grant that records are read with, or the error. */
    async readGrant(token: string) {
      const { records, error } = await service.read('/records', bearer(token));
      return (records as readonly { readonly name: string }[] | undefined)?.[0]?.name ?? error;
    },
    disconnect: service.disconnect,
    endAsOperator: (accountId: string) => service.disconnectAsAdmin(accountId, client_id),
    /** At `/manage`. The visit's own grant is given up with it. */
    async endAsPerson(account_id: string) {
      const visit = await visitManage();
      return await visit.send('end-access', { account_id });
    },
    visitManage,
    listEvents: async () => (await service.listEvents(asBackend)).map(({ type }) => type),
  };
}
