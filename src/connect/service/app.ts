import { Hono } from 'hono';
import { createSandboxCodesRoute } from './backend/sandbox-codes.ts';
import { createTokenRoute } from './backend/token.ts';
import type { Clock } from './clock.ts';
import { createDashboardRoutes } from './dashboard/dashboard-routes.ts';
import { createConnectPageRoute } from './flow/connect-page.ts';
import { createFlowBackRoute } from './flow/steps/back.ts';
import { createFlowCodeRoute } from './flow/steps/code.ts';
import { createFlowConsentRoute } from './flow/steps/consent.ts';
import { createFlowEventsRoute } from './flow/steps/events.ts';
import { createFlowHandoffRoute } from './flow/steps/handoff.ts';
import { createFlowJoinRoute } from './flow/steps/join.ts';
import { createFlowLeaveRoute } from './flow/steps/leave.ts';
import { createFlowLoginRoute } from './flow/steps/login.ts';
import { createFlowMfaRoute } from './flow/steps/mfa.ts';
import { createFlowProviderRoute } from './flow/steps/provider.ts';
import { createFlowStartRoute } from './flow/steps/start.ts';
import { setAnswerHeaders } from './http/answer-headers.ts';
import { answerError } from './http/answers.ts';
import type { Assets } from './http/assets.ts';
import { createLifecycle, type Lifecycle } from './http/lifecycle.ts';
import { refuseOtherMethods } from './http/method.ts';
import { createMetrics, type Metrics } from './http/metrics.ts';
import { refuseNulInPath } from './http/no-nul.ts';
import { observeRequests } from './http/observe-requests.ts';
import { createOpenStreams, type StreamLimits } from './http/open-streams.ts';
import { createRateLimiter, type RateLimit } from './http/rate-limit.ts';
import { Refusal } from './http/refusal.ts';
import { identifyRequests } from './http/request-id.ts';
import { warnAboutIgnoredProxy } from './http/warn-ignored-proxy.ts';
import type { Logger } from './logger.ts';
import { createErrorsDocsRoute } from './public/errors-docs.ts';
import { createFaviconRoute } from './public/favicon.ts';
import { createLivezRoute, createReadyzRoute } from './public/health.ts';
import { createHomeRoute } from './public/home.ts';
import { createMetricsRoute } from './public/metrics.ts';
import { createPageAssetsRoute } from './public/page-assets.ts';
import { createSdkRoute } from './public/sdk.ts';
import { createSdk } from './public/served-sdk.ts';
import type { AppConfig, Limiters, Services } from './services.ts';
import type { Store } from './store/store.ts';

/** What {@link createApp} is built from. */
export interface AppParts {
  readonly config: AppConfig;
  readonly store: Store;
  readonly log: Logger;
  readonly clock: Clock;
  readonly assets: Assets;
  /** Opens the dashboard; without it there is none. */
  readonly dashboardPassword?: string;
  /** Default: those of a service that nobody stops or looks at. */
  readonly lifecycle?: Lifecycle;
  readonly metrics?: Metrics;
  /** Default: somebody else deletes the rows of deleted applications. */
  readonly onApplicationDeleted?: () => void;
  /** Default: {@link defaultRateLimits}. */
  readonly rateLimits?: RateLimits;
  /** Default: {@link defaultStreamLimits}. */
  readonly streamLimits?: StreamLimits;
}

/** How many of what may pass. */
export type RateLimits = Readonly<Record<keyof Limiters, RateLimit>>;

/** Wide enough for load tests from one address, narrow enough to stop a flood or a guesser. */
export const defaultRateLimits: RateLimits = {
  backendRequests: { max: 1_000_000, windowMs: 60_000 },
  authenticationFailures: { max: 1000, windowMs: 60_000 },
  // A company behind one address, all of whose people open it in one minute; each is a row.
  pages: { max: 1200, windowMs: 60_000 },
  // As many people at a handful of steps each; a short window, so that a burst is a short one.
  flowSteps: { max: 1200, windowMs: 10_000 },
  logins: { max: 300, windowMs: 60_000 },
};

const defaultStreamLimits: StreamLimits = { max: 1000, maxPerNetwork: 200 };

/**
 * @param parts - configuration and everything with a life of its own
 * @returns the Connect service, ready to answer requests
 */
export function createApp(parts: AppParts): Hono {
  const services = createServices(parts);
  const app = new Hono();
  app.use(identifyRequests(services.log));
  app.use(observeRequests(services));
  app.use(setAnswerHeaders(services));
  app.use(warnAboutIgnoredProxy(services));
  app.use(refuseNulInPath());
  app.onError(answerError);
  app.notFound(() => {
    throw new Refusal([404, 'not_found'], 'There is nothing at this address.');
  });

  // For the browser of the person who connects an account
  app.get('/connect', createConnectPageRoute(services));
  app.get('/connect/assets/:name', createPageAssetsRoute(services));
  app.post('/connect/flow/start', createFlowStartRoute(services));
  app.post('/connect/flow/provider', createFlowProviderRoute(services));
  app.post('/connect/flow/back', createFlowBackRoute(services));
  app.post('/connect/flow/login', createFlowLoginRoute(services));
  app.post('/connect/flow/mfa', createFlowMfaRoute(services));
  app.post('/connect/flow/consent', createFlowConsentRoute(services));
  // For the two documents of a flow that a frame and a window share
  app.post('/connect/flow/handoff', createFlowHandoffRoute(services));
  app.post('/connect/flow/join', createFlowJoinRoute(services));
  app.post('/connect/flow/events', createFlowEventsRoute(services));
  app.post('/connect/flow/code', createFlowCodeRoute(services));
  app.post('/connect/flow/leave', createFlowLeaveRoute(services));
  // For the application's backend; these look at the method themselves, browsers being refused first
  app.all('/auth/token', createTokenRoute(services));
  app.all('/sandbox/authorization_codes', createSandboxCodesRoute(services));
  // For the developers of applications
  if (parts.dashboardPassword) {
    app.route('/dashboard', createDashboardRoutes(services, parts.dashboardPassword));
  }
  // For everybody
  app.get('/', createHomeRoute(services, Boolean(parts.dashboardPassword)));
  app.get('/sdk/:folder/:name{.+}', createSdkRoute(services));
  app.get('/docs/errors', createErrorsDocsRoute());
  app.get('/favicon.ico', createFaviconRoute());
  app.get('/livez', createLivezRoute());
  app.on('GET', ['/readyz', '/healthz'], createReadyzRoute(services));
  app.get('/metrics', createMetricsRoute(services));

  // Right address, wrong method
  app.all('/connect/flow/*', refuseOtherMethods('POST'));
  for (const path of [
    '/',
    '/connect',
    '/connect/assets/*',
    '/sdk/*',
    '/docs/errors',
    '/favicon.ico',
    '/livez',
    '/readyz',
    '/healthz',
    '/metrics',
  ]) {
    app.all(path, refuseOtherMethods('GET, HEAD'));
  }
  return app;
}

function createServices({
  rateLimits = defaultRateLimits,
  streamLimits = defaultStreamLimits,
  ...parts
}: AppParts): Services {
  const { assets, clock, config, store } = parts;
  const createLimiter = (name: keyof Limiters) =>
    createRateLimiter(rateLimits[name], { name, clock, counters: store.rateCounters });
  return {
    lifecycle: createLifecycle(),
    metrics: createMetrics(),
    onApplicationDeleted() {},
    ...parts,
    sdk: createSdk(assets.sdk, config.publicUrl),
    streams: createOpenStreams(streamLimits),
    limiters: {
      backendRequests: createLimiter('backendRequests'),
      authenticationFailures: createLimiter('authenticationFailures'),
      pages: createLimiter('pages'),
      flowSteps: createLimiter('flowSteps'),
      logins: createLimiter('logins'),
    },
  };
}
