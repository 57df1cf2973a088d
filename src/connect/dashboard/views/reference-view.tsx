import { formatReference } from '../../shapes/reference.ts';
import { useDashboard } from '../dashboard-context.ts';
import { FlowCells, flowColumns } from '../parts/flow-cells.tsx';
import { Loading } from '../parts/loading.tsx';
import { ReferenceSearch } from '../parts/reference-search.tsx';
import { RouteLink } from '../parts/route-link.tsx';
import { Table } from '../parts/table.tsx';
import { ViewTitle } from '../parts/view-title.tsx';

/** The flows with a reference, from all applications. */
export function ReferenceView() {
  const { route, foundFlows } = useDashboard();
  const reference = route.value.view === 'reference' ? route.value.reference : '';
  const flows = foundFlows.value;
  return (
    <section class="view">
      <p class="crumbs">
        <RouteLink to={{ view: 'applications' }}>All applications</RouteLink>
      </p>
      <ViewTitle>Reference {formatReference(reference)}</ViewTitle>
      <ReferenceSearch initial={reference} />
      {flows === null && <Loading />}
      {flows?.length === 0 && (
        <p class="card empty">
          No flow has this reference. Flows are kept for a day. If Connect did not load at all, the
          service knows nothing of the session.
        </p>
      )}
      {flows !== null && flows.length > 0 && (
        <>
          <p class="muted">
            One session has a flow for each try. Browsers choose the reference, so compare
            application, host and time with what the person says.
          </p>
          <div class="card card--table">
            <Table
              caption="Flows with this reference, the newest first"
              columns={['Application', ...flowColumns]}
            >
              {flows.map((flow, index) => (
                <tr key={index}>
                  <th scope="row">
                    <RouteLink to={{ view: 'application', clientId: flow.client_id }}>
                      {flow.application}
                    </RouteLink>
                  </th>
                  <FlowCells flow={flow} />
                </tr>
              ))}
            </Table>
          </div>
        </>
      )}
    </section>
  );
}
