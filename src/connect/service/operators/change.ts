import type { AuditAction } from '../../shapes/unions.ts';
import { readActor } from '../http/actor.ts';
import type { Parts } from '../http/parts.ts';
import type { ChangeableParts } from './audit-log.ts';
import type { Application } from '../store/store.ts';
import type { ApplicationRequest } from '../applications/checks.ts';

/** A change of one application. */
interface Change<Result> {
  readonly action: AuditAction;
  /** Details without secrets, or null. */
  readonly detail: string | null;
  /** Makes the change, see `AuditStore.change`. */
  apply(parts: ChangeableParts): Promise<Result>;
}

/** A request with its actor and application. */
interface ChangeRequest extends Pick<ApplicationRequest, 'context'> {
  readonly application: Pick<Application, 'publicClientId' | 'name'>;
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
