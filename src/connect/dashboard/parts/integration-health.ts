import type { Application, Flow } from '../../shapes/dashboard-answers.ts';
import { flowProblemTexts } from '../../shapes/dashboard-words.ts';
import type { Destination } from '../routes.ts';

export interface Fix {
  readonly label: string;
  /** A view, the fragment of a section on the settings page, or the path of a page of the documentation. */
  readonly to: Destination | `#${string}` | `/${string}`;
}

export interface Failure {
  readonly text: string;
  readonly advice: string;
  readonly fix: Fix | null;
  /** When the last failure happened, in milliseconds since the epoch; null while the cause persists. */
  readonly at: number | null;
  /** The reference of the last failed flow, which its error screen showed; null if no flow failed. */
  readonly reference: string | null;
  readonly count: number;
  /** True when the developer can fix the cause, in the application's settings, page or backend. */
  readonly isOwn: boolean;
}

/** The state of an integration, judged by the flows and requests of the last 24 hours. */
export interface Health {
  readonly state: 'works' | 'fails' | 'unknown';
  readonly lastSuccess: Flow | null;
  /** The most recent failures, with the latest first. */
  readonly failures: readonly Failure[];
}

export function findHealth(application: Application): Health {
  const lastSuccess = application.flows.find(({ outcome }) => outcome === 'code_exchanged') ?? null;
  const own = listOwn(application);
  const refused = describeRefused(application);
  const since = lastSuccess?.started_at ?? 0;
  // Anyone can send requests that the service refuses, so they count only if no flow has succeeded.
  const isRefused = lastSuccess === null && refused.length > 0;
  const isFailing = isRefused || own.some(({ at, isOwn }) => isOwn && (at ?? Infinity) > since);
  return {
    state: isFailing ? 'fails' : lastSuccess ? 'works' : 'unknown',
    lastSuccess,
    failures: [...own, ...refused]
      .sort((one, other) => (other.at ?? Infinity) - (one.at ?? Infinity))
      .slice(0, shownFailures),
  };
}

function listOwn({ flows, submissions, code_refused_at }: Application): readonly Failure[] {
  const failures = new Map<string, Failure>();
  for (const flow of flows) {
    const cause = findCause(flow);
    if (!cause) continue;
    const known = failures.get(cause) ?? { ...describeFailure(cause, flow), count: 0 };
    failures.set(cause, { ...known, count: known.count + 1 });
  }
  if (submissions && submissions.page.used >= submissions.page.limit) {
    const lasting = describeFailure('submission_limit_reached', null);
    const known = failures.get('submission_limit_reached');
    failures.set('submission_limit_reached', { ...lasting, ...known, at: null });
  }
  const list = [...failures.values()];
  if (code_refused_at === null) return list;
  const refused = {
    text: 'Your backend sent a code that was refused.',
    advice:
      'A code is valid once, for a minute, with the redirect_uri and code_verifier of its flow.',
    fix: backendGuide,
    at: code_refused_at,
    ...withoutFlow,
  };
  return [...list, refused];
}

const withoutFlow = { reference: null, count: 1, isOwn: true } as const;

const shownFailures = 5;

const texts = {
  ...flowProblemTexts,
  code_expired: 'The code of a connected account was never exchanged.',
  code_recoverable: 'An account was connected in a session, and its code was not exchanged.',
} as const;

type Cause = keyof typeof texts;

function findCause({ outcome, problem }: Flow): Cause | null {
  if (outcome === 'code_expired' || outcome === 'code_recoverable') return outcome;
  return outcome === 'failed' && problem ? problem.code : null;
}

export function findFailure(flow: Flow): Failure | null {
  const cause = findCause(flow);
  return cause && describeFailure(cause, flow);
}

const backendGuide: Fix = { label: 'Backend guide', to: '/docs/backend' };

const explainError = (cause: Cause): Fix => ({
  label: 'About this error',
  to: `/docs/errors#${cause}`,
});

type FixOfCause = Pick<Failure, 'advice'> & Partial<Pick<Failure, 'fix' | 'isOwn'>>;

/** The fix for each cause. A cause that is not listed needs no fix by the developer: the person can try again. */
const fixes: Partial<Record<Cause, FixOfCause>> = {
  code_expired: {
    advice: 'Your backend has to exchange it within a minute.',
    fix: backendGuide,
    isOwn: true,
  },
  code_recoverable: {
    advice: 'Your backend can still finish the session, for seven days.',
    fix: { label: 'Finish a lost code', to: '/docs/sessions#finish-a-lost-code' },
    isOwn: true,
  },
  submission_limit_reached: {
    advice: 'Raise the limit, or use another test application.',
    fix: { label: 'Change the limit', to: '#limits' },
    isOwn: true,
  },
  origin_not_allowed: {
    advice: 'Add the origin of your page.',
    fix: { label: 'Embedding origins', to: '#origins' },
    isOwn: true,
  },
  account_locked: {
    advice: 'The person has to unlock the account there. Your integration is not the cause.',
  },
  provider_unavailable: {
    advice: 'People can try again, or choose another provider. Your integration is not the cause.',
    fix: explainError('provider_unavailable'),
  },
  rate_limited: { advice: 'It passes by itself.', fix: explainError('rate_limited') },
  server_error: {
    advice: 'The operator finds the reference in the log. Your integration is not the cause.',
    fix: explainError('server_error'),
  },
};

function describeFailure(cause: Cause, flow: Flow | null): Failure {
  return {
    text: texts[cause],
    advice: 'The person can try again. Your integration is not the cause.',
    fix: null,
    at: flow && (flow.problem?.at ?? flow.started_at),
    reference: flow?.reference ?? null,
    count: 1,
    isOwn: false,
    ...fixes[cause],
  };
}

/** Lists the refused origins, redirect URIs and client secrets. Anyone can send requests that cause such a failure. */
function describeRefused(application: Application): readonly Failure[] {
  const { refused_origins, refused_redirect_uris, secret_refused_at } = application;
  const ofOrigins = refused_origins.map(({ origin, refused_at, is_registrable }) => ({
    text: `${origin} tried to show Connect. It is not an embedding origin.`,
    advice: is_registrable
      ? 'Add it if the site is yours.'
      : 'If the site is yours, serve it over https.',
    fix: { label: 'Embedding origins', to: '#origins' } as const,
    at: refused_at,
  }));
  const ofUris = refused_redirect_uris.map(({ redirect_uri, refused_at, is_registrable }) => ({
    text: `A redirect flow asked to return to ${redirect_uri}, which is not a redirect URI.`,
    advice: is_registrable
      ? 'Add exactly this address if it is yours.'
      : 'If it is yours, use https, without a fragment.',
    fix: { label: 'Redirect URIs', to: '#redirect-uris' } as const,
    at: refused_at,
  }));
  const ofSecret = secret_refused_at !== null && {
    text: 'A request came with a wrong client secret.',
    advice: 'If it is from your backend, compare its secret with the one under Credentials.',
    fix: backendGuide,
    at: secret_refused_at,
  };
  const refused = [...ofOrigins, ...ofUris, ...(ofSecret ? [ofSecret] : [])];
  return refused.map((failure) => ({ ...failure, ...withoutFlow }));
}
