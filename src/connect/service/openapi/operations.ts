import type * as v from 'valibot';
import { accountsQuery } from '../dashboard/routes/accounts.ts';
import { auditLogQuery } from '../dashboard/routes/audit-log.ts';
import { flowsQuery } from '../dashboard/routes/flows.ts';
import type { SchemaName } from './schemas.ts';

/** The credentials of an operation. */
export type Security = 'accessToken' | 'clientBasic' | 'introspectionSecret' | 'adminToken';

/** One method of one path. */
export interface Operation {
  readonly method: 'get' | 'post';
  /** With its variables in braces. */
  readonly path: string;
  /** Its name in generated clients. */
  readonly id: string;
  readonly tag: Tag;
  readonly summary: string;
  /** Empty: no credentials, or the credentials are in the body. */
  readonly security: readonly Security[];
  readonly query?: v.ObjectSchema<v.ObjectEntries, undefined>;
  readonly body?: SchemaName;
  /** Default: JSON. */
  readonly isForm?: boolean;
  readonly status: 200 | 201 | 204;
  /** Unset: the response has no body. */
  readonly answer?: SchemaName;
  /** Refusals that callers should expect, in addition to those of any request. */
  readonly refusals: readonly Refused[];
}

/** An HTTP status that callers should expect. */
export type Refused = 400 | 401 | 403 | 404 | 503;

/** The groups of operations, and the audience of each. */
export const tags = {
  Token: "For an application's backend: from the authorization code to the access token.",
  Account: 'What the access token opens.',
  'Resource server': "For the operator's own resource servers.",
  Admin: "For the operator's programs: what the dashboard can do. Only where ADMIN_TOKEN is set.",
  Health: 'For load balancers.',
} as const;

type Tag = keyof typeof tags;

const token = { tag: 'Token', method: 'post', security: [] } as const;
const account = { tag: 'Account', security: ['accessToken'], refusals: [401, 403] } as const;
const health = {
  tag: 'Health',
  method: 'get',
  security: [],
  status: 200,
  answer: 'Health',
} as const;
const admin = { tag: 'Admin', security: ['adminToken'], status: 200 } as const;
const read = { ...admin, method: 'get' } as const;
const list = { ...read, refusals: [400, 401, 403] } as const;
const change = { ...admin, method: 'post', refusals: [400, 401, 403, 404] } as const;
const one = '/admin/applications/{client_id}';

/** Every operation that programs may rely on. The steps of the Connect page are not included. */
export const operations: readonly Operation[] = [
  {
    ...token,
    path: '/auth/token',
    id: 'exchangeCode',
    summary: 'Exchange an authorization code for an access token, once.',
    body: 'TokenRequest',
    status: 200,
    answer: 'Token',
    refusals: [400, 401, 403],
  },
  {
    ...token,
    path: '/sandbox/authorization_codes',
    id: 'createSandboxCode',
    summary: 'Create an authorization code without a browser; for test applications.',
    body: 'SandboxCodeRequest',
    status: 201,
    answer: 'SandboxCode',
    refusals: [400, 401, 403],
  },
  {
    ...token,
    path: '/auth/revoke',
    id: 'revokeToken',
    summary: 'Revoke an access token (RFC 7009); the same answer whether or not it existed.',
    security: ['clientBasic'],
    body: 'RevocationRequest',
    isForm: true,
    status: 200,
    refusals: [400, 401, 403],
  },
  {
    ...account,
    method: 'get',
    path: '/account',
    id: 'getAccount',
    summary: 'Read what the access token opens.',
    status: 200,
    answer: 'ConnectedAccount',
  },
  {
    ...account,
    method: 'post',
    path: '/account/disconnect',
    id: 'disconnect',
    summary: 'End every access token of the account, for this application.',
    status: 204,
  },
  {
    ...account,
    method: 'get',
    path: '/introspect',
    id: 'getAccountForFinch',
    summary: "The same as GET /account, at the path of Finch's client.",
    status: 200,
    answer: 'ConnectedAccount',
  },
  {
    ...account,
    method: 'post',
    path: '/disconnect',
    id: 'disconnectForFinch',
    summary: "The same as POST /account/disconnect, at the path of Finch's client.",
    status: 200,
    answer: 'FinchDisconnection',
  },
  {
    method: 'post',
    path: '/auth/introspect',
    id: 'introspectToken',
    tag: 'Resource server',
    summary: 'Say whose an access token is (RFC 7662). Only where INTROSPECTION_SECRET is set.',
    security: ['introspectionSecret'],
    body: 'IntrospectionRequest',
    isForm: true,
    status: 200,
    answer: 'Introspection',
    refusals: [400, 401, 403],
  },
  {
    ...list,
    path: '/admin/applications',
    id: 'listApplications',
    summary: 'List every application.',
    answer: 'ApplicationList',
  },
  {
    ...admin,
    method: 'post',
    path: '/admin/applications',
    id: 'registerApplication',
    summary: 'Register an application. The answer is the only place that ever has its secret.',
    body: 'NewApplication',
    status: 201,
    answer: 'RegisteredApplication',
    refusals: [400, 401, 403],
  },
  {
    ...read,
    path: one,
    id: 'getApplication',
    summary: 'Read an application. Times are milliseconds since the epoch.',
    answer: 'Application',
    refusals: [401, 403, 404],
  },
  {
    ...change,
    path: `${one}/rename`,
    id: 'renameApplication',
    summary: 'Rename an application.',
    body: 'Name',
    answer: 'Application',
  },
  {
    ...change,
    path: `${one}/submission-limit`,
    id: 'setSubmissionLimit',
    summary: "Set a test application's own limit of submissions; null: the service's.",
    body: 'SubmissionLimit',
    answer: 'Application',
  },
  {
    ...change,
    path: `${one}/logo`,
    id: 'setLogo',
    summary: 'Set the logo of an application, a square PNG or WebP as base64; null: none.',
    body: 'Logo',
    answer: 'Application',
  },
  {
    ...change,
    path: `${one}/delete`,
    id: 'deleteApplication',
    summary: 'Delete an application with everything of it. The body repeats its name.',
    body: 'Name',
    answer: 'DeletedApplication',
  },
  {
    ...change,
    path: `${one}/redirect-uris/add`,
    id: 'addRedirectUri',
    summary: 'Register a redirect URI.',
    body: 'RedirectUri',
    answer: 'Application',
  },
  {
    ...change,
    path: `${one}/redirect-uris/remove`,
    id: 'removeRedirectUri',
    summary: 'Remove a redirect URI.',
    body: 'RedirectUri',
    answer: 'Application',
  },
  {
    ...change,
    path: `${one}/origins/add`,
    id: 'addOrigin',
    summary: 'Register an embedding origin.',
    body: 'Origin',
    answer: 'Application',
  },
  {
    ...change,
    path: `${one}/origins/remove`,
    id: 'removeOrigin',
    summary: 'Remove an embedding origin.',
    body: 'Origin',
    answer: 'Application',
  },
  {
    ...change,
    path: `${one}/secrets/rotate`,
    id: 'rotateSecret',
    summary: 'Make a new client secret; the old one works for 24 hours more.',
    answer: 'RotatedSecret',
  },
  {
    ...change,
    path: `${one}/secrets/end-old`,
    id: 'endOldSecrets',
    summary: 'End the old client secrets now.',
    answer: 'Application',
  },
  {
    ...read,
    path: `${one}/accounts`,
    id: 'listAccounts',
    summary: 'List the connected accounts, a page at a time.',
    query: accountsQuery,
    answer: 'AccountList',
    refusals: [400, 401, 403, 404],
  },
  {
    ...change,
    path: `${one}/accounts/disconnect`,
    id: 'disconnectAccount',
    summary: 'End every access token of an account.',
    body: 'AccountId',
    answer: 'DisconnectedAccount',
  },
  {
    ...list,
    path: '/admin/flows',
    id: 'findFlows',
    summary: 'Find the flows that have the reference of a person, of every application.',
    query: flowsQuery,
    answer: 'FlowList',
  },
  {
    ...list,
    path: '/admin/audit-log',
    id: 'listChanges',
    summary: 'List what operators have changed, the newest first, a page at a time.',
    query: auditLogQuery,
    answer: 'AuditLog',
  },
  {
    ...health,
    path: '/livez',
    id: 'getLiveness',
    summary: 'Say that the process runs.',
    refusals: [],
  },
  {
    ...health,
    path: '/readyz',
    id: 'getReadiness',
    summary: 'Say whether requests can be served.',
    refusals: [503],
  },
  {
    ...health,
    path: '/healthz',
    id: 'getHealth',
    summary: 'The same as GET /readyz.',
    refusals: [503],
  },
];
