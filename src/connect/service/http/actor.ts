import type { Context } from 'hono';
import { type AuditVia, type Role, type Scope, scopes } from '../../shapes/unions.ts';
import { isTrustedProxy, readPeerAddress } from './client-address.ts';
import { type Arrival, withFacts } from './endpoint.ts';
import type { Settings } from './parts.ts';
import { Refusal } from './refusal.ts';

/** An admin key, with its name at the time of the change. */
interface ActingKey {
  readonly keyId: string;
  readonly name: string;
}

/** The person or program that makes a change. */
export interface Actor {
  readonly via: AuditVia;
  /** The name from the operators' OpenID provider or a trusted proxy; null when neither sent one. */
  readonly person: string | null;
  /** The admin key that made the change, if any. */
  readonly key?: ActingKey | undefined;
}

declare module 'hono' {
  interface ContextVariableMap {
    /** Set by `noteActor`. */
    actor: Actor | undefined;
    /** Set by `noteActor`: the rights of the sender. */
    scopes: readonly Scope[] | undefined;
  }
}

/**
 * A person's name: visible, without a line end or comma. When a proxy adds its header to one from the client, both
 * arrive as a single value with a comma.
 */
const personPattern = /^[^\p{C}\p{Zl}\p{Zp},]{1,200}$/u;

/**
 * Records who makes the request, for the audit log, and what they may do.
 *
 * @param config - the trusted proxies, and the header that names a person
 * @param actor - the actor that the guard has found. If it has no person, the header is used
 */
export function noteActor(
  context: Context,
  config: Settings,
  { scopes, ...actor }: Actor & { readonly scopes: readonly Scope[] },
): void {
  context.set('actor', { ...actor, person: actor.person ?? readPerson(context, config) });
  context.set('scopes', scopes);
}

/**
 * @param context - a request that a guard has accepted
 * @returns who makes the request
 */
export function readActor(context: Context): Actor {
  const actor = context.get('actor');
  if (!actor) throw new Error('The endpoint has no guard: no actor is known.');
  return actor;
}

/** Clients can send any header, so only a trusted proxy's header counts. */
function readPerson(context: Context, { identityHeader, trustedProxies }: Settings): string | null {
  if (identityHeader === undefined) return null;
  if (!isTrustedProxy(readPeerAddress(context), trustedProxies)) return null;
  // Node decodes headers as Latin-1; proxies write names as UTF-8.
  const bytes = Buffer.from(context.req.header(identityHeader) ?? '', 'latin1');
  const person = bytes.toString('utf8').trim();
  return personPattern.test(person) ? person : null;
}

/** The rights of each role. */
export const scopesOfRole: Readonly<Record<Role, readonly Scope[]>> = {
  reader: ['applications:read', 'consents:read', 'audit:read'],
  operator: scopes,
};

/**
 * Creates a check that the sender may use the endpoint. Every endpoint of the dashboard and the admin API has it.
 *
 * @param needed - a scope, or `all` for every scope, so that no key can create a stronger one
 * @throws Refusal 403 `insufficient_scope`, from the check
 * @see https://www.rfc-editor.org/rfc/rfc6750#section-3.1
 */
export function may(needed: Scope | 'all') {
  const all = needed === 'all' ? scopes : [needed];
  return withFacts({ scopes: all, refusals: [403] }, ({ context }: Arrival): void => {
    const { via } = readActor(context);
    const held = context.get('scopes') ?? [];
    if (all.every((scope) => held.includes(scope))) return;
    if (via === 'dashboard') {
      throw new Refusal([403, 'insufficient_scope'], 'Only operators may do this.');
    }
    const scope = all.join(' ');
    throw new Refusal([403, 'insufficient_scope'], `This admin key lacks a scope: ${scope}.`, {
      headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
    });
  });
}
