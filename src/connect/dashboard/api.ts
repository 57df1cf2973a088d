import * as v from 'valibot';
import {
  adminKeysAnswer,
  createdKeyAnswer,
  endedKeyAnswer,
  endedSignInsAnswer,
} from '../shapes/admin-key-answers.ts';
import { auditLogAnswer } from '../shapes/audit-answers.ts';
import { consentsAnswer } from '../shapes/consent-answers.ts';
import * as answers from '../shapes/dashboard-answers.ts';
import type { ConsentTermsJson } from '../shapes/flow-answers.ts';
import { providersAnswer, switchedProviderAnswer } from '../shapes/provider-answers.ts';
import type {
  Environment,
  EventType,
  ExportFormat,
  FlowOutcome,
  ProviderState,
  Scope,
} from '../shapes/unions.ts';
import { type Days, type Times, toTimes } from './parts/days.ts';
import { type Filters, listChosen } from './routes.ts';

type Schema<Value> = v.BaseSchema<unknown, Value, v.BaseIssue<unknown>>;

type Fields = Readonly<Record<string, string | number | boolean | object | null>>;

export interface Request<Value> {
  /** The request's path, relative to `/dashboard/api/`. */
  readonly path: string;
  /** The body of a POST request; null for a GET request. */
  readonly body: Fields | null;
  readonly answer: Schema<Value>;
  /** Requests with the same value are sent one after the other, so that each response includes all earlier changes. */
  readonly queue?: string;
}

/** Some consecutive rows of a list. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  /** The value of `after` for the next page, or null on the last page. */
  readonly next: string | null;
  /** The number of flows by outcome; null when there are too many to count, and undefined in other lists. */
  readonly counts?: v.InferOutput<typeof answers.flowsAnswer>['counts'];
  /** The number of flows by how far they have got, in the same cases. */
  readonly reached?: v.InferOutput<typeof answers.flowsAnswer>['reached'];
}

/** The two lists of addresses of an application, and the fields of requests that change them. */
const addressFields = { 'redirect-uris': 'redirect_uri', origins: 'origin' } as const;
export type AddressList = keyof typeof addressFields;

/** `after` is the `next` of the previous page, or ''. Without a limit, the service chooses one of 1 to 100 rows. */
type AskedPage = readonly [choice: Filters, after: string, limit?: number];

export interface AccountChoice {
  /** An account ID, a `client_user_id` or a provider; '' for all accounts. */
  readonly search: string;
  /** `login_required` for the accounts whose owner must sign in to the provider again; '' for all accounts. */
  readonly status: string;
}

/** The days limit when the person gave the consent. */
export interface ConsentChoice extends Days {
  /** A consent ID, an account ID or name, a provider or a user name; '' for all consents. */
  readonly search: string;
}

/** The conditions of a listed flow. A condition that is null, or a time that is left out, matches every flow. */
export interface FlowQuery extends Times {
  readonly outcomes: readonly FlowOutcome[] | null;
  readonly reached: string | null;
  readonly provider_id: string | null;
  /** A reference, a `client_user_id` or a host; '' for every flow. */
  readonly search: string;
  readonly order: 'newest' | 'oldest';
}

type Query = Readonly<Record<string, string | number | null | undefined>>;

function pageOf<Answer extends { readonly next: string | null }, Row>(
  answer: Schema<Answer>,
  getRows: (answer: Answer) => readonly Row[],
): Schema<Page<Row>> {
  return v.pipe(
    answer,
    v.transform((found) => ({ ...found, rows: getRows(found) })),
  );
}

const accountPage = pageOf(answers.accountsAnswer, ({ accounts }) => accounts);
const changePage = pageOf(auditLogAnswer, ({ entries }) => entries);
const consentPage = pageOf(consentsAnswer, ({ consents }) => consents);
const deliveryPage = pageOf(answers.deliveriesAnswer, ({ deliveries }) => deliveries);
const eventPage = pageOf(answers.recentEventsAnswer, ({ events }) => events);
const flowPage = pageOf(answers.flowsAnswer, ({ flows }) => flows);
const sessionPage = pageOf(answers.sessionsAnswer, ({ sessions }) => sessions);

/** A function for each endpoint of the dashboard's API. It creates a {@link Request}, and does not send it. */
export const api = {
  session: () => get('session', answers.sessionAnswer),
  signIn: (password: string) => post('sign-in', { password }, answers.sessionAnswer),
  /** @param path - the path of the view that is shown after the sign-in */
  beginSignIn: (path: string) => post('provider-sign-in', { path }, answers.providerSignInAnswer),
  signOut: () => post('sign-out', {}, answers.sessionAnswer),
  signEveryoneOut: () => post('sign-ins/end', {}, endedSignInsAnswer),

  keys: () => get('keys', adminKeysAnswer),
  createKey: (name: string, scopes: readonly Scope[]) =>
    post('keys', { name, scopes }, createdKeyAnswer),
  endKey: (keyId: string) => post(`keys/${encodeURIComponent(keyId)}/end`, {}, endedKeyAnswer),

  changes: (after: string) => get(`audit-log${query({ after })}`, changePage),
  flowsOf: (reference: string) => get(`flows${query({ reference })}`, answers.referenceAnswer),

  providers: () => get('providers', providersAnswer),
  /** @param reason - a text that people see next to the unavailable provider; null for no text */
  switchProvider: (id: string, state: ProviderState, reason: string | null) =>
    post(`providers/${encodeURIComponent(id)}/switch`, { state, reason }, switchedProviderAnswer),

  applications: () => get('applications', answers.applicationsAnswer),
  register: (name: string, environment: Environment) =>
    post('applications', { name, environment }, answers.registeredAnswer),
  application: (id: string) => get(at(id), answers.applicationAnswer),
  deleteApplication: (id: string, name: string) =>
    post(at(id, 'delete'), { name }, answers.deletedAnswer),

  rename: (id: string, name: string) => change(id, 'rename', { name }),
  setSubmissionLimit: (id: string, submission_limit: number | null) =>
    change(id, 'submission-limit', { submission_limit }),
  /** @param token_days - the lifetime of access tokens issued from now on, in days; null if they do not expire */
  setTokenDays: (id: string, token_days: number | null) => change(id, 'token-days', { token_days }),
  /** @param logo - the picture in base64, or null to remove it */
  setLogo: (id: string, logo: string | null) => change(id, 'logo', { logo }),
  setTerms: (id: string, terms: Partial<ConsentTermsJson>) => change(id, 'consent-terms', terms),
  setBrand: (id: string, brand: { accent_color?: string | null; support_url?: string | null }) =>
    change(id, 'brand', brand),
  /** @param provider_ids - the providers that people can choose in the application, or null for all */
  setProviders: (id: string, provider_ids: readonly string[] | null) =>
    change(id, 'providers', { provider_ids }),
  addAddress: (id: string, list: AddressList, address: string) =>
    change(id, `${list}/add`, { [addressFields[list]]: address }),
  removeAddress: (id: string, list: AddressList, address: string) =>
    change(id, `${list}/remove`, { [addressFields[list]]: address }),
  endOldSecrets: (id: string) => change(id, 'secrets/end-old', {}),
  rotateSecret: (id: string) => ({
    ...post(at(id, 'secrets/rotate'), {}, answers.rotatedAnswer),
    queue: id,
  }),

  flows: (id: string, { outcomes, ...asked }: FlowQuery, after: string) =>
    post(at(id, 'flows/search'), { ...asked, ...(outcomes && { outcomes }), after }, flowPage),

  accounts: (id: string, { search, status }: AccountChoice, after: string) => {
    const fields = { search, after, ...(status === '' ? {} : { status }) };
    // The search text may be a `client_user_id`. It identifies a person, so it must not appear in a URL.
    return search === ''
      ? get(at(id, 'accounts', fields), accountPage)
      : post(at(id, 'accounts/search'), fields, accountPage);
  },
  disconnectAccount: (id: string, account_id: string) =>
    post(at(id, 'accounts/disconnect'), { account_id }, answers.disconnectedAnswer),

  consents: (id: string, { search, ...days }: ConsentChoice, after: string) =>
    get(at(id, 'consents', { search, ...toTimes(days), after }), consentPage),

  sessions: (id: string, ...page: AskedPage) => get(listAt(id, 'sessions', page), sessionPage),
  createLink: (id: string) => post(at(id, 'sessions/create'), {}, answers.linkAnswer),
  cancelSession: (id: string, session_id: string) =>
    post(at(id, 'sessions/cancel'), { session_id }, answers.canceledAnswer),

  events: (id: string, ...page: AskedPage) => get(listAt(id, 'events', page), eventPage),
  webhooks: (id: string) => get(at(id, 'webhooks'), answers.webhooksAnswer),
  addWebhook: (id: string, url: string, types: readonly EventType[] | 'all') =>
    post(at(id, 'webhooks/add'), { url, types }, answers.addedWebhookAnswer),
  rotateWebhookSecret: (id: string, webhookId: string) =>
    post(at(id, hook(webhookId, 'rotate')), {}, answers.rotatedWebhookAnswer),
  switchWebhook: (id: string, webhookId: string, enabled: boolean) =>
    post(at(id, hook(webhookId, 'switch')), { enabled }, answers.switchedWebhookAnswer),
  removeWebhook: (id: string, webhookId: string) =>
    post(at(id, hook(webhookId, 'remove')), {}, answers.removedWebhookAnswer),
  testWebhook: (id: string, webhookId: string) =>
    post(at(id, hook(webhookId, 'test')), {}, answers.deliveryAnswer),
  deliveries: (id: string, webhookId: string, ...page: AskedPage) =>
    get(listAt(id, hook(webhookId, 'deliveries'), page), deliveryPage),
  resendDelivery: (id: string, webhookId: string, deliveryId: string) =>
    post(
      at(id, hook(webhookId, `deliveries/${encodeURIComponent(deliveryId)}/resend`)),
      {},
      answers.deliveryAnswer,
    ),
} as const;

export const formatExportAddress = (
  id: string,
  { search, ...days }: ConsentChoice,
  format: ExportFormat,
) => `/dashboard/api/${at(id, 'consents/export', { search, ...toTimes(days), format })}`;

function get<Value>(path: string, answer: Schema<Value>): Request<Value> {
  return { path, body: null, answer };
}

function post<Value>(path: string, body: Fields, answer: Schema<Value>): Request<Value> {
  return { path, body, answer };
}

/** The service responds with the whole changed application. */
function change(id: string, setting: string, body: Fields) {
  return { ...post(at(id, setting), body, answers.applicationAnswer), queue: id };
}

function at(id: string, path = '', parameters: Query = {}): string {
  return `applications/${encodeURIComponent(id)}${path && `/${path}`}${query(parameters)}`;
}

function listAt(id: string, path: string, [choice, after, limit]: AskedPage): string {
  return at(id, path, { after, ...Object.fromEntries(listChosen(choice)), limit });
}

function hook(webhookId: string, path: string): string {
  return `webhooks/${encodeURIComponent(webhookId)}/${path}`;
}

function query(parameters: Query): string {
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}
