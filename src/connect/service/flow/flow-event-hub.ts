import type { Answer } from '../../shapes/common-answers.ts';
import type { flowEvent } from '../../shapes/flow-answers.ts';
import type { Services } from '../services.ts';
import type { Flow } from '../store/store.ts';
import { isListening, patienceMs } from './patience.ts';

/** An event, and whether it is the last. */
export interface DescribedFlow {
  /** What a document hears; sent whenever it has changed. */
  readonly event: Answer<typeof flowEvent>;
  readonly isLast: boolean;
}

/** Who listens. */
export interface Listener {
  /** Of its document. */
  readonly tokenHash: string;
  /** Start of the connection, in milliseconds since the epoch. */
  readonly since: number;
}

/**
 * @param services - store and clock
 * @param listener - the document in the frame
 * @returns what its page is to know about the window
 */
export async function describeForFrame(
  services: Services,
  listener: Listener,
): Promise<DescribedFlow> {
  const { store, clock } = services;
  const flow = await store.flows.find(listener.tokenHash);
  if (!flow || flow.handoff_state === null || flow.expires_at <= clock.now()) {
    return { event: { handoff: 'over' }, isLast: true };
  }
  const { handoff_state, joined_hash, step, provider_id } = flow;
  const isLast = step === 'allowed' || step === 'issued' || step === 'denied';
  // A killed browser says nothing. The flow stays the window's: it may only have been out of reach.
  const popup =
    handoff_state === 'joined' && !isLast && joined_hash !== null
      ? await store.flows.find(joined_hash)
      : undefined;
  const isLost = popup && !isPresent(services, popup, { ...listener, patience: patienceMs.window });
  return { event: { handoff: isLost ? 'left' : handoff_state, step, provider_id }, isLast };
}

/**
 * @param services - store and clock
 * @param listener - the document in the window
 * @returns what its page is to know about the frame
 */
export async function describeForPopup(
  services: Services,
  listener: Listener,
): Promise<DescribedFlow> {
  const { store, clock } = services;
  const popup = await store.flows.find(listener.tokenHash);
  const flow = popup?.joined_hash ? await store.flows.find(popup.joined_hash) : undefined;
  const isShared = flow?.handoff_state === 'joined' && flow.joined_hash === listener.tokenHash;
  // The frame's page has taken the code to the host: the window may claim success.
  if (isShared && flow.step === 'issued') {
    return { event: { handoff: 'over', step: 'issued' }, isLast: true };
  }
  const isLast =
    !isShared ||
    flow.expires_at <= clock.now() ||
    !isPresent(services, flow, { ...listener, patience: patienceMs.frame });
  return { event: { handoff: isLast ? 'over' : 'joined' }, isLast };
}

/** After a pause, such as a closed lid, a document gives the other one time to return, too. */
function isPresent(
  { clock }: Services,
  other: Flow,
  { since, patience }: Listener & { readonly patience: number },
): boolean {
  const now = clock.now();
  return since > now - patience || isListening(other, patience, now);
}
