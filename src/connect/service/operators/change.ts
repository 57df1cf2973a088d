import type { AuditAction } from '../../shapes/unions.ts';
import { readActor } from '../http/actor.ts';
import type { Arrival } from '../http/endpoint.ts';
import type { Parts } from '../http/parts.ts';
import type { ChangeableParts } from './audit-log.ts';

/** A change of one application. */
interface Change<Result> {
  readonly action: AuditAction;
  /** Details without secrets, or null. */
  readonly detail: string | null;
  /** Makes the change, see `createAuditStore`. */
  apply(parts: ChangeableParts): Promise<Result>;
}

/** A request with its actor and application. */
interface ChangeRequest extends Arrival {
  readonly application: { readonly publicClientId: string; readonly name: string };
}

/**
 * Changes an application and logs the actor, in one transaction.
 *
 * @param request - a request in which the guard has recorded the actor
 * @param change - the change; it resolves to false or undefined when nothing changed
 * @returns the result of the change
 */
export function changeApplication<Result>(
  { clock, store }: Pick<Parts, 'clock' | 'store'>,
  { context, application }: ChangeRequest,
  { action, detail, apply }: Change<Result>,
): Promise<Result> {
  const entry = {
    ...readActor(context),
    changedAt: clock.now(),
    action,
    clientId: application.publicClientId,
    application: application.name,
    detail,
  };
  return store.auditLog.change(entry, apply);
}
