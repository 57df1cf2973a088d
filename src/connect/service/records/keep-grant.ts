import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProviderPlugin } from 'tax-connect/providers';
import type { FlowParts } from '../flow/flow-parts.ts';
import { openGrant, sealGrant } from '../providers/grants.ts';
import { pluginTimeoutMs } from '../providers/supervise.ts';
import type { TokenOwner } from '../store/accounts.ts';
import type { HeldGrant } from '../store/connections.ts';
import { askWithGrant } from './ask-plugin.ts';
import { checkReadOutcome, refreshOutcome } from './record-outcomes.ts';

/** A grant in clear, for a call of its plug-in. */
export interface OpenedGrant {
  readonly value: unknown;
  readonly revision: number;
}

/** The result of renewing a grant. `ended`: the account has been disconnected. */
export type Renewal =
  | { readonly status: 'renewed'; readonly grant: OpenedGrant }
  | { readonly status: 'login_required' | 'ended' | 'timed_out' }
  | { readonly status: 'failed'; readonly retryAfterSeconds?: number | undefined };

/** Renews the grants of connections, and replaces them. */
export interface GrantKeeper {
  /** @returns the grant in clear; undefined when it cannot be opened, which the log explains */
  open(
    owner: TokenOwner,
    held: Pick<HeldGrant, 'sealedGrant' | 'grantRevision'>,
  ): OpenedGrant | undefined;
  /** @returns the latest grant; undefined when the account has been disconnected, or as `open` */
  read(owner: TokenOwner): Promise<OpenedGrant | undefined>;
  /**
   * Renews a grant at its provider, and stores it before it is used. Of all calls that need this, in all
   * processes, one asks the provider; the others wait for its result.
   *
   * @param refused - the revision that the provider has refused
   */
  renew(owner: TokenOwner, plugin: ProviderPlugin, refused: number): Promise<Renewal>;
  /**
   * The provider has refused the grant for good. The log says so once.
   *
   * @param refused - the revision that the provider has refused
   * @returns false when the account has had another grant or status
   */
  requireLogin(owner: TokenOwner, refused: number): Promise<boolean>;
  /** Replaces the grant of this revision by one that a plug-in returned. */
  replace(owner: TokenOwner, revision: number, grant: unknown): Promise<void>;
}

/** Longer than a renewal takes. Then its process has ended, and another one renews. */
const leaseMs = pluginTimeoutMs + 5000;
/** How often a process looks whether another one has renewed the grant, in milliseconds. */
const pollMs = 100;

type KeeperParts = Pick<FlowParts, 'clock' | 'config' | 'log' | 'providers' | 'store'>;

/** One renewal: whose it is, and which grant the provider has refused. */
interface Need {
  readonly owner: TokenOwner;
  readonly plugin: ProviderPlugin;
  readonly refused: number;
}

/**
 * @param parts - store, providers and log
 * @returns the keeper of this process
 */
export function createGrantKeeper(parts: KeeperParts): GrantKeeper {
  /** The calls of this process that need the same renewal share it. */
  const underWay = new Map<string, Promise<Renewal>>();
  return {
    open: (owner, held) => open(parts, owner, held),
    async read(owner) {
      const held = await parts.store.connections.findGrant(owner.accountId);
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
    replace: (owner, revision, grant) => replace(parts, owner, { revision, value: grant }),
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
  const { clock, store } = parts;
  const { accountId } = need.owner;
  const deadline = performance.now() + leaseMs;
  while (performance.now() < deadline) {
    const held = await store.connections.findGrant(accountId);
    if (held?.status !== 'active' || held.grantRevision !== need.refused) {
      return describeHeld(parts, need.owner, held);
    }
    const [id, now] = [randomUUID(), clock.now()];
    const turn = { accountId, grantRevision: need.refused, id, now, until: now + leaseMs };
    if (await store.connections.startRenewal(turn)) {
      const failure = await refresh(parts, need, held);
      await store.connections.endRenewal(accountId, id);
      if (failure) return failure;
    } else await sleep(pollMs);
  }
  return { status: 'timed_out' };
}

function describeHeld(parts: KeeperParts, owner: TokenOwner, held: HeldGrant | undefined): Renewal {
  if (!held) return { status: 'ended' };
  if (held.status !== 'active') return { status: 'login_required' };
  const grant = open(parts, owner, held);
  return grant ? { status: 'renewed', grant } : { status: 'failed' };
}

/** @returns undefined when the account has another grant or status now */
async function refresh(
  parts: KeeperParts,
  { owner, plugin, refused }: Need,
  held: HeldGrant,
): Promise<Renewal | undefined> {
  const grant = open(parts, owner, held);
  if (!grant) return { status: 'failed' };
  const work = plugin.refresh?.bind(plugin);
  const onLateValue = (value: unknown) =>
    void replaceLate(parts, owner, { revision: refused, value });
  const given = { owner, plugin, grant: grant.value, schema: refreshOutcome, onLateValue };
  const call = { ...given, method: 'refresh' } as const;
  // Where nothing can be renewed, the provider has refused the grant for good.
  const outcome = work
    ? await askWithGrant(parts, call, work)
    : ({ status: 'login_required' } as const);
  switch (outcome.status) {
    case 'ok':
      // Written first, then used: from here on, a crash loses nothing.
      await replace(parts, owner, { revision: refused, value: outcome.grant ?? grant.value });
      return undefined;
    case 'login_required':
      await requireLogin(parts, owner, refused);
      return undefined;
    case 'not_found':
      return { status: 'failed' };
    default:
      return outcome;
  }
}

async function requireLogin(
  { clock, log, store }: KeeperParts,
  owner: TokenOwner,
  refused: number,
): Promise<boolean> {
  const isFirst = await store.connections.requireLogin(owner, clock.now(), refused);
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
  const { accountId, consentedAt, environment } = owner;
  const account = { accountId, consentedAt, environment, grantRevision: revision };
  await store.connections.replaceGrant({ ...account, ...grantOwner, sealed_grant });
}

/** The provider has given a new grant after the service stopped waiting. The old one no longer works. */
async function replaceLate(
  parts: KeeperParts,
  owner: TokenOwner,
  { revision, value }: OpenedGrant,
): Promise<void> {
  const checked = checkReadOutcome(refreshOutcome, value);
  if (!('outcome' in checked) || checked.outcome.status !== 'ok') return;
  try {
    await replace(parts, owner, { revision, value: checked.outcome.grant });
  } catch (error) {
    parts.log.error({ err: error }, 'storing a late grant failed');
  }
}

function toGrantOwner({ clientId, providerId, subject }: TokenOwner) {
  return { client_id: clientId, provider_id: providerId, subject };
}
