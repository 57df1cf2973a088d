import { Button } from '../../../../kit/button.tsx';
import type { Flow } from '../../../shapes/dashboard-answers.ts';
import { formatReference, parseReference } from '../../../shapes/reference.ts';
import type { FlowOutcome } from '../../../shapes/unions.ts';
import { api, type FlowQuery, type Page } from '../../api.ts';
import { useApplication } from '../../dashboard-context.ts';
import { StatusChoice } from '../../parts/choices.tsx';
import { stages, toFlowCells } from '../../parts/describe-flow.tsx';
import { RouteLink } from '../../parts/route-link.tsx';
import { RowList, type TableRow } from '../../parts/row-list.tsx';
import { type SearchFields, SearchForm } from '../../parts/search-form.tsx';
import { type List, useData, useList } from '../../use-data.ts';
import { FlowPage } from './flow-page.tsx';

/** The address may contain a group that does not exist. Then all flows are listed. */
const groups: Readonly<Record<string, { text: string; outcomes: readonly FlowOutcome[] }>> = {
  connected: { text: 'Connected', outcomes: ['code_exchanged', 'code_issued'] },
  failed: { text: 'Failed', outcomes: ['failed', 'code_expired', 'code_recoverable'] },
  denied: { text: 'Denied', outcomes: ['denied'] },
  open: { text: 'In progress', outcomes: ['in_progress'] },
  abandoned: { text: 'Left', outcomes: ['abandoned'] },
};

const everything = {
  group: '',
  reached: '',
  search: '',
  provider_id: '',
  /** The number of hours before now in which the flows have started; '' for all kept flows. */
  hours: '',
  /** '' lists the newest flow first, and 'oldest' the oldest. */
  order: '',
};
type Choice = typeof everything;

const hourMs = 60 * 60 * 1000;

/** The choices of `hours`. */
const periods = new Map([
  ['', 'Last 24 hours'],
  ['6', 'Last 6 hours'],
  ['1', 'Last hour'],
]);

function toQuery(choice: Choice): FlowQuery {
  const { group, reached, search, provider_id, hours, order } = choice;
  return {
    outcomes: groups[group]?.outcomes ?? null,
    reached: reached || null,
    provider_id: provider_id || null,
    search,
    order: order === 'oldest' ? 'oldest' : 'newest',
    ...(hours !== '' && { from: Date.now() - Number(hours) * hourMs }),
  };
}

/** With a reference in its URL, the page shows only the flows with that reference. */
export function FlowsPage() {
  const { item } = useApplication().route;
  return item === undefined ? <Flows /> : <FlowPage item={item} />;
}

function Flows() {
  const { clientId } = useApplication();
  const list = useList({
    request: (choice: Choice, after) => api.flows(clientId, toQuery(choice), after),
    everything,
    noun: ['flow', 'flows'],
  });
  const { choice, choose } = list;
  return (
    <>
      <FlowSearch list={list} />
      {(list.reached?.opened || choice.reached) && (
        <StatusChoice
          legend="How far people get"
          any="Opened"
          isFunnel
          all={stages}
          chosen={choice.reached}
          count={(stage) => list.reached?.[stage || 'opened']}
          onChoose={(reached) => choose({ reached })}
        />
      )}
      <div class="row row--wide">
        <StatusChoice
          all={groups}
          chosen={choice.group}
          count={(group) => countFlows(list.counts, group)}
          onChoose={(group) => choose({ group })}
        />
        <Button look="small" onClick={() => choose({})}>
          Refresh
        </Button>
      </div>
      <RowList
        list={list}
        caption="Flows"
        isBrief
        order={{
          column: 'Started',
          isOldestFirst: choice.order !== '',
          reverse: () => choose({ order: choice.order === '' ? 'oldest' : '' }),
        }}
        toRow={(flow) => toRow(clientId, flow)}
        empty={
          Object.values(choice).some((value) => value !== '') ? (
            <NoMatch search={choice.search} />
          ) : (
            <span>
              No flow has started in the last day. The{' '}
              <RouteLink to={{ view: 'application', clientId, section: 'quickstart' }}>
                quickstart
              </RouteLink>{' '}
              starts one.
            </span>
          )
        }
      />
    </>
  );
}

/** The list has only flows that have started. A page that was only loaded may have shown a reference, too. */
function NoMatch({ search }: { readonly search: string }) {
  const reference = parseReference(search);
  return (
    <span>
      No flow of the last day matches.{' '}
      {reference !== undefined && (
        <RouteLink to={{ view: 'reference', reference }}>
          Find {formatReference(reference)} everywhere
        </RouteLink>
      )}
    </span>
  );
}

function countFlows(counts: Page<Flow>['counts'], group: string): number | undefined {
  const outcomes = groups[group]?.outcomes;
  return counts
    ?.filter(({ outcome }) => outcomes?.includes(outcome) ?? true)
    .reduce((sum, { count }) => sum + count, 0);
}

function FlowSearch({ list }: { readonly list: List<Flow, Choice> }) {
  const { environment } = useApplication().application;
  const { value } = useData(api.providers());
  const listed = (value?.providers ?? []).filter(({ environments }) =>
    environments.includes(environment),
  );
  const providers = listed.map(({ provider_id, name }) => [provider_id, name] as const);
  const fields: SearchFields = [
    { name: 'search', label: 'Reference, client_user_id or host' },
    { name: 'provider_id', label: 'Provider', options: new Map([['', 'All'], ...providers]) },
    { name: 'hours', label: 'Period', options: periods },
  ];
  return <SearchForm list={list} fields={fields} />;
}

function toRow(clientId: string, flow: Flow): TableRow {
  const item = formatReference(flow.reference);
  const to = { view: 'application', clientId, page: 'flows', item } as const;
  return {
    key: `${item} ${flow.started_at}`,
    cells: {
      ...toFlowCells(flow),
      Reference: (
        <RouteLink to={to} class="row-link mono whole">
          {item}
        </RouteLink>
      ),
    },
  };
}
