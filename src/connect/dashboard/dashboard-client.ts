import * as v from 'valibot';
import { auditLogAnswer } from '../shapes/audit-answers.ts';
import { consentsAnswer } from '../shapes/consent-answers.ts';
import {
  accountsAnswer,
  addedWebhookAnswer,
  applicationAnswer,
  applicationsAnswer,
  canceledAnswer,
  deletedAnswer,
  deliveriesAnswer,
  deliveryAnswer,
  disconnectedAnswer,
  linkAnswer,
  referenceAnswer,
  registeredAnswer,
  removedWebhookAnswer,
  rotatedAnswer,
  rotatedWebhookAnswer,
  sessionsAnswer,
  switchedWebhookAnswer,
  webhooksAnswer,
} from '../shapes/dashboard-answers.ts';
import type { ConsentTermsJson } from '../shapes/flow-answers.ts';
import type { DeliveryStatus, Environment, EventType, SessionStatus } from '../shapes/unions.ts';
import { createAccessEndpoints } from './access-endpoints.ts';
import { type ConsentChoice, formatConsentChoice } from './consent-choice.ts';
import type { Ask, DashboardRequest, Fields, Result } from './dashboard-request.ts';
import { parseProblem } from './parse-problem.ts';
import { createProviderEndpoints } from './provider-endpoints.ts';

const requestTimeoutMs = 15_000;

/** The two lists of addresses of an application. */
export type AddressList = 'redirect-uris' | 'origins';

/** The choice of which accounts to show. */
export interface AccountChoice {
  /** An account ID, a `client_user_id` or a provider; empty for all accounts. */
  readonly search: string;
  /** Whether to show only accounts that require a login. */
  readonly isInNeed: boolean;
}

interface AccountPage extends AccountChoice {
  /** The last account of the previous page, or an empty text. */
  readonly after: string;
}

/** The sessions to load. */
interface SessionPage {
  /** Null for sessions of any status. */
  readonly status: SessionStatus | null;
  /** The last session of the previous page, or an empty text. */
  readonly after: string;
  /** The maximum number, 1 to 100. Default: the service's own. */
  readonly limit?: number;
}

/** The deliveries to load. */
interface DeliveryPage {
  /** Null for deliveries of any status. */
  readonly status: DeliveryStatus | null;
  /** The last delivery of the previous page, or an empty text. */
  readonly after: string;
}

/** A webhook to add. */
interface NewWebhook {
  readonly url: string;
  readonly types: readonly EventType[] | 'all';
}

/** The service's endpoints for the dashboard. */
export type DashboardClient = ReturnType<typeof createDashboardClient>;

/**
 * @param send - the browser's `fetch`, or a replacement in tests
 * @param readCsrfToken - returns the session's current token
 */
export function createDashboardClient(send: typeof fetch, readCsrfToken: () => string | null) {
  const ask: Ask = (what) => request(send, readCsrfToken() ?? '', what);
  const set = (clientId: string, setting: string, body: Fields) =>
    ask({ path: `${pathOf(clientId)}/${setting}`, body, answer: applicationAnswer });
  return {
    ...createAccessEndpoints(ask),
    listApplications: () => ask({ path: 'applications', answer: applicationsAnswer }),
    register: (name: string, environment: Environment) =>
      ask({ path: 'applications', body: { name, environment }, answer: registeredAnswer }),
    findApplication: (clientId: string) =>
      ask({ path: pathOf(clientId), answer: applicationAnswer }),
    changeAddress(
      clientId: string,
      list: AddressList,
      change: { readonly action: 'add' | 'remove'; readonly address: string },
    ) {
      const field = list === 'origins' ? 'origin' : 'redirect_uri';
      const path = `${pathOf(clientId)}/${list}/${change.action}`;
      return ask({ path, body: { [field]: change.address }, answer: applicationAnswer });
    },
    /** @param after - the last entry of the previous page, or an empty text */
    listChanges: (after: string) =>
      ask({ path: `audit-log?${new URLSearchParams({ after })}`, answer: auditLogAnswer }),
    findFlows: (reference: string) =>
      ask({ path: `flows?${new URLSearchParams({ reference })}`, answer: referenceAnswer }),
    rename: (clientId: string, name: string) => set(clientId, 'rename', { name }),
    setSubmissionLimit: (clientId: string, submission_limit: number | null) =>
      set(clientId, 'submission-limit', { submission_limit }),
    setTokenDays: (clientId: string, token_days: number | null) =>
      set(clientId, 'token-days', { token_days }),
    /** @param logo - base64; null removes it */
    setLogo: (clientId: string, logo: string | null) => set(clientId, 'logo', { logo }),
    setTerms: (clientId: string, terms: Partial<ConsentTermsJson>) =>
      set(clientId, 'consent-terms', terms),
    deleteApplication: (clientId: string, name: string) =>
      ask({ path: `${pathOf(clientId)}/delete`, body: { name }, answer: deletedAnswer }),
    listAccounts: (clientId: string, { isInNeed, ...page }: AccountPage) => {
      const fields = { ...page, ...(isInNeed ? { status: 'login_required' } : {}) };
      const path = `${pathOf(clientId)}/accounts`;
      // What an application calls a person must not stand in an address.
      return page.search === ''
        ? ask({ path: `${path}?${new URLSearchParams(fields)}`, answer: accountsAnswer })
        : ask({ path: `${path}/search`, body: fields, answer: accountsAnswer });
    },
    disconnectAccount: (clientId: string, account_id: string) =>
      ask({
        path: `${pathOf(clientId)}/accounts/disconnect`,
        body: { account_id },
        answer: disconnectedAnswer,
      }),
    listConsents: (clientId: string, choice: ConsentChoice, after: string) =>
      ask({
        path: `${pathOf(clientId)}/consents?${formatConsentChoice(choice, { after })}`,
        answer: consentsAnswer,
      }),
    ...createProviderEndpoints(ask),
    ...createSessionEndpoints(ask),
    ...createWebhookEndpoints(ask),
    rotateSecret: (clientId: string) =>
      ask({ path: `${pathOf(clientId)}/secrets/rotate`, body: {}, answer: rotatedAnswer }),
    endOldSecrets: (clientId: string) =>
      ask({ path: `${pathOf(clientId)}/secrets/end-old`, body: {}, answer: applicationAnswer }),
  };
}

function createSessionEndpoints(ask: Ask) {
  return {
    listSessions: (clientId: string, { status, after, limit }: SessionPage) =>
      ask({
        path: `${pathOf(clientId)}/sessions?${new URLSearchParams({
          after,
          ...(status === null ? {} : { status }),
          ...(limit === undefined ? {} : { limit: String(limit) }),
        })}`,
        answer: sessionsAnswer,
      }),
    createLink: (clientId: string) =>
      ask({ path: `${pathOf(clientId)}/sessions/create`, body: {}, answer: linkAnswer }),
    cancelSession: (clientId: string, session_id: string) =>
      ask({
        path: `${pathOf(clientId)}/sessions/cancel`,
        body: { session_id },
        answer: canceledAnswer,
      }),
  };
}

function createWebhookEndpoints(ask: Ask) {
  const pathOfWebhook = (clientId: string, webhookId: string) =>
    `${pathOf(clientId)}/webhooks/${encodeURIComponent(webhookId)}`;
  return {
    listWebhooks: (clientId: string) =>
      ask({ path: `${pathOf(clientId)}/webhooks`, answer: webhooksAnswer }),
    addWebhook: (clientId: string, { url, types }: NewWebhook) =>
      ask({
        path: `${pathOf(clientId)}/webhooks/add`,
        body: { url, types },
        answer: addedWebhookAnswer,
      }),
    rotateWebhookSecret: (clientId: string, webhookId: string) =>
      ask({
        path: `${pathOfWebhook(clientId, webhookId)}/rotate`,
        body: {},
        answer: rotatedWebhookAnswer,
      }),
    switchWebhook: (clientId: string, webhookId: string, enabled: boolean) =>
      ask({
        path: `${pathOfWebhook(clientId, webhookId)}/switch`,
        body: { enabled },
        answer: switchedWebhookAnswer,
      }),
    removeWebhook: (clientId: string, webhookId: string) =>
      ask({
        path: `${pathOfWebhook(clientId, webhookId)}/remove`,
        body: {},
        answer: removedWebhookAnswer,
      }),
    testWebhook: (clientId: string, webhookId: string) =>
      ask({
        path: `${pathOfWebhook(clientId, webhookId)}/test`,
        body: {},
        answer: deliveryAnswer,
      }),
    listDeliveries: (clientId: string, webhookId: string, { status, after }: DeliveryPage) =>
      ask({
        path: `${pathOfWebhook(clientId, webhookId)}/deliveries?${new URLSearchParams({
          after,
          ...(status === null ? {} : { status }),
        })}`,
        answer: deliveriesAnswer,
      }),
    resendDelivery: (clientId: string, webhookId: string, deliveryId: string) =>
      ask({
        path: `${pathOfWebhook(clientId, webhookId)}/deliveries/${encodeURIComponent(deliveryId)}/resend`,
        body: {},
        answer: deliveryAnswer,
      }),
  };
}

function pathOf(clientId: string): string {
  return `applications/${encodeURIComponent(clientId)}`;
}

async function request<Value>(
  send: typeof fetch,
  csrfToken: string,
  { path, answer, body = null }: DashboardRequest<Value>,
): Promise<Result<Value>> {
  try {
    // The default mode (`cors`) is used, because with `same-origin` and the document's `no-referrer` browsers send
    // `Origin: null`. https://fetch.spec.whatwg.org/#append-a-request-origin-header
    const response = await send(`/dashboard/api/${path}`, {
      ...(body === null ? {} : { method: 'POST', body: JSON.stringify(body) }),
      headers: {
        accept: 'application/json',
        ...(body === null ? {} : { 'content-type': 'application/json', 'x-csrf-token': csrfToken }),
      },
      cache: 'no-store',
      credentials: 'same-origin',
      redirect: 'error',
      signal: AbortSignal.timeout(requestTimeoutMs),
    });
    const json: unknown = await response.json().catch(() => undefined);
    if (!response.ok) return { ok: false, problem: parseProblem(response.status, json) };
    const parsed = v.safeParse(answer, json);
    if (parsed.success) return { ok: true, value: parsed.output };
    return fail('The service answered in a form that this page does not know. Reload the page.');
  } catch {
    // The error of `fetch` says only "failed".
    return fail('The service could not be reached. Check your connection, then try again.');
  }
}

function fail(description: string): Result<never> {
  return { ok: false, problem: { status: 0, description } };
}
