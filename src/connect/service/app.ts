import { Hono } from 'hono';
import { disconnectAccount, showAccount, showConsent } from './backend/account.ts';
import { createBackendChecks, testOnly } from './backend/checks.ts';
import { credentialSchema } from './backend/client-authentication.ts';
import { introspectionBody, introspectToken, resourceServer } from './backend/introspect.ts';
import { revocationBody, revokeToken } from './backend/revoke.ts';
import { requireLoginForTests } from './backend/sandbox-accounts.ts';
import { issueSandboxCode, sandboxBody } from './backend/sandbox-codes.ts';
import { exchangeCode, tokenBody } from './backend/token.ts';
import { isTracing } from './basics/spans.ts';
import { withWaitBudget } from './basics/wait-budget.ts';
import { eventsQuery, listEvents } from './events/list-events.ts';
import { acceptedSteps, at, createFlowChecks, loginSteps, openSteps, tokenOnly } from './flow/checks.ts';
import { claimBody } from './flow/claimed-flow.ts';
import { asNotice } from './flow/connect-notice.ts';
import { showConnectPage } from './flow/connect-page.ts';
import { connectRequest, embedder } from './flow/connect-request.ts';
import { decisionBody, mayDecide, ofKind } from './flow/decide.ts';
import { noteProblems } from './flow/flow-reference.ts';
import { showManagePage } from './flow/manage-page.ts';
import { showReturnPage } from './flow/return-page.ts';
import { answerBody, submitAnswer } from './flow/steps/answer.ts';
import { askInWindow, refuseInWindow } from './flow/steps/ask.ts';
import { authorizeAtProvider, authorizeBody } from './flow/steps/authorize.ts';
import { backBody, goBack } from './flow/steps/back.ts';
import { beginBody, beginLink } from './flow/steps/begin.ts';
import { collectCode } from './flow/steps/code.ts';
import { consent } from './flow/steps/consent.ts';
import { endAccess, endAccessBody } from './flow/steps/end-access.ts';
import { listenToFlow } from './flow/steps/events.ts';
import { handoffBody, registerHandoff } from './flow/steps/handoff.ts';
import { joinBody, joinFlow } from './flow/steps/join.ts';
import { leaveBody, leaveFlow } from './flow/steps/leave.ts';
import { logIn, loginBody } from './flow/steps/login.ts';
import { providerBody, selectProvider } from './flow/steps/provider.ts';
import { resendBody, resendChallenge } from './flow/steps/resend.ts';
import { resumeBody, resumeFlow } from './flow/steps/resume.ts';
import { returnBody, returnFromProvider } from './flow/steps/return.ts';
import { startBody, startFlow } from './flow/steps/start.ts';
import { setAnswerHeaders } from './http/answer-headers.ts';
import { body, exactBody, form, formOnly, getOnly, noQuery, optionalBody, postOnly, query } from './http/checks.ts';
import { after } from './http/endpoint.ts';
import { refuseOtherMethods } from './http/method.ts';
import { createErrorAnswer, createNothing } from './http/missing-page.ts';
import { refuseNulInPath } from './http/no-nul.ts';
import { observeRequests } from './http/observe-requests.ts';
import { identifyRequests } from './http/request-id.ts';
import { readRequestPath } from './http/request-path.ts';
import { traceRequests } from './http/trace-requests.ts';
import { warnAboutIgnoredProxy } from './http/warn-ignored-proxy.ts';
import { showOpenApi } from './openapi/show-openapi.ts';
import { addAdminEndpoints, addDashboardEndpoints } from './operator-endpoints.ts';
import { serveFiles } from './public/built-files.ts';
import { showDocs, showDocsSearch, showLlmsText } from './public/docs.ts';
import { serveFavicon } from './public/favicon.ts';
import { showLiveness, showReadiness } from './public/health.ts';
import { showHome } from './public/home.ts';
import { serveLogo } from './public/logo.ts';
import { serveSdk } from './public/sdk.ts';
import { metricsReader, showMetrics } from './public/show-metrics.ts';
import { createProviderReader } from './records/read-at-provider.ts';
import { openFile } from './records/routes/file.ts';
import { listRecords, recordsQuery } from './records/routes/list.ts';
import { readRecord } from './records/routes/read.ts';
import { type AppParts, createServices, type Services } from './services.ts';
import { cancelSession } from './sessions/cancel-session.ts';
import { createSession, sessionBody } from './sessions/create-session.ts';
import { readSession } from './sessions/read-session.ts';
import { replaceCode } from './sessions/replace-code.ts';
import { namedSessionBody, withoutBody } from './sessions/session-request.ts';

export { defaultRateLimits, type RateLimits } from './services.ts';

/**
 * @param parts - configuration, and the parts that outlive a request
 * @returns the Connect service, ready to answer requests
 */
export function createApp(parts: AppParts): Hono {
  const services = createServices(parts);
  const { dashboardPassword: password, operatorProvider: provider } = parts;
  const hasDashboard = Boolean(password || provider);
  const app = new Hono({ getPath: readRequestPath });
  // These run before and after every endpoint, in this order
  app.use(identifyRequests(services.log));
  if (isTracing()) app.use(traceRequests(services));
  app.use(observeRequests(services));
  app.use(setAnswerHeaders(services));
  app.use(warnAboutIgnoredProxy(services));
  app.use(refuseNulInPath());
  app.use((_context, next) => withWaitBudget(next));
  app.onError(createErrorAnswer(services.assets.page));
  app.notFound(() => {
    throw createNothing();
  });
  addFlowEndpoints(app, services);
  addBackendEndpoints(app, services);
  if (parts.config.introspectionSecret) addIntrospection(app, services);
  if (hasDashboard) addDashboardEndpoints(app, services, { password: password || undefined, provider });
  addAdminEndpoints(app, services);
  addPublicEndpoints(app, services, hasDashboard);
  return app;
}

/*
 * The endpoints. Each line has the method, the path, the checks in the order of their execution, and the
 * handler. A check that needs the result of an earlier one does not compile without it. This file is
 * formatted by hand, for its columns.
 */

/** For the browser of the person who connects an account. */
function addFlowEndpoints(app: Hono, all: Services): void {
  const { ownPage, pageLimit, stepLimit, loginLimit, pollLimit, liveFlow, ownFlow } = createFlowChecks(all);

  app.use(  '/connect/flow/*',                                                                                                                         noteProblems(all));
  app.get(  '/connect',                after(pageLimit, connectRequest(all), embedder(all))                                                .answer(    showConnectPage(all),   asNotice(all)));
  app.get(  '/connect/assets/:name',                                                                                                                   serveFiles(all.assets.pageFiles, 'cross-origin'));
  app.get(  '/connect/logos/:name',                                                                                                                    serveLogo(all));
  app.post( '/connect/flow/start',     after(ownPage, stepLimit, body(startBody),     liveFlow, at('new', 'select'))                        .answer(    startFlow(all)));
  app.post( '/connect/flow/begin',     after(ownPage, pageLimit, body(beginBody))                                                          .answer(    beginLink(all)));
  app.post( '/connect/flow/provider',  after(ownPage, stepLimit, body(providerBody),  liveFlow, at('select', 'login'))                     .answer(    selectProvider(all)));
  app.post( '/connect/flow/back',      after(ownPage, stepLimit, body(backBody),      ownFlow)                                             .answer(    goBack(all)));
  app.post( '/connect/flow/login',     after(ownPage, stepLimit, body(loginBody),     liveFlow, at(...loginSteps), loginLimit)             .answer(    logIn(all)));
  app.post( '/connect/flow/answer',    after(ownPage, stepLimit, body(answerBody),    liveFlow, at('mfa', ...acceptedSteps), pollLimit)    .answer(    submitAnswer(all)));
  app.post( '/connect/flow/resend',    after(ownPage, stepLimit, body(resendBody),    liveFlow, at('mfa'), loginLimit)                     .answer(    resendChallenge(all)));
  app.post( '/connect/flow/consent',   after(ownPage, stepLimit, body(decisionBody),  liveFlow, ofKind('embedded', 'redirect', 'link'), mayDecide) .answer( consent(all)));
  // For providers whose users sign in on the provider's own site
  app.post( '/connect/flow/authorize', after(ownPage, stepLimit, body(authorizeBody), liveFlow, at('login'), loginLimit)                   .answer(    authorizeAtProvider(all)));
  app.get(  '/connect/return',         after(pageLimit)                                                                                    .answer(    showReturnPage(all)));
  app.post( '/connect/flow/resume',    after(ownPage, stepLimit, body(resumeBody),    liveFlow, at('login'))                               .answer(    resumeFlow(all)));
  app.post( '/connect/flow/return',    after(ownPage, stepLimit, body(returnBody),    liveFlow, at(...loginSteps))                         .answer(    returnFromProvider(all)));
  // For the person who ends what applications may read
  app.get(  '/manage',                 after(pageLimit)                                                                                    .answer(    showManagePage(all),    asNotice(all)));
  app.post( '/connect/flow/end-access', after(ownPage, stepLimit, body(endAccessBody), liveFlow, ofKind('manage'), at('manage'))           .answer(    endAccess(all)));
  // For flows with two documents, one in a frame and one in a popup
  app.post( '/connect/flow/handoff',   after(ownPage, stepLimit, body(handoffBody),   ownFlow, at(...openSteps))                           .answer(    registerHandoff(all)));
  app.post( '/connect/flow/ask',       after(ownPage, stepLimit, body(claimBody),     ownFlow, at('new'))                                  .answer(    askInWindow(all)));
  app.post( '/connect/flow/refuse',    after(ownPage, stepLimit, body(claimBody),     ownFlow, at('new'))                                  .answer(    refuseInWindow(all)));
  app.post( '/connect/flow/join',      after(ownPage, stepLimit, body(joinBody),      ownFlow, at('new', 'login'))                         .answer(    joinFlow(all)));
  app.post( '/connect/flow/events',    after(ownPage, stepLimit, body(tokenOnly),     ownFlow)                                             .answer(    listenToFlow(all)));
  app.post( '/connect/flow/code',      after(ownPage, stepLimit, body(tokenOnly),     ownFlow, at('allowed', 'issued'))                    .answer(    collectCode(all)));
  app.post( '/connect/flow/leave',     after(ownPage, stepLimit, body(leaveBody),     ownFlow)                                             .answer(    leaveFlow(all)));
  app.all(  '/connect/flow/*',                                                                                                                         refuseOtherMethods('POST'));
}

/**
 * For the application's backend. The method is checked after the sender, so that every request from a
 * browser gets the same explanation.
 */
function addBackendEndpoints(app: Hono, all: Services): void {
  const { noBrowser, backendLimit, client, basicClient, bearer, bearerToEnd } = createBackendChecks(all);

  app.all( '/auth/token',                  after(noBrowser, postOnly, backendLimit, body(tokenBody), client)                            .answer(exchangeCode(all)));
  app.all( '/sandbox/authorization_codes', after(noBrowser, postOnly, backendLimit, exactBody(sandboxBody), client, testOnly)                .answer(issueSandboxCode(all)));
  app.all( '/sandbox/accounts/:account_id/login_required', after(noBrowser, postOnly, backendLimit, exactBody(credentialSchema), client, testOnly) .answer(requireLoginForTests(all)));
  app.all( '/auth/revoke',                 after(noBrowser, postOnly, formOnly, backendLimit, form(revocationBody), basicClient)        .answer(revokeToken(all)));
  // Sessions that a backend makes for its people
  app.all( '/connect/sessions',                    after(noBrowser, postOnly, backendLimit, exactBody(sessionBody), basicClient)              .answer(createSession(all)));
  app.all( '/connect/sessions/:session_id',        after(noBrowser, getOnly,  backendLimit, withoutBody, basicClient, noQuery)           .answer(readSession(all)));
  app.all( '/connect/sessions/:session_id/code',   after(noBrowser, postOnly, backendLimit, optionalBody(namedSessionBody), basicClient) .answer(replaceCode(all)));
  app.all( '/connect/sessions/:session_id/cancel', after(noBrowser, postOnly, backendLimit, optionalBody(namedSessionBody), basicClient) .answer(cancelSession(all)));
  app.all( '/events',                              after(noBrowser, getOnly,  backendLimit, withoutBody, basicClient, query(eventsQuery)) .answer(listEvents(all)));
  // The account of an access token
  app.all( '/account',                     after(noBrowser, getOnly, backendLimit, bearer)                                              .answer(showAccount()));
  app.all( '/account/consent',             after(noBrowser, getOnly, backendLimit, bearer)                                              .answer(showConsent(all)));
  app.all( '/account/disconnect',          after(noBrowser, postOnly, backendLimit, bearerToEnd)                                        .answer(disconnectAccount(all)));
  // What the access token opens at the provider
  const records = { ...all, reader: createProviderReader(all) };
  app.all( '/records',                              after(noBrowser, getOnly, backendLimit, bearer, query(recordsQuery))  .answer(listRecords(records)));
  app.all( '/records/:record_id',                   after(noBrowser, getOnly, backendLimit, bearer, noQuery)              .answer(readRecord(records)));
  app.all( '/records/:record_id/files/:file_id',    after(noBrowser, getOnly, backendLimit, bearer, noQuery)              .answer(openFile(records)));
  // The same endpoints at the fixed paths of Finch's client
  app.all( '/introspect',                  after(noBrowser, getOnly, backendLimit, bearer)                                              .answer(showAccount()));
  app.all( '/disconnect',                  after(noBrowser, postOnly, backendLimit, bearerToEnd)                                        .answer(disconnectAccount(all, { status: 'success' })));
}

/** For the operator's resource servers. */
function addIntrospection(app: Hono, all: Services): void {
  const { noBrowser, backendLimit } = createBackendChecks(all);

  app.all( '/auth/introspect',             after(noBrowser, postOnly, formOnly, backendLimit, resourceServer(all), form(introspectionBody)) .answer(introspectToken(all)));
}

/** Every endpoint for programs, also those that this service's configuration leaves out. */
function listForPrograms(all: Services) {
  const app = new Hono();
  addBackendEndpoints(app, all);
  addIntrospection(app, all);
  addAdminEndpoints(app, all);
  addPublicEndpoints(app, all, false);
  return app.routes;
}

/** Public endpoints. The refusals of wrong methods come last. */
function addPublicEndpoints(app: Hono, all: Services, hasDashboard: boolean): void {
  app.get( '/',                                                        showHome(all, hasDashboard));
  app.get( '/sdk/:folder/:name{.+}',                                   serveSdk(all));
  app.get( '/docs',                                                    showDocs(all));
  app.get( '/docs/assets/:name',                                       serveFiles(all.assets.docs?.files, 'same-origin'));
  app.get( '/docs/search.json',                                        showDocsSearch(all));
  app.get( '/docs/:name',                                              showDocs(all));
  app.get( '/llms.txt',                                                showLlmsText(all));
  app.get( '/openapi.json',                                            showOpenApi(all, () => listForPrograms(all)));
  app.get( '/favicon.ico',                                             serveFavicon());
  app.get( '/livez',                                                   showLiveness());
  app.on( 'GET', ['/readyz', '/healthz'],                              showReadiness(all));
  app.get( '/metrics',               after(metricsReader(all)) .answer(showMetrics(all)));
  for (const path of ['/', '/manage', '/connect', '/connect/return', '/connect/assets/*', '/connect/logos/*', '/sdk/*', '/docs', '/docs/*', '/llms.txt', '/openapi.json', '/favicon.ico', '/livez', '/readyz', '/healthz', '/metrics']) {
    app.all(path, refuseOtherMethods('GET, HEAD'));
  }
}
