import type { Attempt, AttemptError } from './connection.ts';

/** The options of a soak. */
export interface SoakRun {
  /** The duration of the load in all phases together. */
  readonly minutes: number;
  /** New connections in a second; twelve are a million a day. */
  readonly perSecond: number;
}

/** A disturbance of the service or its database. */
export interface Trouble {
  readonly name: string;
  readonly note: string;
  readonly beganAt: number;
  readonly endedAt: number;
}

/** The load on this number of processes, and its result. */
export interface Phase {
  readonly processes: number;
  readonly attempts: readonly Attempt[];
  readonly troubles: readonly Trouble[];
  /** The CPU of a connection in quiet times, in milliseconds: the service's and PostgreSQL's. */
  readonly ownCpuMs: number;
  readonly postgresCpuMs: number;
  /** Tokens that a client got but that do not work. */
  readonly lost: number;
  /** Codes that worked after they had been exchanged. */
  readonly twice: number;
  /** The application's accounts in the database. */
  readonly accounts: number;
  /** The growth of the database. */
  readonly bytes: number;
  /** How long after a trouble an error still counts as its consequence. */
  readonly echoMs: number;
}

/** @returns whether nothing was lost, nothing worked twice, and every error belongs to a trouble */
export function isRight(phase: Phase): boolean {
  return phase.lost === 0 && phase.twice === 0 && listUnexplained(phase).length === 0;
}

function listUnexplained({ attempts, troubles, echoMs }: Phase): readonly AttemptError[] {
  const isExplained = ({ at }: AttemptError) =>
    troubles.some(({ beganAt, endedAt }) => at >= beganAt && at <= endedAt + echoMs);
  return attempts.flatMap(({ errors }) => errors).filter((error) => !isExplained(error));
}

/**
 * @param phases - the finished phases
 * @param run - the options of the soak
 */
export function printPhases(phases: readonly Phase[], { perSecond }: SoakRun): void {
  const write = (line: string) => process.stdout.write(`${line}\n`);
  for (const phase of phases) {
    const { processes, attempts, troubles, lost, twice } = phase;
    const done = attempts.filter(({ accessToken }) => accessToken !== undefined);
    const times = done.map(({ beganAt, endedAt }) => endedAt - beganAt).sort((a, b) => a - b);
    const pick = (part: number) => times[Math.floor(times.length * part)] ?? Number.NaN;
    write(`\n${processes} process(es), ${perSecond} connections a second`);
    write(`  begun ${attempts.length}, connected ${done.length}`);
    write(`  not connected ${attempts.length - done.length}: ${describeEnds(attempts)}`);
    write(`  tokens lost ${lost}, codes that worked twice ${twice}`);
    write(
      `  document → token: p50 ${pick(0.5)} ms, p99 ${pick(0.99)} ms, longest ${pick(0.9999)} ms`,
    );
    const { ownCpuMs, postgresCpuMs, bytes } = phase;
    write(
      `  CPU of a connection: ${ownCpuMs.toFixed(1)} ms + PostgreSQL ${postgresCpuMs.toFixed(1)} ms`,
    );
    write(`  database: ${Math.round(bytes / attempts.length)} bytes a connection`);
    for (const trouble of troubles) write(`  ${describeTrouble(phase, trouble)}`);
    write(`  errors without a trouble: ${describeErrors(listUnexplained(phase))}`);
  }
}

function describeTrouble({ attempts, echoMs }: Phase, trouble: Trouble): string {
  const errors = attempts
    .flatMap(({ errors: all }) => all)
    .filter(({ at }) => at >= trouble.beganAt && at <= trouble.endedAt + echoMs);
  const seconds = ((trouble.endedAt - trouble.beganAt) / 1000).toFixed(1);
  return `${trouble.name} (${seconds} s, ${trouble.note}): ${describeErrors(errors)}`;
}

/** Describes the errors that ended the failed connections. */
function describeEnds(attempts: readonly Attempt[]): string {
  const failed = attempts.filter(({ accessToken }) => accessToken === undefined);
  return describeErrors(failed.flatMap(({ errors }) => errors.slice(-1)));
}

function describeErrors(errors: readonly AttemptError[]): string {
  const counts = new Map<string, number>();
  for (const { step, what } of errors) {
    const key = `${step} ${what}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const list = [...counts].map(([key, count]) => `${count} × ${key}`);
  return list.length > 0 ? list.join(', ') : 'none';
}
