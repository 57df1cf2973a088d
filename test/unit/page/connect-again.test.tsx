// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takeSession } from '../../../src/connect/page/page-facts.ts';
import {
  DifferentAccountView,
  FailureView,
} from '../../../src/connect/page/views/failure-view.tsx';
import { LoginView } from '../../../src/connect/page/views/login-view.tsx';
import type { StartedFlow } from '../../../src/connect/shapes/flow-answers.ts';
import { texts as en } from '../../../src/texts/en.json?page';
import { alone, failureOf, kindOf, prepareBrowser, restoreBrowser, welcome } from './drive-page.ts';
import {
  answer,
  createTestPage,
  flush,
  session as hostSession,
  refuse,
  renderInPage,
  startedFlow,
} from './support.tsx';

const session = 's'.repeat(64);
const provider = { id: 'sandbox', name: 'Sandbox Tax', domain: 'sandbox.example' };
const forAccount = {
  ...startedFlow,
  providers: startedFlow.providers.slice(0, 1),
  account: { provider_id: 'sandbox' },
};

beforeEach(prepareBrowser);
afterEach(() => {
  cleanup();
  restoreBrowser();
});

/** A page whose flow connects an account again. */
async function openAgain(start = answer(forAccount)) {
  const page = createTestPage({ place: alone, session });
  page.client.start.mockReturnValue(start);
  page.dispatch('open', null);
  await flush();
  return page;
}

describe('a page that connects an account again', () => {
  it('sends its session, skips the selection, and names the provider', async () => {
    const page = await openAgain();
    expect(page.client.start.mock.lastCall?.[0]).toEqual({ session });
    expect([kindOf(page), page.shown.canGoBack]).toEqual(['login', false]);
    renderInPage(<LoginView provider={provider} />, page);
    expect(screen.getByRole('heading').textContent).toBe('Sign in again to Sandbox Tax');
  });

  it('says so without a useless button when the session has ended', async () => {
    const page = await openAgain(refuse('session_expired'));
    const view = page.shown.view;
    expect(view).toMatchObject({ kind: 'failed', problem: { code: 'session_ended' } });
    if (view.kind !== 'failed') return;
    renderInPage(<FailureView problem={view.problem} />, page, { surface: 'redirect' });
    expect(document.body.textContent).toContain('Go back to Demo Taxes');
    expect(screen.queryByRole('button', { name: 'Start again' })).toBeNull();
  });

  it.each([
    ['redirect', 1],
    ['popup', 1],
    // In a frame, the host's own screen has the address.
    ['frame', 0],
  ] as const)('leads a user with a failure to support, %s', async (surface, count) => {
    const page = await openAgain(refuse('session_expired'));
    const view = page.shown.view;
    if (view.kind !== 'failed') throw new Error('The view shows no failure.');
    const support_url = 'https://tally.example/help/';
    const application = { ...page.shown.application, support_url };
    renderInPage(<FailureView problem={view.problem} />, page, { application, surface });
    const links = screen.queryAllByRole<HTMLAnchorElement>('link', { name: 'tally.example/help' });
    expect(links.map(({ href }) => href)).toEqual(Array(count).fill('https://tally.example/help/'));
  });

  it('says when Cancel has failed after a sign-in to another account, and tries it again', async () => {
    const page = await openAgain();
    page.client.login.mockReturnValueOnce(refuse('different_account', false));
    page.client.consent.mockReturnValueOnce(refuse('connection_lost'));
    page.dispatch('login', { username: 'user_good', password: 'pass_good' });
    await flush();
    page.dispatch('cancel');
    await flush();
    renderInPage(<DifferentAccountView />, page, { surface: 'redirect' });
    expect(document.body.textContent).toContain(en.notices.connection_lost.advice);
    screen.getByRole('button', { name: 'Try again' }).click();
    await flush();
    expect(kindOf(page)).toBe('denied');
  });

  it('ends when the provider is unavailable, because the account has no other', async () => {
    const page = createTestPage({ place: alone, session });
    page.client.start.mockReturnValue(answer(forAccount));
    page.client.provider.mockReturnValue(refuse('provider_unavailable', false));
    page.dispatch('open', null);
    await flush();
    expect(failureOf(page)).toBe('provider_unavailable');
  });
});

describe('the session of a host', () => {
  const welcomed = { ...hostSession, session };

  const ofSession: StartedFlow = { ...startedFlow, session: { provider_id: null, locale: null } };

  async function welcomePage(start = answer(ofSession)) {
    const page = createTestPage();
    page.client.start.mockReturnValue(start);
    return await welcome(welcomed, page);
  }

  it('is sent to the service, and the host learns that the flow is bound to it', async () => {
    const page = await welcomePage();
    expect(page.client.start.mock.lastCall?.[0]).toMatchObject({ session });
    expect(page.sent[0]).toEqual(['ready', startedFlow.application, true]);
  });

  it.each([
    ['an earlier service', startedFlow],
    ['a service that has not used it', { ...startedFlow, session: null }],
  ])('is not confirmed for %s', async (_, flow) => {
    const page = await welcomePage(answer(flow));
    expect(page.sent[0]).toEqual(['ready', startedFlow.application, false]);
  });

  it('replaces one in the address of the page', async () => {
    const page = createTestPage({ session: 'other' });
    await welcome(welcomed, page);
    expect(page.client.start.mock.lastCall?.[0]).toMatchObject({ session });
    const without = createTestPage({ session: 'other' });
    await welcome(hostSession, without);
    expect(without.client.start.mock.lastCall?.[0]).not.toHaveProperty('session');
  });

  it('that has ended is an error that no other try solves', async () => {
    const page = await welcomePage(refuse('session_expired'));
    expect(page.sent.at(-1)).toMatchObject([
      'error',
      { code: 'session_expired', retryable: false },
    ]);
  });

  it('that another state contradicts is an error for the developer', async () => {
    const page = await welcomePage(refuse('invalid_options', false));
    const error = { code: 'invalid_options', message: 'because of invalid_options' };
    expect(page.sent.at(-1)).toMatchObject(['error', { ...error, retryable: false }]);
  });
});

describe('the session in the address', () => {
  afterEach(() => history.replaceState(null, '', '/'));

  it('is taken out of it at once, and only this tab knows it after a reload', () => {
    history.replaceState(null, '', `/connect?client_id=app&session=${session}&state=s`);
    expect(takeSession(window)).toBe(session);
    expect(location.search).toBe('?client_id=app&session=&state=s');
    expect(takeSession(window)).toBe(session);
    history.replaceState(null, '', location.href);
    expect(takeSession(window)).toBe('');
  });

  it('is absent for a first connection', () => {
    history.replaceState(null, '', '/connect?client_id=app');
    expect(takeSession(window)).toBeNull();
    expect(location.search).toBe('?client_id=app');
  });
});
