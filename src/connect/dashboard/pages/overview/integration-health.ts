import type { Application, Flow, RefusedOrigin } from '../../../shapes/dashboard-answers.ts';
import type { FlowProblem } from '../../../shapes/unions.ts';
import { problemTexts } from '../../parts/flow-cells.tsx';
import type { Destination } from '../../routes.ts';

/** Where a failure is mended: a page of the dashboard, or one of the documentation. */
export interface Remedy {
  readonly label: string;
  readonly to: Destination | string;
}

/** Failures that have the same cause. */
export interface Failure {
  readonly text: string;
  /** The change that mends it, or the person who has to. */
  readonly advice: string;
  readonly remedy: Remedy | null;
  /** Of the last one, in milliseconds since the epoch; null: it lasts. */
  readonly at: number | null;
  /** Of the last one; null without a flow. */
  readonly reference: string | null;
  readonly count: number;
  /** True: a change of the application, of its page or of its backend mends it. */
  readonly isOwn: boolean;
}

/** Whether an integration works, as far as the last day shows. */
export interface Health {
  readonly state: 'works' | 'fails' | 'unknown';
  /** The flow that connected an account last, or null. */
  readonly lastSuccess: Flow | null;
  /** The last one first. */
  readonly failures: readonly Failure[];
}

/** @returns what the flows and the refused origins of the last day show */
export function findHealth(application: Application): Health {
  const { flows, refused_origins, submissions, client_id } = application;
  const lastSuccess = flows.find(({ outcome }) => outcome === 'code_exchanged') ?? null;
  const failures = new Map<string, Failure>();
  for (const flow of flows) {
    const cause = findCause(flow);
    if (!cause) continue;
    const known = failures.get(cause);
    if (known) failures.set(cause, { ...known, count: known.count + 1 });
    else failures.set(cause, describeFailure(cause, flow, client_id));
  }
  if (submissions && submissions.page.used >= submissions.page.limit) {
    const lasting = describeFailure('submission_limit_reached', null, client_id);
    const known = failures.get('submission_limit_reached');
    failures.set('submission_limit_reached', { ...lasting, ...known, at: null });
  }
  const list = [...failures.values()];
  const since = lastSuccess?.started_at ?? 0;
  // Anyone can cause a refused origin, so it says nothing against an integration that works.
  const isRefused = lastSuccess === null && refused_origins.length > 0;
  const isFailing = isRefused || list.some(({ at, isOwn }) => isOwn && (at ?? Infinity) > since);
  return {
    state: isFailing ? 'fails' : lastSuccess ? 'works' : 'unknown',
    lastSuccess,
    failures: [...list, ...refused_origins.map((refused) => describeRefused(refused, client_id))]
      .sort((one, other) => (other.at ?? Infinity) - (one.at ?? Infinity))
      .slice(0, shownFailures),
  };
}

const shownFailures = 5;

type Cause = FlowProblem | 'code_expired';

function findCause({ outcome, problem }: Flow): Cause | null {
  if (outcome === 'code_expired') return 'code_expired';
  return outcome === 'failed' && problem ? problem.code : null;
}

interface Cure {
  readonly advice: string;
  readonly label: string;
  /** A section of the settings, or an address. */
  readonly to: `#${string}` | `/${string}`;
  readonly isOwn?: boolean;
}

/** A cause without a row is a mistake of the person, who can try again. */
const cures: Partial<Record<Cause, Cure>> = {
  code_expired: {
    advice: 'Your backend has to exchange it within a minute.',
    label: 'Backend guide',
    to: '/docs/backend',
    isOwn: true,
  },
  submission_limit_reached: {
    advice: 'Raise the limit, or use another test application.',
    label: 'Change the limit',
    to: '#details',
    isOwn: true,
  },
  origin_not_allowed: {
    advice: 'Add the origin of your page.',
    label: 'Embedding origins',
    to: '#origins',
    isOwn: true,
  },
  provider_unavailable: {
    advice: 'Your integration is not the cause. People can try again, or choose another provider.',
    label: 'About this error',
    to: '/docs/errors#provider_unavailable',
  },
  rate_limited: {
    advice: 'It passes by itself.',
    label: 'About this error',
    to: '/docs/errors#rate_limited',
  },
  server_error: {
    advice: 'Your integration is not the cause. The operator finds the reference in the log.',
    label: 'About this error',
    to: '/docs/errors#server_error',
  },
};

function describeFailure(cause: Cause, flow: Flow | null, clientId: string): Failure {
  const cure = cures[cause];
  const text =
    cause === 'code_expired'
      ? 'The code of a connected account was never exchanged.'
      : problemTexts[cause];
  return {
    text,
    advice: cure?.advice ?? 'Your integration is not the cause. The person can try again.',
    remedy: cure ? { label: cure.label, to: toDestination(cure.to, clientId) } : null,
    at: flow && (flow.problem?.at ?? flow.started_at),
    reference: flow?.reference ?? null,
    count: 1,
    isOwn: cure?.isOwn ?? false,
  };
}

function describeRefused(refused: RefusedOrigin, clientId: string): Failure {
  const { origin, refused_at, is_registrable } = refused;
  return {
    text: `${origin} tried to show Connect. It is not an embedding origin.`,
    advice: is_registrable
      ? 'Add it if the site is yours.'
      : 'If the site is yours, serve it over https.',
    remedy: { label: 'Embedding origins', to: toDestination('#origins', clientId) },
    at: refused_at,
    reference: null,
    count: 1,
    isOwn: true,
  };
}

function toDestination(to: Cure['to'], clientId: string): Remedy['to'] {
  if (to.startsWith('/')) return to;
  return { view: 'application', clientId, page: 'settings', section: to.slice(1) };
}
