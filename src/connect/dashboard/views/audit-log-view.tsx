import type { Change } from '../../shapes/audit-answers.ts';
import { auditTexts } from '../../shapes/dashboard-words.ts';
import { api } from '../api.ts';
import { RouteLink } from '../parts/route-link.tsx';
import { RowList, type TableRow } from '../parts/row-list.tsx';
import { ViewTitle } from '../parts/section.tsx';
import { Time } from '../parts/values.tsx';
import { useList } from '../use-data.ts';

export function AuditLogView() {
  const list = useList({
    request: (_: object, after) => api.changes(after),
    everything: {},
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
          <strong>{auditTexts[action]}</strong>
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
