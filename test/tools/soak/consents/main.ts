import { randomBytes, randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { type CutProxy, startCutProxy } from '../../../support/cut-proxy.ts';
import { startPostgres } from '../../../support/postgres-server.ts';
import { registerApplication } from '../application.ts';
import { type Fleet, type ReadOption, startFleet } from '../fleet.ts';
import { createClient } from './client.ts';
import { createLosses, type Kill } from './losses.ts';
import { openOffice } from './office.ts';
import { hostOrigin, type Person, type Stage } from './person.ts';
import { tellStory } from './stories.ts';
import { type Course, judge, print, type Trouble, waitForRevocations } from './verdict.ts';

/** The options of the soak of consents. */
export interface ConsentRun {
  /** The time that the soak gives consents, in seconds. */
  readonly seconds: number;
  /** Consents per second. Nearly all are exchanged. */
  readonly perSecond: number;
  /** The number of people, each of whom does one thing at a time. */
  readonly people: number;
}

const processCount = 3;
/** Codes outlive every outage of the soak, so a refused code has been used. */
const codeSeconds = 600;

/**
 * Runs a soak of consents. People allow access again and again, in flows and in sessions. Meanwhile everything else
 * happens to their consents, processes are killed, and the link to the database is cut.
 *
 * @returns exit code: 0 when nothing was lost, nothing came back, and each answer was right and in time
 */
export async function runSoak(read: ReadOption): Promise<number> {
  const run: ConsentRun = {
    perSecond: read('per-second', 50),
    seconds: read('seconds', 600),
    people: read('people', 500),
  };
  const folder = mkdtempSync(join(tmpdir(), 'tax-connect-consents-'));
  const closers: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  try {
    const postgres = await startPostgres({ isDurable: true });
    closers.unshift(postgres.stop);
    const link = await startCutProxy(postgres.url);
    closers.unshift(link.close);
    const office = await openOffice();
    closers.unshift(office.close);
    const { clientSecret, environment: common } = registerApplication(folder, hostOrigin);
    const adminToken = randomBytes(32).toString('hex');
    const environment = {
      ...common,
      DATABASE_URL: link.urlOf(postgres.url),
      MIGRATE_ON_START: 'true',
      ADMIN_TOKEN: adminToken,
      CODE_TTL_SECONDS: `${codeSeconds}`,
      PROVIDERS_MODULE: resolve('test/tools/soak/consents/provider.mjs'),
      SOAK_OFFICE: office.url,
      TRUST_PROXY: '1',
    };
    const fleet = await startFleet(processCount, { environment, logFile: join(folder, 'service') });
    closers.unshift(fleet.close);
    const [kills, troubles]: [Kill[], Trouble[]] = [[], []];
    const [faults, counts] = [new Map<string, number>(), new Map<string, number>()];
    const losses = createLosses(office, kills);
    const client = createClient(fleet.next);
    const stage: Stage = {
      ...{ client, clientSecret, adminToken },
      ...{ explainsLogin: losses.explainsLogin, describeLogin: losses.describeLogin },
      fault: (sentence) => add(faults, sentence),
      count: (what) => add(counts, what),
    };
    const load = { beganWith: loadavg()[0] ?? 0, highest: 0 };
    const isOver = startClock(run.seconds);
    const watching = watchLife(stage, { isOver, load });
    const [people] = await Promise.all([
      liveThrough(stage, run, isOver),
      makeTrouble({ link, fleet, kills, troubles }, isOver),
      watching,
    ]);
    const admin = new Client({ connectionString: postgres.url });
    closers.unshift(() => admin.end());
    await admin.connect();
    const queued = await waitForRevocations(admin);
    if (queued > 0) stage.fault(`${queued} grants still wait for their revocation`);
    const course: Course = { stage, admin, office, losses, people, troubles };
    const figures = await judge(course, common.GRANT_KEY);
    print(course, { run, counts, faults, load, figures });
    return faults.size === 0 ? 0 : 1;
  } finally {
    for (const close of closers) await close();
  }
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function startClock(seconds: number) {
  const end = Date.now() + seconds * 1000;
  return () => Date.now() >= end;
}

type IsOver = () => boolean;

/** Starts stories at a steady rate. A person has one at a time. */
async function liveThrough(
  stage: Stage,
  { perSecond, people: count }: ConsentRun,
  isOver: IsOver,
): Promise<readonly Person[]> {
  const people = Array.from({ length: count }, (_, index): Person => {
    return { name: `person-${index}`, consents: [], token: undefined, accountId: undefined };
  });
  const idle = [...people];
  const stories = new Set<Promise<void>>();
  const began = Date.now();
  let begun = 0;
  while (!isOver()) {
    while (begun < ((Date.now() - began) / 1000) * perSecond && idle.length > 0) {
      const [person] = idle.splice(randomInt(idle.length), 1) as [Person];
      const { consents, done } = tellStory(stage, person);
      begun += consents;
      const story = done
        .catch((error: Error) => stage.fault(error.message))
        .finally(() => {
          idle.push(person);
          stories.delete(story);
        });
      stories.add(story);
    }
    await wait(5);
  }
  await Promise.all(stories);
  return people;
}

/** Asks the processes in turn whether they are alive, and measures the load of the machine. */
async function watchLife(
  { client }: Stage,
  { isOver, load }: { readonly isOver: IsOver; readonly load: { highest: number } },
): Promise<void> {
  while (!isOver()) {
    await client.sendOnce({ endpoint: 'GET /livez', path: '/livez' });
    load.highest = Math.max(load.highest, loadavg()[0] ?? 0);
    await wait(100);
  }
}

interface Targets {
  readonly link: CutProxy;
  readonly fleet: Fleet;
  readonly kills: Kill[];
  readonly troubles: Trouble[];
}

/** Kills and cuts at random, with pauses. Every second kill happens while the database is unavailable. */
async function makeTrouble({ link, fleet, kills, troubles }: Targets, isOver: IsOver) {
  const kill = async () => {
    const pid = fleet.listPids()[0] ?? 0;
    kills.push({ pid, at: Date.now() });
    await fleet.replace('SIGKILL');
  };
  const cut = async (work?: () => Promise<void>) => {
    link.cut();
    await wait(randomInt(500, 6000));
    // The next process needs longer than that to start.
    const working = work?.();
    await wait(100);
    link.restore();
    await working;
  };
  const slow = async () => {
    link.setDelay(100);
    await wait(randomInt(500, 3000));
    link.setDelay(0);
  };
  const kinds: readonly (readonly [name: string, cause: () => unknown])[] = [
    ['restart', () => fleet.replace('SIGTERM')],
    ['kill -9', kill],
    ['database cut off', cut],
    ['kill -9 while the database was cut off', () => cut(kill)],
    ['slow database', slow],
    ['dropped connections', link.drop],
  ];
  while (!isOver()) {
    await wait(randomInt(5000, 15_000));
    const [name, cause] = kinds[randomInt(kinds.length)] ?? (kinds[0] as (typeof kinds)[0]);
    const trouble = { name, beganAt: Date.now(), endedAt: Number.POSITIVE_INFINITY };
    troubles.push(trouble);
    await cause();
    trouble.endedAt = Date.now();
  }
}
