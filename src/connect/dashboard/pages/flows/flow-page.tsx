import { LiveText } from '../../../../kit/live-text.tsx';
import type { Flow } from '../../../shapes/dashboard-answers.ts';
import { formatReference } from '../../../shapes/reference.ts';
import { api } from '../../api.ts';
import { FlowOutcome, kinds, problemTexts } from '../../parts/describe-flow.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Loader } from '../../parts/loader.tsx';
import { RouteLink } from '../../parts/route-link.tsx';
import { ShortId } from '../../parts/short-id.tsx';
import { Time } from '../../parts/time.tsx';
import { useData } from '../../use-data.ts';

export interface FlowPageProps {
  readonly clientId: string;
  readonly reference: string;
}

/**
 * Shows how far each flow with a reference got. A reference is the code that an error screen shows for one session. The
 * session may have several flows with this reference, one for each try.
 */
export function FlowPage({ clientId, reference }: FlowPageProps) {
  const found = useData(api.flowsOf(reference));
  const all = { view: 'application', clientId, page: 'flows' } as const;
  return (
    <>
      <p class="crumbs">
        <RouteLink to={all}>All flows</RouteLink>
      </p>
      <h2 class="thing__title mono">{formatReference(reference)}</h2>
      <Loader data={found}>
        {({ flows }) => {
          const own = flows.filter(({ client_id }) => client_id === clientId);
          if (own.length > 0) return own.map((flow, index) => <Timeline key={index} flow={flow} />);
          return (
            <p class="empty">
              No flow of this application has this reference. Flows are kept for a day.
            </p>
          );
        }}
      </Loader>
    </>
  );
}

/** The milestones that the timeline of a flow shows, in their order. */
const stations = ['select', 'login', 'consent', 'issued'] as const;

const stationTexts: Readonly<Record<(typeof stations)[number], string>> = {
  select: 'Chose a provider',
  login: 'Signed in',
  consent: 'Allowed access',
  issued: 'Account connected',
};

/** The number of {@link stations} that a flow has passed when it is at a step. */
const passed: Readonly<Record<Flow['step'], number>> = {
  new: 0,
  select: 0,
  login: 1,
  mfa: 1,
  consent: 2,
  allowed: 3,
  issued: 4,
  denied: 2,
  joined: 0,
  manage: 0,
};

function Timeline({ flow }: { readonly flow: Flow }) {
  const { started_at, kind, host, provider, step, outcome, problem } = flow;
  const { session_id, client_user_id } = flow;
  return (
    <section class="card" aria-label={`Flow, ${kinds[kind]}`}>
      <ol class="steps">
        <li class="step step--done">
          <span class="step__text">
            Started {kinds[kind].toLowerCase()}, {host ?? 'host unknown'}
          </span>
          {started_at !== null && <Time at={started_at} />}
        </li>
        {stations.map((station, index) => {
          const isPassed = index < passed[step];
          return (
            <li key={`${station} ${isPassed}`} class={isPassed ? 'step step--done' : 'step'}>
              <span class="step__text">
                <span class="visually-hidden">{isPassed ? 'Done: ' : 'Not reached: '}</span>
                {stationTexts[station]}
                {station === 'select' && isPassed && provider && `: ${provider}`}
              </span>
            </li>
          );
        })}
        {problem && (
          <li class="step step--problem">
            <span class="step__text">
              <LiveText text={problemTexts[problem.code]} />
            </span>
            <Time at={problem.at} />
          </li>
        )}
      </ol>
      <p>
        Now: <FlowOutcome outcome={outcome} step={step} />
      </p>
      {session_id !== null && (
        <Facts
          facts={{
            Session: <ShortId id={session_id} what="session ID" />,
            'Person (client_user_id)': client_user_id ?? 'Not set',
          }}
        />
      )}
    </section>
  );
}
