import type { AskedQuestion, JoinedFlow } from '../shapes/flow-answers.ts';
import type { FlowStore } from './flow.ts';
import type { FlowClient, FlowResult } from './flow-client.ts';
import type { HandoffClient } from './handoff-client.ts';
import { notReceived } from './problems.ts';
import type { ProviderVisit } from './provider-visit.ts';

/** A window's way into the flow of a frame. */
export interface Join {
  /** @returns the same client, whose `start` goes on with the flow that was joined */
  extend(client: FlowClient): FlowClient;
  /** Whether this window drives the flow of a frame. */
  readonly isJoined: boolean;
  /** Joins, and starts the flow where the user has to do something. */
  readonly join: (store: FlowStore) => void;
}

/** The frame may still be loading when the window is there; after a visit it has had time for that. */
const tryForMs = 20_000;
const tryAfterVisitForMs = 10_000;
const tryEveryMs = 500;
/** How long the page in the frame may take to fetch the code; both hear from the service within a second. */
const receiptTimeoutMs = 10_000;
/** How long the last message is shown before the window closes. */
const lastWordMs = 1000;

/**
 * Reads the handoff from the fragment of the address and takes it out, so that it stays neither in
 * the history nor on the screen.
 *
 * @returns the handoff, or null
 */
export function takeHandoff(page: Window): string | null {
  const { hash, pathname, search } = page.location;
  if (hash) page.history.replaceState(null, '', pathname + search);
  return /^#handoff=([\w-]{43})$/.exec(hash)?.[1] ?? null;
}

/** How a window's page comes to the flow of a frame. */
export interface JoinOptions {
  /** The service. */
  readonly client: HandoffClient;
  /** Of this window, or null. */
  readonly handoff: string | null;
  /** The user has been to a provider's own site since this window's first document. */
  readonly visit: ProviderVisit | undefined;
  /** Told before the user is asked whether they have opened the window. */
  readonly onAsked: (question: AskedQuestion) => void;
  /** Told before the flow starts. */
  readonly onJoined: (flow: JoinedFlow) => void;
}

/**
 * @param options - the window's way
 * @returns the way, or undefined for a page without one
 */
export function createJoin(options: JoinOptions): Join | undefined {
  const { client, handoff, visit, onAsked, onJoined } = options;
  const hasJoined = visit?.isJoined === true;
  if (handoff === null && !hasJoined) return undefined;
  let joined: FlowResult<JoinedFlow> | undefined;
  const receipt = createReceipt();
  return {
    extend: (own) => ({
      ...own,
      start: (binding, signal) =>
        !binding && joined ? Promise.resolve(joined) : own.start(binding, signal),
      async decide(decision, signal) {
        const result = await own.decide(decision, signal);
        if (!result.ok || !('allowed' in result.value)) return result;
        return (await receipt.wait()) ? result : notReceived;
      },
    }),
    get isJoined() {
      return hasJoined || joined?.ok === true;
    },
    async join(store) {
      const start = async (providerId: string | null) => {
        followFrame(client, store, receipt);
        await store.start({ binding: null, providerId, selector: 'page', visit });
      };
      const enter = (flow: JoinedFlow) => {
        onJoined(flow);
        void start(flow.provider_id);
      };
      const fail = ({ problem }: Refused) => store.fail(problem);
      if (hasJoined) {
        await start(null);
      } else if (handoff !== null && visit) {
        const result = await tryFor(tryAfterVisitForMs, () => client.join(handoff, null));
        joined = nameFailure(result, 'host_gone');
        if (joined.ok) enter(joined.value);
        else fail(joined);
      } else if (handoff !== null) {
        const asked = nameFailure(await tryFor(tryForMs, () => client.ask(handoff)), 'no_host');
        if (asked.ok) onAsked(asked.value);
        else fail(asked);
        if (!asked.ok) return;
        const { origin, needs_number: needsNumber } = asked.value;
        // A window that closes without an answer is reported to the frame.
        const stopLeaving = leaveOnHide(client);
        store.ask({
          origin,
          needsNumber,
          async join(number) {
            const result = await tryFor(tryAfterVisitForMs, () => client.join(handoff, number));
            const isToldByForm = !result.ok && result.problem.code === 'wrong_number';
            joined = isToldByForm ? result : nameFailure(result, 'no_host');
            return joined;
          },
          onJoined() {
            stopLeaving();
            if (joined?.ok) enter(joined.value);
          },
          onRefused() {
            stopLeaving();
            void client.refuse(handoff);
          },
        });
      }
    },
  };
}

type Refused = Extract<FlowResult<unknown>, { ok: false }>;

/** The service's reason says nothing to the user, for whom there is no application to go on with. */
function nameFailure<Value>(
  result: FlowResult<Value>,
  code: 'host_gone' | 'no_host',
): FlowResult<Value> {
  if (result.ok) return result;
  return { ok: false, problem: { ...result.problem, code, retryable: false } };
}

async function tryFor<Value>(
  forMs: number,
  request: () => Promise<FlowResult<Value>>,
): Promise<FlowResult<Value>> {
  const giveUpAt = performance.now() + forMs;
  for (;;) {
    const result = await request();
    if (result.ok || !result.problem.retryable || performance.now() > giveUpAt) return result;
    await new Promise((resolve) => setTimeout(resolve, tryEveryMs));
  }
}

/** @returns ends it */
function leaveOnHide(client: HandoffClient): () => void {
  const handleHide = () => client.leave();
  addEventListener('pagehide', handleHide);
  return () => removeEventListener('pagehide', handleHide);
}

/** Whether the page in the frame has taken the code to the host. */
interface Receipt {
  /** @returns whether it has, as soon as that is known, and after `receiptTimeoutMs` at the latest */
  wait(): Promise<boolean>;
  /** The page in the frame sends nothing more. @returns whether the window was waiting for that */
  settle(ending: Ending): boolean;
}

/** How the flow of a window ended for the window: its code was taken, or the flow went on elsewhere. */
type Ending = 'issued' | 'ended';

function createReceipt(): Receipt {
  let known: Ending | undefined;
  let answer: ((isReceived: boolean) => void) | undefined;
  return {
    wait: () =>
      new Promise((resolve) => {
        answer = resolve;
        if (known) resolve(known === 'issued');
        else setTimeout(() => resolve(false), receiptTimeoutMs);
      }),
    settle(ending) {
      known = ending;
      answer?.(ending === 'issued');
      return answer !== undefined || ending === 'issued';
    },
  };
}

/** Ends with the frame, and tells it when the window goes first. */
function followFrame(client: HandoffClient, store: FlowStore, receipt: Receipt): void {
  const controller = new AbortController();
  const { signal } = controller;
  const stopLeaving = leaveOnHide(client);
  const stopWatching = store.view.subscribe(({ kind }) => {
    if (kind !== 'success' && kind !== 'denied' && kind !== 'failed') return;
    controller.abort();
    stopLeaving();
    if (kind === 'failed') client.leave(true);
    else setTimeout(() => window.close(), lastWordMs);
  });
  void listen(client, signal).then((ending) => {
    if (signal.aborted || receipt.settle(ending)) return;
    stopWatching();
    stopLeaving();
    const description = 'The page that opened this window has gone on.';
    store.fail({ code: 'host_gone', description, retryable: false });
    window.close();
  });
}

/** Ends when the frame is gone, or the flow has gone on without this window. */
async function listen(client: HandoffClient, signal: AbortSignal): Promise<Ending> {
  let ending: Ending | undefined;
  while (!ending && !signal.aborted) {
    const problem = await client.listen(({ handoff, step }) => {
      if (handoff === 'over') ending = step === 'issued' ? 'issued' : 'ended';
    }, signal);
    if (problem) return 'ended';
    if (!ending) await new Promise((resolve) => setTimeout(resolve, tryEveryMs));
  }
  return ending ?? 'ended';
}
