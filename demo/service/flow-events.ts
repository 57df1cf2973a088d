import { isListening } from './checks/handoff.ts';
import type { Services } from './services.ts';
import type { FlowStep, HandoffState } from './store/schema.ts';

/** What a document hears; sent whenever it has changed. */
interface FlowEvent {
  /** For the window: whether the flow still is there for it, `over` at last. */
  readonly handoff: HandoffState | 'over';
  /** Where the user is. */
  readonly step?: FlowStep;
  readonly provider_id?: string | null;
}

/** An event, and whether it is the last. */
export interface DescribedFlow {
  readonly event: FlowEvent;
  readonly isLast: boolean;
}

/**
 * @param services - store and clock
 * @param tokenHash - of the document in the frame
 * @returns what its page is to know about the window
 */
export async function describeForFrame(
  { store, clock }: Services,
  tokenHash: string,
): Promise<DescribedFlow> {
  const flow = await store.flows.find(tokenHash);
  if (!flow || flow.handoff_state === null || flow.expires_at <= clock.now()) {
    return { event: { handoff: 'over' }, isLast: true };
  }
  const { handoff_state: handoff, step, provider_id } = flow;
  const isLast = step === 'allowed' || step === 'issued' || step === 'denied';
  return { event: { handoff, step, provider_id }, isLast };
}

/**
 * @param services - store and clock
 * @param tokenHash - of the document in the window
 * @returns what its page is to know about the frame
 */
export async function describeForPopup(
  { store, clock }: Services,
  tokenHash: string,
): Promise<DescribedFlow> {
  const popup = await store.flows.find(tokenHash);
  const flow = popup?.joined_hash ? await store.flows.find(popup.joined_hash) : undefined;
  const isThere =
    flow?.handoff_state === 'joined' && flow.joined_hash === tokenHash && isListening(flow, clock);
  const isLast = !flow || !isThere || flow.expires_at <= clock.now();
  return { event: { handoff: isLast ? 'over' : 'joined' }, isLast };
}
