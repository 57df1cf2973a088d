import type { Flow } from '../../../shapes/dashboard-answers.ts';
import { formatReference, parseReference } from '../../../shapes/reference.ts';
import type { FlowOutcome } from '../../../shapes/unions.ts';
import { api, type FlowQuery, type Page } from '../../api.ts';
import { useApplication, useDashboard } from '../../dashboard-context.ts';
import { StatusChoice } from '../../parts/choices.tsx';
import { toTimes } from '../../parts/days.ts';
import { toFlowCells } from '../../parts/describe-flow.tsx';
import { referenceAdvice } from '../../parts/reference-search.tsx';
import { RouteLink } from '../../parts/route-link.tsx';
import { RowList, type TableRow } from '../../parts/row-list.tsx';
import { dayFields, type SearchFields, SearchForm } from '../../parts/search-form.tsx';
import { type List, useData, useList } from '../../use-data.ts';
import { FlowPage } from './flow-page.tsx';

type Group = 'connected' | 'failed' | 'denied' | 'open' | 'abandoned';

interface GroupOfFlows {
  readonly text: string;
  readonly outcomes: readonly FlowOutcome[];
}

const groups: Readonly<Record<Group, GroupOfFlows>> = {
  connected: { text: 'Connected', outcomes: ['code_exchanged', 'code_issued'] },
  failed: { text: 'Failed', outcomes: ['failed', 'code_expired', 'code_recoverable'] },
  denied: { text: 'Denied', outcomes: ['denied'] },
  open: { text: 'In progress', outcomes: ['in_progress'] },
  abandoned: { text: 'Left', outcomes: ['abandoned'] },
};

const everything = {
  group: '' as Group | '',
  client_user_id: '',
  provider_id: '',
  host: '',
  firstDay: '',
  lastDay: '',
  /** '' lists the newest flow first, and 'oldest' the oldest. */
  order: '',
};
type Choice = typeof everything;

function toQuery(choice: Choice): FlowQuery {
  const { group, client_user_id, provider_id, host, order, ...days } = choice;
  return {
    outcomes: group === '' ? null : groups[group].outcomes,
    provider_id: provider_id || null,
    host: host || null,
    client_user_id: client_user_id || null,
    order: order === 'oldest' ? 'oldest' : 'newest',
    ...toTimes(days),
  };
}

/** With a reference in its URL, the page shows only the flows with that reference. */
export function FlowsPage() {
  const reference = parseReference(useApplication().route.item ?? '');
  return reference === undefined ? <Flows /> : <FlowPage reference={reference} />;
}

function Flows() {
  const { clientId } = useApplication();
  const list = useList({
    request: (choice: Choice, after) => api.flows(clientId, toQuery(choice), after),
    first: everything,
    noun: ['flow', 'flows'],
  });
  const { choice } = list;
  return (
    <>
      <div class="row row--wide">
        <p class="muted">Every try to connect an account in the last day.</p>
        <button type="button" class="button button--small" onClick={() => void list.show(choice)}>
          Refresh
        </button>
      </div>
      <div class="row tools">
        <FlowSearch list={list} />
        <StatusChoice
          all={groups}
          chosen={choice.group || null}
          count={(group) => countFlows(list.counts, group)}
          onChoose={(group) => void list.show({ ...choice, group: group ?? '' })}
        />
      </div>
      <RowList
        list={list}
        caption="Flows"
        isBrief
        order={{
          column: 'Started',
          isOldestFirst: choice.order !== '',
          reverse: () => void list.show({ ...choice, order: choice.order === '' ? 'oldest' : '' }),
        }}
        toRow={(flow) => toRow(clientId, flow, list.rows ?? [])}
        empty={
          Object.values(choice).some((value) => value !== '') ? (
            'No kept flow is like this.'
          ) : (
            <>
              No flow has started in the last day. The{' '}
              <RouteLink to={{ view: 'application', clientId, section: 'quickstart' }}>
                quickstart
              </RouteLink>{' '}
              starts one.
            </>
          )
        }
      />
    </>
  );
}

function countFlows(counts: Page<Flow>['counts'], group: Group | null): number | undefined {
  return counts
    ?.filter(({ outcome }) => group === null || groups[group].outcomes.includes(outcome))
    .reduce((sum, { count }) => sum + count, 0);
}

function FlowSearch({ list }: { readonly list: List<Flow, Choice> }) {
  const { application, clientId } = useApplication();
  const { environment, origins, redirect_uris, flows } = application;
  const { go } = useDashboard();
  const { value } = useData(api.providers());
  const listed = (value?.providers ?? []).filter(({ environments }) =>
    environments.includes(environment),
  );
  const registered = [...origins, ...redirect_uris].map(({ address }) => new URL(address).origin);
  // A test application also works on localhost without a registered address. So hosts found in its flows are added.
  const hosts = new Set([...registered, ...flows.flatMap(({ host }) => host ?? [])]);
  const fields: SearchFields = [
    {
      name: 'reference',
      label: 'Reference',
      hint: 'Error screens show it.',
      find(text: string) {
        const reference = parseReference(text);
        if (reference === undefined) return referenceAdvice;
        const item = formatReference(reference);
        go({ view: 'application', clientId, page: 'flows', item });
        return null;
      },
    },
    { name: 'client_user_id', label: 'client_user_id' },
    {
      name: 'provider_id',
      label: 'Provider',
      options: new Map(listed.map(({ provider_id, name }) => [provider_id, name])),
    },
    { name: 'host', label: 'Host', options: new Map([...hosts].map((host) => [host, host])) },
    ...dayFields,
  ];
  return <SearchForm list={list} fields={fields} />;
}

function toRow(clientId: string, flow: Flow, all: readonly Flow[]): TableRow {
  const item = formatReference(flow.reference);
  const to = { view: 'application', clientId, page: 'flows', item } as const;
  return {
    key: `${item} ${flow.started_at}`,
    cells: {
      ...toFlowCells(flow, all),
      Reference: (
        <RouteLink to={to} class="row-link mono whole">
          {item}
        </RouteLink>
      ),
    },
  };
}
