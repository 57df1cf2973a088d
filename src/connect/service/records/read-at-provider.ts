import type { ProviderPlugin, ProviderRecords, ReadContext } from 'tax-connect/providers';
import type { TokenOwner } from '../connections/accounts.ts';
import type { Parts } from '../http/parts.ts';
import { Refusal, toRetryAfter } from '../http/refusal.ts';
import { createInvalidToken } from '../http/request-headers.ts';
import { runForService } from '../providers/plugin-scope.ts';
import type { PluginMethod } from '../providers/supervise.ts';
import {
  createGrantKeeper,
  type GrantKeeper,
  type KeeperParts,
  type OpenedGrant,
  type Renewal,
} from './keep-grant.ts';
import { type AskedOutcome, askWithGrant, type OutcomeSchema } from './record-outcomes.ts';
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

type Call = (context: ReadContext) => Promise<unknown>;

interface Reading<Value> extends TurnOwner {
  readonly method: PluginMethod;
  readonly schema: OutcomeSchema<Value>;
  /** Returns the call of the plug-in's method; undefined when the plug-in does not have the method. */
  call(records: ProviderRecords): Call | undefined;
}

/**
 * The longest wait for a turn, in milliseconds. Together with `firstByteMs`, it is shorter than two other times: the
 * time after which a silent connection is closed, and the timeout of the SDK's functions for backends.
 */
const maxWaitMs = 20_000;
/** The time from the turn to the first byte of the answer, in milliseconds. */
const firstByteMs = 30_000;

/** The maximum number of renewals in one read. More would mean that the plug-in loops. */
const maxRenewals = 20;

const perConnection = { max: 4, maxWaiting: 100 };
const perApplication = { max: 16, maxWaiting: 1000 };
const perProvider = { max: 64, maxWaiting: 1000 };

interface ReaderParts extends KeeperParts, Pick<Parts, 'health'> {
  readonly keeper: GrantKeeper;
}

interface Asked {
  readonly plugin: ProviderPlugin;
  readonly call: Call;
  readonly grant: OpenedGrant;
  /** Whether the provider has already refused an older grant in this read. */
  readonly isAgain?: boolean;
}

type Result<Value> = AskedOutcome<Value> | Exclude<Renewal, { status: 'renewed' }>;

/** Reads records through the plug-ins. */
export function createProviderReader(parts: Omit<ReaderParts, 'keeper'>) {
  const withKeeper = { ...parts, keeper: createGrantKeeper(parts) };
  const connectionSlots = createSlots(perConnection);
  const applicationSlots = createSlots(perApplication);
  const providerSlots = createSlots(perProvider);
  return {
    /**
     * Waits until the request may read. A connection and a provider each allow a number of simultaneous reads. An
     * application may use a quarter of its provider's number. `leave` ends the turn.
     *
     * @throws Refusal 429 `rate_limited` when too many others wait, or the wait takes too long
     */
    async takeTurn(sender: Sender) {
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
    },
    /**
     * Reads through the plug-in, and returns the validated value of its answer.
     *
     * @throws Refusal 401 `invalid_token`, 404 `not_found`, 409 `login_required` or `consent_expired`, 501
     *   `not_supported`, 502 `provider_failed`, 504 `provider_timeout`
     */
    async read<Value>(reading: Reading<Value>): Promise<Value> {
      const { owner } = reading;
      if (owner.status === 'login_required') throw createLoginRequired();
      if (owner.status === 'expired') {
        const description = 'The consent has ended: let the person connect this account again.';
        throw new Refusal([409, 'consent_expired'], description);
      }
      if (owner.provider_state === 'unavailable') {
        const description = 'The operator has switched this provider off; try again later.';
        throw new Refusal([502, 'provider_failed'], description);
      }
      const plugin = parts.providers.findPlugin(owner.environment, owner.provider_id);
      const call = plugin?.records && reading.call(plugin.records);
      if (!plugin || !call) {
        throw new Refusal([501, 'not_supported'], 'This provider does not offer that.');
      }
      const grant = withKeeper.keeper.open(owner);
      if (!grant) throw createFailed();
      return await readWith(withKeeper, reading, { plugin, call, grant });
    },
  };
}

/**
 * Asks the plug-in. If the provider refuses the grant although a newer grant is stored, asks once more: a plug-in that
 * renews its grant itself may lose a race against another process.
 */
async function readWith<Value>(
  parts: ReaderParts,
  reading: Reading<Value>,
  asked: Asked,
): Promise<Value> {
  const { owner } = reading;
  const { keeper } = parts;
  const { outcome, revision } = await ask(parts, reading, asked);
  if ('grant' in outcome && outcome.grant !== undefined) {
    await keeper.replace(owner, { revision, value: outcome.grant });
  }
  if (outcome.status === 'ok') return outcome.value;
  if (outcome.status !== 'login_required') throw toRefusal(outcome);
  const isIll = await keeper.requireLogin(owner, revision);
  const newer = isIll ? undefined : await keeper.read(owner);
  if (!newer || newer.revision === revision) throw createLoginRequired();
  if (asked.isAgain) throw createFailed();
  return await readWith(parts, reading, { ...asked, grant: newer, isAgain: true });
}

/** Asks the plug-in once. It may renew the grant meanwhile; `revision` is that of the last grant that it had. */
async function ask<Value>(
  parts: ReaderParts,
  { owner, method, leaving, until, schema }: Reading<Value>,
  { plugin, call, grant }: Asked,
): Promise<{ readonly outcome: Result<Value>; readonly revision: number }> {
  let { revision } = grant;
  let failure: Result<never> | undefined;
  let trouble: { readonly error: unknown } | undefined;
  let renewals = 0;
  const refusal = new AbortController();
  let renewing: Promise<unknown> | undefined;
  async function renew(): Promise<unknown> {
    renewals += 1;
    if (renewals > maxRenewals) throw new Error(`renewGrant was called ${renewals} times`);
    const renewing = runForService(() => parts.keeper.renew({ owner, plugin, refused: revision }));
    const renewal = await renewing.catch((error: unknown) => {
      trouble = { error };
      refusal.abort(error);
      throw error;
    });
    if (renewal.status === 'renewed') {
      revision = renewal.grant.revision;
      return renewal.grant.value;
    }
    failure = renewal;
    const error = new Error(`The grant could not be renewed: ${renewal.status}.`);
    // In these cases, the plug-in has not failed. After an abort, the log does not report a failure of the plug-in.
    if (renewal.status === 'login_required' || renewal.status === 'ended') refusal.abort(error);
    throw error;
  }
  function renewGrant(): Promise<unknown> {
    renewing ??= renew().finally(() => {
      renewing = undefined;
    });
    return renewing;
  }
  const asking = {
    ...{ owner, plugin, method, grant: grant.value, schema },
    timeoutMs: Math.max(0, Math.round(until - performance.now())),
    leaving: AbortSignal.any([leaving, refusal.signal]),
    onLateValue: (value: unknown) => parts.keeper.replaceLate(owner, { revision, value }),
  };
  const start = performance.now();
  const answer = await askWithGrant(parts, asking, (given) => call({ ...given, renewGrant }));
  if (trouble) throw trouble.error;
  // A successful answer counts even when a renewal has failed, because a plug-in may send several requests in one read.
  const outcome = answer.status === 'ok' ? answer : (failure ?? answer);
  if (!leaving.aborted) {
    const seconds = (performance.now() - start) / 1000;
    parts.health.noteRead({ providerId: owner.provider_id, outcome: outcome.status, seconds });
  }
  return { outcome, revision };
}

function toRefusal(outcome: Exclude<Result<never>, { status: 'ok' }>): Refusal {
  switch (outcome.status) {
    case 'not_found':
      return createNotFound();
    case 'login_required':
      return createLoginRequired();
    case 'ended':
      return createInvalidToken('The account has been disconnected.');
    case 'timed_out':
      return createTimedOut();
    case 'failed':
      return createFailed(outcome.retryAfterSeconds);
  }
}

export function createNotFound(): Refusal {
  return new Refusal([404, 'not_found'], 'The account has no such record or file.');
}

export function createFailed(retryAfterSeconds?: number): Refusal {
  const headers = retryAfterSeconds === undefined ? {} : toRetryAfter(retryAfterSeconds * 1000);
  const description = 'The provider had a problem; try again later.';
  return new Refusal([502, 'provider_failed'], description, { headers });
}

export function createTimedOut(): Refusal {
  return new Refusal([504, 'provider_timeout'], 'The provider did not answer in time; try again.');
}

function createLoginRequired(): Refusal {
  return new Refusal(
    [409, 'login_required'],
    'The provider asks the person to sign in again: let them connect this account again.',
  );
}

function createTooMany(of: string): Refusal {
  const description = `Too many reads of ${of} at once; try again in a moment.`;
  return new Refusal([429, 'rate_limited'], description, { headers: toRetryAfter(1000) });
}
