import type { Hono } from 'hono';
import { adminKeysAnswer, createdKeyAnswer, endedKeyAnswer, endedSignInsAnswer } from '../shapes/admin-key-answers.ts';
import { auditLogAnswer } from '../shapes/audit-answers.ts';
import { consentsAnswer } from '../shapes/consent-answers.ts';
import { accountsAnswer, addedWebhookAnswer, applicationAnswer, applicationsAnswer, canceledAnswer, deletedAnswer, deliveriesAnswer, deliveryAnswer, disconnectedAnswer, flowsAnswer, linkAnswer, recentEventsAnswer, referenceAnswer, registeredAnswer, removedWebhookAnswer, rotatedAnswer, rotatedWebhookAnswer, sessionsAnswer, switchedWebhookAnswer, webhooksAnswer } from '../shapes/dashboard-answers.ts';
import { providersAnswer, switchedProviderAnswer } from '../shapes/provider-answers.ts';
import { namedApplication as application } from './applications/checks.ts';
import { termsBody } from './applications/consent-terms.ts';
import { addAddress, originBody, redirectUriBody, removeAddress } from './applications/routes/addresses.ts';
import { deleteApplication, endOldSecrets, listApplications, registerApplication, registerBody, rotateSecret, showApplication } from './applications/routes/applications.ts';
import { logoBody, setLogo } from './applications/routes/logo.ts';
import { brandBody, limitBody, nameBody, offeredBody, renameApplication, setBrand, setConsentTerms, setOfferedProviders, setSubmissionLimit, setTokenDays, tokenDaysBody } from './applications/routes/settings.ts';
import { accountBody, accountSearch, accountsQuery, endConnection, listAccounts, searchAccounts } from './connections/routes/accounts.ts';
import { consentsQuery, exportConsents, exportQuery, listConsents } from './consents/routes/consents.ts';
import { deliveriesQuery, listDeliveries, resendDelivery, testWebhook } from './events/routes/deliveries.ts';
import { listRecentEvents, recentEventsQuery } from './events/routes/list-events.ts';
import { addWebhook, listWebhooks, removeWebhook, rotateWebhookSecret, switchBody, switchWebhook, namedWebhook as webhook } from './events/routes/webhooks.ts';
import { webhookBody } from './events/webhook-secret.ts';
import { ownPage, pageLimit } from './flow/checks.ts';
import { findFlows, flowSearch, flowsQuery, searchFlows } from './flow/routes/flows.ts';
import { may } from './http/actor.ts';
import { exactBody as body, noBody, noQuery, query } from './http/checks.ts';
import { createAfter } from './http/endpoint.ts';
import { longBodyBytes } from './http/json-body.ts';
import type { Parts } from './http/parts.ts';
import { createAccess, type DashboardEntrances } from './operators/access.ts';
import { showDashboard } from './operators/dashboard-document.ts';
import { createAdminGuard, createGuard } from './operators/guard.ts';
import { createKey, endKey, listKeys, newKeyBody } from './operators/routes/admin-keys.ts';
import { auditLogQuery, listChanges } from './operators/routes/audit-log.ts';
import { asSignInNotice, beginSignIn, finishSignIn, providerSignInBody } from './operators/routes/provider-sign-in.ts';
import { endSignIns, passwordBody, showSession, signIn, signOut } from './operators/routes/session.ts';
import { listProviders, namedProvider, providerSwitchBody, switchProvider } from './providers/routes/providers.ts';
import { serveFiles } from './public/built-files.ts';
import { createLink, endSession, listSessions, searchSessions, sessionIdBody, sessionSearch, sessionsQuery } from './sessions/routes/sessions.ts';

/* Rows of endpoints, as described in `app.ts`. This file is formatted by hand, too. */

type Base = '/dashboard/api' | '/admin';

export function addDashboardEndpoints(app: Hono, all: Parts, { password, provider }: DashboardEntrances): void {
  const after = createAfter(all);
  const access = createAccess(all, { password, provider });
  const entered = () => ({ entrances: { access, hasPassword: password !== undefined, providerHost: provider?.host } });

  app.get(  '/dashboard',                                                                           showDashboard(all));
  app.get(  '/dashboard/register',                                                                  showDashboard(all));
  app.get(  '/dashboard/access',                                                                    showDashboard(all));
  app.get(  '/dashboard/audit-log',                                                                 showDashboard(all));
  app.get(  '/dashboard/providers',                                                                 showDashboard(all));
  app.get(  '/dashboard/references/:reference',                                                     showDashboard(all));
  app.get(  '/dashboard/applications/:client_id',                                                   showDashboard(all));
  app.get(  '/dashboard/applications/:client_id/:page',                                             showDashboard(all));
  app.get(  '/dashboard/applications/:client_id/:page/:item',                                       showDashboard(all));
  app.get(  '/dashboard/assets/:name',                                                              serveFiles(all.assets.dashboard?.files, 'same-origin'));
  app.get(  '/dashboard/api/session',             after(entered)                            .answer(showSession));
  if (password !== undefined) {
    app.post( '/dashboard/api/sign-in',           after(ownPage, entered, body(passwordBody)) .answer(signIn));
  }
  if (provider) {
    const atProvider = () => ({ access, provider });
    app.post( '/dashboard/api/provider-sign-in',  after(ownPage, pageLimit, atProvider, body(providerSignInBody)) .answer(beginSignIn));
    app.get(  '/dashboard/return',                after(pageLimit, atProvider)              .answer(finishSignIn, { onRefusal: asSignInNotice(all) }));
  }
  // At addresses below this row, only a signed-in operator gets a response, even when the address is unknown.
  app.use(  '/dashboard/api/*',                                                                     createGuard(all, access));
  app.post( '/dashboard/api/sign-out',            after(entered)                            .answer(signOut));
  addSharedEndpoints(app, all, '/dashboard/api');
}

/** Adds the endpoints for the operator's programs. They have the functions of the dashboard. */
export function addAdminEndpoints(app: Hono, all: Parts): void {
  // The guard also covers unknown addresses.
  app.use('/admin/*', createAdminGuard(all));
  addSharedEndpoints(app, all, '/admin');
}

/**
 * Adds the endpoints that the dashboard and the admin API share. A guard before them identifies the sender, and each
 * row names the scope that the sender needs.
 */
function addSharedEndpoints(app: Hono, all: Parts, base: Base): void {
  const after = createAfter(all);
  app.get(  `${base}/audit-log`,                    after(may('audit:read'),         query(auditLogQuery)) .answer(listChanges, {
    id: 'listChanges', answer: { AuditLog: auditLogAnswer }, text: 'List what operators have changed, the newest first, a page at a time.' }));
  app.get(  `${base}/keys`,                         after(may('audit:read'), noQuery) .answer(listKeys, {
    id: 'listKeys', answer: { AdminKeyList: adminKeysAnswer }, text: 'List the admin keys without their secrets, the newest first; ended ones for a year.' }));
  app.post( `${base}/keys`,                         after(may('all'),                body(newKeyBody)) .answer(createKey, {
    id: 'createKey', body: 'NewAdminKey', status: 201, answer: { CreatedAdminKey: createdKeyAnswer }, text: 'Create an admin key. The answer is the only place that ever has its secret.' }));
  app.post( `${base}/keys/:key_id/end`,             after(may('all'), noBody) .answer(endKey, {
    id: 'endKey', answer: { EndedAdminKey: endedKeyAnswer }, text: 'End an admin key now.' }));
  app.post( `${base}/sign-ins/end`,                 after(may('all'), noBody) .answer(endSignIns, {
    id: 'endSignIns', answer: { EndedSignIns: endedSignInsAnswer }, text: 'Sign everyone out of the dashboard. Admin keys stay valid.' }));
  app.get(  `${base}/flows`,                        after(may('applications:read'),  query(flowsQuery)) .answer(findFlows, {
    id: 'findFlows', answer: { FlowList: referenceAnswer }, text: 'Find the flows that have the reference of a person, of every application.' }));
  app.get(  `${base}/providers`,                    after(may('applications:read'), noQuery) .answer(listProviders, {
    id: 'listProviders', answer: { ProviderList: providersAnswer }, text: 'List every provider with its state, as its plug-in or an operator says.' }));
  app.post( `${base}/providers/:provider_id/switch`, after(may('applications:write'), namedProvider, body(providerSwitchBody)) .answer(switchProvider, {
    id: 'switchProvider', body: 'ProviderSwitch', answer: { SwitchedProvider: switchedProviderAnswer }, text: 'Switch a provider, for every application and from the next request on. Switched to what its plug-in says, without a reason, it follows the plug-in again.' }));
  addApplicationEndpoints(app, all, `${base}/applications`);
}

function addApplicationEndpoints(app: Hono, all: Parts, list: `${Base}/applications`): void {
  const after = createAfter(all);
  const one = `${list}/:client_id`;

  app.get(  list,                                   after(may('applications:read'), noQuery) .answer(listApplications, {
    id: 'listApplications', answer: { ApplicationList: applicationsAnswer }, text: 'List every application.' }));
  app.post( list,                                   after(may('applications:write'), body(registerBody)) .answer(registerApplication, {
    id: 'registerApplication', body: 'NewApplication', status: 201, answer: { RegisteredApplication: registeredAnswer }, text: 'Register an application. The answer is the only place that ever has its secret.' }));
  app.get(  one,                                    after(may('applications:read'),  application, noQuery) .answer(showApplication, {
    id: 'getApplication', answer: { Application: applicationAnswer }, text: 'Read an application. Times are milliseconds since the epoch.' }));
  app.post( `${one}/rename`,                        after(may('applications:write'), application, body(nameBody)) .answer(renameApplication, {
    id: 'renameApplication', body: 'Name', answer: { Application: applicationAnswer }, text: 'Rename an application.' }));
  app.post( `${one}/submission-limit`,              after(may('applications:write'), application, body(limitBody)) .answer(setSubmissionLimit, {
    id: 'setSubmissionLimit', body: 'SubmissionLimit', answer: { Application: applicationAnswer }, text: "Set a test application's own limit of submissions; null: the service's." }));
  app.post( `${one}/token-days`,                    after(may('applications:write'), application, body(tokenDaysBody)) .answer(setTokenDays, {
    id: 'setTokenDays', body: 'TokenDays', answer: { Application: applicationAnswer }, text: 'Set the lifetime of the access tokens of later exchanges, in days; null: none.' }));
  app.post( `${one}/logo`,                          after(may('applications:write'), application, body(logoBody, longBodyBytes)) .answer(setLogo, {
    id: 'setLogo', body: 'Logo', answer: { Application: applicationAnswer }, text: 'Set the logo of an application, a square PNG or WebP as base64; null: none.' }));
  app.post( `${one}/consent-terms`,                 after(may('applications:write'), application, body(termsBody)) .answer(setConsentTerms, {
    id: 'setConsentTerms', body: 'ConsentTerms', answer: { Application: applicationAnswer }, text: 'Set what people read before they allow access: purpose, privacy policy URL, days; null: none.' }));
  app.post( `${one}/brand`,                         after(may('applications:write'), application, body(brandBody)) .answer(setBrand, {
    id: 'setBrand', body: 'Brand', answer: { Application: applicationAnswer }, text: "Set the accent of the application's pages as #rrggbb, and the address of its support; null: none." }));
  app.post( `${one}/providers`,                     after(may('applications:write'), application, body(offeredBody, longBodyBytes)) .answer(setOfferedProviders, {
    id: 'setOfferedProviders', body: 'OfferedProviders', answer: { Application: applicationAnswer }, text: 'Set the providers that the application offers; null: all.' }));
  app.post( `${one}/delete`,                        after(may('applications:write'), application, body(nameBody)) .answer(deleteApplication, {
    id: 'deleteApplication', body: 'Name', answer: { DeletedApplication: deletedAnswer }, text: 'Delete an application with everything of it. The body repeats its name.' }));
  app.post( `${one}/redirect-uris/add`,             after(may('applications:write'), application, body(redirectUriBody)) .answer(addAddress, {
    id: 'addRedirectUri', body: 'RedirectUri', answer: { Application: applicationAnswer }, text: 'Register a redirect URI.' }));
  app.post( `${one}/redirect-uris/remove`,          after(may('applications:write'), application, body(redirectUriBody)) .answer(removeAddress, {
    id: 'removeRedirectUri', body: 'RedirectUri', answer: { Application: applicationAnswer }, text: 'Remove a redirect URI.' }));
  app.post( `${one}/origins/add`,                   after(may('applications:write'), application, body(originBody)) .answer(addAddress, {
    id: 'addOrigin', body: 'Origin', answer: { Application: applicationAnswer }, text: 'Register an embedding origin.' }));
  app.post( `${one}/origins/remove`,                after(may('applications:write'), application, body(originBody)) .answer(removeAddress, {
    id: 'removeOrigin', body: 'Origin', answer: { Application: applicationAnswer }, text: 'Remove an embedding origin.' }));
  app.post( `${one}/flows/search`,                  after(may('applications:read'),  application, body(flowSearch)) .answer(searchFlows, {
    id: 'searchFlows', body: 'FlowSearch', answer: { ApplicationFlowList: flowsAnswer }, text: 'Search the flows of the last day by outcome, provider, time, and one of reference, client_user_id and host, a page at a time.' }));
  app.get(  `${one}/accounts`,                      after(may('applications:read'),  application, query(accountsQuery)) .answer(listAccounts, {
    id: 'listAccounts', answer: { AccountList: accountsAnswer }, text: 'List the connected accounts, a page at a time.' }));
  app.post( `${one}/accounts/search`,               after(may('applications:read'),  application, body(accountSearch)) .answer(searchAccounts, {
    id: 'searchAccounts', body: 'AccountSearch', answer: { AccountList: accountsAnswer }, text: 'Search the connected accounts by client_user_id and tags; search is an account ID, a provider or a client_user_id.' }));
  app.post( `${one}/accounts/disconnect`,           after(may('accounts:write'),     application, body(accountBody)) .answer(endConnection, {
    id: 'disconnectAccount', body: 'AccountId', answer: { DisconnectedAccount: disconnectedAnswer }, text: 'End every access token of an account.' }));
  app.get(  `${one}/consents`,                      after(may('consents:read'),      query(consentsQuery)) .answer(listConsents, {
    id: 'listConsents', answer: { ConsentList: consentsAnswer }, text: 'List what people have allowed, as it was shown, the newest first, up to 1,000 at a time; also of a deleted application.' }));
  app.get(  `${one}/consents/export`,               after(may('consents:read'),      query(exportQuery)) .answer(exportConsents, {
    id: 'exportConsents', answer: 'bytes', text: 'Export them.' }));
  app.get(  `${one}/sessions`,                      after(may('applications:read'),  application, query(sessionsQuery)) .answer(listSessions, {
    id: 'listSessions', answer: { SessionList: sessionsAnswer }, text: 'List the sessions of the last days, the newest first, a page at a time.' }));
  app.post( `${one}/sessions/search`,               after(may('applications:read'),  application, body(sessionSearch)) .answer(searchSessions, {
    id: 'searchSessions', body: 'SessionSearch', answer: { SessionList: sessionsAnswer }, text: 'Search the sessions of the last days by client_user_id and tags.' }));
  app.post( `${one}/sessions/create`,               after(may('applications:write'), application, noBody) .answer(createLink, {
    id: 'createLink', answer: { SessionLink: linkAnswer }, text: 'Create a session to try its link. Only this answer has the link.' }));
  app.post( `${one}/sessions/cancel`,               after(may('applications:write'), application, body(sessionIdBody)) .answer(endSession, {
    id: 'endSession', body: 'SessionId', answer: { CanceledSession: canceledAnswer }, text: 'End an open session.' }));
  app.post( `${one}/secrets/rotate`,                after(may('applications:write'), application, noBody) .answer(rotateSecret, {
    id: 'rotateSecret', answer: { RotatedSecret: rotatedAnswer }, text: 'Make a new client secret; the old one works for 24 hours more.' }));
  app.post( `${one}/secrets/end-old`,               after(may('applications:write'), application, noBody) .answer(endOldSecrets, {
    id: 'endOldSecrets', answer: { Application: applicationAnswer }, text: 'End the old client secrets now.' }));
  addWebhookEndpoints(app, all, one);
}

function addWebhookEndpoints(app: Hono, all: Parts, one: string): void {
  const after = createAfter(all);
  const hook = `${one}/webhooks/:webhook_id`;

  app.get(  `${one}/events`,                        after(may('applications:read'),  application, query(recentEventsQuery)) .answer(listRecentEvents, {
    id: 'listRecentEvents', answer: { RecentEventList: recentEventsAnswer }, text: 'List the events of 30 days with their deliveries, the newest first, a page at a time.' }));
  app.get(  `${one}/webhooks`,                      after(may('applications:read'),  application, noQuery) .answer(listWebhooks, {
    id: 'listWebhooks', answer: { WebhookList: webhooksAnswer }, text: 'List the webhooks, the oldest first.' }));
  app.post( `${one}/webhooks/add`,                  after(may('applications:write'), application, body(webhookBody)) .answer(addWebhook, {
    id: 'addWebhook', body: 'NewWebhook', status: 201, answer: { AddedWebhook: addedWebhookAnswer }, text: 'Add a webhook. The answer is the only place that ever has its secret.' }));
  app.post( `${hook}/rotate`,                       after(may('applications:write'), application, webhook, noBody) .answer(rotateWebhookSecret, {
    id: 'rotateWebhookSecret', answer: { RotatedWebhook: rotatedWebhookAnswer }, text: 'Make a new secret; the old one signs, too, for 24 hours more.' }));
  app.post( `${hook}/test`,                         after(may('applications:write'), application, webhook, noBody) .answer(testWebhook, {
    id: 'testWebhook', status: 201, answer: { AddedDelivery: deliveryAnswer }, text: 'Send an event of the type webhook.test.' }));
  app.post( `${hook}/switch`,                       after(may('applications:write'), application, webhook, body(switchBody)) .answer(switchWebhook, {
    id: 'switchWebhook', body: 'Switch', answer: { SwitchedWebhook: switchedWebhookAnswer }, text: 'Switch a webhook on or off. Events of the time in which it is off are not sent.' }));
  app.post( `${hook}/remove`,                       after(may('applications:write'), application, webhook, noBody) .answer(removeWebhook, {
    id: 'removeWebhook', answer: { RemovedWebhook: removedWebhookAnswer }, text: 'Remove a webhook with its deliveries.' }));
  app.get(  `${hook}/deliveries`,                   after(may('applications:read'),  application, webhook, query(deliveriesQuery)) .answer(listDeliveries, {
    id: 'listDeliveries', answer: { DeliveryList: deliveriesAnswer }, text: 'List the deliveries of 30 days, the newest first, a page at a time.' }));
  app.post( `${hook}/deliveries/:delivery_id/resend`, after(may('applications:write'), application, webhook, noBody) .answer(resendDelivery, {
    id: 'resendDelivery', answer: { AddedDelivery: deliveryAnswer }, text: 'Send a delivery again, with the same webhook-id.' }));
}
