import { Hono } from 'hono';
import { isRegistrableOrigin } from '../addresses/host-origin.ts';
import { isRegistrableRedirectUri } from '../addresses/redirect-uri.ts';
import { refuseOtherMethods } from '../http/method.ts';
import type { Services } from '../services.ts';
import { createAccess } from './access.ts';
import { createGuard } from './guard.ts';
import { createAddressAddRoute, createAddressRemoveRoute } from './routes/addresses.ts';
import {
  createApplicationRoute,
  createApplicationsRoute,
  createRegisterRoute,
} from './routes/applications.ts';
import { createDashboardAssetsRoute, createDashboardPageRoute } from './routes/page.ts';
import { createEndOldSecretsRoute, createRotateRoute } from './routes/secrets.ts';
import { createSessionRoute, createSignInRoute, createSignOutRoute } from './routes/session.ts';
import {
  createDeleteRoute,
  createRenameRoute,
  createSubmissionLimitRoute,
} from './routes/settings.ts';

/**
 * `/dashboard`: the page, and under `/dashboard/api` what it calls. The order is the protection:
 * whatever is registered below the guard, or not at all, answers nobody who is not signed in.
 *
 * @param services - what the routes are built from
 * @param password - the dashboard's, in clear
 * @returns the routes, relative to `/dashboard`
 */
export function createDashboardRoutes(services: Services, password: string): Hono {
  const access = createAccess(services, password);
  const redirectUris = {
    list: services.store.registrations.redirectUris,
    field: 'redirect_uri',
    isRegistrable: isRegistrableRedirectUri,
    rule: 'A redirect URI is https, or http on this machine; without wildcard, fragment or user.',
  } as const;
  const origins = {
    list: services.store.registrations.origins,
    field: 'origin',
    isRegistrable: isRegistrableOrigin,
    rule: 'An origin, such as https://app.example, is https, or http on this machine; at most 300 characters.',
  } as const;
  const one = '/api/applications/:client_id';
  const dashboard = new Hono();

  dashboard.get('/', createDashboardPageRoute(services));
  dashboard.get('/register', createDashboardPageRoute(services));
  dashboard.get('/applications/:client_id', createDashboardPageRoute(services));
  dashboard.get('/assets/:name', createDashboardAssetsRoute(services));
  dashboard.get('/api/session', createSessionRoute(access));
  dashboard.post('/api/sign-in', createSignInRoute(services, access));

  dashboard.use('/api/*', createGuard(services, access));
  dashboard.post('/api/sign-out', createSignOutRoute(access));
  dashboard.get('/api/applications', createApplicationsRoute(services));
  dashboard.post('/api/applications', createRegisterRoute(services));
  dashboard.get(one, createApplicationRoute(services));
  dashboard.post(`${one}/rename`, createRenameRoute(services));
  dashboard.post(`${one}/submission-limit`, createSubmissionLimitRoute(services));
  dashboard.post(`${one}/delete`, createDeleteRoute(services));
  dashboard.post(`${one}/redirect-uris/add`, createAddressAddRoute(services, redirectUris));
  dashboard.post(`${one}/redirect-uris/remove`, createAddressRemoveRoute(services, redirectUris));
  dashboard.post(`${one}/origins/add`, createAddressAddRoute(services, origins));
  dashboard.post(`${one}/origins/remove`, createAddressRemoveRoute(services, origins));
  dashboard.post(`${one}/secrets/rotate`, createRotateRoute(services));
  dashboard.post(`${one}/secrets/end-old`, createEndOldSecretsRoute(services));

  for (const path of ['/', '/register', '/applications/*', '/assets/*', '/api/session']) {
    dashboard.all(path, refuseOtherMethods('GET, HEAD'));
  }
  return dashboard;
}
