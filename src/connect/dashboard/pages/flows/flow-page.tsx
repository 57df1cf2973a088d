import type { Flow, FoundFlow } from '../../../shapes/dashboard-answers.ts';
import { flowProblemTexts } from '../../../shapes/dashboard-words.ts';
import { formatReference, parseReference } from '../../../shapes/reference.ts';
import { flowStages, passedStages } from '../../../shapes/unions.ts';
import { api } from '../../api.ts';
import { useApplication } from '../../dashboard-context.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { FlowOutcome, kinds, stages, titleFlow } from '../../parts/describe-flow.tsx';
import { findFailure } from '../../parts/integration-health.ts';
import { Loader } from '../../parts/loader.tsx';
import { FixLink, RouteLink } from '../../parts/route-link.tsx';
import { ItemTitle } from '../../parts/section.tsx';
import { Timeline, type TimelineStep } from '../../parts/timeline.tsx';
import { Facts, ShortId } from '../../parts/values.tsx';
import { useData } from '../../use-data.ts';

/** A session has several flows with the reference of its error screen, one for each try. */
export function FlowPage({ item }: { readonly item: string }) {
  const { clientId } = useApplication();
  const reference = parseReference(item);
  const found = useData(api.flowsOf(reference ?? item));
  const shown = reference === undefined ? item : formatReference(reference);
  const own = found.value?.flows.filter(({ client_id }) => client_id === clientId) ?? [];
  const [flow, another] = own;
  return (
    <>
      <ItemTitle all="All flows" text={flow && !another ? titleFlow(flow) : shown}>
        {flow && !another && <span class="mono">{shown}</span>}
        <CopyButton text={shown} what="reference" />
      </ItemTitle>
      <Loader data={found}>
        {() =>
          flow ? (
            own.map((one, index) => <FlowCard key={index} flow={one} />)
          ) : (
            <p class="empty">
              No flow of this application has this reference. Flows are kept for a day.
            </p>
          )
        }
      </Loader>
    </>
  );
}

const stations = [
  ...flowStages.map((time) => ({ time, ...stages[time] })),
  { time: 'connected', text: 'Account connected', ahead: 'Connect the account' } as const,
];

function FlowCard({ flow }: { readonly flow: FoundFlow }) {
  const { kind, host, provider, session_id, client_user_id } = flow;
  const failure = findFailure(flow);
  return (
    <section class="card" aria-label={`Flow, ${kinds[kind]}`}>
      <FlowOutcome {...flow} problem={null} />
      {failure && (
        <p class="note" key={failure.text}>
          <strong>What to do:</strong> {failure.advice}{' '}
          {failure.fix && <FixLink fix={failure.fix} />}
        </p>
      )}
      <div class="stack columns">
        <Timeline steps={listSteps(flow)} />
        <Facts
          facts={{
            Provider: provider ?? 'Not chosen',
            Host: host ?? 'Not known',
            'Opened as': kinds[kind],
            'Person (client_user_id)': client_user_id ?? 'Not set',
            Session: session_id === null ? 'None' : <ShortId id={session_id} what="session ID" />,
            ...(session_id !== null && { Result: <SessionResult about={session_id} /> }),
          }}
        />
      </div>
    </section>
  );
}

/** Links to the events of a session, and to the account that it has connected. */
function SessionResult({ about }: { readonly about: string }) {
  const { clientId } = useApplication();
  const { value, problem } = useData(api.events(clientId, { about }, '', 1));
  if (!value && !problem) return '';
  // The service reads a limited number of events for a page. Older ones may follow an empty page.
  if (value?.rows.length === 0 && value.next === null) return 'None';
  const account = value?.rows[0]?.data.account_id;
  const to = (page: string, section: string) =>
    ({ view: 'application', clientId, page, section }) as const;
  return (
    <span class="row">
      {account && <RouteLink to={to('accounts', `search=${account}`)}>Show account</RouteLink>}
      <RouteLink to={to('events', `about=${about}`)}>Show events</RouteLink>
    </span>
  );
}

/** @returns the start, and each milestone. The flow's problem is at the first milestone that it has not passed */
function listSteps({ started_at, step, provider, problem, step_times }: Flow) {
  // The last station is no stage: the service itself issues the code.
  const passed = step === 'issued' ? stations.length : passedStages[step];
  const here = Math.min(passed, stations.length - 1);
  const chosen = provider && (passed > 0 || problem) ? `: ${provider}` : '';
  const milestones = stations.map((station, index): TimelineStep => {
    const isDone = index < passed;
    const own = index === here ? problem : null;
    const state = isDone ? 'done' : own ? 'problem' : 'ahead';
    return {
      state,
      text: station[isDone ? 'text' : 'ahead'] + (index === 0 ? chosen : ''),
      detail: own && (
        <>
          {flowProblemTexts[own.code]} <span class="mono">{own.code}</span>
        </>
      ),
      at: (isDone ? step_times[station.time] : own?.at) ?? null,
      since: started_at,
    };
  });
  return [{ state: 'done', text: 'Started', at: started_at } as const, ...milestones];
}
