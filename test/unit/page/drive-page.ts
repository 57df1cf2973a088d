import { type Mock, vi } from 'vitest';
import type { View } from '../../../src/connect/page/flow.ts';
import type { Home, Place } from '../../../src/connect/page/phase.ts';
import { answer, challenge, createTestPage, flush, session } from './support.tsx';

export type TestPage = ReturnType<typeof createTestPage>;

export const secret = 'h'.repeat(43);
export const credentials = { username: 'user_good', password: 'pass_good' };
const waitingPush = { kind: 'push', can_resend: true } as const;

export const frame: Home = { name: 'frame', session: null, sharing: null };
export const popup: Home = { name: 'popup', session: null, isAsking: false };
export const alone: Home = { name: 'alone' };
export const joined: Home = { name: 'joined', id: 0, ending: null };
export const back = (home: Home, query: string | null): Place => ({
  name: 'back',
  home,
  query,
});

/** Prepares the browser for the tests of transitions. `restoreBrowser` undoes it. */
export function prepareBrowser(): void {
  vi.useFakeTimers();
  vi.stubGlobal('close', vi.fn());
  // The pages of other tests must not answer.
  vi.stubGlobal('BroadcastChannel', undefined);
}

export function restoreBrowser(): void {
  vi.unstubAllGlobals();
  vi.useRealTimers();
}

/** A page that the host has welcomed. */
export async function welcome(given = session, page = createTestPage()): Promise<TestPage> {
  page.host.onSession(given);
  await flush();
  return page;
}

export async function act(page: TestPage, action: (page: TestPage) => void): Promise<void> {
  action(page);
  await flush();
}

type Client = TestPage['client'];
export type Answers = { readonly [Name in keyof Client]?: ReturnType<Client[Name]> };

/**
 * Brings a page to a step, as its user does.
 *
 * @param answers - the service's answers to the first request of a name, instead of the usual ones
 */
export async function reach(
  kind: View['kind'],
  given = session,
  answers: Answers = {},
): Promise<TestPage> {
  const page = createTestPage();
  const push = kind === 'mfa' ? { login: answer(challenge(waitingPush)) } : {};
  for (const [name, first] of Object.entries({ ...push, ...answers })) {
    (page.client[name as keyof Client] as Mock).mockReturnValueOnce(first);
  }
  await welcome(given, page);
  if (kind === 'select') return page;
  await act(page, () => page.dispatch('selectProvider', 'sandbox'));
  if (kind === 'login') return page;
  await act(page, login);
  return page;
}

/** The service answers the next request of this kind only when the test calls the function. */
export function holdAnswer<Result>(request: Mock<(...values: never[]) => Promise<Result>>) {
  let respond = (_: Result) => {};
  request.mockReturnValueOnce(new Promise((resolve) => (respond = resolve)));
  return respond;
}

/** @returns the code of the problem with which the page has failed */
export function failureOf({ shown: { view } }: TestPage): string | undefined {
  return view.kind === 'failed' ? view.problem.code : undefined;
}

export const kindOf = ({ shown }: TestPage) => shown.view.kind;
export const messages = ({ sent }: TestPage) =>
  sent.map((message) => message.slice(0, 2).join(' '));
export const decide = (decision: 'allow' | 'deny') => (page: TestPage) =>
  page.dispatch('decide', decision);
export const login = (page: TestPage) => page.dispatch('login', credentials);

export const problem = (code: 'session_expired' | 'no_host') =>
  ({ code, description: '', retryable: false }) as const;
