import type { Answer } from '../../shapes/common-answers.ts';
import type { flowEvent } from '../../shapes/flow-answers.ts';
import type { Parts } from '../http/parts.ts';
import type { Flow } from '../store/store.ts';
import { isListening, patienceMs } from './patience.ts';
import { findOpenSession } from './session.ts';

/** An event, and whether it is the last. */
export interface DescribedFlow {
  /** Sent to a document whenever it has changed. */
  readonly event: Answer<typeof flowEvent>;
  readonly isLast: boolean;
}

/** A document that listens for events. */
export interface Listener {
  /** The flow of the document. */
  readonly tokenHash: string;
  /** When the connection started, in milliseconds since the epoch. */
  readonly since: number;
}

/**
 * @param parts - store and clock
 * @returns the popup's progress, for the frame's page
 */
export async function describeForFrame(
  parts: Pick<Parts, 'clock' | 'store'>,
  listener: Listener,
): Promise<DescribedFlow> {
  const { store, clock } = parts;
  const flow = await store.flows.find(listener.tokenHash);
  if (!flow || flow.handoff_state === null || flow.expires_at <= clock.now()) {
    return { event: { handoff: 'over' }, isLast: true };
  }
  const { handoff_state, joined_hash, step, provider_id } = flow;
  const isLast = isDecided(flow);
  // A killed browser sends no message. The popup keeps the flow, because it may only be offline.
  const popup =
    handoff_state === 'joined' && !isLast && joined_hash !== null
      ? await store.flows.find(joined_hash)
      : undefined;
  const isLost = popup && !isPresent(parts, popup, { ...listener, patience: patienceMs.window });
  const question = handoff_state === 'asked' ? { number: flow.handoff_number } : {};
  return {
    event: { handoff: isLost ? 'left' : handoff_state, step, provider_id, ...question },
    isLast,
  };
}

/**
 * @param parts - store and clock
 * @returns the frame's progress, for the popup's page
 */
export async function describeForPopup(
  parts: Pick<Parts, 'clock' | 'store'>,
  listener: Listener,
): Promise<DescribedFlow> {
  const { store, clock } = parts;
  const popup = await store.flows.find(listener.tokenHash);
  const flow = popup?.joined_hash ? await store.flows.find(popup.joined_hash) : undefined;
  const isShared = flow?.handoff_state === 'joined' && flow.joined_hash === listener.tokenHash;
  // The frame's page has passed the code to the host, so the popup may show success.
  if (isShared && flow.step === 'issued') {
    return { event: { handoff: 'over', step: 'issued' }, isLast: true };
  }
  const isLast =
    !isShared ||
    flow.expires_at <= clock.now() ||
    !isPresent(parts, flow, { ...listener, patience: patienceMs.frame });
  return { event: { handoff: isLast ? 'over' : 'joined' }, isLast };
}

/**
 * @param parts - store and clock
 * @returns whether the session of the document is still open
 */
export async function describeForSession(
  parts: Pick<Parts, 'clock' | 'store'>,
  { tokenHash }: Listener,
): Promise<DescribedFlow> {
  const find = () => parts.store.flows.find(tokenHash);
  const flow = await find();
  if (flow && !isDecided(flow) && (await findOpenSession(parts, flow))) {
    return { event: { session: 'open' }, isLast: false };
  }
  // The person may have decided between these two.
  const moved = await find();
  return { event: { session: moved && isDecided(moved) ? 'decided' : 'ended' }, isLast: true };
}

function isDecided({ step }: Flow): boolean {
  return step === 'allowed' || step === 'issued' || step === 'denied';
}

/** After a pause, such as a closed lid, a document waits once more for the other one to return. */
function isPresent(
  { clock }: Pick<Parts, 'clock'>,
  other: Flow,
  { since, patience }: Listener & { readonly patience: number },
): boolean {
  const now = clock.now();
  return since > now - patience || isListening(other, patience, now);
}
