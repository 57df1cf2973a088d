import type { Context } from 'hono';
import { type AuditVia, type Role, type Scope, scopes } from '../../shapes/unions.ts';
import { isTrustedProxy, readPeerAddress } from './client-address.ts';
import { type Arrival, withFacts } from './endpoint.ts';
import type { Settings } from './parts.ts';
import { Refusal } from './refusal.ts';

export interface Actor {
  readonly via: AuditVia;
  /** The name from the operators' OpenID provider or a trusted proxy; null when neither sent one. */
  readonly person: string | null;
  /** The admin key, with its name at the time of the change. */
  readonly key?: { readonly key_id: string; readonly name: string } | undefined;
}

declare module 'hono' {
  interface ContextVariableMap {
    /** Set by `noteActor`. */
    actor: Actor | undefined;
    /** Set by `noteActor`. */
    scopes: readonly Scope[] | undefined;
  }
}

/**
 * Matches a visible name without a line end or comma. A comma means that two headers arrived as one value: a client
 * sent the header, too, and the proxy added its own.
 */
const personPattern = /^[^\p{C}\p{Zl}\p{Zp},]{1,200}$/u;

/**
 * Records for the audit log who makes the request, and which scopes the sender has. If the guard has found no
 * signed-in person, the header of a trusted proxy may name one.
 */
export function noteActor(
  context: Context,
  config: Settings,
  { scopes, ...actor }: Actor & { readonly scopes: readonly Scope[] },
): void {
  context.set('actor', { ...actor, person: actor.person ?? readPerson(context, config) });
  context.set('scopes', scopes);
}

export function readActor(context: Context): Actor {
  const actor = context.get('actor');
  if (!actor) throw new Error('The endpoint has no guard: no actor is known.');
  return actor;
}

/** Reads the person from the configured header. Clients can send any header, so only that of a trusted proxy counts. */
function readPerson(context: Context, { identityHeader, trustedProxies }: Settings): string | null {
  if (identityHeader === undefined) return null;
  if (!isTrustedProxy(readPeerAddress(context), trustedProxies)) return null;
  // Node decodes headers as Latin-1, but proxies write names as UTF-8.
  const bytes = Buffer.from(context.req.header(identityHeader) ?? '', 'latin1');
  const person = bytes.toString('utf8').trim();
  return personPattern.test(person) ? person : null;
}

export const scopesOfRole: Readonly<Record<Role, readonly Scope[]>> = {
  reader: ['applications:read', 'consents:read', 'audit:read'],
  operator: scopes,
};

/**
 * Creates a check that the sender may use the endpoint. Every endpoint of the dashboard and the admin API has this
 * check. `all` needs every scope, so that no admin key can create a stronger key.
 *
 * @throws Refusal 403 `insufficient_scope`, when the check runs
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
