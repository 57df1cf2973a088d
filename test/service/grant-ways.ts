import { expect, vi } from 'vitest';
import { pluginTimeoutMs } from '../../src/connect/service/providers/supervise.ts';
import { createHandoff } from './handoff-harness.ts';
import type { TestService } from './harness.ts';
import { day, hostOrigin, live, minute } from './test-application.ts';
import { basic, type TestFlow } from './world.ts';

/*
 * Each way to give up a grant. The person's name is the way, and each sign-in of a person gives another grant:
 * `NAME 1`, `NAME 2`. The provider holds its answer to a person whose name begins with `slow`, and to each read. The
 * grant that comes with a read is `NAME 1 renewed`.
 */

export const brief = { ...live, client_id: 'brief_app', consent_days: 1 };
const deleted = { ...live, client_id: 'deleted_app', name: 'Deleted' };

export const applications = [live, brief, deleted];

interface Where {
  readonly app?: typeof live;
  readonly session?: string | null;
}

type GrantWorld = ReturnType<typeof createGrantWorld>;

/** @param held - the answers that the provider `fake` of the service holds, by the person's name or the grant */
export function createGrantWorld(acts: TestService, held: ReadonlyMap<string, { end(): unknown }>) {
  const visit = (username: string, { app = live, session = null }: Where = {}) =>
    ({ application: app, providerId: 'fake', username, session }) as const;
  const asBackend = basic(live);
  /** Something else happens first, and then the provider answers. */
  async function answerAfter(name: string, first: () => Promise<unknown>): Promise<void> {
    await expect.poll(() => held.has(name)).toBe(true);
    await first();
    held.get(name)?.end();
  }
  return {
    acts,
    /** Waits until the service has stopped waiting for the provider. */
    async passTimeout(signedIn: Promise<Response>) {
      await vi.advanceTimersByTimeAsync(pluginTimeoutMs);
      await signedIn;
    },
    /** A flow whose person has signed in, and is asked for consent. */
    signIn: (username: string, where?: Where) => acts.signIn(visit(username, where)),
    /** The same in a popup of the flow. */
    async signInByPopup(username: string) {
      const handoff = createHandoff();
      const frame = await acts.startFlow({ clientId: live.client_id });
      await frame.send('handoff', { handoff, provider_id: null });
      // It hears of the flow from then on.
      await (await frame.send('events')).body?.getReader().read();
      const referrer = { Referer: `${hostOrigin}/` };
      const popup = acts.createFlow(await acts.openPage(`client_id=${live.client_id}`, referrer));
      await popup.joinByHandoff(handoff);
      await popup.pick('fake');
      await popup.logIn(username);
      return popup;
    },
    /** A person signs in, and something else happens before the provider answers. */
    async signInLate(
      flow: TestFlow,
      username: string,
      first: (signedIn: Promise<Response>) => Promise<unknown>,
    ) {
      const signedIn = flow.logIn(username);
      await answerAfter(username, () => first(signedIn));
      await signedIn;
    },
    async readLate(token: string, grant: string, first: () => Promise<unknown>) {
      const read = acts.asOwner(token).get('/records');
      await answerAfter(grant, first);
      await read;
    },
    allow: (username: string, where?: Where) => acts.allow(visit(username, where)),
    connect: (username: string, where?: Where) => acts.connect(visit(username, where)),
    makeSession: (fields: object = {}) => acts.makeSession(fields, asBackend),
    cancelSession: (sessionId: string) => acts.cancelSession(sessionId, asBackend),
    replaceCode: (sessionId: string) => acts.askLater(sessionId, asBackend),
    async visitManage() {
      const visit = await acts.startVisit();
      await visit.pick('fake');
      return visit;
    },
  };
}

/** A way, the grants that it gives up, and the time after which a sweep does that. */
export type GrantWay = readonly [
  name: string,
  giveUp: (world: GrantWorld) => Promise<unknown>,
  grants: readonly string[],
  afterMs?: number,
];

/** The service gives the grant up in the request. */
export const atOnce: readonly GrantWay[] = [
  [
    'the person denies access',
    async ({ signIn }) => (await signIn('denied')).send('consent', { decision: 'deny' }),
    ['denied 1'],
  ],
  ['the person goes back', async ({ signIn }) => (await signIn('back')).send('back'), ['back 1']],
  [
    'a popup takes the flow over',
    async ({ signIn }) =>
      (await signIn('popup')).send('handoff', { handoff: 'h'.repeat(43), provider_id: null }),
    ['popup 1'],
  ],
  [
    'a popup with a sign-in is closed',
    async ({ signInByPopup }) => (await signInByPopup('closed')).send('leave'),
    ['closed 1'],
  ],
  [
    'two codes of one account are exchanged at once',
    async ({ allow, acts }) => {
      const codes = [await allow('racing'), await allow('racing')];
      await Promise.all(codes.map((code) => acts.finish(code, live)));
    },
    // Either may be the later one.
    ['racing *'],
  ],
  [
    'the provider answers after the person has gone back',
    async ({ acts, signInLate }) => {
      const flow = await acts.startAt();
      await signInLate(flow, 'slow back', () => flow.send('back'));
    },
    ['slow back 1'],
  ],
  [
    'the provider answers after the service has stopped waiting',
    async ({ acts, signInLate, passTimeout }) =>
      await signInLate(await acts.startAt(), 'slow answer', passTimeout),
    ['slow answer 1'],
  ],
  [
    'the provider answers a visit after the service has stopped waiting',
    async ({ visitManage, signInLate, passTimeout }) =>
      await signInLate(await visitManage(), 'slow visit', passTimeout),
    ['slow visit 1'],
  ],
  [
    'it is renewed after the end of the connection',
    async ({ connect, readLate, acts }) => {
      const { token } = await connect('renewed');
      await readLate(token, 'renewed 1', () => acts.disconnect(token));
    },
    ['renewed 1', 'renewed 1 renewed'],
  ],
  [
    'it is renewed after the person has connected the account again',
    async ({ connect, readLate }) => {
      const { token } = await connect('returned');
      await readLate(token, 'returned 1', () => connect('returned'));
    },
    ['returned 1', 'returned 1 renewed'],
  ],
  [
    'a later connection replaces it',
    async ({ connect }) => {
      await connect('replaced');
      await connect('replaced');
    },
    ['replaced 1'],
  ],
  [
    'the person connects the account again in a session',
    async ({ connect, makeSession }) => {
      const { accountId: account_id } = await connect('again');
      await connect('again', await makeSession({ account_id }));
    },
    ['again 1'],
  ],
  [
    'the person of an account signs in with another one',
    async ({ connect, makeSession, signIn }) => {
      const { accountId: account_id } = await connect('same');
      await signIn('different', await makeSession({ account_id }));
    },
    ['different 1'],
  ],
  [
    'its session is canceled during consent',
    async ({ makeSession, signIn, cancelSession }) => {
      const made = await makeSession();
      await signIn('canceled', made);
      await cancelSession(made.session_id);
    },
    ['canceled 1'],
  ],
  [
    'its session is denied in another window',
    async ({ makeSession, signIn }) => {
      const made = await makeSession();
      await signIn('windows', made);
      await (await signIn('windows', made)).send('consent', { decision: 'deny' });
    },
    ['windows 1', 'windows 2'],
  ],
  [
    'the application disconnects the account',
    async ({ connect, acts }) => acts.disconnect((await connect('by application')).token),
    ['by application 1'],
  ],
  [
    'the operator disconnects the account',
    async ({ connect, acts }) =>
      acts.disconnectAsAdmin((await connect('by operator')).accountId, live.client_id),
    ['by operator 1'],
  ],
  [
    'the person ends the access',
    async ({ connect, visitManage }) => {
      const { accountId: account_id } = await connect('by person');
      const visit = await visitManage();
      await visit.logIn('by person');
      await visit.send('end-access', { account_id });
    },
    // The sign-in of the visit has given another one.
    ['by person 1', 'by person 2'],
  ],
  [
    'the person only looks at the accesses',
    async ({ visitManage }) => (await visitManage()).logIn('looks'),
    ['looks 1'],
  ],
  [
    'the application is deleted: with an account, a code, a person at consent and one who signs in',
    async ({ acts, connect, allow, signIn, signInLate }) => {
      await connect('account', { app: deleted });
      await allow('code', { app: deleted });
      await signIn('consent', { app: deleted });
      const flow = await acts.startAt('fake', { clientId: deleted.client_id });
      const deletion = { name: deleted.name };
      await signInLate(flow, 'slow login', () =>
        acts.admin.post('applications/deleted_app/delete', deletion),
      );
    },
    ['account 1', 'code 1', 'consent 1', 'slow login 1'],
  ],
];

/** Time gives the grant up, by a sweep. */
export const byTime: readonly GrantWay[] = [
  ['the person leaves at consent', ({ signIn }) => signIn('left'), ['left 1'], 40 * minute],
  ['the code is never exchanged', ({ allow }) => allow('unused'), ['unused 1'], 5 * minute],
  [
    'the code of a session is never exchanged, nor the fresh one that replaced it',
    async ({ makeSession, allow, replaceCode }) => {
      const made = await makeSession();
      await allow('fresh', made);
      await replaceCode(made.session_id);
    },
    ['fresh 1'],
    7 * day + 5 * minute,
  ],
  [
    'its session expires during consent',
    async ({ makeSession, signIn }) => signIn('expired', await makeSession({ expires_in: 600 })),
    ['expired 1'],
    10 * minute,
  ],
  [
    'the provider answers after the session was canceled',
    async ({ acts, makeSession, signInLate, cancelSession }) => {
      const { session, session_id } = await makeSession();
      const flow = await acts.startAt('fake', { session });
      await signInLate(flow, 'slow session', () => cancelSession(session_id));
    },
    ['slow session 1'],
    40 * minute,
  ],
  [
    'the person allows in a popup, whose opener does not ask for the code',
    async ({ signInByPopup }) =>
      (await signInByPopup('unasked')).send('consent', { decision: 'allow' }),
    ['unasked 1'],
    3 * minute,
  ],
  [
    'its session connects the account in another window',
    async ({ makeSession, signIn, connect }) => {
      const made = await makeSession();
      await signIn('other window', made);
      await connect('other window', made);
    },
    ['other window 1'],
    40 * minute,
  ],
  ['the consent ends', ({ connect }) => connect('brief', { app: brief }), ['brief 1'], day],
];

/** @returns the grants in order, without which of two racing ones it was */
export const sortGrants = (grants: readonly unknown[]) =>
  grants.map((grant) => String(grant).replace(/^racing \d$/, 'racing *')).sort();
