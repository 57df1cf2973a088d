import type { Application, Flow } from '../../shapes/dashboard-answers.ts';
import { formatTime } from '../format.ts';
import { Section } from './section.tsx';
import { Table } from './table.tsx';

const columns = ['Started', 'Outcome', 'Step', 'Provider', 'Flow', 'Host'];

const steps: Readonly<Record<Flow['step'], string>> = {
  new: 'Starting',
  select: 'Choosing a provider',
  login: 'Login',
  mfa: 'One-time code',
  consent: 'Consent',
  allowed: 'Consent',
  issued: 'Finished',
  denied: 'Finished',
  // Only a window's own document is at this step, and it is never listed.
  joined: 'Starting',
};

const outcomes: Readonly<Record<Flow['outcome'], string>> = {
  code_exchanged: 'Code exchanged',
  code_issued: 'Code issued, not exchanged yet',
  code_expired: 'Code expired, never exchanged',
  denied: 'Denied by the user',
  in_progress: 'In progress',
  abandoned: 'Abandoned',
};

/** The flows that started last: how far they got. Nothing in it identifies a user. */
export function FlowsSection({ application: { flows } }: { readonly application: Application }) {
  return (
    <Section
      id="flows-title"
      title="Last flows"
      lead="The 20 that started last, kept for a day. Codes, tokens and usernames are never shown."
    >
      {flows.length === 0 ? (
        <p class="empty">No flow has started yet. The quickstart below starts the first one.</p>
      ) : (
        <Table caption="Flows, the newest first" columns={columns}>
          {flows.map((flow, index) => (
            <tr key={index}>
              <td class="time">{flow.started_at === null ? '–' : formatTime(flow.started_at)}</td>
              <td>
                <span class={`outcome outcome--${flow.outcome}`}>{outcomes[flow.outcome]}</span>
              </td>
              <td>{steps[flow.step]}</td>
              <td>{flow.provider ?? '–'}</td>
              <td>{flow.kind === 'embedded' ? 'Embedded' : 'Redirect'}</td>
              <td class="mono">{flow.host ?? '–'}</td>
            </tr>
          ))}
        </Table>
      )}
    </Section>
  );
}
