import { type Role, type Scope, scopes } from '../../shapes/unions.ts';
import { readActor } from './actor.ts';
import type { Arrival } from './endpoint.ts';
import { withFacts } from './facts.ts';
import { Refusal } from './refusal.ts';

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
