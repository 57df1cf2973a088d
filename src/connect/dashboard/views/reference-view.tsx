import type { FoundFlow } from '../../shapes/dashboard-answers.ts';
import { formatReference } from '../../shapes/reference.ts';
import { api } from '../api.ts';
import { flowColumns, problemTexts, toFlowCells } from '../parts/describe-flow.tsx';
import { Loader } from '../parts/loader.tsx';
import { ReferenceSearch } from '../parts/reference-search.tsx';
import { RouteLink } from '../parts/route-link.tsx';
import { RowTable } from '../parts/row-table.tsx';
import { ViewTitle } from '../parts/view-title.tsx';
import { useData } from '../use-data.ts';

/** Lists the flows of every application that have one reference, the code that error screens show. */
export function ReferenceView({ reference }: { readonly reference: string }) {
  const found = useData(api.flowsOf(reference));
  return (
    <section class="view">
      <p class="crumbs">
        <RouteLink to={{ view: 'applications' }}>All applications</RouteLink>
      </p>
      <ViewTitle text={`Reference ${formatReference(reference)}`} hasTimes />
      <ReferenceSearch initial={reference} />
      <Loader data={found}>{({ flows }) => <FoundFlows flows={flows} />}</Loader>
    </section>
  );
}

function FoundFlows({ flows }: { readonly flows: readonly FoundFlow[] }) {
  if (flows.length === 0) {
    return (
      <p class="card empty">
        No flow has this reference. Flows are kept for a day. If Connect did not load at all, the
        service knows nothing of the session.
      </p>
    );
  }
  return (
    <>
      <p class="muted">
        One session has a flow for each try. Browsers choose the reference, so compare application,
        host and time with what the person says.
      </p>
      <RowTable
        caption="Flows with this reference, the newest first"
        columns={['Application', ...flowColumns, 'Problem']}
        rows={flows.map((flow, index) => ({
          key: String(index),
          cells: [
            <RouteLink to={{ view: 'application', clientId: flow.client_id }}>
              {flow.application}
            </RouteLink>,
            ...toFlowCells(flow),
            flow.problem ? problemTexts[flow.problem.code] : '–',
          ],
        }))}
      />
    </>
  );
}
