import type { Hono } from 'hono';
import { createAdminGuard } from './backend/admin-guard.ts';
import { createAccess } from './dashboard/access.ts';
import { namedApplication } from './dashboard/checks.ts';
import { createGuard } from './dashboard/guard.ts';
import type { OperatorProvider } from './dashboard/operator-provider.ts';
import { accountBody, accountsQuery, endConnection, listAccounts } from './dashboard/routes/accounts.ts';
import { addAddress, originBody, redirectUriBody, removeAddress } from './dashboard/routes/addresses.ts';
import { createKey, endKey, listKeys, newKeyBody } from './dashboard/routes/admin-keys.ts';
import { listApplications, registerApplication, registerBody, showApplication } from './dashboard/routes/applications.ts';
import { auditLogQuery, listChanges } from './dashboard/routes/audit-log.ts';
import { exportConsents, exportQuery } from './dashboard/routes/consent-export.ts';
import { setConsentTerms, termsBody } from './dashboard/routes/consent-terms.ts';
import { consentsQuery, listConsents } from './dashboard/routes/consents.ts';
import { deleteApplication } from './dashboard/routes/deletion.ts';
import { deliveriesQuery, listDeliveries, resendDelivery, testWebhook } from './dashboard/routes/deliveries.ts';
import { findFlows, flowsQuery } from './dashboard/routes/flows.ts';
import { logoBody, maxLogoBody, setLogo } from './dashboard/routes/logo.ts';
import { offeredBody, setOfferedProviders } from './dashboard/routes/offered-providers.ts';
import { showDashboard } from './dashboard/routes/page.ts';
import { asSignInNotice, beginSignIn, finishSignIn, providerSignInBody } from './dashboard/routes/provider-sign-in.ts';
import { listProviders, namedProvider, providerSwitchBody, switchProvider } from './dashboard/routes/providers.ts';
import { endOldSecrets, rotateSecret } from './dashboard/routes/secrets.ts';
import { passwordBody, showSession, signIn, signOut } from './dashboard/routes/session.ts';
import { createLink, endSession, listSessions, sessionIdBody, sessionsQuery } from './dashboard/routes/sessions.ts';
import { limitBody, nameBody, renameApplication, setSubmissionLimit, setTokenDays, tokenDaysBody } from './dashboard/routes/settings.ts';
import { endSignIns } from './dashboard/routes/sign-ins.ts';
import { addWebhook, listWebhooks, namedWebhook, removeWebhook, rotateWebhookSecret, switchBody, switchWebhook } from './dashboard/routes/webhooks.ts';
import { webhookBody } from './dashboard/webhook-fields.ts';
import { createFlowChecks } from './flow/checks.ts';
import { exactBody as body, noBody, noQuery, query } from './http/checks.ts';
import { after } from './http/endpoint.ts';
import { refuseOtherMethods } from './http/method.ts';
import { may } from './http/scopes.ts';
import { serveFiles } from './public/built-files.ts';
import type { Services } from './services.ts';

/* As in `app.ts`, each line has the checks in the order of their execution, and this file is formatted by hand. */

/** The ways to sign in to the dashboard, at least one. */
interface DashboardEntrances {
  readonly password: string | undefined;
  readonly provider: OperatorProvider | undefined;
}

/** For the developers of applications. */
export function addDashboardEndpoints(app: Hono, all: Services, { password, provider }: DashboardEntrances): void {
  const { ownPage, pageLimit } = createFlowChecks(all);
  const access = createAccess({ ...all, provider }, password);
  const entrances = { access, hasPassword: password !== undefined, providerHost: provider?.host };

  app.get(  '/dashboard',                                                                           showDashboard(all));
  app.get(  '/dashboard/register',                                                                  showDashboard(all));
  app.get(  '/dashboard/access',                                                                    showDashboard(all));
  app.get(  '/dashboard/audit-log',                                                                 showDashboard(all));
  app.get(  '/dashboard/providers',                                                                 showDashboard(all));
  app.get(  '/dashboard/references/:reference',                                                     showDashboard(all));
  app.get(  '/dashboard/applications/:client_id',                                                   showDashboard(all));
  app.get(  '/dashboard/applications/:client_id/:page',                                             showDashboard(all));
  app.get(  '/dashboard/assets/:name',                                                              serveFiles(all.assets.dashboard?.files, 'same-origin'));
  app.get(  '/dashboard/api/session',             after()                                   .answer(showSession(entrances)));
  if (password !== undefined) {
    app.post( '/dashboard/api/sign-in',           after(ownPage, body(passwordBody))        .answer(signIn(entrances)));
  }
  if (provider) {
    const parts = { ...all, access, provider };
    app.post( '/dashboard/api/provider-sign-in',  after(ownPage, pageLimit, body(providerSignInBody)) .answer(beginSignIn(parts)));
    app.get(  '/dashboard/return',                after(pageLimit)                          .answer(finishSignIn(parts), asSignInNotice(all)));
    app.all(  '/dashboard/return',                                                                    refuseOtherMethods('GET, HEAD'));
  }
  // Below this line, also at unknown addresses, only a signed-in operator gets a response.
  app.use(  '/dashboard/api/*',                                                                     createGuard(all, access));
  app.post( '/dashboard/api/sign-out',            after()                                   .answer(signOut(entrances)));
  addApplicationEndpoints(app, all, '/dashboard/api');
  for (const path of ['/dashboard', '/dashboard/register', '/dashboard/access', '/dashboard/audit-log', '/dashboard/providers', '/dashboard/applications/*', '/dashboard/references/*', '/dashboard/assets/*', '/dashboard/api/session']) {
    app.all(path, refuseOtherMethods('GET, HEAD'));
  }
}

/** For the operator's programs: the functions of the dashboard. */
export function addAdminEndpoints(app: Hono, all: Services): void {
  // Also at unknown addresses
  app.use('/admin/*', createAdminGuard(all));
  addApplicationEndpoints(app, all, '/admin');
}

/**
 * The endpoints of the dashboard and the admin API. The guards in front of them know the sender, and each names the
 * scope that the sender needs.
 */
function addApplicationEndpoints(app: Hono, all: Services, base: '/dashboard/api' | '/admin'): void {
  const application = namedApplication(all);
  const list = `${base}/applications`;
  const one = `${list}/:client_id`;
  const webhook = namedWebhook(all);
  const hook = `${one}/webhooks/:webhook_id`;

  app.get(  `${base}/audit-log`,                    after(may('audit:read'),         query(auditLogQuery))                      .answer(listChanges(all)));
  app.get(  `${base}/keys`,                         after(may('audit:read'), noQuery)                                          .answer(listKeys(all)));
  app.post( `${base}/keys`,                         after(may('all'),                body(newKeyBody))                          .answer(createKey(all)));
  app.post( `${base}/keys/:key_id/end`,             after(may('all'), noBody)                                                  .answer(endKey(all)));
  app.post( `${base}/sign-ins/end`,                 after(may('all'), noBody)                                                  .answer(endSignIns(all)));
  app.get(  `${base}/flows`,                        after(may('applications:read'),  query(flowsQuery))                         .answer(findFlows(all)));
  app.get(  `${base}/providers`,                    after(may('applications:read'), noQuery)                                   .answer(listProviders(all)));
  app.post( `${base}/providers/:provider_id/switch`, after(may('applications:write'), namedProvider(all), body(providerSwitchBody)) .answer(switchProvider(all)));
  app.get(  list,                                   after(may('applications:read'), noQuery)                                   .answer(listApplications(all)));
  app.post( list,                                   after(may('applications:write'), body(registerBody))                        .answer(registerApplication(all)));
  app.get(  one,                                    after(may('applications:read'),  application, noQuery)                      .answer(showApplication(all)));
  app.post( `${one}/rename`,                        after(may('applications:write'), application, body(nameBody))               .answer(renameApplication(all)));
  app.post( `${one}/submission-limit`,              after(may('applications:write'), application, body(limitBody))              .answer(setSubmissionLimit(all)));
  app.post( `${one}/token-days`,                    after(may('applications:write'), application, body(tokenDaysBody))          .answer(setTokenDays(all)));
  app.post( `${one}/logo`,                          after(may('applications:write'), application, body(logoBody, maxLogoBody))  .answer(setLogo(all)));
  app.post( `${one}/consent-terms`,                 after(may('applications:write'), application, body(termsBody))              .answer(setConsentTerms(all)));
  app.post( `${one}/providers`,                     after(may('applications:write'), application, body(offeredBody))            .answer(setOfferedProviders(all)));
  app.post( `${one}/delete`,                        after(may('applications:write'), application, body(nameBody))               .answer(deleteApplication(all)));
  app.post( `${one}/redirect-uris/add`,             after(may('applications:write'), application, body(redirectUriBody))        .answer(addAddress(all)));
  app.post( `${one}/redirect-uris/remove`,          after(may('applications:write'), application, body(redirectUriBody))        .answer(removeAddress(all)));
  app.post( `${one}/origins/add`,                   after(may('applications:write'), application, body(originBody))             .answer(addAddress(all)));
  app.post( `${one}/origins/remove`,                after(may('applications:write'), application, body(originBody))             .answer(removeAddress(all)));
  app.get(  `${one}/accounts`,                      after(may('applications:read'),  application, query(accountsQuery))         .answer(listAccounts(all)));
  app.post( `${one}/accounts/disconnect`,           after(may('accounts:write'),     application, body(accountBody))            .answer(endConnection(all)));
  app.get(  `${one}/consents`,                      after(may('consents:read'),      query(consentsQuery))                      .answer(listConsents(all)));
  app.get(  `${one}/consents/export`,               after(may('consents:read'),      query(exportQuery))                        .answer(exportConsents(all)));
  app.get(  `${one}/sessions`,                      after(may('applications:read'),  application, query(sessionsQuery))         .answer(listSessions(all)));
  app.post( `${one}/sessions/create`,               after(may('applications:write'), application, noBody)                       .answer(createLink(all)));
  app.post( `${one}/sessions/cancel`,               after(may('applications:write'), application, body(sessionIdBody))          .answer(endSession(all)));
  app.get(  `${one}/webhooks`,                      after(may('applications:read'),  application, noQuery)                      .answer(listWebhooks(all)));
  app.post( `${one}/webhooks/add`,                  after(may('applications:write'), application, body(webhookBody))            .answer(addWebhook(all)));
  app.post( `${hook}/rotate`,                       after(may('applications:write'), application, webhook, noBody)              .answer(rotateWebhookSecret(all)));
  app.post( `${hook}/test`,                         after(may('applications:write'), application, webhook, noBody)              .answer(testWebhook(all)));
  app.post( `${hook}/switch`,                       after(may('applications:write'), application, webhook, body(switchBody))    .answer(switchWebhook(all)));
  app.post( `${hook}/remove`,                       after(may('applications:write'), application, webhook, noBody)              .answer(removeWebhook(all)));
  app.get(  `${hook}/deliveries`,                   after(may('applications:read'),  application, webhook, query(deliveriesQuery)) .answer(listDeliveries(all)));
  app.post( `${hook}/deliveries/:delivery_id/resend`, after(may('applications:write'), application, webhook, noBody)              .answer(resendDelivery(all)));
  app.post( `${one}/secrets/rotate`,                after(may('applications:write'), application, noBody)                       .answer(rotateSecret(all)));
  app.post( `${one}/secrets/end-old`,               after(may('applications:write'), application, noBody)                       .answer(endOldSecrets(all)));
  for (const path of [list, `${base}/keys`]) app.all(path, refuseOtherMethods('GET, HEAD, POST'));
  for (const path of [`${base}/audit-log`, `${base}/providers`, one, `${one}/accounts`, `${one}/consents`, `${one}/consents/export`, `${one}/sessions`, `${one}/webhooks`, `${hook}/deliveries`]) app.all(path, refuseOtherMethods('GET, HEAD'));
  const actions = ['rename', 'submission-limit', 'token-days', 'logo', 'consent-terms', 'providers', 'delete', 'redirect-uris/add', 'redirect-uris/remove', 'origins/add', 'origins/remove', 'accounts/disconnect', 'sessions/create', 'sessions/cancel', 'secrets/rotate', 'secrets/end-old', 'webhooks/add', ...['rotate', 'test', 'switch', 'remove', 'deliveries/:delivery_id/resend'].map((action) => `webhooks/:webhook_id/${action}`)].map((action) => `${one}/${action}`);
  for (const path of [`${base}/providers/:provider_id/switch`, `${base}/keys/:key_id/end`, `${base}/sign-ins/end`, ...actions]) app.all(path, refuseOtherMethods('POST'));
}
