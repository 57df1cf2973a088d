import type { Application } from '../../../shapes/dashboard-answers.ts';
import { FlowCells, flowColumns } from '../../parts/flow-cells.tsx';
import { ReferenceSearch } from '../../parts/reference-search.tsx';
import { Table } from '../../parts/table.tsx';

/** The latest flows and their progress, without data that identifies a user. */
export function FlowsPage({ application: { flows } }: { readonly application: Application }) {
  return (
    <>
      <p class="lead">
        The 20 that started last, kept for a day. Codes, tokens and usernames are never shown.
      </p>
      <ReferenceSearch />
      {flows.length === 0 ? (
        <p class="empty">No flow has started yet. The quickstart starts the first one.</p>
      ) : (
        <Table caption="Flows, the newest first" columns={flowColumns}>
          {flows.map((flow, index) => (
            <tr key={index}>
              <FlowCells flow={flow} />
            </tr>
          ))}
        </Table>
      )}
    </>
  );
}
