import type { Application } from '../../applications/registered-application.ts';
import { type Arrival, withFacts } from '../../http/endpoint.ts';
import type { Parts } from '../../http/parts.ts';
import { Refusal } from '../../http/refusal.ts';

interface AccountRequest extends Arrival {
  readonly application: Application;
}

/**
 * `POST /sandbox/accounts/{account_id}/login_required`: makes the account require a login, as if its provider had
 * refused the grant. Only for test applications. Repeating the request changes nothing.
 *
 * @throws Refusal 404 `not_found` for an account that is not connected to the application
 */
export function requireLoginForTests({ clock, store }: Pick<Parts, 'clock' | 'store'>) {
  return withFacts({ refusals: [404] }, async ({ context, application }: AccountRequest) => {
    const accountId = context.req.param('account_id') ?? '';
    const { clientId } = application;
    const isIll = await store.accounts.requireLogin({ clientId, accountId }, clock.now());
    if (!isIll && !(await store.connectSessions.findOwner(clientId, accountId))) {
      throw new Refusal([404, 'not_found'], 'No such account is connected to this application.');
    }
    return context.body(null, 204);
  });
}
