// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PageContext } from '../../../src/connect/page/page-context.ts';
import {
  DifferentAccountView,
  FailureView,
} from '../../../src/connect/page/views/failure-view.tsx';
import { LoginView } from '../../../src/connect/page/views/login-view.tsx';
import type { StartedFlow } from '../../../src/connect/shapes/flow-answers.ts';
import { texts as en } from '../../../src/texts/en.json?page';
import {
  act,
  alone,
  back,
  failureOf,
  kindOf,
  login,
  prepareBrowser,
  restoreBrowser,
  welcome,
} from './drive-page.ts';
import {
  answer,
  challenge,
  consented,
  createTestPage,
  session as hostSession,
  refuse,
  renderInPage,
  siteProvider,
  startedFlow,
} from './support.tsx';

const session = 's'.repeat(64);
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
async function openAgain(start = answer(forAccount), isUnavailable = false) {
  const page = createTestPage({ place: alone, session });
  page.client.start.mockReturnValue(start);
  if (isUnavailable) page.client.provider.mockReturnValue(refuse('provider_unavailable', false));
  await act(page, ({ dispatch }) => dispatch('open', null));
  return page;
}

/** Shows the page whose session has ended. */
async function showEnd(more: Partial<PageContext>) {
  const page = await openAgain(refuse('session_expired'));
  const { application, view } = page.shown;
  if (view.kind !== 'failed') throw new Error('The view shows no failure.');
  const support_url = 'https://tally.example/help/';
  const shown = { application: { ...application, support_url }, ...more };
  renderInPage(<FailureView problem={view.problem} />, page, shown);
  return view.problem.code;
}

describe('a page that connects an account again', () => {
  it('sends its session, skips the selection, and names the provider', async () => {
    const page = await openAgain();
    expect(page.client.start.mock.lastCall?.[0]).toEqual({ session });
    expect([kindOf(page), page.shown.canGoBack]).toEqual(['login', false]);
    renderInPage(<LoginView provider={siteProvider} />, page);
    expect(screen.getByRole('heading').textContent).toBe('Sign in again to Sandbox Tax');
  });

  it('says so without a useless button when the session has ended', async () => {
    expect(await showEnd({ surface: 'redirect' })).toBe('session_ended');
    expect(document.body.textContent).toContain('Go back to Demo Taxes');
    expect(screen.queryByRole('button', { name: 'Start again' })).toBeNull();
  });

  it.each([
    ['redirect', 1],
    ['popup', 1],
    // In a frame, the host's own screen has the address.
    ['frame', 0],
  ] as const)('leads a user with a failure to support, %s', async (surface, count) => {
    await showEnd({ surface });
    const links = screen.queryAllByRole<HTMLAnchorElement>('link', { name: 'tally.example/help' });
    expect(links.map(({ href }) => href)).toEqual(Array(count).fill('https://tally.example/help/'));
  });

  it('says when Cancel has failed after a sign-in to another account, and tries it again', async () => {
    const page = await openAgain();
    page.client.login.mockReturnValueOnce(refuse('different_account', false));
    page.client.consent.mockReturnValueOnce(refuse('connection_lost'));
    await act(page, login);
    await act(page, ({ dispatch }) => dispatch('cancel'));
    renderInPage(<DifferentAccountView />, page, { surface: 'redirect' });
    expect(document.body.textContent).toContain(en.notices.connection_lost.advice);
    await act(page, () => screen.getByRole('button', { name: 'Try again' }).click());
    expect(kindOf(page)).toBe('denied');
  });

  it('goes back to the login after a sign-in to another account, each time', async () => {
    const page = await openAgain();
    page.client.login.mockReturnValue(refuse('different_account', false));
    for (const _ of ['first', 'second']) {
      await act(page, login);
      expect(kindOf(page)).toBe('differentAccount');
      page.dispatch('signInAgain');
      expect([kindOf(page), page.shown.pending]).toEqual(['login', null]);
    }
  });

  it('forgets the user name of the other account', async () => {
    const page = await openAgain();
    page.client.login.mockReturnValueOnce(refuse('different_account', false));
    await act(page, login);
    const typedNames = new Map([['sandbox', 'user_good']]);
    renderInPage(<DifferentAccountView />, page, { surface: 'redirect', typedNames });
    screen.getByRole('button', { name: en.again.submit }).click();
    expect([kindOf(page), typedNames.size]).toEqual(['login', 0]);
  });

  it.each([
    ['no way back to the selection from the consent', consented, 'consent', false],
    ['a way back to the login from a challenge', challenge(), 'mfa', true],
  ] as const)('has after the provider’s site, too, %s', async (...[, outcome, kind, hasWay]) => {
    const page = createTestPage({ place: back(alone, 'code=a'), session });
    page.client.resume.mockReturnValue(answer({ ...forAccount, provider: siteProvider }));
    page.client.return.mockReturnValue(answer(outcome));
    await act(page, ({ dispatch }) => dispatch('open', null));
    expect([kindOf(page), page.shown.hasPreviousStep]).toEqual([kind, hasWay]);
  });

  it('ends when the provider is unavailable, because the account has no other', async () => {
    const providers = forAccount.providers.map((provider) => {
      return { ...provider, status: 'unavailable' as const };
    });
    const page = await openAgain(answer({ ...forAccount, providers }), true);
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

  it.each([
    ['session_expired', true],
    // Another state contradicts it.
    ['invalid_options', false],
  ] as const)('is refused with %s by an error that no other try solves', async (code, mayRetry) => {
    const page = await welcomePage(refuse(code, mayRetry));
    const error = { code, message: `because of ${code}`, retryable: false };
    expect(page.sent.at(-1)).toEqual(['error', error]);
  });
});
