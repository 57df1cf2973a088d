import type { FoundFlow } from '../../shapes/dashboard-answers.ts';
import { flowProblemTexts } from '../../shapes/dashboard-words.ts';
import { formatReference } from '../../shapes/reference.ts';
import { api } from '../api.ts';
import { useDashboard } from '../dashboard-context.ts';
import { toFlowCells } from '../parts/describe-flow.tsx';
import { Loader } from '../parts/loader.tsx';
import { ReferenceSearch } from '../parts/reference-search.tsx';
import { RouteLink } from '../parts/route-link.tsx';
import { RowTable, type TableRow } from '../parts/row-list.tsx';
import { allApplications, ViewTitle } from '../parts/section.tsx';
import { useData } from '../use-data.ts';

export function ReferenceView({ reference }: { readonly reference: string }) {
  // The same search once more loads the flows again.
  const found = useData(api.flowsOf(reference), useDashboard().route.value);
  return (
    <section class="view">
      <ViewTitle text={`Reference ${formatReference(reference)}`} hasTimes back={allApplications} />
      <ReferenceSearch initial={reference} />
      <Loader data={found}>
        {({ flows }) => (
          <>
            {flows.length > 0 && (
              <p class="muted">
                One session has a flow for each try. Browsers choose the reference, so compare
                application, host and time with what the person says.
              </p>
            )}
            <RowTable
              caption="Flows with this reference, the newest first"
              rows={flows.map(toRow)}
              empty="No flow has this reference. Flows are kept for a day. If Connect did not load at all, the service knows nothing of the session."
            />
          </>
        )}
      </Loader>
    </section>
  );
}

function toRow(flow: FoundFlow, index: number): TableRow {
  const { client_id: clientId, application, problem } = flow;
  return {
    key: String(index),
    cells: {
      Application: <RouteLink to={{ view: 'application', clientId }}>{application}</RouteLink>,
      ...toFlowCells(flow),
      Problem: problem && flowProblemTexts[problem.code],
    },
  };
}
