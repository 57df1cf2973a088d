import { Hono } from 'hono';
import { createErrorAnswer } from './answers.ts';
import type { Assets } from './assets.ts';
import { refuseOtherMethods } from './checks/method.ts';
import { createRateLimiter, type RateLimit } from './checks/rate-limit.ts';
import type { Clock } from './clock.ts';
import type { Logger } from './logger.ts';
import { Refusal } from './refusal.ts';
import { logRequests } from './request-log.ts';
import { createConnectPageRoute } from './routes/connect-page.ts';
import { createErrorsDocsRoute } from './routes/errors-docs.ts';
import { createFlowBackRoute } from './routes/flow-back.ts';
import { createFlowConsentRoute } from './routes/flow-consent.ts';
import { createFlowLoginRoute } from './routes/flow-login.ts';
import { createFlowMfaRoute } from './routes/flow-mfa.ts';
import { createFlowProviderRoute } from './routes/flow-provider.ts';
import { createFlowStartRoute } from './routes/flow-start.ts';
import { createHealthzRoute } from './routes/healthz.ts';
import { createPageAssetsRoute } from './routes/page-assets.ts';
import { createSandboxCodesRoute } from './routes/sandbox-codes.ts';
import { createSdkRoute } from './routes/sdk.ts';
import { createTokenRoute } from './routes/token.ts';
import type { AppConfig, Limiters, Services } from './services.ts';
import type { Store } from './store/store.ts';

/** What {@link createApp} is built from. */
export interface AppParts {
  readonly config: AppConfig;
  readonly store: Store;
  readonly log: Logger;
  readonly clock: Clock;
  readonly assets: Assets;
  /** Default: {@link defaultRateLimits}. */
  readonly rateLimits?: Readonly<Record<keyof Limiters, RateLimit>>;
}

/** Wide enough for load tests from one address, narrow enough to stop a flood or a guesser. */
export const defaultRateLimits: Readonly<Record<keyof Limiters, RateLimit>> = {
  backendRequests: { max: 1_000_000, windowMs: 60_000 },
  authenticationFailures: { max: 1000, windowMs: 60_000 },
  logins: { max: 300, windowMs: 60_000 },
};

/**
 * @param parts - configuration and everything with a life of its own
 * @returns the Connect service, ready to answer requests
 */
export function createApp(parts: AppParts): Hono {
  const services = createServices(parts);
  const app = new Hono();
  app.use(logRequests(services));
  app.onError(createErrorAnswer(services.log));
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
  // For the application's backend; these look at the method themselves, browsers being refused first
  app.all('/auth/token', createTokenRoute(services));
  app.all('/sandbox/authorization_codes', createSandboxCodesRoute(services));
  // For everybody
  app.get('/sdk/:version/:name', createSdkRoute(services));
  app.get('/docs/errors', createErrorsDocsRoute());
  app.get('/healthz', createHealthzRoute(services));

  // Right address, wrong method
  app.all('/connect/flow/*', refuseOtherMethods('POST'));
  for (const path of ['/connect', '/connect/assets/*', '/sdk/*', '/docs/errors', '/healthz']) {
    app.all(path, refuseOtherMethods('GET, HEAD'));
  }
  return app;
}

function createServices({ rateLimits = defaultRateLimits, ...parts }: AppParts): Services {
  const { clock } = parts;
  return {
    ...parts,
    limiters: {
      backendRequests: createRateLimiter(rateLimits.backendRequests, clock),
      authenticationFailures: createRateLimiter(rateLimits.authenticationFailures, clock),
      logins: createRateLimiter(rateLimits.logins, clock),
    },
  };
}
