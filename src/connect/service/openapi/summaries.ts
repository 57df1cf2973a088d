import { keySummaries } from './key-summaries.ts';
import { providerSummaries } from './provider-summaries.ts';
import type { SchemaName } from './schemas.ts';
import type { tags } from './tags.ts';

/** The facts of an endpoint that its row in `app.ts` does not have. */
export interface Summary {
  /** Its name in generated clients. */
  readonly id: string;
  readonly text: string;
  /** Default: 200. */
  readonly status?: 201 | 204;
  /** Unset: the response has no body. */
  readonly answer?: SchemaName | 'bytes';
}

const one = '/admin/applications/{client_id}';
const webhook = `${one}/webhooks/{webhook_id}`;

/** By tag, then by method and path. The steps of the Connect page are not included. */
export const summaries: Readonly<Record<keyof typeof tags, Readonly<Record<string, Summary>>>> = {
  Token: {
    'POST /auth/token': {
      id: 'exchangeCode',
      text: 'Exchange an authorization code for an access token, once.',
      answer: 'Token',
    },
    'POST /sandbox/authorization_codes': {
      id: 'createSandboxCode',
      text: 'Create an authorization code without a browser; for test applications.',
      status: 201,
      answer: 'Code',
    },
    'POST /sandbox/accounts/{account_id}/login_required': {
      id: 'requireSandboxLogin',
      text: 'Let an account need its person again, as after a provider has refused its grant; for test applications.',
      status: 204,
    },
    'POST /auth/revoke': {
      id: 'revokeToken',
      text: 'Revoke an access token (RFC 7009); the same answer whether or not it existed.',
    },
  },
  Session: {
    'POST /connect/sessions': {
      id: 'createSession',
      text:
        'Make a session for a person. Its locale is the language of a link; a modal has the locale of open. ' +
        'With an Idempotency-Key, a repeated request gets the same one.',
      status: 201,
      answer: 'CreatedSession',
    },
    'GET /connect/sessions/{session_id}': {
      id: 'readSession',
      text: 'Read what became of a session.',
      answer: 'Session',
    },
    'POST /connect/sessions/{session_id}/code': {
      id: 'replaceCode',
      text: 'Get a fresh code for a lost one, which stops working; up to seven days after the success.',
      status: 201,
      answer: 'Code',
    },
    'POST /connect/sessions/{session_id}/cancel': {
      id: 'cancelSession',
      text: 'End an open session.',
      status: 204,
    },
  },
  Event: {
    'GET /events': {
      id: 'listEvents',
      text: 'List the events of the last 30 days, the oldest first. The next page begins after `next`.',
      answer: 'EventList',
    },
  },
  Account: {
    'GET /account': {
      id: 'getAccount',
      text: 'Read what the access token opens.',
      answer: 'ConnectedAccount',
    },
    'POST /account/disconnect': {
      id: 'disconnect',
      text: 'End every access token of the account, for this application.',
      status: 204,
    },
    'GET /account/consent': {
      id: 'readConsent',
      text: 'Read the record of the consent that the access token stands on.',
      answer: 'Consent',
    },
    'GET /records': {
      id: 'listRecords',
      text: 'List the tax records that the person has allowed, the latest year first.',
      answer: 'RecordList',
    },
    'GET /records/{record_id}': {
      id: 'readRecord',
      text: "Read a record, with the provider's structured content in `data`.",
      answer: 'Record',
    },
    'GET /records/{record_id}/files/{file_id}': {
      id: 'openFile',
      text: 'Read a file of a record, at most 25 MiB.',
      answer: 'bytes',
    },
    'GET /introspect': {
      id: 'getAccountForFinch',
      text: "The same as GET /account, at the path of Finch's client.",
      answer: 'ConnectedAccount',
    },
    'POST /disconnect': {
      id: 'disconnectForFinch',
      text: "The same as POST /account/disconnect, at the path of Finch's client.",
      answer: 'FinchDisconnection',
    },
  },
  'Resource server': {
    'POST /auth/introspect': {
      id: 'introspectToken',
      text: 'Say whose an access token is (RFC 7662). Only where INTROSPECTION_SECRET is set.',
      answer: 'Introspection',
    },
  },
  Admin: {
    'GET /admin/applications': {
      id: 'listApplications',
      text: 'List every application.',
      answer: 'ApplicationList',
    },
    'POST /admin/applications': {
      id: 'registerApplication',
      text: 'Register an application. The answer is the only place that ever has its secret.',
      status: 201,
      answer: 'RegisteredApplication',
    },
    [`GET ${one}`]: {
      id: 'getApplication',
      text: 'Read an application. Times are milliseconds since the epoch.',
      answer: 'Application',
    },
    [`POST ${one}/rename`]: {
      id: 'renameApplication',
      text: 'Rename an application.',
      answer: 'Application',
    },
    [`POST ${one}/submission-limit`]: {
      id: 'setSubmissionLimit',
      text: "Set a test application's own limit of submissions; null: the service's.",
      answer: 'Application',
    },
    [`POST ${one}/token-days`]: {
      id: 'setTokenDays',
      text: 'Set the lifetime of the access tokens of later exchanges, in days; null: none.',
      answer: 'Application',
    },
    [`POST ${one}/logo`]: {
      id: 'setLogo',
      text: 'Set the logo of an application, a square PNG or WebP as base64; null: none.',
      answer: 'Application',
    },
    [`POST ${one}/consent-terms`]: {
      id: 'setConsentTerms',
      text: 'Set what people read before they allow access: purpose, privacy address, days; null: none.',
      answer: 'Application',
    },
    [`POST ${one}/delete`]: {
      id: 'deleteApplication',
      text: 'Delete an application with everything of it. The body repeats its name.',
      answer: 'DeletedApplication',
    },
    [`POST ${one}/redirect-uris/add`]: {
      id: 'addRedirectUri',
      text: 'Register a redirect URI.',
      answer: 'Application',
    },
    [`POST ${one}/redirect-uris/remove`]: {
      id: 'removeRedirectUri',
      text: 'Remove a redirect URI.',
      answer: 'Application',
    },
    [`POST ${one}/origins/add`]: {
      id: 'addOrigin',
      text: 'Register an embedding origin.',
      answer: 'Application',
    },
    [`POST ${one}/origins/remove`]: {
      id: 'removeOrigin',
      text: 'Remove an embedding origin.',
      answer: 'Application',
    },
    [`POST ${one}/secrets/rotate`]: {
      id: 'rotateSecret',
      text: 'Make a new client secret; the old one works for 24 hours more.',
      answer: 'RotatedSecret',
    },
    [`POST ${one}/secrets/end-old`]: {
      id: 'endOldSecrets',
      text: 'End the old client secrets now.',
      answer: 'Application',
    },
    [`GET ${one}/accounts`]: {
      id: 'listAccounts',
      text: 'List the connected accounts, a page at a time.',
      answer: 'AccountList',
    },
    [`POST ${one}/accounts/disconnect`]: {
      id: 'disconnectAccount',
      text: 'End every access token of an account.',
      answer: 'DisconnectedAccount',
    },
    [`GET ${one}/consents`]: {
      id: 'listConsents',
      text: 'List what people have allowed, as it was shown, the newest first, up to 1,000 at a time; also of a deleted application.',
      answer: 'ConsentList',
    },
    [`GET ${one}/consents/export`]: { id: 'exportConsents', text: 'Export them.', answer: 'bytes' },
    [`GET ${one}/sessions`]: {
      id: 'listSessions',
      text: 'List the sessions of the last days, the newest first, a page at a time.',
      answer: 'SessionList',
    },
    [`POST ${one}/sessions/create`]: {
      id: 'createLink',
      text: 'Create a session to try its link. Only this answer has the link.',
      answer: 'SessionLink',
    },
    [`POST ${one}/sessions/cancel`]: {
      id: 'endSession',
      text: 'End an open session.',
      answer: 'CanceledSession',
    },
    [`GET ${one}/webhooks`]: {
      id: 'listWebhooks',
      text: 'List the webhooks, the oldest first.',
      answer: 'WebhookList',
    },
    [`POST ${one}/webhooks/add`]: {
      id: 'addWebhook',
      text: 'Add a webhook. The answer is the only place that ever has its secret.',
      status: 201,
      answer: 'AddedWebhook',
    },
    [`POST ${webhook}/rotate`]: {
      id: 'rotateWebhookSecret',
      text: 'Make a new secret; the old one signs, too, for 24 hours more.',
      answer: 'RotatedWebhook',
    },
    [`POST ${webhook}/test`]: {
      id: 'testWebhook',
      text: 'Send an event of the type webhook.test.',
      status: 201,
      answer: 'AddedDelivery',
    },
    [`POST ${webhook}/switch`]: {
      id: 'switchWebhook',
      text: 'Switch a webhook on or off. Events of the time in which it is off are not sent.',
      answer: 'SwitchedWebhook',
    },
    [`POST ${webhook}/remove`]: {
      id: 'removeWebhook',
      text: 'Remove a webhook with its deliveries.',
      answer: 'RemovedWebhook',
    },
    [`GET ${webhook}/deliveries`]: {
      id: 'listDeliveries',
      text: 'List the deliveries of 30 days, the newest first, a page at a time.',
      answer: 'DeliveryList',
    },
    [`POST ${webhook}/deliveries/{delivery_id}/resend`]: {
      id: 'resendDelivery',
      text: 'Send a delivery again, with the same webhook-id.',
      answer: 'AddedDelivery',
    },
    ...providerSummaries,
    ...keySummaries,
    'GET /admin/flows': {
      id: 'findFlows',
      text: 'Find the flows that have the reference of a person, of every application.',
      answer: 'FlowList',
    },
    'GET /admin/audit-log': {
      id: 'listChanges',
      text: 'List what operators have changed, the newest first, a page at a time.',
      answer: 'AuditLog',
    },
  },
  Health: {
    'GET /livez': { id: 'getLiveness', text: 'Say that the process runs.', answer: 'Health' },
    'GET /readyz': {
      id: 'getReadiness',
      text: 'Say whether requests can be served.',
      answer: 'Health',
    },
    'GET /healthz': { id: 'getHealth', text: 'The same as GET /readyz.', answer: 'Health' },
  },
};
