import type { CDPSession, Page } from 'playwright-core';
import { nameThread, recordTrace, type TraceEvent } from './trace.ts';

const categories = [
  ...[
    'toplevel',
    'devtools.timeline',
    'disabled-by-default-devtools.timeline',
    'blink.user_timing',
  ],
  ...['blink', 'cc', 'v8', 'disabled-by-default-v8.compile', 'disabled-by-default-v8.gc'],
].join();

/** The first pattern that fits the name of an event decides. */
const patterns = [
  ['garbage collection', /GC|Sweep/],
  [
    'compilation',
    /^v8\..*(?:Parse|Compile|Collect|Deserialize|Finaliz|FlushInstruction)|^FlushInstructionCache$/i,
  ],
  ['style', /Style(?!AndLayout)|StyleSheet|LayoutTree/],
  ['layout', /Layout|ShapeText|Fragment/],
  [
    'paint and layers',
    /Paint|Layer|Composit|Commit|Lifecycle|BeginMainFrame|Animat|MainFrameAborted/,
  ],
  [
    'script',
    /FunctionCall|v8\.|Microtask|EventDispatch|DispatchMessage|TimerFire|AsyncTask|evaluateModule/,
  ],
  ['frame and network', /Frame|Resource|Document::|mojo|Accept|SerializedScript|ParseHTML/],
] as const;

/** What the CPU time of the host's main thread is used for. */
export const cpuParts = [...patterns.map(([part]) => part), 'tasks without a name'] as const;

type CpuPart = (typeof cpuParts)[number];

const mark = 'bench-split';

/**
 * Splits the CPU time of a page's main thread by the events in its trace. An event counts without the events
 * inside it. Tracing takes time, too, so the sum is more than without it.
 *
 * @param page - whose thread is watched
 * @returns a function that ends the trace and returns each part, in milliseconds
 */
export async function watchCpuSplit(
  page: Page,
  session: CDPSession,
): Promise<() => Promise<Readonly<Record<CpuPart, number>>>> {
  const stop = await recordTrace(session, categories);
  return async () => {
    // At the end, because a process begins to trace a moment after the others.
    await page.evaluate((name) => void performance.mark(name), mark);
    const events = await stop();
    const marked = events.find(({ name }) => name === mark);
    if (!marked) throw new Error('Chromium traced no mark.');
    const thread = nameThread(marked);
    return addUp(events.filter((event) => isOn(event, thread)));
  };
}

const isOn = (event: TraceEvent, thread: string) =>
  event.ph === 'X' && event.tdur !== undefined && nameThread(event) === thread;

function addUp(events: readonly TraceEvent[]): Record<CpuPart, number> {
  const parts = Object.fromEntries(cpuParts.map((part) => [part, 0])) as Record<CpuPart, number>;
  const open: { readonly part: CpuPart; readonly end: number }[] = [];
  for (const { name, tts = 0, tdur = 0 } of [...events].sort(compareBegin)) {
    while (open.length > 0 && (open.at(-1)?.end ?? 0) <= tts) open.pop();
    const outer = open.at(-1);
    if (outer) parts[outer.part] -= tdur / 1000;
    const part = findPart(name);
    parts[part] += tdur / 1000;
    open.push({ part, end: tts + tdur });
  }
  return parts;
}

/** An outer event comes before those inside. */
function compareBegin(one: TraceEvent, other: TraceEvent): number {
  return (one.tts ?? 0) - (other.tts ?? 0) || (other.tdur ?? 0) - (one.tdur ?? 0);
}

function findPart(name: string): CpuPart {
  return patterns.find(([, pattern]) => pattern.test(name))?.[0] ?? 'tasks without a name';
}
