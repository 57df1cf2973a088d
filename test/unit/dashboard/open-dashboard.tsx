import { existsSync, readFileSync } from 'node:fs';
import { cleanup, configure, fireEvent, render, screen } from '@testing-library/preact';
import * as v from 'valibot';
import { expect, onTestFinished, vi } from 'vitest';
import { App } from '../../../src/connect/dashboard/app.tsx';
import { createDashboard } from '../../../src/connect/dashboard/dashboard.ts';
import { DashboardProvider } from '../../../src/connect/dashboard/dashboard-context.ts';
import { formatTime } from '../../../src/connect/dashboard/format.ts';
import {
  type Destination,
  formatRoute,
  parseRoute,
} from '../../../src/connect/dashboard/routes.ts';
import { findEdits } from '../../../src/connect/dashboard/unsaved-edits.ts';
import type { Change } from '../../../src/connect/shapes/audit-answers.ts';
import { type Consent, consentsAnswer } from '../../../src/connect/shapes/consent-answers.ts';
import {
  type Application,
  accountsAnswer,
  type ConnectedAccount,
  type ConnectSession,
  type Delivery,
  type FoundFlow,
  type Session,
  sessionsAnswer,
  type Webhook,
  webhooksAnswer,
} from '../../../src/connect/shapes/dashboard-answers.ts';
import type { KnownProvider } from '../../../src/connect/shapes/provider-answers.ts';
import { environments } from '../../../src/connect/shapes/unions.ts';
import { application } from './application.ts';

export { application };

/** Answers a request with this CSRF token. It throws when the connection is dropped. */
type Reply = (csrfToken?: string | null) => Response | Promise<Response>;

/** Replies by method and path, such as `GET applications`. */
export type Replies = Readonly<Record<string, Reply>>;

/** The service, as the dashboard's `fetch` sees it. */
export type FakeService = ReturnType<typeof openDashboard>;

/** A flow of that application, whose provider has failed. */
export const failedFlow: FoundFlow = {
  reference: 'K7QF3M9T',
  started_at: 1,
  kind: 'embedded',
  provider: 'Sandbox',
  host: 'https://shop.example',
  step: 'login',
  outcome: 'failed',
  problem: { code: 'provider_unavailable', at: 2 },
  step_times: { provider_chosen: 12_301, signed_in: null, allowed: null, connected: null },
  ...{ session_id: null, client_user_id: null },
  client_id: 'test_shop',
  application: 'Corner Shop',
};

export function createAccount(
  id: string,
  changes: Partial<ConnectedAccount> = {},
): ConnectedAccount {
  return {
    ...listNulls<ConnectedAccount>(accountsAnswer.entries.accounts),
    account_id: id,
    provider_id: 'tallybird',
    provider: 'TallyBird',
    connected_at: 1,
    last_exchange_at: 7_200_000,
    status: 'active',
    status_since: 1,
    ...changes,
  };
}

/** @returns the reply with a page of such accounts, whose next page begins after `next` */
export const listAccounts = (next: string | null, ...ids: readonly string[]) =>
  answer({ accounts: ids.map((id) => createAccount(id)), next });

/** @returns null for each field of a row that can be null */
function listNulls<Row>(rows: { readonly item: { readonly entries: v.ObjectEntries } }): Row {
  const { entries } = rows.item;
  const nullable = Object.keys(entries).filter((name) => v.is(entries[name] ?? v.never(), null));
  return Object.fromEntries(nullable.map((name) => [name, null])) as Row;
}

/** @returns a valid consent to everything that TallyBird shares */
export function createConsent(id: string, changes: Partial<Consent> = {}): Consent {
  return {
    ...listNulls<Consent>(consentsAnswer.entries.consents),
    consent_id: id,
    client_id: 'test_shop',
    application: 'Corner Shop of then',
    environment: 'test',
    provider_id: 'tallybird',
    provider: 'TallyBird',
    account_id: `account_of_${id}`,
    shares: ['returns', 'forms'],
    purpose: 'To work out your loan.',
    privacy_url: 'https://shop.example/privacy',
    locale: 'es',
    text_hash: 'ab12',
    granted_at: 1,
    ...changes,
  };
}

export function createSession(id: string, changes: Partial<ConnectSession> = {}): ConnectSession {
  return {
    ...listNulls<ConnectSession>(sessionsAnswer.entries.sessions),
    session_id: id,
    status: 'open',
    exchanged: false,
    created_at: 1,
    expires_at: 86_400_001,
    ...changes,
  };
}

/** @returns a webhook that is on, for all events */
export function createWebhook(id: string, changes: Partial<Webhook> = {}): Webhook {
  return {
    ...listNulls<Webhook>(webhooksAnswer.entries.webhooks),
    webhook_id: id,
    url: `https://shop.example/${id}`,
    types: 'all',
    enabled: true,
    created_at: 1,
    recent: [],
    ...changes,
  };
}

/** @returns a delivery that has arrived at the first try */
export function createDelivery(id: string, changes: Partial<Delivery> = {}): Delivery {
  return {
    delivery_id: id,
    event_id: `ev_${id}`,
    type: 'connection.created',
    status: 'delivered',
    created_at: 1,
    next_try_at: null,
    body: `{"id":"ev_${id}"}`,
    tries: [{ at: 2, ms: 34, status: 204, problem: null, response: null }],
    ...changes,
  };
}

/** @returns an available provider, as its plug-in says */
export function createProvider(
  provider_id: string,
  name: string,
  changes: Partial<KnownProvider> = {},
): KnownProvider {
  const domain = `${provider_id}.example`;
  const shares: KnownProvider['shares'] = ['returns', 'forms'];
  const own = { provider_id, name, domain, logo: null, shares, environments: [...environments] };
  return { ...own, state: 'available', reason: null, switched_at: null, ...changes };
}

/** @returns an embedding origin that was added in the dashboard */
export function createChange(id: string, change: Partial<Change> = {}): Change {
  return {
    id,
    changed_at: 1,
    who: 'dashboard',
    via: 'dashboard',
    key: null,
    action: 'origin_added',
    client_id: 'test_shop',
    application: 'Corner Shop',
    detail: `https://${id}.example`,
    ...change,
  };
}

export function answer(body: object): Reply {
  return () => Response.json(body);
}

/** @returns a reply as of a route that refuses a request */
export function refuse(status: number, error_description: string): Reply {
  return () => Response.json({ error: 'invalid_request', error_description }, { status });
}

export const dropConnection: Reply = () => {
  throw new TypeError('Failed to fetch');
};

/** An operator with the password. */
export const session: Session = {
  csrf_token: 'token',
  has_expired: false,
  role: 'operator',
  person: null,
  has_password: true,
  provider: null,
};

export const stranger: Session = { ...session, csrf_token: null, role: null };
/** A visitor without a session. */
export const signedOut = answer(stranger);

/** The requests of the first page of each list of the application. */
export const get = {
  accounts: 'GET applications/test_shop/accounts?search=&after=',
  consents: 'GET applications/test_shop/consents?search=&after=',
  sessions: 'GET applications/test_shop/sessions?after=',
  events: 'GET applications/test_shop/events?after=',
  webhooks: 'GET applications/test_shop/webhooks',
} as const;

/**
 * Shows the dashboard of an operator, in front of a service with one application.
 *
 * @param path - of the page's address
 * @param replies - differences, by method and path
 */
export function openDashboard(path: string, replies: Replies = {}) {
  /** Each POST: its path, below that of the application or `/dashboard/api/`, and its body. */
  const changes: (readonly [string, unknown])[] = [];
  /** By method and path. */
  const requests: string[] = [];
  /** What the dashboard has shown since its first address. */
  const addresses: string[] = [];
  const script = new Map<string, Reply>(
    Object.entries({
      'GET session': answer(session),
      'POST sign-in': answer(session),
      'POST sign-out': signedOut,
      'GET applications': answer({ applications: [application] }),
      'GET applications/test_shop': answer(application),
      [get.accounts]: answer({ accounts: [], next: null }),
      [get.consents]: answer({ consents: [], next: null }),
      [get.sessions]: answer({ sessions: [], next: null }),
      [get.events]: answer({ events: [], next: null }),
      [get.webhooks]: answer({ webhooks: [] }),
      'GET providers': answer({ providers: [] }),
      'GET audit-log?after=': answer({ entries: [], next: null }),
      [post('flows/search')]: answer({ flows: [], next: null, counts: null, reached: null }),
      ...replies,
    }),
  );
  const send: typeof fetch = async (input, init) => {
    const asked = String(input).replace('/dashboard/api/', '');
    const [, path = asked] = asked.split('applications/test_shop/');
    if (init?.method === 'POST') changes.push([path, JSON.parse(String(init.body))]);
    const request = `${init?.method ?? 'GET'} ${asked}`;
    requests.push(request);
    const reply = script.get(request);
    const csrfToken = new Headers(init?.headers).get('x-csrf-token');
    const aborted = new Promise<never>((_, reject) => {
      init?.signal?.addEventListener('abort', reject);
    });
    const respond = async () => await (reply ?? refuse(404, 'Not found.'))(csrfToken);
    return await Promise.race([respond(), aborted]);
  };
  const parse = (address: string) => parseRoute(new URL(address, 'http://localhost'));
  const showAddress = (route: Destination) => void addresses.push(formatRoute(route));
  const dashboard = createDashboard({
    send,
    firstRoute: parse(path),
    onRoute: showAddress,
    onFilters: showAddress,
    findEdits: () => findEdits(document),
  });
  render(
    <DashboardProvider value={dashboard}>
      <App />
    </DashboardProvider>,
  );
  onTestFinished(closeDashboard);
  void dashboard.load();
  return {
    changes,
    requests,
    addresses,
    /** The browser steps back or forward. */
    stepTo: (address: string) => dashboard.show(parse(address)),
    on: (request: string, reply: Reply) => void script.set(request, reply),
    /** Keeps a request waiting. @returns answers it; resolves when the dashboard has the answer */
    hold(request: string) {
      let release: (reply: Reply) => void = () => undefined;
      const held = new Promise<Reply>((resolve) => {
        release = resolve;
      });
      script.set(request, async (csrfToken) => (await held)(csrfToken));
      return async (reply: Reply) => {
        release(reply);
        await new Promise((resolve) => setTimeout(resolve));
      };
    },
  };
}

/* The acts of the person, each once its control is shown. */

/** @param result - a text that the press leads to */
export async function press(name: string, result?: string | RegExp): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name }));
  if (result !== undefined) await screen.findByText(result);
}

/**
 * Presses a button that asks a question, and answers it with yes. The question sends nothing, and puts the focus on the
 * answer that changes nothing.
 */
export async function confirm(
  { changes }: FakeService,
  [button, question, yes]: readonly [button: string, question: RegExp, yes: string],
): Promise<void> {
  const before = changes.length;
  await press(button);
  const group = await screen.findByRole('group', { name: question });
  expect(changes).toHaveLength(before);
  expect(group.contains(document.activeElement)).toBe(true);
  expect(readFocus()).not.toBe(yes);
  await press(yes);
}

export async function follow(name: string): Promise<void> {
  fireEvent.click(await screen.findByRole('link', { name }));
}

/** Checks or unchecks a box, or checks a radio button. */
export async function check(name: string | RegExp): Promise<void> {
  fireEvent.click(await screen.findByLabelText(name, { selector: 'input' }));
}

export async function fill(label: string, value: string): Promise<void> {
  fireEvent.input(await screen.findByLabelText(label), { target: { value } });
}

/** Presses a button that copies. @returns the text that is then in the clipboard */
export async function copy(what: string): Promise<string | undefined> {
  const writeText = vi.fn(async (_: string) => undefined);
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  await press(`Copy the ${what}`);
  vi.unstubAllGlobals();
  return writeText.mock.lastCall?.[0];
}

export async function signIn(password = 'right'): Promise<void> {
  await fill('Password', password);
  await press('Sign in');
}

/**
 * Opens a page of the application.
 *
 * @param page - the end of its address, such as `/settings`
 * @param changes - of the application
 */
export function openApplication(
  page: string,
  changes: Partial<Application> = {},
  replies: Replies = {},
): FakeService {
  const path = `/dashboard/applications/test_shop${page}`;
  return openDashboard(path, { 'GET applications/test_shop': changed(changes), ...replies });
}

/** @returns the application's answer after a change */
export const changed = (changes: Partial<Application>) => answer({ ...application, ...changes });

/** @returns a change of the application, by its method and path */
export const post = (path: string) => `POST applications/test_shop/${path}`;

/** The element's text with plain blanks, because times have others before AM. */
const readText = ({ textContent }: Pick<Node, 'textContent'>) =>
  (textContent ?? '').replaceAll(/\s+/g, ' ');

/** A time as the dashboard shows it. */
export const showTime = (time: number, format = formatTime) =>
  readText({ textContent: format(time) });

type Scope = Pick<typeof screen, 'queryAllByRole'>;

/** @returns the texts of the elements with a role, such as `listitem` */
export const readAll = (role: string, scope: Scope = screen) =>
  scope.queryAllByRole(role).map(readText);

/** @returns the texts of the rows, without the one of the headers */
export const readRows = (scope?: Scope) => readAll('row', scope).slice(1);

/** @returns each name and value of the list of facts that has this name, once it is shown */
export async function readFacts(
  name: string,
  scope: Pick<typeof screen, 'findByText'> = screen,
): Promise<readonly string[]> {
  const list = (await scope.findByText(name, { selector: 'dt' })).closest('dl');
  return [...(list?.children ?? [])].map(({ children }) => [...children].map(readText).join(': '));
}

export const readFocus = () => document.activeElement?.textContent;

export const readField = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

// A busy machine needs more than the default of a second.
configure({ asyncUtilTimeout: 10_000 });

/** @returns whether the documentation has this page, and a heading with this ID */
function isDocumented(address: string): boolean {
  const [, name, id] = /^\/docs\/([\w-]+)(?:#(.+))?$/.exec(address) ?? [];
  const file = `demo/docs/${name}.md`;
  if (!existsSync(file)) return false;
  const heading = `^#+ \`?${id?.replaceAll('-', ' ')}\`?$`;
  return id === undefined || new RegExp(heading, 'im').test(readFileSync(file, 'utf8'));
}

/** Removes the dashboard. Each link that it has shown leads to a page and a heading of the documentation. */
function closeDashboard(): void {
  const links = [...document.querySelectorAll('a[href^="/docs/"]')];
  const addresses = links.map((link) => link.getAttribute('href') ?? '');
  cleanup();
  expect(addresses.filter((address) => !isDocumented(address))).toEqual([]);
}
