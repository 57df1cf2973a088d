import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProviderPlugin } from 'tax-connect/providers';
import type { HeldGrant } from '../connections/account-grants.ts';
import type { TokenOwner } from '../connections/accounts.ts';
import type { Parts } from '../http/parts.ts';
import { createUnavailable } from '../http/refusal.ts';
import { openGrant, sealGrant } from '../providers/grants.ts';
import { pluginTimeoutMs } from '../providers/supervise.ts';
import { askWithGrant, checkReadOutcome, refreshOutcome } from './record-outcomes.ts';

/** A decrypted grant. */
export interface OpenedGrant {
  readonly value: unknown;
  readonly revision: number;
}

/** `ended`: the account has been disconnected. */
export type Renewal =
  | { readonly status: 'renewed'; readonly grant: OpenedGrant }
  | { readonly status: 'login_required' | 'ended' | 'timed_out' }
  | { readonly status: 'failed'; readonly retryAfterSeconds?: number | undefined };

/** Renews the grants of connections, and replaces them. */
export interface GrantKeeper {
  /** Decrypts a grant. Returns undefined when that is impossible, and logs why. */
  open(
    owner: TokenOwner,
    held: Pick<HeldGrant, 'sealedGrant' | 'grantRevision'>,
  ): OpenedGrant | undefined;
  /** Returns the latest grant; undefined when the account has been disconnected, or its grant cannot be opened. */
  read(owner: TokenOwner): Promise<OpenedGrant | undefined>;
  /**
   * Renews a grant at its provider, and stores it before it is used. If several calls need this, in any process,
   * one asks the provider and the others wait for its result.
   *
   * @throws Refusal 503 `server_error`, and the errors of the store: then the provider is not at fault
   */
  renew(owner: TokenOwner, plugin: ProviderPlugin, refused: number): Promise<Renewal>;
  /**
   * Records that the provider has refused the grant of this revision for good, and logs it once.
   *
   * @returns false when the account already had another grant or status
   */
  requireLogin(owner: TokenOwner, refused: number): Promise<boolean>;
  /**
   * Replaces the grant of this revision by one that a plug-in returned together with the value of a read. If the
   * database does not answer, the grant is stored later.
   */
  replace(owner: TokenOwner, revision: number, grant: unknown): Promise<void>;
  /** Stores the grant of an answer that arrived after the service had stopped waiting for it. */
  replaceLate(owner: TokenOwner, revision: number, answer: unknown): void;
}

/**
 * Long enough for a call of the provider and a failover of the database. Only a killed process still has the lease
 * after that; then another process renews.
 */
const leaseMs = pluginTimeoutMs + 80_000;
/** How long a call waits for the renewal of another process, in milliseconds. */
const waitMs = pluginTimeoutMs + 5000;
/** How often a process checks whether another one has renewed the grant, in milliseconds. */
const pollMs = 100;

type KeeperParts = Pick<Parts, 'clock' | 'config' | 'grantWriter' | 'log' | 'providers' | 'store'>;

/** A needed renewal. `refused` is the revision that the provider has refused. */
interface Need {
  readonly owner: TokenOwner;
  readonly plugin: ProviderPlugin;
  readonly refused: number;
}

export function createGrantKeeper(parts: KeeperParts): GrantKeeper {
  /** Calls of this process that need the same renewal share it. */
  const underWay = new Map<string, Promise<Renewal>>();
  return {
    open: (owner, held) => open(parts, owner, held),
    async read(owner) {
      const held = await parts.store.accounts.findGrant(owner.accountId);
      return held && open(parts, owner, held);
    },
    renew(owner, plugin, refused) {
      const key = `${owner.accountId} ${refused}`;
      const known = underWay.get(key);
      if (known !== undefined) return known;
      const renewal = renew(parts, { owner, plugin, refused }).finally(() => underWay.delete(key));
      underWay.set(key, renewal);
      return renewal;
    },
    requireLogin: (owner, refused) => requireLogin(parts, owner, refused),
    async replace(owner, revision, value) {
      const write = () => replace(parts, owner, { revision, value });
      await parts.grantWriter.write(write).catch(() => {});
    },
    replaceLate: (owner, revision, value) => replaceLate(parts, owner, { revision, value }),
  };
}

function open(
  { log, providers }: KeeperParts,
  owner: TokenOwner,
  { sealedGrant, grantRevision: revision }: Pick<HeldGrant, 'sealedGrant' | 'grantRevision'>,
): OpenedGrant | undefined {
  if (sealedGrant === null) return { value: undefined, revision };
  const opened = openGrant(providers, toGrantOwner(owner), sealedGrant);
  if (opened) return { value: opened.value, revision };
  const detail = 'a grant cannot be used: GRANT_KEY does not contain its key';
  log.error({ provider_id: owner.providerId }, detail);
  return undefined;
}

async function renew(parts: KeeperParts, need: Need): Promise<Renewal> {
  const { grantWriter, store } = parts;
  const { owner, refused } = need;
  const deadline = performance.now() + waitMs;
  while (performance.now() < deadline) {
    const held = await store.accounts.findGrant(owner.accountId);
    if (held?.status !== 'active' || held.grantRevision !== refused) {
      return describeHeld(parts, owner, held);
    }
    const grant = open(parts, owner, held);
    if (!grant) return { status: 'failed' };
    grantWriter.assertRoom();
    const lease = randomUUID();
    if (await startRenewal(parts, need, lease)) return await refresh(parts, need, { lease, grant });
    await sleep(pollMs);
  }
  // The other process has been killed, or cannot reach the database.
  throw createUnavailable('Another process has not finished renewing the grant.');
}

async function startRenewal(
  { clock, grantWriter, store }: KeeperParts,
  { owner: { accountId }, refused: grantRevision }: Need,
  id: string,
): Promise<boolean> {
  const now = clock.now();
  try {
    const turn = { accountId, grantRevision, id, now, until: now + leaseMs };
    return await store.accounts.startRenewal(turn);
  } catch (error) {
    // The lease may have been stored even though the response was lost.
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

/** Asks the provider once. One write, which outlasts an outage, stores the result and ends the lease. */
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
  // Stored before it is used, so that a crash from here on loses nothing.
  await grantWriter.write(async () => {
    if (outcome.status === 'ok') {
      await replace(parts, owner, { revision: refused, value: outcome.grant ?? old });
    } else if (outcome.status === 'failed') {
      await replace(parts, owner, { revision: refused, value: outcome.grant });
    } else if (outcome.status === 'login_required') {
      await requireLogin(parts, owner, refused);
    }
    await store.accounts.endRenewal(owner.accountId, lease);
  });
  switch (outcome.status) {
    case 'ok':
    case 'login_required':
      return describeHeld(parts, owner, await store.accounts.findGrant(owner.accountId));
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
  const isFirst = await store.accounts.requireLogin(owner, clock.now(), refused);
  if (isFirst) log.info({ provider_id: owner.providerId }, 'sign-in required');
  return isFirst;
}

async function replace(
  { providers, store }: KeeperParts,
  owner: TokenOwner,
  { revision, value }: OpenedGrant,
): Promise<void> {
  const grantOwner = toGrantOwner(owner);
  const sealed_grant = sealGrant(providers, grantOwner, value);
  if (sealed_grant === null) return;
  const { accountId, consentNumber, environment } = owner;
  const account = { accountId, consentNumber, environment, grantRevision: revision };
  await store.accounts.replaceGrant({ ...account, ...grantOwner, sealed_grant });
}

/** The plug-in may have renewed the grant in a late answer, and the old grant may no longer work. */
function replaceLate(
  parts: KeeperParts,
  owner: TokenOwner,
  { revision, value }: OpenedGrant,
): void {
  const checked = checkReadOutcome(refreshOutcome, value);
  if (!('outcome' in checked) || !('grant' in checked.outcome)) return;
  const { grant } = checked.outcome;
  parts.grantWriter.writeLater(() => replace(parts, owner, { revision, value: grant }));
}

function toGrantOwner({ clientId, providerId, subject }: TokenOwner) {
  return { client_id: clientId, provider_id: providerId, subject };
}
