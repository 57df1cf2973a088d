import { LiveText } from '../../../kit/live-text.tsx';
import type { Flow } from '../../shapes/dashboard-answers.ts';
import type { FlowStage } from '../../shapes/unions.ts';
import { formatTime } from '../format.ts';
import type { TableRow } from './row-list.tsx';
import { Clipped, Status, type StatusProps, Time } from './values.tsx';

const steps: Readonly<Record<Flow['step'], string>> = {
  new: 'Starting',
  select: 'Choosing a provider',
  login: 'Login',
  mfa: 'One-time code',
  consent: 'Consent',
  allowed: 'Consent',
  issued: 'Finished',
  denied: 'Finished',
  // This flow belongs to a popup. It ended because the popup took over the flow that a frame had started.
  joined: 'Continued in a frame’s flow',
  // Only flows at `/manage` have this value. They belong to no application, so the dashboard never lists them.
  manage: 'Ending access',
};

export const kinds: Readonly<Record<Flow['kind'], string>> = {
  embedded: 'Embedded',
  redirect: 'Redirect',
  link: 'Link',
  // As above, the dashboard never lists flows with this value.
  manage: 'Ending access',
};

const outcomes: Readonly<Record<Flow['outcome'], StatusProps>> = {
  code_exchanged: { kind: 'good', text: 'Connected' },
  code_issued: { kind: 'good', text: 'Connected' },
  code_expired: { kind: 'bad', text: 'Code expired' },
  code_recoverable: { kind: 'warning', text: 'Not exchanged' },
  denied: { kind: 'over', text: 'Denied' },
  failed: { kind: 'bad', text: 'Failed' },
  in_progress: { kind: 'open', text: 'In progress' },
  abandoned: { kind: 'over', text: 'Left' },
};

/** The steps at which a person can leave a flow, in words that complete "Left". */
const places: Partial<Record<Flow['step'], string>> = {
  select: 'at the list of providers',
  login: 'at the login',
  mfa: 'at the one-time code',
  consent: 'at the consent',
};

/** The steps of a person through a flow, in this order: when taken, and when still ahead. */
export const stages = {
  provider_chosen: { text: 'Chose a provider', ahead: 'Choose a provider' },
  signed_in: { text: 'Signed in', ahead: 'Sign in' },
  allowed: { text: 'Allowed access', ahead: 'Allow access' },
} as const satisfies Readonly<Record<FlowStage, object>>;

type FlowOutcomeProps = Pick<Flow, 'outcome' | 'step' | 'problem'>;

export function FlowOutcome({ outcome, step, problem }: FlowOutcomeProps) {
  const note = describeStep({ outcome, step, problem });
  return (
    <span class="row state">
      <Status {...outcomes[outcome]} />
      {note && (
        <span class="muted">
          <LiveText text={note} />
        </span>
      )}
      {problem && (
        <span class="muted mono" translate={false}>
          {problem.code}
        </span>
      )}
    </span>
  );
}

function describeStep({ outcome, step, problem }: FlowOutcomeProps): string | undefined {
  if (outcome === 'in_progress') return problem ? undefined : steps[step];
  if (outcome === 'code_issued') return 'code not exchanged yet';
  return outcome === 'abandoned' ? places[step] : undefined;
}

/** @returns the outcome of a flow in words, such as "Connected to Sandbox, 7:27:05 PM" */
export function titleFlow({ outcome, provider, started_at }: Flow): string {
  const { kind, text } = outcomes[outcome];
  const place = provider === null ? '' : ` ${kind === 'good' ? 'to' : 'at'} ${provider}`;
  const time = started_at === null ? '' : `, ${formatTime(started_at)}`;
  return text + place + time;
}

export function toFlowCells(flow: Flow): TableRow['cells'] {
  const { started_at, provider, host, client_user_id } = flow;
  return {
    Outcome: <FlowOutcome {...flow} />,
    Person: client_user_id && <Clipped text={client_user_id} />,
    Provider: provider,
    Host: host && <Clipped text={new URL(host).host} />,
    Started: started_at === null ? 'Not started' : <Time at={started_at} />,
  };
}
