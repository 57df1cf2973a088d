import type { ReceiverKind, SoakReceiver } from './receivers.ts';

/** An event in the database. */
export interface WrittenEvent {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** The longest time that the retry schedule has postponed it. */
  readonly retryMs: number;
}

/** The state after a run. */
export interface Remains {
  /** The events of each receiver's application, in the order of `GET /events`. */
  readonly events: ReadonlyMap<SoakReceiver, readonly WrittenEvent[]>;
  /** The deliveries that still wait, by the kind of their receiver. */
  readonly queued: ReadonlyMap<ReceiverKind, number>;
  readonly kills: number;
  readonly seconds: number;
}

/** One rule of the soak, with the figure that fulfils or breaks it. */
export interface Rule {
  readonly text: string;
  readonly isKept: boolean;
}

/** The maximum number of a killed process's open requests. */
const atOnce = 64;
/** The lease of a killed process, then the poll of another one and its turn. */
const lateMs = 30_000 + 10_000;

/** @returns every rule, kept or broken */
export function judge({ events, queued, kills, seconds }: Remains): readonly Rule[] {
  const working = [...events].filter(([{ kind }]) => kind === 'quick' || kind === 'slow');
  const received = sum(working, ([{ arrivals }]) => arrivals.size);
  const expected = sum(working, ([, own]) => own.length);
  const lost = sum(working, ([{ arrivals }, own]) => countMissing(arrivals, own));
  const forged = sum([...events], ([{ forged: count }]) => count);
  const duplicates = sum(working, ([{ requests, arrivals }]) => requests - arrivals.size);
  const overtaken = Math.max(...working.map(([receiver, own]) => findOvertaken(receiver, own)));
  const left = (queued.get('quick') ?? 0) + (queued.get('slow') ?? 0);
  const stopped = [...events].filter(([{ kind }]) => kind === 'gone');
  const mostAfterEnd = Math.max(0, ...stopped.map(([{ requests }]) => requests));
  return [
    {
      text: `delivered ${received} of ${expected} to ${working.length} working receivers in ${seconds.toFixed(0)} s; lost ${lost}`,
      isKept: lost === 0 && received === expected,
    },
    {
      text: `duplicates ${duplicates}, at most ${atOnce} for each of ${kills} kills`,
      isKept: duplicates <= atOnce * kills,
    },
    { text: `wrong signatures ${forged}`, isKept: forged === 0 },
    {
      text: `longest time behind a younger event, retries apart, ${toSeconds(overtaken)}, at most ${toSeconds(2 * lateMs)}, two leases`,
      isKept: overtaken <= 2 * lateMs,
    },
    { text: `left in the queue for working receivers ${left}`, isKept: left === 0 },
    {
      text: `requests to a receiver that answers 410: at most ${mostAfterEnd}`,
      isKept: mostAfterEnd <= 8 * (1 + kills),
    },
  ];
}

/** @returns the longest time from an event to its arrival, by the kind of receiver */
export function describeDelays({ events, queued }: Remains): readonly string[] {
  const kinds: readonly ReceiverKind[] = ['quick', 'slow', 'failing', 'gone'];
  return kinds.map((kind) => {
    const own = [...events].filter(([receiver]) => receiver.kind === kind);
    const delays = own.flatMap(([{ arrivals }, written]) =>
      written.map(({ id, createdAt }) => (arrivals.get(id) ?? createdAt) - createdAt),
    );
    delays.sort((one, other) => one - other);
    const pick = (part: number) => toSeconds(delays[Math.floor(delays.length * part)] ?? 0);
    const requests = sum(own, ([receiver]) => receiver.requests);
    const times =
      kind === 'quick' || kind === 'slow'
        ? `, event → arrival: half within ${pick(0.5)}, 99 % within ${pick(0.99)}, longest ${pick(0.99999)}`
        : '';
    return `${own.length} ${kind}: ${requests} requests, ${queued.get(kind) ?? 0} left in the queue${times}`;
  });
}

function countMissing(arrivals: SoakReceiver['arrivals'], own: readonly WrittenEvent[]): number {
  return own.filter(({ id }) => !arrivals.has(id)).length;
}

/** @returns how long an event arrived after a newer one, without retries, in milliseconds */
function findOvertaken({ arrivals }: SoakReceiver, own: readonly WrittenEvent[]): number {
  let earliest = Number.POSITIVE_INFINITY;
  let longest = 0;
  for (const { id, retryMs } of [...own].reverse()) {
    const arrival = arrivals.get(id);
    if (arrival === undefined) continue;
    longest = Math.max(longest, arrival - earliest - retryMs);
    earliest = Math.min(earliest, arrival);
  }
  return longest;
}

function sum<Item>(items: readonly Item[], read: (item: Item) => number): number {
  return items.reduce((total, item) => total + read(item), 0);
}

function toSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
