import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startPostgres } from '../../../support/postgres-server.ts';
import { plantInPostgres } from '../../bench/support/plant-codes.ts';
import {
  application,
  type Backend,
  createBackend,
  exchangeInsistently,
  exchangeSteadily,
  inParallel,
  registerApplication,
  verifyExchanges,
} from '../exchanges.ts';
import { type Fleet, startFleet } from '../fleet.ts';
import { createOldToken, fill } from './fill.ts';
import { buildOldVersion, firstVersion } from './old-version.ts';
import { runMigrate } from './run-migrate.ts';
import { judge, type Phase, printUpgrade, type Upgrade, type Visit } from './verdict.ts';
import { watchLocks } from './watch-locks.ts';

/** The options of the upgrade. */
export interface UpgradeRun {
  /** In the database before it; each has a token. */
  readonly accounts: number;
  /** Exchanges that begin in each second, all the time. */
  readonly perSecond: number;
  /** The duration of each quiet phase, in seconds. */
  readonly seconds: number;
  /** The commit or tag of the old version; default: the first version of the tables. */
  readonly from?: string;
}

const processCount = 2;
const quietPhases = 5;
const newProgram = 'dist/connect/service/main.js';
/** As many codes as the service keeps at this rate, and enough for the run. */
const codeSeconds = 600;
/** Of the tokens from before the upgrade. */
const checkedTokens = 2000;

/**
 * Upgrades a filled database under a steady load, as the operator's guide says: migrate, replace the processes one
 * after the other, migrate --finish.
 *
 * @returns exit code: 0 when no request was slow because of it, none failed, and nothing was lost
 */
export async function runUpgrade(run: UpgradeRun): Promise<number> {
  const program = buildOldVersion(run.from ?? firstVersion);
  const folder = mkdtempSync(join(tmpdir(), 'tax-connect-upgrade-'));
  const closers: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  try {
    const postgres = await startPostgres({ isDurable: true });
    closers.unshift(postgres.stop);
    const { clientSecret, environment: common } = registerApplication(folder);
    // Versions with migrations create their tables only when they are told to.
    const environment = { ...common, DATABASE_URL: postgres.url, MIGRATE_ON_START: 'true' };
    const [codes, tokens] = [randomBytes(24).toString('hex'), randomBytes(24).toString('hex')];
    const fleet = await startFleet(processCount, {
      ...{ environment, program },
      logFile: join(folder, 'service'),
    });
    closers.unshift(fleet.close);
    await fill(postgres.url, { tokens, codes, accounts: run.accounts });
    const count = run.perSecond * (codeSeconds + quietPhases * run.seconds);
    await plantInPostgres(postgres.url, { ...application, run: codes, count });
    const backend = createBackend(fleet.next, clientSecret);
    const { visits, ...result } = await upgradeUnderLoad(
      { backend, fleet, environment },
      run,
      codes,
    );
    const losses = await verifyExchanges(backend, visits);
    const oldTokens = await verifyOldTokens(backend, tokens, run.accounts);
    const upgrade = { ...result, visits, losses, oldTokens };
    printUpgrade(upgrade);
    return judge(upgrade).length === 0 ? 0 : 1;
  } finally {
    for (const close of closers) await close();
  }
}

interface World {
  readonly backend: Backend;
  readonly fleet: Fleet;
  readonly environment: Readonly<Record<string, string>>;
}

type Steps = Pick<Upgrade, 'phases' | 'migrations' | 'exitCodes'>;

async function upgradeUnderLoad(
  world: World,
  run: UpgradeRun,
  codes: string,
): Promise<Steps & Pick<Upgrade, 'visits' | 'lockWaits'>> {
  let isOver = false;
  const load = { codes, perSecond: run.perSecond, isOver: () => isOver };
  const visits = exchangeSteadily(load, (code) => visit(world.backend, code));
  const endWatch = await watchLocks(world.environment.DATABASE_URL ?? '');
  try {
    // The statements are prepared, and connections opened.
    await wait(2000);
    const steps = await upgrade(world, run);
    isOver = true;
    return { ...steps, lockWaits: await endWatch(), visits: await visits };
  } catch (error) {
    isOver = true;
    await endWatch();
    throw error;
  }
}

async function upgrade({ fleet, environment }: World, { seconds }: UpgradeRun): Promise<Steps> {
  const phases: Phase[] = [];
  const enter = async <Result>(
    name: string,
    work: () => Promise<Result>,
    isRestart = false,
  ): Promise<Result> => {
    const beganAt = Date.now();
    const result = await work();
    phases.push({ name, beganAt, endedAt: Date.now(), isRestart });
    return result;
  };
  const rest = () => wait(seconds * 1000);
  await enter('old version', rest);
  const expansion = await enter('migrate', () => runMigrate(environment));
  await enter('old version, new tables', rest);
  const exitCodes: (number | null)[] = [];
  await enter(
    'processes replaced',
    async () => {
      for (let index = 0; index < processCount; index += 1) {
        exitCodes.push(await fleet.replace('SIGTERM', newProgram));
        await wait((seconds * 1000) / processCount);
      }
    },
    true,
  );
  await enter('new version', rest);
  const contraction = await enter('migrate --finish', () => runMigrate(environment, ['--finish']));
  await enter('new version, finished', rest);
  return { phases, exitCodes, migrations: [expansion, contraction] };
}

/** The token may be read by a process of the other version. */
async function visit(backend: Backend, code: string): Promise<Visit> {
  const exchange = await exchangeInsistently(backend, code);
  if (exchange.token === undefined) return exchange;
  const beganAt = Date.now();
  const readFailure = await backend.readAccount(exchange.token);
  const read = { ...exchange, readMs: Date.now() - beganAt };
  return readFailure === undefined ? read : { ...read, readFailure };
}

async function verifyOldTokens(backend: Backend, tokens: string, accounts: number) {
  const tried = Math.min(accounts, checkedTokens);
  const step = accounts / tried;
  let lost = 0;
  await inParallel(
    Array.from({ length: tried }, (_, index) => Math.floor(index * step)),
    async (index) => {
      if ((await backend.readAccount(createOldToken(tokens, index))) !== undefined) lost += 1;
    },
  );
  return { tried, lost };
}
