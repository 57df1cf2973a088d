import type { Application } from '../../shapes/dashboard-answers.ts';
import { FlowCells, flowColumns } from './flow-cells.tsx';
import { Section } from './section.tsx';
import { Table } from './table.tsx';

/** The latest flows and their progress, without data that identifies a user. */
export function FlowsSection({ application: { flows } }: { readonly application: Application }) {
  return (
    <Section
      id="flows-title"
      title="Last flows"
      lead="The 20 that started last, kept for a day. Codes, tokens and usernames are never shown. Find a reference under Applications."
    >
      {flows.length === 0 ? (
        <p class="empty">No flow has started yet. The quickstart below starts the first one.</p>
      ) : (
        <Table caption="Flows, the newest first" columns={flowColumns}>
          {flows.map((flow, index) => (
            <tr key={index}>
              <FlowCells flow={flow} />
            </tr>
          ))}
        </Table>
      )}
    </Section>
  );
}
