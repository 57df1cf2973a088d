// @vitest-environment happy-dom

import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { App } from '../../../src/connect/page/app.tsx';
import type { PageContext } from '../../../src/connect/page/page-context.ts';
import {
  type Problem,
  type ProblemCode,
  problemCodes,
} from '../../../src/connect/page/problems.ts';
import type { Input } from '../../../src/connect/page/transition.ts';
import { successMs } from '../../../src/connect/page/views/success-view.tsx';
import { levelsMs } from '../../../src/kit/patience.ts';
import { texts as en } from '../../../src/texts/en.json?page';
import { fill } from '../../../src/texts/fill.ts';
import { holdAnswer, welcome } from './drive-page.ts';
import {
  answer,
  challenge,
  createTestPage,
  Following,
  flush,
  popupSession,
  refuse,
  session,
} from './support.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function showPage(more: Partial<PageContext> = {}, Page = App) {
  const page = createTestPage();
  const { bridge, client, host } = page;
  bridge.sendCode.mockImplementation(() => host.onCodeReceived?.());
  const spies = { requestExit: vi.fn(), restart: vi.fn(), close: vi.fn() };
  const dispatch: PageContext['dispatch'] = (...input) =>
    (input[0] in spies ? spies[input[0] as keyof typeof spies] : page.dispatch)(...input);
  render(
    <Following flow={page} more={{ dispatch, ...more }}>
      {(context) => <Page {...context} />}
    </Following>,
  );
  const does = async (...input: Input) => {
    page.dispatch(...input);
    await flush();
  };
  const user = {
    start: async (given = popupSession) => void (await welcome(given, page)),
    selectProvider: (id: string) => does('selectProvider', id),
    goBack: () => does('goBack'),
    login: (username = 'user_good') => does('login', { username, password: 'pass_good' }),
    allow: () => does('decide', 'allow'),
  };
  /** The service refuses the next request. */
  const fail = (problem: Problem) => {
    const refusal = { ok: false, problem } as const;
    client.start.mockResolvedValueOnce(refusal);
    client.login.mockResolvedValueOnce(refusal);
    return page.shown.view.kind === 'starting' ? user.start() : user.login();
  };
  return Object.assign(page, spies, { user: { ...user, fail } });
}

/** The page with the failure of its start. */
async function showFailure(
  code: ProblemCode,
  more: Partial<PageContext> = { surface: 'redirect' },
) {
  const page = showPage(more);
  await act(() => page.user.fail({ code, description: 'internal', retryable: false }));
  return page;
}

const wait = (ms: number) => void act(() => void vi.advanceTimersByTime(ms));

/** The page's texts before a provider is picked. */
const connected = fill(en.connected, { application: 'Demo Taxes' });
const unnamed = { provider: en.unnamedProvider, domain: en.unnamedDomain };

/** The page at the login. */
async function showLogin(more: Partial<PageContext>, given = popupSession) {
  const page = showPage(more);
  await act(() => page.user.start(given));
  await act(() => page.user.selectProvider('sandbox'));
  return page;
}

/** @returns the root of the page's own selector, which is loaded when it is needed */
async function findSelector() {
  return await waitFor(() => {
    const root = document.querySelector('.selector')?.shadowRoot;
    if (!root) throw new Error('The page has no selector.');
    return root;
  });
}

/** @returns an option of the page's own selector */
async function findOption(name: RegExp): Promise<HTMLElement> {
  const root = (await findSelector()) as unknown as HTMLElement;
  return await within(root).findByRole('option', { name });
}

describe('the page', () => {
  it('has no header in a frame, and the name and the TEST badge outside a frame', () => {
    showPage();
    expect(screen.queryByText('to Demo Taxes')).toBeNull();
    cleanup();
    showPage({ surface: 'popup' });
    expect(screen.getByText('to Demo Taxes')).toBeTruthy();
    expect(screen.getByText('Test')).toBeTruthy();
  });

  it('asks to exit on Escape, unless an element of the page handles it', () => {
    const { requestExit } = showPage();
    const keep = (event: Event) => event.preventDefault();
    document.body.addEventListener('keydown', keep);
    fireEvent.keyDown(document.body, { key: 'Escape', cancelable: true });
    expect(requestExit).not.toHaveBeenCalled();
    document.body.removeEventListener('keydown', keep);
    for (const init of [{ key: 'a' }, { repeat: true }, { isComposing: true }, { keyCode: 229 }]) {
      fireEvent.keyDown(document.body, { key: 'Escape', ...init });
    }
    expect(requestExit).not.toHaveBeenCalled();
    fireEvent.keyDown(document.body, { key: 'Escape', cancelable: true });
    expect(requestExit).toHaveBeenCalledOnce();
  });

  it.each(['popup', 'frame'] as const)(
    'leaves Escape to the question whether its user is still there, in a %s',
    async (surface) => {
      const { requestExit } = await showLogin({ surface, isExpiring: true });
      const question = screen.getByRole('alertdialog');

      expect(fireEvent.keyDown(question, { key: 'Escape', cancelable: true })).toBe(true);
      expect(screen.getAllByRole('alertdialog')).toEqual([question]);
      expect(requestExit).not.toHaveBeenCalled();
    },
  );

  it('asks one question at a time, and first whether its user is still there', async () => {
    const { dispatch, sent } = await showLogin({ surface: 'popup' });
    fireEvent.keyDown(document.body, { key: 'Escape' });
    const nameQuestions = () =>
      screen.queryAllByRole('alertdialog').map(({ textContent }) => textContent);
    const [leaving] = nameQuestions();
    await act(() => dispatch('expiring', false));
    expect(nameQuestions()).toEqual([expect.stringContaining(en.expiring.title)]);
    await act(() => dispatch('keepGoing'));
    expect(nameQuestions()).toEqual([leaving]);
    // Escape stays.
    fireEvent(screen.getByRole('alertdialog'), new Event('cancel'));
    expect([nameQuestions(), sent.map(([name]) => name)]).toEqual([
      [],
      expect.not.arrayContaining(['exit']),
    ]);
  });

  it('closes the question when the flow ends meanwhile', async () => {
    const { user } = await showLogin({ surface: 'popup' });
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(screen.getByRole('alertdialog')).toBeTruthy();
    await act(() => user.fail({ code: 'session_expired', description: '', retryable: false }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('shows at which provider a flow has failed', async () => {
    const { user } = await showLogin({ surface: 'popup' });
    const marks = () => document.querySelector('.view .parties')?.textContent;
    expect(marks()).toBe('DTST');
    await act(() => user.fail({ code: 'session_expired', description: '', retryable: false }));
    expect(screen.getByRole('alert')).toBeTruthy();
    expect(marks()).toBe('DTST');
  });

  describe('when its own selector does not arrive', () => {
    const path = '../../../src/connect/page/provider-selector.ts';

    async function loseSelector(surface: 'popup' | 'redirect') {
      vi.doMock(path, () => {
        throw new Error('The connection was lost.');
      });
      vi.resetModules();
      const other = await import('../../../src/connect/page/app.tsx');
      const page = showPage({ surface }, other.App);
      await act(() => page.user.start());
      const alert = await screen.findByRole('alert');
      const parties = { application: 'Demo Taxes', ...unnamed };
      expect(alert.textContent).toContain(fill(en.notices.connection_lost.title, parties));
      return page;
    }

    const tryAgain = () => fireEvent.click(screen.getByRole('button', { name: 'Try again' }));

    afterEach(() => {
      vi.doUnmock(path);
      vi.unstubAllGlobals();
    });

    it('says so, and loads it again', async () => {
      const { restart } = await loseSelector('redirect');
      vi.doUnmock(path);
      tryAgain();
      expect(document.activeElement).toBe(screen.getByRole('heading'));
      expect(await findOption(/Other Tax/)).toBeTruthy();
      expect(screen.queryByRole('alert')).toBeNull();
      expect(restart).not.toHaveBeenCalled();
    });

    it('loads the whole page again when that fails, too', async () => {
      vi.stubGlobal('fetch', async () => new Response());
      const { restart } = await loseSelector('redirect');
      tryAgain();
      await waitFor(() => expect(restart).toHaveBeenCalledOnce());
    });

    it.each([
      ['without a connection', 'redirect', () => Promise.reject(new TypeError('Failed to fetch'))],
      ['of a host', 'popup', async () => new Response()],
    ] as const)('stays with the page %s', async (_, surface, fetch) => {
      vi.stubGlobal('fetch', fetch);
      const { restart } = await loseSelector(surface);
      tryAgain();
      await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
      expect(await screen.findByRole('alert')).toBeTruthy();
      expect(restart).not.toHaveBeenCalled();
    });
  });

  it('searches when the user types at the selector, as in the modal', async () => {
    const { user } = showPage({ surface: 'redirect' });
    await act(() => user.start());
    const root = await findSelector();
    const type = (init: KeyboardEventInit) => {
      screen.getByRole('heading').focus();
      fireEvent.keyDown(screen.getByRole('heading'), init);
      return root.activeElement?.getAttribute('role');
    };

    expect(type({ key: 's', ctrlKey: true })).toBeUndefined();
    expect(type({ key: 'Enter' })).toBeUndefined();
    expect(type({ key: 's' })).toBe('combobox');
  });

  it('goes back to its own selector, and has no Back button when the modal has one', async () => {
    const own = await showLogin({ surface: 'popup' });
    fireEvent.click(screen.getByRole('button', { name: en.another }));
    await waitFor(() => expect(own.shown.view.kind).toBe('select'));
    cleanup();
    await showLogin({}, session);
    expect(screen.queryByRole('button', { name: en.another })).toBeNull();
  });

  it('asks before the cross ends a sign-in, and not at the selection', async () => {
    const page = await showLogin({ surface: 'redirect' });
    const { user } = page;
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    fireEvent.click(screen.getByRole('button', { name: en.exit.stay }));
    expect(page.shown.view.kind).toBe('login');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    fireEvent(screen.getByRole('alertdialog'), new Event('cancel'));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    // The question that is open while the page goes back is not asked again at the next provider.
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await act(() => user.goBack());
    await act(() => user.selectProvider('other'));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await act(() => user.goBack());
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('closes the question once it is answered, because leaving may fail', async () => {
    const page = await showLogin({ surface: 'redirect' });
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    fireEvent.click(screen.getByRole('button', { name: en.exit.leave }));
    expect(page.shown.view.kind).toBe('login');
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('keeps the user name that was typed, and goes from the code back to the login', async () => {
    const { user, client } = await showLogin({ surface: 'redirect' });
    client.login.mockReturnValueOnce(answer(challenge()));
    const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Username' });
    expect(field().value).toBe('');
    fireEvent.input(field(), { target: { value: 'user_mfa' } });
    await act(() => user.login('user_mfa'));
    fireEvent.click(screen.getByRole('button', { name: en.again.submit }));
    await waitFor(() => expect(field().value).toBe('user_mfa'));
    await waitFor(() => expect(document.activeElement?.id).toBe('password'));
    // Another provider has other users.
    await act(() => user.goBack());
    await act(() => user.selectProvider('other'));
    expect(field().value).toBe('');
  });

  it('has an empty form for a provider that is picked in the modal right after Back', async () => {
    const { host } = await showLogin({});
    fireEvent.input(screen.getByLabelText('Password'), { target: { value: 'pass_good' } });
    await act(async () => {
      host.onBack();
      host.onSelectProvider('other');
      await flush();
    });
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('');
  });

  it('announces success, and closes a popup within a second and a half', async () => {
    const { user, close } = await showLogin({ surface: 'popup' });
    await act(() => user.login());
    expect(screen.getByRole('button', { name: 'Close' })).toBeTruthy();
    await act(() => user.allow());
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
    const heading = screen.getByRole('heading', { name: connected });
    // Only screen readers have the time for more.
    const backTo = fill(en.backTo, { application: 'Demo Taxes' });
    const rest = `${en.closing}${backTo}`;
    expect(document.querySelector('.view')?.textContent).toBe(`DTST${connected}${rest}`);
    expect(screen.getByText(en.closing).className).toBe('visually-hidden');
    expect(heading.closest('[role=status]')).toBeTruthy();
    expect(document.activeElement).toBe(heading);
    expect(close).not.toHaveBeenCalled();
    expect(successMs).toBeLessThan(1500);
    await waitFor(() => expect(close).toHaveBeenCalledOnce(), { timeout: 2 * successMs });
    // A browser may keep the window open.
    expect(await screen.findByText(en.link.done)).toBeTruthy();
    expect(document.querySelector('.waiting')?.textContent).toBe('');
    expect(screen.getByText('user_good').closest('[role=status]')).toBeTruthy();
    expect(screen.queryByRole('button', { name: backTo })).toBeNull();
  });

  it('gives every failure a different title, which the text does not repeat', () => {
    const notices = problemCodes.map((code) => en.notices[code]);
    expect(new Set(notices.map(({ title }) => title)).size).toBe(problemCodes.length);
    for (const { title, advice } of notices) expect(advice).not.toContain(title);
  });

  it('tells each failure, offers Start again only when a new flow can help, and marks only what has gone wrong', async () => {
    const inVain: ProblemCode[] = [];
    const calm: ProblemCode[] = [];
    for (const code of problemCodes) {
      await showFailure(code);
      const { title, advice } = en.notices[code];
      const parties = { application: 'Demo Taxes', ...unnamed };
      expect(screen.getByRole('heading').textContent).toBe(fill(title, parties));
      expect(screen.getByRole('alert').textContent).toBe(fill(title + advice, parties));
      const again = code === 'provider_unavailable' ? en.another : en.startAgain;
      if (!screen.queryByRole('button', { name: again })) inVain.push(code);
      if (!document.querySelector('.parties--problem')) calm.push(code);
      expect(document.querySelectorAll('.button--primary').length).toBeLessThanOrEqual(1);
      cleanup();
    }
    expect(inVain).toEqual([
      ...['account_locked', 'access_denied', 'host_gone', 'invalid_options', 'no_host'],
      ...['not_received', 'origin_not_allowed', 'protocol_error', 'request_blocked'],
      ...['session_ended', 'submission_limit_reached', 'unknown_client'],
    ]);
    expect(calm).toEqual([
      ...['access_denied', 'connection_lost', 'host_gone', 'invalid_request', 'invalid_step'],
      ...['no_host', 'offline', 'provider_unavailable', 'rate_limited', 'session_expired'],
      ...['session_ended', 'storage_blocked', 'timeout', 'too_many_attempts'],
    ]);
  });

  it.each([
    ['redirect', 'session_ended', ['Copy', 'Back']],
    ['redirect', 'session_expired', ['Copy', 'Start again', 'Back']],
    ['redirect', 'offline', ['Copy', 'Start again']],
    ['popup', 'session_expired', ['Copy', 'Back']],
    ['popup', 'no_host', ['Copy', 'Back']],
    ['frame', 'session_expired', []],
  ] as const)('in a %s leads from the failure %s back to the application', async (...row) => {
    const [surface, code, expected] = row;
    const returnAddress = surface === 'redirect' ? 'https://app.example/callback' : null;
    await showFailure(code, { surface, returnAddress });
    const backTo = fill(en.backTo, { application: 'Demo Taxes' });
    const names = screen.queryAllByRole('button').map(({ textContent }) => textContent);
    expect(names).toEqual(expected.map((name) => (name === 'Back' ? backTo : name)));
    const main = document.querySelector('.button--primary')?.textContent;
    expect(main).toBe(names.find((name) => name !== 'Copy'));
  });

  it('shows the reference for copying, also without a response of the service', async () => {
    const writeText = vi.fn(() => Promise.resolve());
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
    await showFailure('connection_lost', { surface: 'popup' });
    expect(screen.getByText('K7QF-3M9T')).toBeTruthy();
    writeText.mockRejectedValueOnce(new Error('The browser refused it.'));
    fireEvent.click(screen.getByRole('button', { name: en.copy }));
    await waitFor(() => expect(`${getSelection()}`).toBe('K7QF-3M9T'));
    fireEvent.click(screen.getByRole('button', { name: en.copy }));
    await screen.findByRole('button', { name: en.copied });
    expect(writeText).toHaveBeenCalledWith('K7QF-3M9T');
    vi.unstubAllGlobals();
  });

  it.each([
    [
      'on request',
      'session_expired',
      () => screen.getByRole('button', { name: en.startAgain }).click(),
    ],
    ['when it is online again', 'offline', () => fireEvent(window, new Event('online'))],
  ] as const)('starts the redirect flow again %s', async (_, code, ask) => {
    const { restart } = await showFailure(code);
    ask();
    expect(restart).toHaveBeenCalledOnce();
  });

  it('retries the provider of its own selector, and can be closed instead', async () => {
    const page = showPage({ surface: 'popup' });
    const { user, client, close } = page;
    await act(() => user.start());
    client.provider.mockReturnValueOnce(refuse('timeout'));
    const option = await findOption(/Other Tax/);
    await act(() => void fireEvent.click(option));
    fireEvent.click(await screen.findByRole('button', { name: 'Close' }));
    expect(close).toHaveBeenCalledOnce();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(page.shown.view.kind).toBe('login'));
    const asked = client.provider.mock.calls.map(([{ provider_id }]) => provider_id);
    expect(asked).toEqual(['other', 'other']);
  });

  it('retries going back, not the form, when going back has failed', async () => {
    const page = await showLogin({ surface: 'popup' });
    const { user, client } = page;
    client.back.mockReturnValueOnce(refuse('offline'));
    await act(() => user.goBack());
    fireEvent(window, new Event('online'));
    await waitFor(() => expect(page.shown.view.kind).toBe('select'));
    expect(client.back).toHaveBeenCalledTimes(2);
    expect(client.login).not.toHaveBeenCalled();
  });

  it('shows a waiting message after one second, and another after three', async () => {
    vi.useFakeTimers();
    const { user, client } = showPage();
    client.start.mockReturnValueOnce(new Promise(() => undefined));
    await act(() => void user.start(session));
    const status = screen.getByRole('status');
    const [firstMs, secondMs] = levelsMs;
    wait(firstMs - 1);
    expect(status.textContent).toBe('');
    wait(1);
    expect(status.textContent).toBe('Preparing…');
    wait(secondMs - firstMs);
    expect(status.textContent).toContain('Still working');
  });

  it('keeps the message of a second wait, whose first one was short', async () => {
    vi.useFakeTimers();
    const { client, dispatch } = await showLogin({ surface: 'popup' });
    const respond = holdAnswer(client.login);
    act(() => dispatch('login', { username: 'user_mfa', password: 'pass_good' }));
    wait(1500);
    await act(async () => {
      respond({ ok: true, value: challenge() });
      await flush();
    });
    client.answer.mockReturnValueOnce(new Promise(() => undefined));
    act(() => dispatch('submitAnswer', '123456'));
    for (const ms of [1000, 900]) {
      wait(ms);
      expect(screen.getByRole('status').textContent).toBe(en.waiting.mfa);
    }
  });

  it('says once that it waits for an approval, however long an answer takes', async () => {
    vi.useFakeTimers();
    const { client, user, dispatch } = await showLogin({ surface: 'popup' });
    client.login.mockReturnValueOnce(answer(challenge({ kind: 'push' })));
    await act(() => user.login('user_mfa'));
    client.answer.mockReturnValueOnce(new Promise(() => undefined));
    act(() => dispatch('submitAnswer', ''));
    wait(levelsMs[1]);
    const said = screen.getAllByRole('status').map(({ textContent }) => textContent);
    expect(said.filter(Boolean)).toEqual([en.waiting.push]);
  });
});
