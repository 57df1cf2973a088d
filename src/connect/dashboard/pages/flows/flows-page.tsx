import { useState } from 'preact/hooks';
import type { Application, Flow } from '../../../shapes/dashboard-answers.ts';
import { formatReference, parseReference } from '../../../shapes/reference.ts';
import { useDashboard } from '../../dashboard-context.ts';
import { flowColumns, toFlowCells } from '../../parts/describe-flow.tsx';
import { ReferenceSearch } from '../../parts/reference-search.tsx';
import { RouteLink } from '../../parts/route-link.tsx';
import { RowTable, type TableRow } from '../../parts/row-table.tsx';
import { StatusChoice } from '../../parts/status-choice.tsx';
import { FlowPage } from './flow-page.tsx';

type Group = 'connected' | 'failed' | 'denied' | 'open' | 'abandoned';

const groupTexts: Readonly<Record<Group, string>> = {
  connected: 'Connected',
  failed: 'Failed',
  denied: 'Denied',
  open: 'In progress',
  abandoned: 'Abandoned',
};

const groups: Readonly<Record<Flow['outcome'], Group>> = {
  code_exchanged: 'connected',
  code_issued: 'connected',
  code_expired: 'failed',
  code_recoverable: 'failed',
  failed: 'failed',
  denied: 'denied',
  in_progress: 'open',
  abandoned: 'abandoned',
};

/** The latest flows, without data that identifies a user, or the ones that the address names. */
export function FlowsPage({ application }: { readonly application: Application }) {
  const route = useDashboard().route.value;
  const reference = route.view === 'application' ? parseReference(route.item ?? '') : undefined;
  const { client_id: clientId, flows } = application;
  if (reference !== undefined) return <FlowPage clientId={clientId} reference={reference} />;
  return (
    <>
      <p class="lead">
        The 20 that started last, kept for a day. Codes, tokens and usernames are never shown.
      </p>
      <ReferenceSearch />
      {flows.length === 0 ? (
        <p class="empty">
          No flow has started yet. The{' '}
          <RouteLink to={{ view: 'application', clientId, section: 'quickstart' }}>
            quickstart
          </RouteLink>{' '}
          starts the first one.
        </p>
      ) : (
        <Flows clientId={clientId} flows={flows} />
      )}
    </>
  );
}

interface FlowsProps {
  readonly clientId: string;
  readonly flows: readonly Flow[];
}

function Flows({ clientId, flows }: FlowsProps) {
  const [group, setGroup] = useState<Group | null>(null);
  const [provider, setProvider] = useState('');
  const providers = [...new Set(flows.flatMap((flow) => flow.provider ?? []))];
  const shown = flows.filter(
    (flow) =>
      (group === null || groups[flow.outcome] === group) &&
      (provider === '' || flow.provider === provider),
  );
  return (
    <>
      <div class="filters">
        <StatusChoice texts={groupTexts} chosen={group} onChoose={setGroup} />
        {providers.length > 1 && (
          <label class="filter">
            Provider{' '}
            <select value={provider} onChange={(event) => setProvider(event.currentTarget.value)}>
              <option value="">All</option>
              {providers.map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      {shown.length === 0 ? (
        <p class="empty">None of the latest flows is like this. Choose “All” to see the others.</p>
      ) : (
        <RowTable
          caption="Flows, the newest first"
          columns={[...flowColumns, 'Reference']}
          rows={shown.map((flow, index) => toRow(clientId, flow, index))}
        />
      )}
    </>
  );
}

function toRow(clientId: string, flow: Flow, index: number): TableRow {
  const item = formatReference(flow.reference);
  const to = { view: 'application', clientId, page: 'flows', item } as const;
  return {
    key: `${item} ${index}`,
    cells: [
      ...toFlowCells(flow),
      <RouteLink to={to} class="mono">
        {item}
      </RouteLink>,
    ],
  };
}
