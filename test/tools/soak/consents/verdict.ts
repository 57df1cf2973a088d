import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import {
  createGrantSeal,
  parseGrantKeys,
} from '../../../../src/connect/service/basics/grant-seal.ts';
import { openGrant } from '../../../../src/connect/service/providers/grants.ts';
import type { ProviderRegistry } from '../../../../src/connect/service/providers/registry.ts';
import type { Try } from './client.ts';
import type { Losses } from './losses.ts';
import type { ConsentRun } from './main.ts';
import { type Grant, isAlive, type Office } from './office.ts';
import { findStanding, type Person, type Stage } from './person.ts';

/** A disturbance of the service or its database. */
export interface Trouble {
  readonly name: string;
  readonly beganAt: number;
  readonly endedAt: number;
}

/** The records of a run. */
export interface Course {
  readonly stage: Stage;
  /** A connection to the database that is never cut. */
  readonly admin: Client;
  readonly office: Office;
  readonly losses: Losses;
  readonly people: readonly Person[];
  readonly troubles: readonly Trouble[];
}

/** The number of grants and accounts at the end. */
type Figures = Readonly<Record<string, number>>;

/** Another process continues a revocation a minute after the process that had taken it was killed. */
const revocationMs = 150_000;
/** After a trouble, clients wait and try again, and processes connect to the database. */
const echoMs = 10_000;
/** The lease of a renewal that a killed process has begun. Until it ends, reads get 503. */
const leaseMs = 105_000;

const requestBoundMs = 10_000;
/** Other documented bounds. A read waits for a turn or a renewal, and `/livez` for nothing. */
const boundsMs: Readonly<Record<string, number>> = { 'GET /records': 30_000, 'GET /livez': 5000 };

/** Waits until the queue is empty. @returns the number of grants left in it after a long time */
export async function waitForRevocations(admin: Client): Promise<number> {
  const deadline = Date.now() + revocationMs;
  for (;;) {
    // A grant that waits in a process is stored, and given up, within a second.
    await wait(2000);
    const { rows } = await admin.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM jobs WHERE kind = 'revocation'`,
    );
    const count = rows[0]?.count ?? 0;
    if (count === 0 || Date.now() > deadline) return count;
  }
}

/** Compares the database with the records of the people and of the provider. */
export async function judge(course: Course, grantKey: string): Promise<Figures> {
  judgeTries(course);
  const held = await readHeld(course.admin, grantKey);
  const accounts = judgeAccounts(course, await readAccounts(course.admin), held);
  return { ...accounts, ...judgeGrants(course, held) };
}

type Table = 'accounts' | 'codes' | 'flows' | 'jobs';

/** A grant in the database. */
interface Held {
  readonly table: Table;
  readonly id: string;
  readonly subject: string;
}

interface AccountRow {
  readonly id: string;
  readonly username: string;
  readonly status: string;
  readonly stands: boolean;
}

async function readAccounts(admin: Client): Promise<ReadonlyMap<string, AccountRow>> {
  const { rows } = await admin.query<AccountRow>(
    'SELECT id, username, status, disconnected_at IS NULL AS stands FROM accounts',
  );
  return new Map(rows.map((row) => [row.username, row]));
}

async function readHeld(admin: Client, grantKey: string): Promise<readonly Held[]> {
  const seal = createGrantSeal(parseGrantKeys(grantKey) ?? []);
  const held: Held[] = [];
  const own = (subject: string) => `client_id, provider_id, ${subject} AS subject, sealed_grant`;
  const columns: Readonly<Record<Table, string>> = {
    accounts: own('username'),
    codes: own('username'),
    flows: own('subject'),
    jobs: `body::json->>'client_id' AS client_id, body::json->>'provider_id' AS provider_id,
      body::json->>'subject' AS subject, sealed AS sealed_grant`,
  };
  for (const [table, selected] of Object.entries(columns)) {
    const { rows } = await admin.query<{
      client_id: string | null;
      provider_id: string;
      subject: string;
      sealed_grant: string;
    }>(`SELECT * FROM (SELECT ${selected} FROM ${table}) AS held WHERE sealed_grant IS NOT NULL`);
    for (const { client_id, sealed_grant, ...owner } of rows) {
      const key = { client_id: client_id ?? '', ...owner };
      const opened = openGrant({ seal } as ProviderRegistry, key, sealed_grant);
      if (!opened) throw new Error(`A grant in ${table} cannot be opened.`);
      const { id } = opened.value as { readonly id: string };
      held.push({ table: table as Table, id, subject: owner.subject });
    }
  }
  return held;
}

/** Checks that each account uses the newest consent that was exchanged and not ended, or none. */
function judgeAccounts(
  course: Course,
  accounts: ReadonlyMap<string, AccountRow>,
  held: readonly Held[],
): Figures {
  const figures = { standing: 0, ended: 0, loginRequired: 0 };
  const ofAccounts = held.filter(({ table }) => table === 'accounts');
  const grants = new Map(
    ofAccounts.map(({ subject, id }) => [subject, course.office.grants.get(id)]),
  );
  for (const person of course.people) {
    const row = accounts.get(person.name);
    const grant = grants.get(person.name);
    const standing = findStanding(person);
    const needsLogin = grant !== undefined && !isAlive(grant);
    figures[standing ? 'standing' : 'ended'] += 1;
    if (needsLogin) figures.loginRequired += 1;
    const wrong = findWrong(course, { person, row, grant });
    if (wrong !== undefined) course.stage.fault(`at the end, an account ${wrong}`);
  }
  return figures;
}

/** An account in the records of all three sides. */
interface Sides {
  readonly person: Person;
  readonly row: AccountRow | undefined;
  readonly grant: Grant | undefined;
}

/** @returns how the account differs from the actions of its person */
function findWrong({ losses }: Course, { person, row, grant }: Sides): string | undefined {
  const standing = findStanding(person);
  if (person.accountId !== undefined && person.accountId !== row?.id) return 'is lost';
  if (!standing) return row?.stands || grant ? 'stands, although it was ended' : undefined;
  if (!row?.stands) return 'is ended, although it stands';
  if (grant?.mark !== standing.mark) return 'stands on another consent than the newest';
  if (isAlive(grant)) return row.status === 'active' ? undefined : `is ${row.status}`;
  return losses.explainsLogin(grant.mark) ? undefined : 'has a grant that is worth nothing';
}

/** Checks that each valid grant of the provider is held by a row, or was lost with a killed process. */
function judgeGrants({ stage, office, losses }: Course, held: readonly Held[]): Figures {
  const known = new Set(held.map(({ id }) => id));
  const all = [...office.grants.values()];
  const left = all.filter((grant) => isAlive(grant) && !known.has(grant.id));
  const lost = left.filter(losses.mayBeLost);
  for (const grant of left) {
    const sentence = 'a grant lives at the provider, and no row holds it; its process was ';
    if (!lost.includes(grant)) stage.fault(sentence + losses.describe(grant));
  }
  return {
    given: all.length,
    renewed: all.filter(({ renewedAs }) => renewedAs !== undefined).length,
    revoked: all.filter(({ isRevoked }) => isRevoked).length,
    heldByAccounts: held.filter(({ table }) => table === 'accounts').length,
    heldByCodesAndFlows: held.filter(({ table }) => /codes|flows/.test(table)).length,
    lostWithKilledProcesses: lost.length,
  };
}

/** Checks that each answer names the right cause, and comes in time. */
function judgeTries({ stage, troubles }: Course): void {
  for (const one of stage.client.tries) {
    if (one.durationMs > findBound(one.endpoint)) {
      stage.fault(`${one.endpoint} took longer than its bound`);
    }
    const wrong = findWrongAnswer(one);
    if (wrong !== undefined) stage.fault(`${one.endpoint}: ${one.what}${wrong}`);
    const isBad = Number.isNaN(readStatus(one)) || mayComeBack(one);
    if (isBad && !isDuring(one, troubles)) noteStray(stage, one);
  }
}

/** A machine that is too busy refuses requests, too. Only a broken connection needs a reason. */
function noteStray(stage: Stage, one: Try): void {
  const name = `${one.endpoint}: ${one.what} without a trouble`;
  if (mayComeBack(one)) stage.count(name);
  else stage.fault(name);
}

/** NaN for an error of the connection. */
const readStatus = ({ what }: Try) => Number(what.slice(0, 3));

const mayComeBack = (one: Try) => readStatus(one) === 503 || readStatus(one) === 429;

function findWrongAnswer(one: Try): string | undefined {
  const status = readStatus(one);
  if (mayComeBack(one)) return one.hasRetryAfter ? undefined : ' without Retry-After';
  const isFailure = status >= 500 || (one.endpoint === 'GET /livez' && status > 200);
  return isFailure ? ', which is never right' : undefined;
}

function isDuring({ endpoint, at, durationMs }: Try, troubles: readonly Trouble[]): boolean {
  return troubles.some(({ name, beganAt, endedAt }) => {
    const isRenewal = endpoint === 'GET /records' && name.startsWith('kill');
    return at >= beganAt && at - durationMs <= endedAt + (isRenewal ? leaseMs : echoMs);
  });
}

function findBound(endpoint: string): number {
  return boundsMs[endpoint] ?? requestBoundMs;
}

/** The results of {@link judge}, and the records of the run. */
interface Results {
  readonly run: ConsentRun;
  readonly counts: ReadonlyMap<string, number>;
  readonly faults: ReadonlyMap<string, number>;
  readonly load: { readonly beganWith: number; readonly highest: number };
  readonly figures: Figures;
}

export function print(course: Course, { run, counts, faults, load, figures }: Results): void {
  const write = (line: string) => process.stdout.write(`${line}\n`);
  const { people, troubles, stage } = course;
  const given = people.reduce((sum, { consents }) => sum + consents.length, 0);
  const exchanged = (counts.get('exchanged') ?? 0) / run.seconds;
  write(`${given} consents of ${people.length} persons in ${run.seconds} s`);
  write(`  exchanged a second: ${exchanged.toFixed(1)}, asked for ${run.perSecond}`);
  write(`  load average ${load.beganWith.toFixed(1)} before, ${load.highest.toFixed(1)} at most`);
  write(`  troubles: ${countFailures(troubles.map(({ name }) => name))}`);
  for (const [what, count] of [...counts].sort()) write(`  ${count} × ${what}`);
  write('At the end');
  for (const [what, count] of Object.entries(figures)) write(`  ${what}: ${count}`);
  write('Waits in ms: median, 99 of 100, longest, bound');
  for (const [endpoint, tries] of groupByEndpoint(stage.client.tries)) {
    const times = tries.map(({ durationMs }) => durationMs).sort((a, b) => a - b);
    const list = [pickTime(times, 0.5), pickTime(times, 0.99), times.at(-1), findBound(endpoint)];
    write(`  ${endpoint}: ${list.join(', ')}`);
    const bad = tries.map(({ what }) => what).filter((what) => !what.startsWith('2'));
    if (bad.length > 0) write(`    ${countFailures(bad)}`);
  }
  write(faults.size === 0 ? 'Nothing was lost, and nothing came back.' : 'FAULTS');
  for (const [sentence, count] of faults) write(`  ${count} × ${sentence}`);
}

function groupByEndpoint(tries: readonly Try[]): ReadonlyMap<string, readonly Try[]> {
  const groups = new Map<string, Try[]>();
  for (const one of tries) {
    const group = groups.get(one.endpoint) ?? [];
    group.push(one);
    groups.set(one.endpoint, group);
  }
  return groups;
}

/** The times ascend. `part` is 0.5 for the median. */
function pickTime(times: readonly number[], part: number): number {
  return times[Math.floor(times.length * part)] ?? Number.NaN;
}

/** @returns a text such as "2 × 503, 1 × TypeError" */
function countFailures(failures: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const one of failures) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts].map(([what, count]) => `${count} × ${what}`).join(', ') || 'none';
}
