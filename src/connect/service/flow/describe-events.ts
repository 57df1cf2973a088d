import type { Answer } from '../../shapes/common-answers.ts';
import type { flowEvent } from '../../shapes/flow-answers.ts';
import type { Flow } from './flows-table.ts';

export interface DescribedFlow {
  /** Sent to the document when it differs from the previous event. */
  readonly event: Answer<typeof flowEvent>;
  readonly isLast: boolean;
  /** When the event may change although the flow has not, as when a session expires. Milliseconds since the epoch. */
  readonly changesAt?: number;
}

export interface EventView {
  readonly now: number;
  findFlow(tokenHash: string): Promise<Flow | undefined>;
  /** Finds when an open session expires, in milliseconds since the epoch; undefined when the session has ended. */
  findSessionEnd(sessionHash: string): Promise<number | undefined>;
}

export interface Listener {
  /** SHA-256 of the flow token of the document that listens. */
  readonly tokenHash: string;
  /** When the event connection started, in milliseconds since the epoch. */
  readonly since: number;
}

/** Describes the popup's progress for the page in the frame. */
export async function describeForFrame(
  view: EventView,
  listener: Listener,
): Promise<DescribedFlow> {
  const flow = await view.findFlow(listener.tokenHash);
  if (!flow || flow.handoff_state === null || flow.expires_at <= view.now) {
    return { event: { handoff: 'over' }, isLast: true };
  }
  const { handoff_state, joined_hash, step, provider_id } = flow;
  const isLast = isDecided(flow);
  // A killed browser sends no message, so a popup that has not listened for a while is reported as `left`. The popup
  // keeps the flow, because it may only be offline.
  const popup =
    handoff_state === 'joined' && !isLast && joined_hash !== null
      ? await view.findFlow(joined_hash)
      : undefined;
  const patience = patienceMs.window;
  const isLost = popup && !isPresent(view, popup, { ...listener, patience });
  const question = handoff_state === 'asked' ? { number: flow.handoff_number } : {};
  // For a lost popup, this time is in the past, so its presence is checked at every poll. A popup that listens again
  // records no change of the flow.
  const leavesAt = popup ? findAbsence(popup, { ...listener, patience }) : flow.expires_at;
  return {
    event: { handoff: isLost ? 'left' : handoff_state, step, provider_id, ...question },
    isLast,
    changesAt: Math.min(flow.expires_at, leavesAt),
  };
}

/** Tells the popup's page whether it may still continue the frame's flow. */
export async function describeForPopup(
  view: EventView,
  listener: Listener,
): Promise<DescribedFlow> {
  const popup = await view.findFlow(listener.tokenHash);
  const flow = popup?.joined_hash ? await view.findFlow(popup.joined_hash) : undefined;
  const isShared = flow?.handoff_state === 'joined' && flow.joined_hash === listener.tokenHash;
  // The page in the frame has the code for the host, so the popup may show success.
  if (isShared && flow.step === 'issued') {
    return { event: { handoff: 'over', step: 'issued' }, isLast: true };
  }
  const waiting = { ...listener, patience: patienceMs.frame };
  const isOpen = isShared && flow.expires_at > view.now && isPresent(view, flow, waiting);
  if (!isOpen) return { event: { handoff: 'over' }, isLast: true };
  const changesAt = Math.min(flow.expires_at, findAbsence(flow, waiting));
  return { event: { handoff: 'joined' }, isLast: false, changesAt };
}

/** Tells the document whether the session of its flow is still open. */
export async function describeForSession(
  view: EventView,
  { tokenHash }: Listener,
): Promise<DescribedFlow> {
  const flow = await view.findFlow(tokenHash);
  if (flow?.session_hash && !isDecided(flow)) {
    const changesAt = await view.findSessionEnd(flow.session_hash);
    if (changesAt !== undefined) return { event: { session: 'open' }, isLast: false, changesAt };
  }
  // The person may have decided since `flow` was read, and the decision ends the session.
  const moved = await view.findFlow(tokenHash);
  return { event: { session: moved && isDecided(moved) ? 'decided' : 'ended' }, isLast: true };
}

export function isDecided({ step }: Flow): boolean {
  return step === 'allowed' || step === 'issued' || step === 'denied';
}

interface Waiting extends Listener {
  readonly patience: number;
}

/**
 * True when the flow's other document is present. A document waits the full time from the start of its own event
 * connection on. So after a pause, such as a closed laptop lid, the other document has time to reconnect.
 */
function isPresent({ now }: EventView, other: Flow, { since, patience }: Waiting): boolean {
  return since > now - patience || isListening(other, patience, now);
}

/** When the other document counts as absent unless it listens again, in milliseconds since the epoch. */
function findAbsence({ seen_at }: Flow, { since, patience }: Waiting): number {
  return Math.max(since, seen_at ?? 0) + patience;
}

/**
 * A document counts as present this long after its event connection has closed, in milliseconds. This is long enough
 * for a broken connection and for timers that a browser slows down, and short enough to notice a closed document soon.
 *
 * @see https://developer.chrome.com/blog/timer-throttling-in-chrome-88
 */
export const patienceMs = {
  /** For the frame's page when a popup wants to join. A popup may join only while that page is present. */
  join: 15_000,
  /** For the popup. After this time, the frame's page tells the user that the popup may be closed. */
  window: 30_000,
  /** For the frame's page. Then the popup's flow is over. Phones suspend the page behind a popup for a while. */
  frame: 120_000,
} as const;

export function isListening({ seen_at }: Flow, patience: number, now: number): boolean {
  return seen_at !== null && seen_at > now - patience;
}
