import type { TokenOwner } from '../connections/accounts.ts';
import { Refusal, toRetryAfter } from '../http/refusal.ts';
import { createSlots } from './slots.ts';

interface Sender {
  readonly owner: TokenOwner;
  /** Aborted when the application has disconnected. */
  readonly leaving: AbortSignal;
}

/** A request whose turn to read has come. */
export interface TurnOwner extends Sender {
  /** When the first byte of the answer must have arrived, in milliseconds of `performance.now()`. */
  readonly until: number;
}

/**
 * The longest wait for a turn, in milliseconds. Together with `firstByteMs`, it is shorter than two other times: the
 * time after which a silent connection is closed, and the timeout of the SDK's functions for backends.
 */
const maxWaitMs = 20_000;
/** The time from the turn to the first byte of the answer, in milliseconds. */
const firstByteMs = 30_000;

const perConnection = { max: 4, maxWaiting: 100 };
const perApplication = { max: 16, maxWaiting: 1000 };
const perProvider = { max: 64, maxWaiting: 1000 };

/**
 * Creates a function that waits until a request may read. A connection and a provider each allow a number of
 * simultaneous reads. An application may use a quarter of its provider's number. `leave` ends the turn.
 *
 * @throws Refusal 429 `rate_limited` when too many others wait, or the wait takes too long
 */
export function createTurns() {
  const connectionSlots = createSlots(perConnection);
  const applicationSlots = createSlots(perApplication);
  const providerSlots = createSlots(perProvider);
  return async (sender: Sender) => {
    const { account_id, client_id, environment, provider_id } = sender.owner;
    const end = performance.now() + maxWaitMs;
    const provider = `${environment} ${provider_id}`;
    // With this order, an application that waits for its own turns does not block the turns of others.
    const needed = [
      { slots: connectionSlots, key: account_id, of: 'this account' },
      { slots: applicationSlots, key: `${provider} ${client_id}`, of: 'this application' },
      { slots: providerSlots, key: provider, of: 'this provider' },
    ];
    const taken: (() => void)[] = [];
    const leave = () => {
      for (const giveBack of taken.splice(0).reverse()) giveBack();
    };
    for (const { slots, key, of } of needed) {
      const patience = { signal: sender.leaving, maxMs: end - performance.now() };
      const giveBack = await slots.take(key, patience);
      if (!giveBack) {
        leave();
        throw createTooMany(of);
      }
      taken.push(giveBack);
    }
    return { turn: { ...sender, until: performance.now() + firstByteMs }, leave };
  };
}

function createTooMany(of: string): Refusal {
  const description = `Too many reads of ${of} at once; try again in a moment.`;
  return new Refusal([429, 'rate_limited'], description, { headers: toRetryAfter(1000) });
}
