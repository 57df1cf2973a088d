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
import { createTurns, type TurnOwner } from './turns.ts';

type Call = (context: ReadContext) => Promise<unknown>;

interface Reading<Value> extends TurnOwner {
  readonly method: PluginMethod;
  readonly schema: OutcomeSchema<Value>;
  /** Returns the call of the plug-in's method; undefined when the plug-in does not have the method. */
  call(records: ProviderRecords): Call | undefined;
}

/** The maximum number of renewals in one read. More would mean that the plug-in loops. */
const maxRenewals = 20;

interface ReaderParts extends KeeperParts, Pick<Parts, 'health'> {
  readonly keeper: GrantKeeper;
}

interface Asked {
  readonly plugin: ProviderPlugin;
  readonly call: Call;
  readonly grant: OpenedGrant;
  /** True when the provider has already refused an older grant in this read. */
  readonly isAgain?: boolean;
}

type Result<Value> = AskedOutcome<Value> | Exclude<Renewal, { status: 'renewed' }>;

/** Reads records through the plug-ins. */
export function createProviderReader(parts: Omit<ReaderParts, 'keeper'>) {
  const withKeeper = { ...parts, keeper: createGrantKeeper(parts) };
  return {
    takeTurn: createTurns(),
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
  const renewals = createRenewals(parts.keeper, { owner, plugin }, grant.revision);
  const asking = {
    ...{ owner, plugin, method, grant: grant.value, schema },
    timeoutMs: Math.max(0, Math.round(until - performance.now())),
    leaving: AbortSignal.any([leaving, renewals.refused]),
    onLateValue: (value: unknown) =>
      parts.keeper.replaceLate(owner, { revision: renewals.last.revision, value }),
  };
  const start = performance.now();
  const answer = await askWithGrant(parts, asking, (given) =>
    call({ ...given, renewGrant: renewals.renewGrant }),
  );
  const { revision, failure, trouble } = renewals.last;
  if (trouble) throw trouble.error;
  // A successful answer counts even when a renewal has failed, because a plug-in may send several requests in one read.
  const outcome = answer.status === 'ok' ? answer : (failure ?? answer);
  if (!leaving.aborted) {
    const seconds = (performance.now() - start) / 1000;
    parts.health.noteRead({ providerId: owner.provider_id, outcome: outcome.status, seconds });
  }
  return { outcome, revision };
}

interface LastRenewal {
  /** The revision of the newest grant. */
  revision: number;
  /** Why the provider has issued no new grant. */
  failure?: Result<never>;
  /** An error of the service. */
  trouble?: { readonly error: unknown };
}

/** Renews the grant of one read whenever the plug-in asks for it. Simultaneous calls share one renewal. */
function createRenewals(
  keeper: GrantKeeper,
  account: { readonly owner: TokenOwner; readonly plugin: ProviderPlugin },
  revision: number,
) {
  const last: LastRenewal = { revision };
  const refusal = new AbortController();
  let count = 0;
  let renewing: Promise<unknown> | undefined;

  async function renew(): Promise<unknown> {
    count += 1;
    if (count > maxRenewals) throw new Error(`renewGrant was called ${count} times`);
    const asked = runForService(() => keeper.renew({ ...account, refused: last.revision }));
    const renewal = await asked.catch((error: unknown) => {
      last.trouble = { error };
      refusal.abort(error);
      throw error;
    });
    if (renewal.status === 'renewed') {
      last.revision = renewal.grant.revision;
      return renewal.grant.value;
    }
    last.failure = renewal;
    const error = new Error(`The grant could not be renewed: ${renewal.status}.`);
    // In these cases, the plug-in has not failed. After an abort, the log does not report a failure of the plug-in.
    if (renewal.status === 'login_required' || renewal.status === 'ended') refusal.abort(error);
    throw error;
  }

  return {
    last,
    /** Aborted when another call of the provider cannot succeed. */
    refused: refusal.signal,
    renewGrant(): Promise<unknown> {
      renewing ??= renew().finally(() => {
        renewing = undefined;
      });
      return renewing;
    },
  };
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
