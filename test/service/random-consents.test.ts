import fc from 'fast-check';
import { expect, it } from 'vitest';
import { byExtent } from '../support/extent.ts';
import { type BreakingDatabase, openBreakingDatabase } from './breaking-database.ts';
import { createConsentWorld } from './consent-world.ts';
import { isPostgres } from './database.ts';
import { day, minute, start } from './test-application.ts';
import { readError, readJson } from './world.ts';

/** Shorter than the week in which a session has its code. */
const consentDays = 3;

/** A consent as the test knows it. Its grant may have been renewed since. */
interface KnownConsent {
  readonly number: number;
  grant: string;
  readonly givenAt: number;
  readonly sessionId: string | null;
  code: string;
  codeEndsAt: number;
  /** Until then the code may be on its way through the browser. */
  mayArriveUntil: number;
  isExchanged: boolean;
  isEnded: boolean;
}

type World = Awaited<ReturnType<typeof createConsentWorld>>;

/** Takes random steps with the consents of one account, and checks the results. */
class Walk {
  readonly consents: KnownConsent[] = [];
  now = start;
  /** The token of the last exchange, or '' when its answer was lost. */
  token = '';
  accountId = '';
  /** The next request that decides something meets an outage after so many turns. */
  outageAfter: number | undefined;

  readonly world: World;
  readonly database: BreakingDatabase;

  constructor(world: World, database: BreakingDatabase) {
    this.world = world;
    this.database = database;
  }

  /** Sends a request again until the database has answered. An outage is never told as something else. */
  async insist(send: () => Response | Promise<Response>) {
    const turns = this.outageAfter;
    this.outageAfter = undefined;
    if (turns === undefined) return { answer: await send(), isRepeated: false };
    const outage = this.database.breakAfter(turns);
    const answer = await send();
    await outage.end();
    if (answer.status !== 503) return { answer, isRepeated: false };
    expect(answer.headers.get('Retry-After')).toBe('5');
    return { answer: await send(), isRepeated: true };
  }

  advance(durationMs: number): void {
    this.now += durationMs;
    this.world.service.advance(durationMs);
  }

  isOver = ({ givenAt }: KnownConsent) => givenAt + consentDays * day <= this.now;

  /** The newest consent that has been exchanged; undefined when it has been ended. */
  findStanding(): KnownConsent | undefined {
    const newest = [...this.consents].reverse().find(({ isExchanged }) => isExchanged);
    return newest && !newest.isEnded ? newest : undefined;
  }

  async allow(inSession: boolean): Promise<void> {
    const made = inSession ? await this.world.makeSession() : undefined;
    await this.allowIn(made);
  }

  async connectAgain(): Promise<void> {
    if (this.accountId === '' || !this.findStanding()) return;
    await this.allowIn(await this.world.makeSession({ account_id: this.accountId }));
  }

  private async allowIn(made: { session: string; id: string } | undefined): Promise<void> {
    const flow = await this.world.reachConsent(made?.session ?? null);
    const grant = this.world.provider.given.at(-1) ?? '';
    const { answer } = await this.insist(() => flow.send('consent', { decision: 'allow' }));
    const { code: given, error } = await readJson(answer);
    expect([answer.status, error]).toEqual([200, undefined]);
    const code = String(given);
    this.consents.push({
      number: this.consents.length + 1,
      grant,
      givenAt: this.now,
      sessionId: made?.id ?? null,
      code,
      codeEndsAt: this.now + minute,
      mayArriveUntil: this.now + minute / 2,
      isExchanged: false,
      isEnded: false,
    });
  }

  async deny(): Promise<void> {
    const { session, id } = await this.world.makeSession();
    const flow = await this.world.reachConsent(session);
    await this.insist(() => flow.send('consent', { decision: 'deny' }));
    expect(await this.world.readSession(id)).toMatchObject({ status: 'denied' });
  }

  /** Several at once: the service may order them as it likes. */
  async exchange(consents: readonly KnownConsent[]): Promise<void> {
    // Only one meets an outage, since the others would have to be sent again, too.
    const count = this.outageAfter === undefined ? consents.length : 1;
    const unused = consents.filter(({ isExchanged }) => !isExchanged).slice(0, count);
    const answers = await Promise.all(
      unused.map(({ code }) => this.insist(() => this.world.exchange(code))),
    );
    for (const [index, consent] of unused.entries()) {
      const { answer, isRepeated } = answers[index] as NonNullable<(typeof answers)[0]>;
      const isGood = !consent.isEnded && !this.isOver(consent) && consent.codeEndsAt > this.now;
      // The first request was done, and its answer was lost: then the code comes a second time.
      const isLost = isGood && isRepeated && answer.status === 400;
      const status = isGood && !isLost ? 200 : 400;
      expect([consent.number, answer.status]).toEqual([consent.number, status]);
      if (!isGood) continue;
      consent.isExchanged = true;
      if (isLost) this.token = '';
      if (isLost) continue;
      const { access_token, account_id } = await readJson(answer);
      this.token = String(access_token);
      this.accountId = String(account_id);
    }
  }

  async replaceCode(consent: KnownConsent): Promise<void> {
    if (consent.sessionId === null) return;
    const { sessionId } = consent;
    const { answer } = await this.insist(() => this.world.replaceCode(sessionId));
    const hasEnded = consent.isEnded || this.isOver(consent);
    if (hasEnded || consent.isExchanged) {
      const error = hasEnded ? 'not_connected' : 'already_exchanged';
      expect(await readError(answer)).toEqual([409, error]);
      return;
    }
    if (consent.mayArriveUntil > this.now) {
      expect(await readError(answer)).toEqual([409, 'code_pending']);
      return;
    }
    expect(answer.status).toBe(201);
    consent.mayArriveUntil = 0;
    consent.code = String((await readJson(answer)).code);
    consent.codeEndsAt = this.now + minute;
  }

  async end(by: 'person' | 'operator' | 'application'): Promise<void> {
    const standing = this.findStanding();
    if (!standing || (by === 'person' && this.isOver(standing))) return;
    const last = by === 'application' ? standing.number : this.consents.length;
    if (by === 'application' && this.token === '') return;
    const { accountId: account_id, token, world } = this;
    const visit = by === 'person' ? await world.visitManage() : undefined;
    await this.insist(() => {
      if (by === 'application') return world.disconnect(token);
      return visit?.send('end-access', { account_id }) ?? world.endAsOperator(account_id);
    });
    for (const consent of this.consents) if (consent.number <= last) consent.isEnded = true;
  }

  async renewGrant(): Promise<void> {
    const standing = this.findStanding();
    if (!standing || this.isOver(standing) || this.token === '') return;
    const grant = `${standing.grant}+`;
    this.world.provider.renewNext(standing.grant, grant);
    await this.world.readGrant(this.token);
    standing.grant = grant;
  }

  async sweep(): Promise<void> {
    await this.world.service.store.purge(this.now);
    await this.world.service.revokeDue();
  }

  async check(): Promise<void> {
    if (this.token === '') return;
    const standing = this.findStanding();
    const account = await this.world.readAccount(this.token);
    if (!standing) {
      expect(account).toMatchObject({ error: 'invalid_token' });
      return;
    }
    const isOver = this.isOver(standing);
    expect(account).toMatchObject({
      status: isOver ? 'expired' : 'active',
      consent: { granted_at: new Date(standing.givenAt).toISOString() },
    });
    const grant = await this.world.readGrant(this.token);
    expect(grant).toBe(isOver ? 'consent_expired' : standing.grant);
    if (!isOver) expect(this.world.provider.revoked).not.toContain(standing.grant);
  }

  /** Long after everything, only the grant of the standing consent is left at the provider. */
  async checkGrants(): Promise<void> {
    this.advance(9 * day);
    for (let round = 0; round < 3; round += 1) await this.sweep();
    const { given, revoked } = this.world.provider;
    expect(new Set(revoked)).toEqual(new Set(given));
  }
}

/** Steps by weight. The number chooses the step and its object. */
const steps: readonly ((walk: Walk, choice: number) => Promise<void>)[] = [
  ...Array.from({ length: 4 }, () => (walk: Walk) => walk.allow(false)),
  ...Array.from({ length: 4 }, () => (walk: Walk) => walk.allow(true)),
  ...Array.from(
    { length: 6 },
    () => (walk: Walk, choice: number) => walk.exchange(pick(walk, choice, 1)),
  ),
  (walk, choice) => walk.exchange([...pick(walk, choice, 3)].reverse()),
  ...Array.from({ length: 3 }, () => async (walk: Walk, choice: number) => {
    for (const consent of pick(walk, choice, 1)) await walk.replaceCode(consent);
  }),
  (walk) => walk.connectAgain(),
  (walk) => walk.deny(),
  (walk) => walk.end('person'),
  (walk) => walk.end('operator'),
  (walk) => walk.end('application'),
  (walk) => walk.renewGrant(),
  (walk) => walk.renewGrant(),
  async (walk) => walk.advance(20 * 60 * minute),
  async (walk) => walk.advance(minute),
  ...Array.from({ length: 5 }, () => async (walk: Walk, choice: number) => {
    walk.outageAfter = choice % 12;
  }),
  (walk) => walk.sweep(),
];

/** Recent consents more often than old ones. */
function pick({ consents }: Walk, choice: number, count: number): readonly KnownConsent[] {
  const end = Math.max(consents.length - (choice % 6), 1);
  return consents.slice(Math.max(end - count, 0), end);
}

it('whatever happens, an account stands on the newest consent that was exchanged and not ended', {
  tags: ['threat-63'],
  timeout: byExtent(120_000, 1_800_000),
}, async () => {
  const stepCount = isPostgres ? byExtent(100, 3000) : byExtent(250, 10_000);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.noBias(fc.tuple(fc.nat(steps.length - 1), fc.nat(1000))), {
        minLength: stepCount,
        maxLength: stepCount,
      }),
      async (choices) => {
        const database = await openBreakingDatabase();
        const { store } = database;
        const walk = new Walk(await createConsentWorld({ consentDays, store }), database);
        for (const [step, choice] of choices) {
          await steps[step]?.(walk, choice);
          await walk.check();
          // Limits for a network count by the minute.
          walk.advance(10_000);
        }
        await walk.checkGrants();
        await database.close();
      },
    ),
    { numRuns: 1, endOnFailure: true },
  );
});
