import type { Change } from '../../shapes/audit-answers.ts';
import { api } from '../api.ts';
import { RouteLink } from '../parts/route-link.tsx';
import { RowList } from '../parts/row-list.tsx';
import type { TableRow } from '../parts/row-table.tsx';
import { Time } from '../parts/time.tsx';
import { ViewTitle } from '../parts/view-title.tsx';
import { useList } from '../use-data.ts';

/** Lists the changes that operators made in the dashboard or with the admin API. */
export function AuditLogView() {
  const list = useList({
    request: (_: null, after) => api.changes(after),
    first: null,
    noun: ['change', 'changes'],
  });
  return (
    <section class="view">
      <ViewTitle text="Audit log" hasTimes />
      <p class="muted">
        Changes made here and by the admin API, kept for a year. Secrets are never in it.
      </p>
      <RowList
        list={list}
        caption="Changes, the newest first"
        timeColumn="Time"
        toRow={toRow}
        empty="Nothing has been changed yet."
      />
    </section>
  );
}

function toRow(change: Change): TableRow {
  const { id, changed_at, who, via, key, action, application, client_id, detail } = change;
  const isPerson = key === null && !['dashboard', 'admin token', 'service'].includes(who);
  const isDeleted = action === 'application_deleted';
  return {
    key: id,
    time: changed_at,
    cells: {
      Change: (
        <>
          <strong>{actions[action]}</strong>
          {detail !== null && <span class="detail">{detail}</span>}
        </>
      ),
      Application: (
        <>
          {client_id === null && 'All applications'}
          {client_id !== null && isDeleted && application}
          {client_id !== null && !isDeleted && (
            <RouteLink to={{ view: 'application', clientId: client_id }}>{application}</RouteLink>
          )}
          {client_id !== null && <span class="detail mono">{client_id}</span>}
        </>
      ),
      Who: (
        <>
          {who}
          {isPerson && via === 'admin_api' && ', with the admin token'}
          {key && who !== key.name && `, with the key ${key.name}`}
          {key && who === key.name && ' (key)'}
        </>
      ),
      Time: <Time at={changed_at} />,
    },
  };
}

const actions: Readonly<Record<Change['action'], string>> = {
  application_registered: 'Registered the application',
  application_renamed: 'Renamed the application',
  application_deleted: 'Deleted the application',
  submission_limit_set: 'Set the limit of test sign-ins',
  token_days_set: 'Set the access token lifetime',
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
  brand_set: 'Set the accent or the support address',
  providers_set: 'Set the providers of the application',
  provider_switched: 'Changed the status of a provider',
  admin_key_created: 'Created an admin key',
  admin_key_ended: 'Ended an admin key',
  sign_ins_ended: 'Signed everyone out',
};
