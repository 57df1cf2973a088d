import type { Flow } from '../../../shapes/dashboard-answers.ts';
import { formatReference } from '../../../shapes/reference.ts';
import { api } from '../../api.ts';
import { FlowOutcome, kinds, problemTexts } from '../../parts/describe-flow.tsx';
import { Facts } from '../../parts/facts.tsx';
import { FixLink } from '../../parts/fix-link.tsx';
import { findFailure } from '../../parts/integration-health.ts';
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
          if (own.length > 0) {
            return own.map((flow, index) => (
              <Timeline key={index} flow={flow} clientId={clientId} />
            ));
          }
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
type Station = (typeof stations)[number];

const stationTexts: Readonly<Record<Station, { readonly done: string; readonly ahead: string }>> = {
  select: { done: 'Chose a provider', ahead: 'Choose a provider' },
  login: { done: 'Signed in', ahead: 'Sign in' },
  consent: { done: 'Allowed access', ahead: 'Allow access' },
  issued: { done: 'Account connected', ahead: 'Connect the account' },
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

interface TimelineProps {
  readonly flow: Flow;
  readonly clientId: string;
}

function Timeline({ flow, clientId }: TimelineProps) {
  const { started_at, kind, host, step, outcome, problem } = flow;
  const { session_id, client_user_id } = flow;
  const failure = findFailure(flow, clientId);
  return (
    <section class="card" aria-label={`Flow, ${kinds[kind]}`}>
      <ol class="steps">
        <li class="step step--done">
          <span class="step__text">
            Started {kinds[kind].toLowerCase()}, {host ?? 'host unknown'}
          </span>
          {started_at !== null && <Time at={started_at} hasSeconds />}
        </li>
        {stations.map((station, index) => (
          <StationStep
            key={`${station} ${step} ${problem?.code}`}
            flow={flow}
            index={index}
            station={station}
          />
        ))}
      </ol>
      <p>
        Now: <FlowOutcome outcome={outcome} step={step} />
      </p>
      {failure && (
        <p key={failure.text}>
          What to do: {failure.advice} {failure.fix && <FixLink fix={failure.fix} />}
        </p>
      )}
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

interface StationStepProps {
  readonly flow: Flow;
  readonly station: Station;
  readonly index: number;
}

/** A milestone of a flow. The problem of the flow is shown at the first milestone that the flow has not passed. */
function StationStep({ flow, station, index }: StationStepProps) {
  const { provider, step } = flow;
  const isDone = index < passed[step];
  const isHere = index === Math.min(passed[step], stations.length - 1);
  const problem = isHere ? flow.problem : null;
  const state = isDone ? 'done' : problem ? 'problem' : 'ahead';
  return (
    <li class={`step step--${state}`}>
      <span class="step__text">
        <span class="visually-hidden">{stateTexts[state]}: </span>
        {stationTexts[station][isDone ? 'done' : 'ahead']}
        {station === 'select' && state !== 'ahead' && provider && `: ${provider}`}
        {problem && (
          <span class="detail" key={problem.code}>
            {problemTexts[problem.code]} <span class="mono">{problem.code}</span>
          </span>
        )}
      </span>
      {problem && <Time at={problem.at} hasSeconds />}
    </li>
  );
}

const stateTexts = { done: 'Done', problem: 'Problem', ahead: 'Not reached' } as const;
