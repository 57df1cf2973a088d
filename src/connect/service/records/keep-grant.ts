import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProviderPlugin } from 'tax-connect/providers';
import type { HeldGrant } from '../connections/account-grants.ts';
import type { TokenOwner } from '../connections/accounts.ts';
import type { Parts } from '../http/parts.ts';
import { createUnavailable } from '../http/refusal.ts';
import { openGrant, sealGrant } from '../providers/grants.ts';
import { pluginTimeoutMs } from '../providers/supervise.ts';
import { askWithGrant, dropAnswer, refreshOutcome } from './record-outcomes.ts';

/** A decrypted grant. */
export interface OpenedGrant {
  readonly value: unknown;
  readonly revision: number;
}

/** The result of a renewal. `ended`: the account has been disconnected. */
export type Renewal =
  | { readonly status: 'renewed'; readonly grant: OpenedGrant }
  | { readonly status: 'login_required' | 'ended' | 'timed_out' }
  | { readonly status: 'failed'; readonly retryAfterSeconds?: number | undefined };

/**
 * The time that a process holds the lease, the right to renew a grant, in milliseconds. A call of the provider and a
 * failover of the database take less. So only a killed process still holds the lease when it ends, and another process
 * renews.
 */
const leaseMs = pluginTimeoutMs + 80_000;
/** The time that a call waits while another process renews the grant, in milliseconds. */
const waitMs = pluginTimeoutMs + 5000;
/** The interval at which a process checks whether another process has renewed the grant, in milliseconds. */
const pollMs = 100;

export type KeeperParts = Pick<
  Parts,
  'clock' | 'config' | 'grantWriter' | 'log' | 'providers' | 'store'
>;

/** A grant that must be renewed. `refused` is the revision of the grant that the provider has refused. */
interface Need {
  readonly owner: TokenOwner;
  readonly plugin: ProviderPlugin;
  readonly refused: number;
}

/** Renews the grants of connections, and replaces them. */
export type GrantKeeper = ReturnType<typeof createGrantKeeper>;

export function createGrantKeeper(parts: KeeperParts) {
  /** The renewals under way. Calls of this process that need the same renewal share it. */
  const underWay = new Map<string, Promise<Renewal>>();
  return {
    /** Decrypts the grant that was read with the access token. Undefined when that is impossible, which is logged. */
    open: (owner: TokenOwner) => open(parts, owner, owner),
    /** Returns the latest grant; undefined when the account has been disconnected, or its grant cannot be opened. */
    async read(owner: TokenOwner): Promise<OpenedGrant | undefined> {
      const held = await parts.store.accounts.findGrant(owner.account_id);
      return held && open(parts, owner, held);
    },
    /**
     * Renews a grant at its provider, and stores the new grant before it is used. If several calls need the same
     * renewal, in any process, one call asks the provider and the others wait for its result.
     *
     * @throws Refusal 503 `server_error`, or an error of the store. In both cases, the provider is not at fault.
     */
    renew(need: Need): Promise<Renewal> {
      const key = `${need.owner.account_id} ${need.refused}`;
      const known = underWay.get(key);
      if (known !== undefined) return known;
      const renewal = renew(parts, need).finally(() => underWay.delete(key));
      underWay.set(key, renewal);
      return renewal;
    },
    /**
     * Records that the provider has refused the grant of this revision for good, and logs the refusal once.
     *
     * @returns false when the account already had another grant or status
     */
    requireLogin: (owner: TokenOwner, refused: number) => requireLogin(parts, owner, refused),
    /**
     * Stores a grant that a plug-in returned together with the value of a read, in place of the grant of this revision.
     * If the database does not answer, the grant is stored later.
     */
    async replace(owner: TokenOwner, grant: OpenedGrant): Promise<void> {
      await parts.grantWriter.write(() => replace(parts, owner, grant)).catch(() => {});
    },
    /** Stores the grant of a plug-in's answer that arrived after the service had stopped waiting for it. */
    replaceLate: (owner: TokenOwner, answer: OpenedGrant) => replaceLate(parts, owner, answer),
  };
}

function open(
  { log, providers }: KeeperParts,
  owner: TokenOwner,
  { sealed_grant, grant_revision: revision }: Pick<HeldGrant, 'sealed_grant' | 'grant_revision'>,
): OpenedGrant | undefined {
  if (sealed_grant === null) return { value: undefined, revision };
  const opened = openGrant(providers, owner, sealed_grant);
  if (opened) return { value: opened.value, revision };
  const detail = 'a grant cannot be used: GRANT_KEY does not contain its key';
  log.error({ provider_id: owner.provider_id }, detail);
  return undefined;
}

async function renew(parts: KeeperParts, need: Need): Promise<Renewal> {
  const { grantWriter, store } = parts;
  const { owner, refused } = need;
  const deadline = performance.now() + waitMs;
  while (performance.now() < deadline) {
    const held = await store.accounts.findGrant(owner.account_id);
    if (held?.status !== 'active' || held.grant_revision !== refused) {
      return describeHeld(parts, owner, held);
    }
    const grant = open(parts, owner, held);
    if (!grant) return { status: 'failed' };
    grantWriter.assertRoom();
    const lease = randomUUID();
    if (await startRenewal(parts, need, lease)) return await refresh(parts, need, { lease, grant });
    await sleep(pollMs);
  }
  // The process that holds the lease has been killed, or cannot reach the database.
  throw createUnavailable('Another process has not finished renewing the grant.');
}

async function startRenewal(
  { clock, grantWriter, store }: KeeperParts,
  { owner: { account_id: accountId }, refused: grantRevision }: Need,
  id: string,
): Promise<boolean> {
  const now = clock.now();
  try {
    const turn = { accountId, grantRevision, id, now, until: now + leaseMs };
    return await store.accounts.startRenewal(turn);
  } catch (error) {
    // The lease may have been stored even though the database's answer was lost, so it is ended later.
    grantWriter.writeLater(() => store.accounts.endRenewal(accountId, id));
    throw error;
  }
}

function describeHeld(parts: KeeperParts, owner: TokenOwner, held: HeldGrant | undefined): Renewal {
  if (!held) return { status: 'ended' };
  if (held.status !== 'active') return { status: 'login_required' };
  const grant = open(parts, owner, held);
  return grant ? { status: 'renewed', grant } : { status: 'failed' };
}

/** Asks the provider once for a new grant. One write, which outlasts an outage, stores it and ends the lease. */
async function refresh(
  parts: KeeperParts,
  { owner, plugin, refused }: Need,
  { lease, grant: { value: old } }: { readonly lease: string; readonly grant: OpenedGrant },
): Promise<Renewal> {
  const { grantWriter, store } = parts;
  const work = plugin.refresh?.bind(plugin);
  const onLateValue = (value: unknown) => replaceLate(parts, owner, { revision: refused, value });
  const given = { owner, plugin, grant: old, schema: refreshOutcome, onLateValue };
  const call = { ...given, method: 'refresh' } as const;
  // When a plug-in cannot renew, the provider's refusal is final.
  const outcome = work
    ? await askWithGrant(parts, call, work)
    : ({ status: 'login_required' } as const);
  // The result is stored before it is used, so that a crash from here on loses nothing.
  await grantWriter.write(async () => {
    if (outcome.status === 'ok') {
      await replace(parts, owner, { revision: refused, value: outcome.grant ?? old });
    } else if (outcome.status === 'failed') {
      await replace(parts, owner, { revision: refused, value: outcome.grant });
    } else if (outcome.status === 'login_required') {
      await requireLogin(parts, owner, refused);
    }
    await store.accounts.endRenewal(owner.account_id, lease);
  });
  switch (outcome.status) {
    case 'ok':
    case 'login_required':
      return describeHeld(parts, owner, await store.accounts.findGrant(owner.account_id));
    case 'timed_out':
      return outcome;
    case 'not_found':
      return { status: 'failed' };
    case 'failed':
      return { status: 'failed', retryAfterSeconds: outcome.retryAfterSeconds };
  }
}

async function requireLogin(
  { clock, log, store }: KeeperParts,
  owner: TokenOwner,
  refused: number,
): Promise<boolean> {
  const { client_id: clientId, account_id: accountId, provider_id } = owner;
  const account = { clientId, accountId };
  const isFirst = await store.accounts.requireLogin(account, clock.now(), refused);
  if (isFirst) log.info({ provider_id }, 'sign-in required');
  return isFirst;
}

async function replace(
  { providers, store }: KeeperParts,
  owner: TokenOwner,
  { revision: grant_revision, value }: OpenedGrant,
): Promise<void> {
  const sealed_grant = sealGrant(providers, owner, value);
  if (sealed_grant === null) return;
  await store.accounts.replaceGrant({ ...owner, grant_revision, sealed_grant });
}

/** Stores the grant of a late answer. */
function replaceLate(
  parts: KeeperParts,
  owner: TokenOwner,
  { revision, value }: OpenedGrant,
): void {
  const grant = dropAnswer(value);
  if (grant === undefined) return;
  parts.grantWriter.writeLater(() => replace(parts, owner, { revision, value: grant }));
}
