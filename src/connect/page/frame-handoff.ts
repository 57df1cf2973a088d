import type { Bridge } from 'tax-connect/page';
import type { FlowEvent } from '../shapes/flow-answers.ts';
import type { Handoff, HandoffClient } from './handoff-client.ts';
import { describeForHost, type Problem } from './problems.ts';

/** The frame's part in a flow that it shares with a popup: it reports the popup's progress. */
export interface FrameHandoff {
  /**
   * Lets the popup's page join, and reports its progress.
   *
   * @param handoff - the popup's proof, and the data for its page
   */
  start(handoff: Handoff): Promise<void>;
  /** Takes the flow back from the popup. @returns false when it was not shared */
  takeBack(): boolean;
  /** Idempotent. */
  close(): void;
}

const reconnectMs = 1000;

/**
 * @param getBridge - how to reach the host
 * @returns the frame's part
 */
export function createFrameHandoff(
  client: HandoffClient,
  getBridge: () => Bridge | undefined,
): FrameHandoff {
  let current: AbortController | undefined;
  let registering: Promise<unknown> = Promise.resolve();
  const stop = () => {
    current?.abort();
    current = undefined;
  };
  const handleLeave = () => {
    if (current) client.leave();
  };
  addEventListener('pagehide', handleLeave);

  return {
    async start(handoff) {
      stop();
      const controller = new AbortController();
      current = controller;
      const { signal } = controller;
      const registered = client.register(handoff);
      registering = registered;
      const result = await registered;
      if (signal.aborted) return;
      if (result.ok) await follow(client, getBridge, signal);
      else getBridge()?.sendError(describeForHost(result.problem));
      if (current === controller) stop();
    },
    takeBack() {
      if (!current) return false;
      stop();
      // After the current request, to keep their order.
      void registering
        .then(() => client.takeBack())
        .then(({ ok }) => {
          if (ok && !current) getBridge()?.sendStep('select');
        });
      return true;
    },
    close() {
      handleLeave();
      stop();
      removeEventListener('pagehide', handleLeave);
    },
  };
}

async function follow(
  client: HandoffClient,
  getBridge: () => Bridge | undefined,
  signal: AbortSignal,
): Promise<void> {
  let known: FlowEvent = { handoff: 'left' };
  let isOver = false;
  const handleEvent = (event: FlowEvent) => {
    const bridge = getBridge();
    if (signal.aborted || !bridge) return;
    const previous = known;
    known = event;
    isOver = event.handoff === 'over' || event.handoff === 'failed' || isDecided(event);
    if (event.handoff === 'failed') bridge.sendError(describeForHost(windowFailed));
    else if (event.handoff === 'asked') bridge.sendHandoffAsked(event.number ?? null);
    else if (event.handoff !== previous.handoff && event.handoff !== 'over') {
      bridge.sendHandoffChanged(event.handoff);
    }
    if (event.handoff === 'joined') passOn(bridge, event, previous);
  };
  while (!signal.aborted && !isOver) {
    const problem = await client.listen(handleEvent, signal);
    if (signal.aborted) return;
    if (problem) {
      getBridge()?.sendError(describeForHost(problem));
      return;
    }
    if (!isOver) await new Promise((resolve) => setTimeout(resolve, reconnectMs));
  }
  if (known.step === 'allowed') await passCode(client, getBridge, signal);
}

/** The popup's page shows the reason. A new flow solves most of them. */
const windowFailed: Problem = {
  code: 'session_expired',
  description: 'The page in the window could not continue.',
  retryable: true,
};

const isDecided = ({ step }: FlowEvent) => step === 'allowed' || step === 'denied';

function passOn(bridge: Bridge, { step, provider_id }: FlowEvent, previous: FlowEvent): void {
  if (provider_id && provider_id !== previous.provider_id) bridge.sendProviderSelected(provider_id);
  if (step === previous.step && previous.handoff === 'joined') return;
  if (step === 'select' || step === 'login' || step === 'consent') bridge.sendStep(step);
  if (step === 'denied') bridge.sendExit('denied');
}

/** The service creates the code now. This document sends it to the host over its port. */
async function passCode(
  client: HandoffClient,
  getBridge: () => Bridge | undefined,
  signal: AbortSignal,
): Promise<void> {
  const result = await client.collectCode();
  if (signal.aborted) return;
  if (result.ok) getBridge()?.sendCode(result.value.code, result.value.nonce);
  else getBridge()?.sendError(describeForHost(result.problem));
}
