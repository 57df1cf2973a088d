import { countFailures, type Exchange, type Losses, pickTime } from '../exchanges.ts';
import type { Migration } from './run-migrate.ts';
import type { LockWaits } from './watch-locks.ts';

/** An exchange, and the reading of its account by the token, at another process. */
export interface Visit extends Exchange {
  readonly readMs?: number;
  readonly readFailure?: string;
}

/** A part of the upgrade. */
export interface Phase {
  readonly name: string;
  readonly beganAt: number;
  readonly endedAt: number;
  /** A process that stops may refuse a connection, so that the client takes another one. */
  readonly isRestart?: boolean;
}

/** The result of a run. */
export interface Upgrade {
  /** In order; the first one is before the upgrade. */
  readonly phases: readonly Phase[];
  readonly visits: readonly Visit[];
  readonly migrations: readonly Migration[];
  readonly lockWaits: LockWaits;
  /** Of the old processes. */
  readonly exitCodes: readonly (number | null)[];
  readonly losses: Losses;
  /** Of the tokens from before the upgrade, as many as were tried. */
  readonly oldTokens: { readonly tried: number; readonly lost: number };
}

const longestMs = 500;
const slowStepCount = 5;

/** @returns what broke a rule; empty: the upgrade was good */
export function judge(upgrade: Upgrade): readonly string[] {
  const { phases, visits, migrations, lockWaits, exitCodes, losses, oldTokens } = upgrade;
  const limit = findLimit(upgrade);
  const rules: readonly [isBroken: boolean, text: string][] = [
    ...phases.slice(1).map((phase): [boolean, string] => {
      const longest = findLongest(upgrade, phase);
      return [longest > limit, `${phase.name}: a request lasted ${longest} ms, above ${limit} ms`];
    }),
    ...phases.map((phase): [boolean, string] => {
      const failures = selectVisits(upgrade, phase).flatMap(listFailures);
      const bad = phase.isRestart ? failures.filter((one) => /^\d/.test(one)) : failures;
      return [bad.length > 0, `${phase.name}: ${countFailures(bad)}`];
    }),
    [lockWaits.longestMs > longestMs, 'statements waited too long for locks of migrate'],
    [migrations.some(({ exitCode }) => exitCode !== 0), 'migrate failed'],
    [exitCodes.some((code) => code !== 0), `old processes ended with ${exitCodes.join(', ')}`],
    [visits.some(({ refusal }) => refusal !== undefined), 'codes were refused'],
    [losses.lost + oldTokens.lost > 0, 'tokens were lost'],
    [losses.twice > 0, 'codes worked twice'],
    [losses.unanswered > 0, 'exchanges were never answered'],
  ];
  return rules.filter(([isBroken]) => isBroken).map(([, text]) => text);
}

/** A machine that is busy otherwise is slow before the upgrade, too. */
function findLimit(upgrade: Upgrade): number {
  const [before] = upgrade.phases;
  return Math.max(longestMs, before ? findLongest(upgrade, before) : 0);
}

export function printUpgrade(upgrade: Upgrade): void {
  const write = (line: string) => process.stdout.write(`${line}\n`);
  const { phases, visits, migrations, lockWaits, exitCodes, losses, oldTokens } = upgrade;
  const rows = phases.map((phase) => {
    const chosen = selectVisits(upgrade, phase);
    return [
      phase.name,
      `${((phase.endedAt - phase.beganAt) / 1000).toFixed(1)}`,
      `${chosen.length}`,
      ...describeTimes(chosen.map(({ beganAt, endedAt }) => endedAt - beganAt)),
      ...describeTimes(chosen.flatMap(({ readMs }) => readMs ?? [])),
      countFailures(chosen.flatMap(listFailures)),
    ];
  });
  const times = ['p50', 'p99', 'longest'];
  const head = ['', 'seconds', 'exchanges', ...times, ...times, 'failed tries'];
  const title = ['', '', '', 'exchange, ms', '', '', 'account, ms', '', '', ''];
  for (const line of align([title, head, ...rows])) write(line);
  write('');
  write('slowest requests while migrate was at …');
  for (const line of listSlowSteps(visits, migrations)) write(`  ${line}`);
  write(`waits for locks of migrate: ${lockWaits.count}, the longest ${lockWaits.longestMs} ms`);
  write(`old processes ended with ${exitCodes.join(', ')}`);
  const refused = visits.filter(({ refusal }) => refusal !== undefined).length;
  write(
    `tokens lost ${losses.lost} of ${visits.length}, and of ${oldTokens.tried} old ones ${oldTokens.lost}; ` +
      `codes that worked twice ${losses.twice}, refused ${refused}, never answered ${losses.unanswered}`,
  );
  for (const text of judge(upgrade)) write(`BROKEN: ${text}`);
}

function selectVisits({ visits }: Upgrade, { beganAt, endedAt }: Phase): readonly Visit[] {
  return visits.filter((visit) => visit.beganAt >= beganAt && visit.beganAt < endedAt);
}

function findLongest(upgrade: Upgrade, phase: Phase): number {
  return Math.max(0, ...selectVisits(upgrade, phase).map(measureLongest));
}

/** Of its two requests. */
function measureLongest({ beganAt, endedAt, readMs = 0 }: Visit): number {
  return Math.max(endedAt - beganAt, readMs);
}

function listFailures({ failures, readFailure }: Visit): readonly string[] {
  return readFailure === undefined ? failures : [...failures, readFailure];
}

function describeTimes(times: readonly number[]): readonly string[] {
  const sorted = [...times].sort((one, other) => one - other);
  return [pickTime(sorted, 0.5), pickTime(sorted, 0.99), sorted.at(-1)].map(
    (time) => `${time ?? '–'}`,
  );
}

/** The lines of the command during which requests were slowest, with the time that each lasted. */
function listSlowSteps(
  visits: readonly Visit[],
  migrations: readonly Migration[],
): readonly string[] {
  const steps = migrations.flatMap(({ lines, endedAt }) =>
    lines.map(({ at, text }, index) => ({ text, at, end: lines[index + 1]?.at ?? endedAt })),
  );
  return steps
    .map(({ text, at, end }) => {
      const during = visits.filter((one) => one.endedAt >= at && one.beganAt <= end);
      return { text, lasted: end - at, slowest: Math.max(0, ...during.map(measureLongest)) };
    })
    .sort((one, other) => other.slowest - one.slowest)
    .slice(0, slowStepCount)
    .map(({ text, lasted, slowest }) => `${slowest} ms  ${text} (${lasted} ms)`);
}

/** Numbers on the right, the first and the last column on the left. */
function align(rows: readonly (readonly string[])[]): readonly string[] {
  const count = rows[0]?.length ?? 0;
  const widths = Array.from({ length: count }, (_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        if (column === count - 1) return cell;
        return column === 0 ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  ')
      .trimEnd(),
  );
}
