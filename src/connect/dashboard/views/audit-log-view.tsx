import type { Change } from '../../shapes/audit-answers.ts';
import { useDashboard } from '../dashboard-context.ts';
import { formatTime } from '../format.ts';
import { Loading } from '../parts/loading.tsx';
import { MoreButton } from '../parts/more-button.tsx';
import { RouteLink } from '../parts/route-link.tsx';
import { ViewTitle } from '../parts/view-title.tsx';

const listId = 'changes-list';

/** The operators' changes, from the dashboard and the admin API. */
export function AuditLogView() {
  const { changes, showMoreChanges } = useDashboard();
  const shown = changes.value;
  return (
    <section class="view">
      <div class="view__head">
        <ViewTitle>Audit log</ViewTitle>
      </div>
      <p class="muted">
        Changes made here and by the admin API, kept for a year. Secrets are never in it.
      </p>
      {shown === null && <Loading />}
      {shown?.list.length === 0 && <p class="card empty">Nothing has been changed yet.</p>}
      {shown !== null && shown.list.length > 0 && (
        <ul class="addresses changes" id={listId} aria-label="Changes, the newest first">
          {shown.list.map((change) => (
            <ChangeRow key={change.id} change={change} />
          ))}
        </ul>
      )}
      {shown?.next && (
        <MoreButton label="Show more changes" listId={listId} onMore={showMoreChanges} />
      )}
    </section>
  );
}

function ChangeRow({ change }: { readonly change: Change }) {
  const { changed_at, who, via, key, action, application, client_id, detail } = change;
  const isPerson = key === null && !['dashboard', 'admin token', 'service'].includes(who);
  return (
    <li class="addresses__row" tabIndex={-1}>
      <div class="addresses__text">
        <span>
          <strong>{actions[action]}</strong>
          {detail !== null && <span class="change__detail">{detail}</span>}
        </span>
        <span>
          {client_id === null && 'All applications'}
          {client_id !== null && action === 'application_deleted' && application}
          {client_id !== null && action !== 'application_deleted' && (
            <RouteLink to={{ view: 'application', clientId: client_id }}>{application}</RouteLink>
          )}{' '}
          <span class="mono muted">{client_id}</span>
        </span>
      </div>
      <div class="change__who">
        <span>
          {who}
          {isPerson && via === 'admin_api' && ', with the admin token'}
          {key && who !== key.name && `, with the key ${key.name}`}
          {key && who === key.name && ' (key)'}
        </span>
        <span>{formatTime(changed_at)}</span>
      </div>
    </li>
  );
}

const actions: Readonly<Record<Change['action'], string>> = {
  application_registered: 'Registered the application',
  application_renamed: 'Renamed the application',
  application_deleted: 'Deleted the application',
  submission_limit_set: 'Set the limit of test sign-ins',
  token_days_set: 'Set the lifetime of access tokens',
  redirect_uri_added: 'Added a redirect URI',
  redirect_uri_removed: 'Removed a redirect URI',
  origin_added: 'Added an embedding origin',
  origin_removed: 'Removed an embedding origin',
  secret_rotated: 'Rotated the client secret',
  old_secrets_ended: 'Ended the old client secrets',
  account_disconnected: 'Disconnected an account',
  session_created: 'Created a link',
  session_canceled: 'Canceled a session',
  logo_set: 'Set the logo',
  logo_removed: 'Removed the logo',
  webhook_added: 'Added a webhook',
  webhook_changed: 'Changed a webhook by the file',
  webhook_removed: 'Removed a webhook',
  webhook_secret_rotated: 'Rotated the secret of a webhook',
  webhook_switched_on: 'Switched a webhook on',
  webhook_switched_off: 'Switched a webhook off',
  webhook_tested: 'Sent a test event',
  delivery_resent: 'Sent an event again',
  consent_terms_set: 'Set the terms of consent',
  providers_set: 'Set the providers of the application',
  provider_switched: 'Switched a provider',
  admin_key_created: 'Created an admin key',
  admin_key_ended: 'Ended an admin key',
  sign_ins_ended: 'Signed everyone out',
};
