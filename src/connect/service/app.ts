import { Hono } from 'hono';
import { accountAnswer, codeOnlyAnswer, consentAnswer, createdSessionAnswer, eventsAnswer, finchDisconnectAnswer, healthAnswer, introspectionAnswer, offeredProvidersAnswer, sessionAnswer, tokenAnswer } from '../shapes/backend-answers.ts';
import { recordAnswer, recordsAnswer } from '../shapes/record-answers.ts';
import { basicClient, credentialSchema } from './applications/client-authentication.ts';
import { serveLogo } from './applications/routes/logo.ts';
import { isTracing } from './basics/spans.ts';
import { withWaitBudget } from './basics/wait-budget.ts';
import { backendLimit, bearer, bearerToEnd, client, noBrowser, testOnly } from './connections/checks.ts';
import { disconnectAccount, disconnectForFinch, requireLoginForTests, showAccount, showConsent } from './connections/routes/account.ts';
import { exchangeCode, introspectionBody, introspectToken, resourceServer, revocationBody, revokeToken, tokenBody } from './connections/routes/tokens.ts';
import { eventsQuery, listEvents } from './events/routes/list-events.ts';
import { acceptedSteps, at, liveFlow, loginLimit, loginSteps, noteProblems, openSteps, ownFlow, ownPage, pageLimit, pollLimit, stepLimit, tokenOnly } from './flow/checks.ts';
import { asNotice, showConnectPage, showReturnPage } from './flow/connect-page.ts';
import { connectRequest, embedder } from './flow/connect-request.ts';
import { listProvidersForBackend } from './flow/routes/list-providers.ts';
import { issueSandboxCode, sandboxBody } from './flow/routes/sandbox-codes.ts';
import { collectCode, consent, decisionBody, mayDecide, ofKind } from './flow/steps/decide.ts';
import { listenToFlow } from './flow/steps/events.ts';
import { leaveBody, leaveFlow } from './flow/steps/leave.ts';
import { answerBody, logIn, loginBody, resendBody, resendChallenge, submitAnswer } from './flow/steps/login.ts';
import { authorizeAtProvider, authorizeBody, resumeBody, resumeFlow, returnBody, returnFromProvider } from './flow/steps/provider-site.ts';
import { backBody, goBack, providerBody, selectProvider } from './flow/steps/select.ts';
import { beginBody, beginLink, startBody, startFlow, stayBody, stayInFlow } from './flow/steps/start.ts';
import { askInWindow, claimBody, handoffBody, joinBody, joinFlow, refuseInWindow, registerHandoff } from './flow/steps/window.ts';
import { setAnswerHeaders } from './http/answer-headers.ts';
import { createErrorAnswer } from './http/answers.ts';
import { body, exactBody, form, formOnly, getOnly, noQuery, optionalBody, postOnly, query } from './http/checks.ts';
import { createAfter } from './http/endpoint.ts';
import { longBodyBytes } from './http/json-body.ts';
import { observeRequests, traceRequests, warnAboutIgnoredProxy } from './http/observe-requests.ts';
import type { Parts } from './http/parts.ts';
import { identifyRequests } from './http/request-id.ts';
import { leadToPage, readRequestPath, refuseNulInPath, refuseOtherMethods } from './http/routing.ts';
import { endAccess, endAccessBody, showManagePage } from './manage/manage.ts';
import { showOpenApi } from './openapi/show-openapi.ts';
import { addAdminEndpoints, addDashboardEndpoints } from './operator-endpoints.ts';
import { serveFavicon, serveFiles, serveSdk } from './public/built-files.ts';
import { showDocs, showDocsSearch, showLlmsText } from './public/docs.ts';
import { showLiveness, showReadiness } from './public/health.ts';
import { showHome } from './public/home.ts';
import { metricsReader, showMetrics } from './public/show-metrics.ts';
import { listRecords, openFile, readRecord, recordsQuery } from './records/routes/records.ts';
import { type AppParts, createServices } from './services.ts';
import { createSession, sessionBody } from './sessions/routes/create-session.ts';
import { cancelSession, namedSessionBody, readSession, replaceCode, withoutBody } from './sessions/routes/one-session.ts';

export function createApp(parts: AppParts): Hono {
  const services = createServices(parts);
  const { dashboardPassword: password, operatorProvider: provider } = parts;
  const hasDashboard = Boolean(password || provider);
  const app = new Hono({ getPath: readRequestPath });
  // This code runs before and after every endpoint, in this order.
  app.use(identifyRequests(services.log));
  if (isTracing()) app.use(traceRequests(services));
  app.use(observeRequests(services));
  app.use(setAnswerHeaders(services));
  app.use(warnAboutIgnoredProxy(services));
  app.use(refuseNulInPath());
  app.use((_context, next) => withWaitBudget(next));
  app.onError(createErrorAnswer(services.assets.page.entry));
  app.notFound(leadToPage);
  addFlowEndpoints(app, services);
  addBackendEndpoints(app, services);
  if (parts.config.introspectionSecret) addIntrospection(app, services);
  if (hasDashboard) addDashboardEndpoints(app, services, { password: password || undefined, provider });
  addAdminEndpoints(app, services);
  addPublicEndpoints(app, services, hasDashboard);
  refuseOtherMethods(app);
  return app;
}

/* The endpoints. A row has the method, the path, the checks in the order in which they run, and the handler. A check
   that needs the result of an earlier check does not compile without it. A row for programs also has its entry in
   `/openapi.json`: the name, the names of the schemas of body and response, and a sentence. Other methods at the
   address of a row are refused. This file is formatted by hand to align its columns. */

/** Adds the endpoints for the browser of a person who connects an account. */
function addFlowEndpoints(app: Hono, all: Parts): void {
  const after = createAfter(all);

  app.use(  '/connect/flow/*',                                                                                                                         noteProblems(all));
  app.get(  '/connect',                after(pageLimit, connectRequest, embedder)                                                          .answer(    showConnectPage,   { onRefusal: asNotice(all) }));
  app.get(  '/connect/assets/:name',                                                                                                                   serveFiles(all.assets.page.files, 'cross-origin'));
  app.get(  '/connect/logos/:name',                                                                                                                    serveLogo(all));
  app.post( '/connect/flow/start',     after(ownPage, stepLimit, body(startBody),     liveFlow, at('new', 'select'))                        .answer(    startFlow));
  app.post( '/connect/flow/begin',     after(ownPage, pageLimit, body(beginBody))                                                          .answer(    beginLink));
  app.post( '/connect/flow/provider',  after(ownPage, stepLimit, body(providerBody),  liveFlow, at('select', 'login'))                     .answer(    selectProvider));
  app.post( '/connect/flow/back',      after(ownPage, stepLimit, body(backBody),      ownFlow)                                             .answer(    goBack));
  app.post( '/connect/flow/login',     after(ownPage, stepLimit, body(loginBody),     liveFlow, at(...loginSteps), loginLimit)             .answer(    logIn));
  app.post( '/connect/flow/answer',    after(ownPage, stepLimit, body(answerBody),    liveFlow, at('mfa', ...acceptedSteps), pollLimit)    .answer(    submitAnswer));
  app.post( '/connect/flow/resend',    after(ownPage, stepLimit, body(resendBody),    liveFlow, at('mfa'), loginLimit)                     .answer(    resendChallenge));
  app.post( '/connect/flow/consent',   after(ownPage, stepLimit, body(decisionBody),  liveFlow, ofKind('embedded', 'redirect', 'link'), mayDecide) .answer( consent));
  app.post( '/connect/flow/stay',      after(ownPage, stepLimit, body(stayBody),      liveFlow, at(...openSteps))                          .answer(    stayInFlow));
  // These endpoints serve people who sign in on the provider's own site.
  app.post( '/connect/flow/authorize', after(ownPage, stepLimit, body(authorizeBody), liveFlow, at('login'), loginLimit)                   .answer(    authorizeAtProvider));
  app.get(  '/connect/return',         after(pageLimit)                                                                                    .answer(    showReturnPage));
  app.post( '/connect/flow/resume',    after(ownPage, stepLimit, body(resumeBody),    liveFlow, at('login'))                               .answer(    resumeFlow));
  app.post( '/connect/flow/return',    after(ownPage, stepLimit, body(returnBody, 32 * 1024), liveFlow, at(...loginSteps))                  .answer(    returnFromProvider));
  // These endpoints serve people who end the access of applications.
  app.get(  '/manage',                 after(pageLimit)                                                                                    .answer(    showManagePage,    { onRefusal: asNotice(all) }));
  app.post( '/connect/flow/end-access', after(ownPage, stepLimit, body(endAccessBody), liveFlow, ofKind('manage'), at('manage'))           .answer(    endAccess));
  // These endpoints serve flows that use two documents, one in a frame and one in a popup. The frame hands its flow
  // over to the popup (handoff), and the popup joins the flow.
  app.post( '/connect/flow/handoff',   after(ownPage, stepLimit, body(handoffBody),   ownFlow, at(...openSteps))                           .answer(    registerHandoff));
  app.post( '/connect/flow/ask',       after(ownPage, stepLimit, body(claimBody),     ownFlow, at('new'))                                  .answer(    askInWindow));
  app.post( '/connect/flow/refuse',    after(ownPage, stepLimit, body(claimBody),     ownFlow, at('new'))                                  .answer(    refuseInWindow));
  app.post( '/connect/flow/join',      after(ownPage, stepLimit, body(joinBody),      ownFlow, at('new', 'login'))                         .answer(    joinFlow));
  app.post( '/connect/flow/events',    after(ownPage, stepLimit, body(tokenOnly),     ownFlow)                                             .answer(    listenToFlow));
  app.post( '/connect/flow/code',      after(ownPage, stepLimit, body(tokenOnly),     ownFlow, at('allowed', 'issued'))                    .answer(    collectCode));
  app.post( '/connect/flow/leave',     after(ownPage, stepLimit, body(leaveBody),     ownFlow)                                             .answer(    leaveFlow));
}

/** Adds the endpoints for backends. They check the sender first, so every browser gets the same explanation. */
function addBackendEndpoints(app: Hono, all: Parts): void {
  const after = createAfter(all);

  app.all( '/auth/token',                  after(noBrowser, postOnly, backendLimit, body(tokenBody), client) .answer(exchangeCode, {
    id: 'exchangeCode', body: 'TokenRequest', answer: { Token: tokenAnswer }, text: 'Exchange an authorization code for an access token, once.' }));
  app.all( '/sandbox/authorization_codes', after(noBrowser, postOnly, backendLimit, exactBody(sandboxBody), client, testOnly) .answer(issueSandboxCode, {
    id: 'createSandboxCode', body: 'SandboxCodeRequest', status: 201, answer: { Code: codeOnlyAnswer }, text: 'Create an authorization code without a browser; for test applications.' }));
  app.all( '/sandbox/accounts/:account_id/login_required', after(noBrowser, postOnly, backendLimit, exactBody(credentialSchema), client, testOnly) .answer(requireLoginForTests, {
    id: 'requireSandboxLogin', body: 'Credentials', status: 204, text: 'Let an account need its person again, as after a provider has refused its grant; for test applications.' }));
  app.all( '/auth/revoke',                 after(noBrowser, postOnly, formOnly, backendLimit, form(revocationBody), basicClient) .answer(revokeToken, {
    id: 'revokeToken', body: 'RevocationRequest', text: 'Revoke an access token (RFC 7009); the same answer whether or not it existed.' }));
  // These endpoints serve sessions, which a backend creates for its users.
  app.all( '/connect/sessions',                    after(noBrowser, postOnly, backendLimit, exactBody(sessionBody, longBodyBytes), basicClient) .answer(createSession, {
    id: 'createSession', body: 'NewSession', status: 201, answer: { CreatedSession: createdSessionAnswer }, text: 'Make a session for a person. Its locale is the language of a link; a modal has the locale of open. With an Idempotency-Key, a repeated request gets the same one.' }));
  app.all( '/connect/sessions/:session_id',        after(noBrowser, getOnly,  backendLimit, withoutBody, basicClient, noQuery) .answer(readSession, {
    id: 'readSession', answer: { Session: sessionAnswer }, text: 'Read what became of a session.' }));
  app.all( '/connect/sessions/:session_id/code',   after(noBrowser, postOnly, backendLimit, optionalBody(namedSessionBody), basicClient) .answer(replaceCode, {
    id: 'replaceCode', body: 'OptionalCredentials', status: 201, answer: { Code: codeOnlyAnswer }, text: 'Get a fresh code for a lost one, which stops working; up to seven days after the success.' }));
  app.all( '/connect/sessions/:session_id/cancel', after(noBrowser, postOnly, backendLimit, optionalBody(namedSessionBody), basicClient) .answer(cancelSession, {
    id: 'cancelSession', body: 'OptionalCredentials', status: 204, text: 'End an open session.' }));
  app.all( '/events',                              after(noBrowser, getOnly,  backendLimit, withoutBody, basicClient, query(eventsQuery)) .answer(listEvents, {
    id: 'listEvents', answer: { EventList: eventsAnswer }, text: 'List the events of the last 30 days, the oldest first. The next page begins after `next`.' }));
  app.all( '/providers',                           after(noBrowser, getOnly,  backendLimit, withoutBody, basicClient, noQuery) .answer(listProvidersForBackend, {
    id: 'listOfferedProviders', answer: { OfferedProviderList: offeredProvidersAnswer }, text: 'List the providers as the selector of this application shows them now, with an ETag.' }));
  app.all( '/account',                     after(noBrowser, getOnly, backendLimit, bearer) .answer(showAccount, {
    id: 'getAccount', answer: { ConnectedAccount: accountAnswer }, text: 'Read what the access token opens.' }));
  app.all( '/account/consent',             after(noBrowser, getOnly, backendLimit, bearer) .answer(showConsent, {
    id: 'readConsent', answer: { Consent: consentAnswer }, text: 'Read the record of the consent that the access token belongs to.' }));
  app.all( '/account/disconnect',          after(noBrowser, postOnly, backendLimit, bearerToEnd) .answer(disconnectAccount, {
    id: 'disconnect', status: 204, text: 'End every access token of the account, for this application.' }));
  // These endpoints read records at the provider. They need an access token.
  app.all( '/records',                              after(noBrowser, getOnly, backendLimit, bearer, query(recordsQuery)) .answer(listRecords, {
    id: 'listRecords', answer: { RecordList: recordsAnswer }, text: 'List the tax records that the person has allowed, the latest year first.' }));
  app.all( '/records/:record_id',                   after(noBrowser, getOnly, backendLimit, bearer, noQuery) .answer(readRecord, {
    id: 'readRecord', answer: { Record: recordAnswer }, text: "Read a record, with the provider's structured content in `data`." }));
  app.all( '/records/:record_id/files/:file_id',    after(noBrowser, getOnly, backendLimit, bearer, noQuery) .answer(openFile, {
    id: 'openFile', answer: 'bytes', text: 'Read a file of a record, at most 25 MiB.' }));
  // These endpoints repeat two of the above, at the fixed paths of Finch's client.
  app.all( '/introspect',                  after(noBrowser, getOnly, backendLimit, bearer) .answer(showAccount, {
    id: 'getAccountForFinch', answer: { ConnectedAccount: accountAnswer }, text: "The same as GET /account, at the path of Finch's client." }));
  app.all( '/disconnect',                  after(noBrowser, postOnly, backendLimit, bearerToEnd) .answer(disconnectForFinch, {
    id: 'disconnectForFinch', answer: { FinchDisconnection: finchDisconnectAnswer }, text: "The same as POST /account/disconnect, at the path of Finch's client." }));
}

function addIntrospection(app: Hono, all: Parts): void {
  const after = createAfter(all);

  app.all( '/auth/introspect',             after(noBrowser, postOnly, formOnly, backendLimit, resourceServer, form(introspectionBody)) .answer(introspectToken, {
    id: 'introspectToken', body: 'IntrospectionRequest', answer: { Introspection: introspectionAnswer }, text: 'Say whose an access token is (RFC 7662). Only where INTROSPECTION_SECRET is set.' }));
}

/** Lists every endpoint for programs, including endpoints that this service's configuration disables. */
function listForPrograms(all: Parts) {
  const app = new Hono();
  addBackendEndpoints(app, all);
  addIntrospection(app, all);
  addAdminEndpoints(app, all);
  addPublicEndpoints(app, all, false);
  return app.routes;
}

function addPublicEndpoints(app: Hono, all: Parts, hasDashboard: boolean): void {
  const after = createAfter(all);
  app.get( '/',                                                        showHome(all, hasDashboard));
  app.get( '/sdk/:folder/:name{.+}',                                   serveSdk(all));
  app.get( '/docs',                                                    showDocs(all, hasDashboard));
  app.get( '/docs/assets/:name',                                       serveFiles(all.assets.docs?.files, 'same-origin'));
  app.get( '/docs/search.json',                                        showDocsSearch(all));
  app.get( '/docs/:name',                                              showDocs(all, hasDashboard));
  app.get( '/llms.txt',                                                showLlmsText(all));
  app.get( '/openapi.json',                                            showOpenApi(all, () => listForPrograms(all)));
  app.get( '/favicon.ico',                                             serveFavicon());
  app.get( '/livez',                 after() .answer(showLiveness, {
    id: 'getLiveness', answer: { Health: healthAnswer }, text: 'Say that the process runs.' }));
  app.get( '/readyz',                after() .answer(showReadiness, {
    id: 'getReadiness', answer: { Health: healthAnswer }, text: 'Say whether requests can be served.' }));
  app.get( '/healthz',               after() .answer(showReadiness, {
    id: 'getHealth', answer: { Health: healthAnswer }, text: 'The same as GET /readyz.' }));
  app.get( '/metrics',               after(metricsReader(all)) .answer(showMetrics));
}
