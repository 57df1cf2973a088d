import { join } from 'node:path';
import { expect, it } from 'vitest';
import { byExtent, triesThreats } from '../support/extent.ts';
import { buildService, type ServiceProcess } from '../support/service-process.ts';
import { useRunning } from '../support/use-running.ts';
import { createBlankDatabase, describeDatabase, isPostgres, openTestStoreAt } from './database.ts';
import { isTokenValid } from './harness.ts';
import { actAt, issueCodes, startLoginAt } from './network.ts';
import { testApplication } from './test-application.ts';

const rounds = byExtent(1, 12);
const people = ['user_good', 'user_mfa', 'user_slow', 'user_error'];
/** Ten for each account. An eleventh token would end the first. */
const codesPerRound = 10 * people.length;
/** True to run all cases except the first one, which shows that PostgreSQL keeps acknowledged changes. */
const onEveryStore = triesThreats || !isPostgres;

const build = useRunning(buildService);

async function createLocation(name: string) {
  const folder = join(build.folder, name);
  const databaseFile = join(folder, 'connect.sqlite');
  const databaseUrl = isPostgres ? await createBlankDatabase() : undefined;
  const applications = [{ ...testApplication, submission_limit: 1_000_000 }];
  const environment = {
    ...(databaseUrl === undefined ? { DATA_DIR: folder } : describeDatabase(databaseUrl)),
    DASHBOARD_PASSWORD: 'kept across restarts',
    CODE_TTL_SECONDS: '600',
    APPLICATIONS_FILE: build.write('applications.json', applications),
  };
  return { location: { databaseFile, databaseUrl }, start: () => build.start(environment) };
}

/** The state of a code, as its application knows it. */
interface Attempt {
  readonly code: string;
  /** The token, if the exchange was acknowledged. */
  readonly token: string | undefined;
}

/** Exchanges all codes under load, and kills the process after a number of answers. */
async function exchangeUntilKilled(
  service: ServiceProcess,
  codes: readonly string[],
  answersUntilKill: number,
): Promise<readonly Attempt[]> {
  const waiting = [...codes];
  const attempts: Attempt[] = [];
  const work = async () => {
    for (let code = waiting.shift(); code !== undefined; code = waiting.shift()) {
      attempts.push({ code, token: await tryExchange(service.url, code) });
      if (attempts.length === answersUntilKill) void service.end('SIGKILL');
    }
  };
  await Promise.all(Array.from({ length: 16 }, work));
  await service.end('SIGKILL');
  return attempts;
}

async function tryExchange(url: string, code: string): Promise<string | undefined> {
  try {
    const response = await actAt(url).exchange({ code });
    const { access_token } = (await response.json()) as { access_token?: string };
    return response.status === 200 ? access_token : undefined;
  } catch {
    // The process was killed before it could answer.
    return undefined;
  }
}

it('keeps acknowledged exchanges and exchanges no code twice when it is killed at any point', {
  tags: ['threat-23'],
}, async () => {
  const { location, start } = await createLocation('crash');
  let acknowledged = 0;
  let unknown = 0;

  for (let round = 0; round < rounds; round += 1) {
    const service = await start();
    const codes = await issueCodes(service.url, codesPerRound, people);
    const answersUntilKill = 2 + Math.floor(Math.random() * (codesPerRound - 20));
    const attempts = await exchangeUntilKilled(service, codes, answersUntilKill);

    const store = await openTestStoreAt(location);
    const again = await start();
    const check = async ({ code, token }: Attempt) => {
      const isKept = token !== undefined && (await isTokenValid(store, token));
      const second = await tryExchange(again.url, code);
      const third = await tryExchange(again.url, code);

      // An acknowledged exchange is kept. One without an answer may have taken place or not.
      expect(isKept).toBe(token !== undefined);
      if (token !== undefined) expect(second).toBeUndefined();
      expect(third).toBeUndefined();
    };
    await Promise.all(attempts.map(check));
    acknowledged += attempts.filter(({ token }) => token !== undefined).length;
    unknown += attempts.filter(({ token }) => token === undefined).length;
    await again.end('SIGTERM');
    await store.close();
  }

  expect(acknowledged + unknown).toBe(rounds * codesPerRound);
  // Otherwise nothing would have been tested.
  expect(acknowledged).toBeGreaterThan(rounds);
  expect(unknown).toBeGreaterThan(rounds);
});

it.runIf(onEveryStore)(
  'finishes open requests and reports not ready when it is told to stop',
  async () => {
    const service = await (await createLocation('stop')).start();
    const readiness = async () => (await fetch(`${service.url}/healthz`)).status;
    const flow = await startLoginAt(service.url);

    const before = await readiness();
    const slow = flow.logInAt(service.url, 'user_slow');
    // The answer shows that the login was received: one process handles both in order.
    await flow.logInAt(service.url, 'user_bad');
    const ended = service.end('SIGTERM');
    let meanwhile = await readiness();
    while (meanwhile === 200) meanwhile = await readiness();
    const login = await slow;

    expect([before, meanwhile, login.status]).toEqual([200, 503, 200]);
    expect(login.headers.get('Connection')).toBe('close');
    expect(await ended).toBe(0);
    await expect(readiness()).rejects.toThrow();
  },
);
