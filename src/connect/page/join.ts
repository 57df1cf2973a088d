import type { JoinedFlow } from '../shapes/flow-answers.ts';
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
  /** Told before the flow starts. */
  readonly onJoined: (flow: JoinedFlow) => void;
}

/**
 * @param options - the window's way
 * @returns the way, or undefined for a page without one
 */
export function createJoin(options: JoinOptions): Join | undefined {
  const { client, handoff, visit, onJoined } = options;
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
      if (hasJoined) {
        await start(null);
        return;
      }
      joined = await tryToJoin(client, handoff ?? '', visit ? tryAfterVisitForMs : tryForMs);
      if (joined.ok) {
        onJoined(joined.value);
        await start(joined.value.provider_id);
      } else {
        const code = visit ? 'host_gone' : 'no_host';
        store.fail({ ...joined.problem, code, retryable: false });
      }
    },
  };
}

async function tryToJoin(
  client: HandoffClient,
  handoff: string,
  forMs: number,
): Promise<FlowResult<JoinedFlow>> {
  const giveUpAt = performance.now() + forMs;
  for (;;) {
    const result = await client.join(handoff);
    if (result.ok || !result.problem.retryable || performance.now() > giveUpAt) return result;
    await new Promise((resolve) => setTimeout(resolve, tryEveryMs));
  }
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
  const handleLeave = () => client.leave();
  addEventListener('pagehide', handleLeave);
  const stopWatching = store.view.subscribe(({ kind }) => {
    if (kind !== 'success' && kind !== 'denied' && kind !== 'failed') return;
    controller.abort();
    removeEventListener('pagehide', handleLeave);
    if (kind === 'failed') client.leave(true);
    else setTimeout(() => window.close(), lastWordMs);
  });
  void listen(client, signal).then((ending) => {
    if (signal.aborted || receipt.settle(ending)) return;
    stopWatching();
    removeEventListener('pagehide', handleLeave);
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
