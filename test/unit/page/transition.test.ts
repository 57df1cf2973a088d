// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { View } from '../../../src/connect/page/flow.ts';
import type { Page } from '../../../src/connect/page/phase.ts';
import {
  act,
  alone,
  back,
  credentials,
  decide,
  failureOf,
  frame,
  holdAnswer,
  kindOf,
  login,
  messages,
  popup,
  prepareBrowser,
  problem,
  reach,
  restoreBrowser,
  type TestPage,
  welcome,
} from './drive-page.ts';
import {
  answer,
  consented,
  createTestPage,
  flush,
  issued,
  popupSession,
  refuse,
  sandbox,
  session,
  siteProvider,
  startedFlow,
} from './support.tsx';

beforeEach(prepareBrowser);
afterEach(restoreBrowser);

/** The host draws the list, and the answer has it as it is now. */
const backAtList = ['step select', 'providers [object Object],[object Object]'];

/** The host's list appears with its own Back, so the page says at once where it goes. */
const backAtLogin = ['step login', 'provider_selected sandbox', 'step login'];

const selected = ['provider_selected sandbox', 'step login'];

type Action = (page: TestPage) => void;
const select: Action = ({ dispatch }) => dispatch('selectProvider', 'sandbox');
const selectInModal: Action = ({ host }) => host.onSelectProvider('sandbox');
const reportUnlisted: Action = ({ dispatch }) => dispatch('reportUnlisted');
const goBackInModal: Action = ({ host }) => host.onBack();
const goBack: Action = ({ dispatch }) => dispatch('goBack');
const resend: Action = ({ dispatch }) => dispatch('resend');
const goToProvider: Action = ({ dispatch }) => dispatch('goToProvider');
const submitAnswer: Action = ({ dispatch }) => dispatch('submitAnswer', '123456');
const resize =
  (height: number): Action =>
  ({ dispatch }) =>
    dispatch('resize', height);

/** A step, an action, the next step and the messages to the host. */
const rows: Readonly<
  Record<string, readonly [View['kind'], Action, View['kind'], readonly string[]]>
> = {
  Back: ['login', goBack, 'select', backAtList],
  'Back in the modal': ['login', goBackInModal, 'select', backAtList],
  'Back at the challenge': ['mfa', goBack, 'login', backAtLogin],
  'an answer': ['mfa', submitAnswer, 'consent', ['step consent']],
  'another code': ['mfa', resend, 'mfa', []],
  Deny: ['consent', decide('deny'), 'denied', ['exit denied']],
  'Allow, before the host has the code': ['consent', decide('allow'), 'consent', ['code c0de']],
  'an unlisted provider': ['select', reportUnlisted, 'select', ['provider_not_listed']],
  Escape: ['login', ({ dispatch }) => dispatch('requestExit'), 'login', ['exit_requested']],
  Close: ['login', ({ dispatch }) => dispatch('close'), 'login', ['exit_requested']],
  'a height': ['login', resize(456), 'login', ['resize 456']],
};

/** A step, and an action that does not fit it. */
const unfit: Readonly<Record<string, readonly [View['kind'], Action]>> = {
  'a height of nothing': ['login', resize(0)],
  'a height behind the modal’s selector': ['select', resize(28)],
  'a decision at the login': ['login', decide('allow')],
  'a login at the consent': ['consent', login],
  'an answer at the login': ['login', submitAnswer],
  'another code at the login': ['login', resend],
  'Back at the selection': ['select', goBack],
  'a selection at the login': ['login', select],
  'the provider’s site at the consent': ['consent', goToProvider],
  'a confirmed popup at the login': ['login', ({ dispatch }) => dispatch('confirmPopup', null)],
  'a refused popup at the login': ['login', ({ dispatch }) => dispatch('refusePopup')],
  'a received code before Allow': ['consent', ({ host }) => host.onCodeReceived?.()],
};

describe('a page', () => {
  it.each(Object.entries(rows))('%s', async (_, [from, action, to, told]) => {
    const page = await reach(from);
    page.sent.length = 0;
    await act(page, action);
    expect(kindOf(page)).toBe(to);
    expect(messages(page)).toEqual(told);
  });

  it('tells the host each step again when its user goes back and through them again', async () => {
    const page = await reach('consent');
    page.sent.length = 0;
    for (const action of [goBack, select, login]) await act(page, action);
    expect(messages(page)).toEqual([...backAtList, ...selected, 'step consent']);
  });

  it.each(Object.entries(unfit))('ignores %s', async (_, [kind, action]) => {
    const page = await reach(kind);
    page.sent.length = 0;
    await act(page, action);
    expect([kindOf(page), page.sent, page.shown.pending]).toEqual([kind, [], null]);
  });

  it('keeps neither the password nor the code', async () => {
    const page = await reach('consent');
    const seen: Page[] = [page.page.value];
    await act(page, decide('allow'));
    seen.push(page.page.value);
    await act(page, () => page.host.onCodeReceived?.());
    seen.push(page.page.value);
    const kept = JSON.stringify(seen);
    expect(kindOf(page)).toBe('success');
    expect(kept).not.toContain('pass_good');
    expect(kept).not.toContain('c0de');
    expect(kept).toContain('user_good');
  });

  it('sends one request for a button pressed twice', async () => {
    const page = await reach('consent');
    await act(page, () => {
      for (const decision of ['allow', 'allow', 'deny'] as const) page.dispatch('decide', decision);
    });
    expect(page.client.consent).toHaveBeenCalledOnce();
    expect(page.bridge.sendCode).toHaveBeenCalledOnce();
  });

  it.each(['allow', 'deny'] as const)('does not go back while it sends: %s', async (decision) => {
    const page = await reach('consent', session, { consent: new Promise(() => {}) });
    page.dispatch('decide', decision);
    page.dispatch('goBack');
    page.sent.length = 0;
    page.host.onBack();
    expect(page.client.back).not.toHaveBeenCalled();
    expect(page.shown.pending).toBe(decision);
    // The modal already shows its list.
    expect(messages(page)).toEqual(['step consent']);
  });

  it('drops the response to a request that another one has replaced', async () => {
    const page = await reach('login');
    const respond = holdAnswer(page.client.login);
    page.dispatch('login', credentials);
    await act(page, () => page.dispatch('goBack'));
    expect(page.client.login.mock.calls[0]?.[1]?.aborted).toBe(true);
    await act(page, () => respond({ ok: false, problem: problem('session_expired') }));
    expect(kindOf(page)).toBe('select');
    expect(page.shown.problem).toBeNull();
  });

  it('asks for a push’s approval and for another push at once, but for nothing else', async () => {
    const page = await reach('mfa');
    page.client.answer.mockReturnValue(new Promise(() => {}));
    page.dispatch('submitAnswer', '');
    expect(page.shown.pending).toBe('push');
    page.client.resend.mockReturnValueOnce(new Promise(() => {}));
    page.dispatch('resend');
    expect(page.shown.pending).toBe('resend');
    page.dispatch('resend');
    expect(page.client.resend).toHaveBeenCalledOnce();
  });

  it.each([
    ['right', () => answer(consented), 4],
    ['wrong', () => refuse('invalid_credentials'), 4],
    ['of a locked account', () => refuse('account_locked', false), 4],
    ['that the provider did not answer', () => refuse('provider_unavailable'), 4],
    ['that did not arrive', () => refuse('connection_lost'), 3],
  ])('counts a test sign-in %s as the service does', async (_, respond, used) => {
    const page = await reach('consent', session, { login: respond() });
    expect(page.shown.submissions?.used).toBe(used);
    // The host hears of no problem that the form can repeat.
    expect(messages(page).filter((message) => message === 'step login')).toHaveLength(1);
  });
});

describe('a provider that the user picks in the modal right after Back', () => {
  const pick: Action = ({ host }) => host.onSelectProvider('other');
  const told = ['provider_selected other', 'step login'];

  it('is selected as soon as the page has gone back', async () => {
    const page = await reach('login');
    const respond = holdAnswer(page.client.back);
    await act(page, goBackInModal);
    await act(page, pick);
    page.sent.length = 0;
    const { providers } = startedFlow;
    await act(page, () => respond({ ok: true, value: { step: 'select', providers } }));
    expect(messages(page)).toEqual(told);
    expect(page.client.back).toHaveBeenCalledOnce();
  });

  it.each(['login', 'consent'] as const)(
    'is selected although the page could not go back from the %s, which the modal shows',
    async (kind) => {
      const page = await reach(kind, session, { back: refuse('offline') });
      page.sent.length = 0;
      await act(page, goBackInModal);
      expect([messages(page), page.shown.failedTask]).toEqual([[`step ${kind}`], 'back']);
      page.sent.length = 0;
      await act(page, pick);
      expect(messages(page)).toEqual(told);
    },
  );
});

describe('a problem', () => {
  it.each([
    'session_expired',
    'submission_limit_reached',
    'invalid_step',
    'origin_not_allowed',
  ] as const)('%s ends the flow, and the host hears it once', async (code) => {
    const page = await reach('consent', session, { login: refuse(code, false) });
    page.host.onHostUnload?.();
    expect(failureOf(page)).toBe(code);
    expect(page.sent.filter(([name]) => name === 'error')).toHaveLength(1);
  });

  it.each([
    ['timeout', 'connection_lost', true],
    ['invalid_step', 'session_expired', true],
    ['account_locked', 'access_denied', false],
    ['too_many_attempts', 'rate_limited', true],
  ] as const)('%s in the modal’s selector is %s for the host', async (code, known, retryable) => {
    const page = await reach('select', session, { provider: refuse(code, retryable) });
    await act(page, selectInModal);
    expect(kindOf(page)).toBe('failed');
    expect(page.sent.at(-1)).toMatchObject(['error', { code: known, retryable }]);
  });
});

describe('the start', () => {
  const started = ['ready [object Object]', 'providers [object Object],[object Object]'];
  it.each([
    ['no provider', null, 'select', [...started, 'step select']],
    ['a provider', 'sandbox', 'login', [...started, ...selected]],
    ['an unknown provider', 'x', 'select', [...started, 'step select']],
  ] as const)('with %s', async (...[, providerId, kind, told]) => {
    const page = await welcome({ ...session, providerId });
    const { origin, nonce, state, sessionId } = session;
    const binding = { origin, nonce, state, reference: sessionId };
    expect(page.client.start.mock.calls[0]?.[0]).toEqual(binding);
    expect([kindOf(page), page.shown.canGoBack]).toEqual([kind, kind === 'select']);
    expect(messages(page)).toEqual(told);
  });

  const closed = { ...sandbox, id: 'closed', status: 'unavailable' } as const;
  it.each([
    ['a single provider, and the page’s selector', popupSession, [sandbox], 'login'],
    ['a single provider, and the modal’s selector', session, [sandbox], 'select'],
    ['a single provider that is unavailable', popupSession, [closed], 'select'],
    ['an unavailable provider', { ...session, providerId: 'closed' }, [sandbox, closed], 'select'],
  ] as const)('with %s', async (...[, given, providers, kind]) => {
    const start = answer({ ...startedFlow, providers });
    expect(kindOf(await reach('select', given, { start }))).toBe(kind);
  });

  it('lets the user pick another provider when the preselected one is unavailable', async () => {
    const given = { ...popupSession, providerId: 'other' };
    const page = await reach('select', given, { provider: refuse('provider_unavailable') });
    expect(kindOf(page)).toBe('select');
    expect(page.shown.canGoBack).toBe(true);
    expect(page.shown.problem?.code).toBe('provider_unavailable');
    expect(page.sent.at(-1)).toEqual(['step', 'select']);
    await act(page, () => page.dispatch('selectProvider', 'sandbox'));
    expect(kindOf(page)).toBe('login');
  });

  it('goes back before another pick when the answer to the first was lost', async () => {
    // The service is at this provider’s login, and would refuse another provider there.
    const page = await reach('login', popupSession, { provider: refuse('timeout') });
    const { back, provider } = page.client;
    expect(page.shown.problem?.code).toBe('timeout');
    await act(page, () => page.dispatch('selectProvider', 'other'));
    const [, second] = provider.mock.invocationCallOrder;
    expect(back.mock.invocationCallOrder[0]).toBeLessThan(Number(second));
    expect(messages(page).slice(-2)).toEqual(['provider_selected other', 'step login']);
  });

  it.each([
    ['a frame', frame, false, 15_000],
    ['a popup', popup, false, 15_000],
    ['a reloaded popup', popup, true, 5000],
  ])('of %s ends without a welcome in time', async (...[, place, isReloaded, waitMs]) => {
    const silent = createTestPage({ place, isReloaded });
    const welcomed = await welcome(session, createTestPage({ place, isReloaded }));
    await vi.advanceTimersByTimeAsync(waitMs - 1);
    expect(kindOf(silent)).toBe('starting');
    await vi.advanceTimersByTimeAsync(1);
    expect(failureOf(silent)).toBe('no_host');
    expect(silent.sent).toEqual([]);
    expect(kindOf(welcomed)).toBe('select');
  });

  it('begins with a late welcome, too', async () => {
    const page = createTestPage({ place: popup });
    await vi.advanceTimersByTimeAsync(15_000);
    expect(kindOf(page)).toBe('failed');
    await welcome(popupSession, page);
    expect(kindOf(page)).toBe('select');
    expect(messages(page)).not.toContain('closed');
    expect(page.sent.at(-1)).toEqual(['step', 'select']);
  });
});

it('a host that removes the page gets no code from a decision that was under way', async () => {
  const page = await reach('consent');
  const respond = holdAnswer(page.client.consent);
  page.dispatch('decide', 'allow');
  page.host.onClose();
  await act(page, () => respond({ ok: true, value: issued }));
  expect(page.bridge.sendCode).not.toHaveBeenCalled();
  expect(page.sent.at(-1)).toEqual(['closed']);
});

it('the code is success only once the host has it, however late', async () => {
  const page = await reach('consent');
  await act(page, decide('allow'));
  expect(page.bridge.sendCode).toHaveBeenCalledExactlyOnceWith('c0de', session.nonce);
  await vi.advanceTimersByTimeAsync(4999);
  expect(kindOf(page)).toBe('consent');
  await vi.advanceTimersByTimeAsync(1);
  expect(failureOf(page)).toBe('not_received');
  expect(page.client.leave).toHaveBeenCalledExactlyOnceWith(true);
  page.host.onCodeReceived?.();
  expect(kindOf(page)).toBe('success');
});

describe('a popup whose host', () => {
  it.each([
    ['an answer', 'mfa', submitAnswer],
    ['the provider’s address', 'login', goToProvider],
    ['a decision', 'consent', decide('allow')],
  ] as const)('is closed requests no %s, and ends', async (_, kind, action) => {
    const page = await reach(kind, popupSession);
    page.bridge.checkHost.mockResolvedValueOnce('closed');
    await act(page, action);
    expect(failureOf(page)).toBe('host_gone');
    const { answer: sent, authorize, consent } = page.client;
    for (const request of [sent, authorize, consent]) expect(request).not.toHaveBeenCalled();
  });

  it('has the code is closed by it, and not by itself', async () => {
    const page = await reach('consent', popupSession);
    await act(page, decide('allow'));
    page.host.onCodeReceived?.();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(kindOf(page)).toBe('success');
    expect(close).not.toHaveBeenCalled();
  });

  it('is closed lets the user deny', async () => {
    const page = await reach('consent', popupSession);
    page.bridge.checkHost.mockResolvedValue('closed');
    await act(page, decide('deny'));
    expect(kindOf(page)).toBe('denied');
  });

  it.each([
    ['is there closes it', 'there', 0],
    ['is closed does not, so it closes itself', 'closed', 1],
    ['is silent does not, so it closes itself', 'silent', 1],
  ] as const)('%s when its user leaves', async (_, presence, closed) => {
    const page = await reach('login', popupSession);
    page.bridge.checkHost.mockResolvedValueOnce(presence);
    await act(page, () => page.dispatch('confirmExit'));
    expect(page.sent.at(-1)).toEqual(['exit', 'closed']);
    expect(close).toHaveBeenCalledTimes(closed);
    page.dispatch('close');
    expect(close).toHaveBeenCalledTimes(closed + 1);
  });
});

describe('the provider’s own site', () => {
  const redirecting = { ...siteProvider, login: 'redirect' } as const;
  const provider = answer({ step: 'login' as const, provider: redirecting });

  it.each([
    ['not opened from a frame for the provider of the host', session, 'sandbox', 0],
    ['opened from a popup for the provider of the host', popupSession, 'sandbox', 1],
    ['not opened for the only provider, which the user has not picked', popupSession, null, 0],
  ] as const)('is %s', async (...[, given, providerId, visits]) => {
    const start = answer({ ...startedFlow, providers: [sandbox] });
    const page = await reach('select', { ...given, providerId }, { start, provider });
    expect(kindOf(page)).toBe('login');
    expect(page.openSite).toHaveBeenCalledTimes(visits);
    expect(page.client.authorize).toHaveBeenCalledTimes(visits);
  });

  it.each<[what: string, next: Action, visits: number]>([
    ['can be opened again', goToProvider, 2],
    ['is no longer the place of a user who goes back', goBack, 1],
  ])('that does not load in time %s', async (_, next, visits) => {
    const page = await reach('login', popupSession);
    await act(page, () => page.dispatch('goToProvider'));
    await vi.advanceTimersByTimeAsync(15_000);
    expect(page.shown.problem?.code).toBe('timeout');
    await act(page, next);
    expect(page.openSite).toHaveBeenCalledTimes(visits);
    page.dispatch('hide');
    expect(page.client.leave).toHaveBeenCalledTimes(visits === 1 ? 1 : 0);
  });

  it('is not opened where the browser stores nothing, and the host shows the page again', async () => {
    const page = await reach('login', popupSession);
    page.openSite.mockImplementation(() => {
      throw new DOMException('The storage is blocked.');
    });
    for (const visits of [1, 2]) {
      await act(page, ({ dispatch }) => dispatch('goToProvider'));
      expect([page.shown.problem?.code, page.shown.pending]).toEqual(['storage_blocked', null]);
      expect(messages(page).slice(-2)).toEqual(['leaving', 'step login']);
      expect(page.openSite).toHaveBeenCalledTimes(visits);
    }
    page.dispatch('hide');
    expect(page.client.leave).toHaveBeenCalledOnce();
  });

  it('is the end when the service cannot continue after the return', async () => {
    const page = createTestPage({ place: back(alone, 'code=a') });
    page.client.resume.mockReturnValueOnce(refuse('connection_lost'));
    await act(page, ({ dispatch }) => dispatch('open', null));
    expect([failureOf(page), page.client.return.mock.calls]).toEqual(['connection_lost', []]);
  });

  it('is left by the browser’s Back, which shows the old document: it restarts', async () => {
    const page = await reach('login', popupSession);
    page.dispatch('restore');
    expect(page.restart).not.toHaveBeenCalled();
    await act(page, () => page.dispatch('goToProvider'));
    page.dispatch('restore');
    expect(page.restart).toHaveBeenCalledOnce();
  });
});

const cancel: Action = ({ dispatch }) => dispatch('cancel');
const allow = decide('allow');

describe('a link', () => {
  const terms = { connects_again: false, purpose: null, locale: null, redirect_host: null };
  const link = { status: 'open', ...terms } as const;
  const open = () => createTestPage({ place: alone, session: 's', link });
  const begin: Action = ({ dispatch }) => dispatch('begin');

  it('has the reference of the flow that its person begins, once', async () => {
    const page = open();
    expect(kindOf(page)).toBe('link');
    begin(page);
    await act(page, begin);
    expect([kindOf(page), page.page.value.reference]).toEqual(['select', 'M9TXK7QF']);
    expect(page.client.begin).toHaveBeenCalledExactlyOnceWith(
      { client_id: 'test_app', session: 's' },
      expect.anything(),
    );
  });

  it.each<[what: string, way: readonly Action[], last: Action, kind: View['kind']]>([
    ['cancelled before the consent can be begun again', [select], cancel, 'linkOver'],
    ['cancelled at the consent is denied', [select, login], cancel, 'denied'],
    ['allowed without a redirect URI ends on its own page', [select, login], allow, 'success'],
  ])('that is %s', async (...[, way, last, kind]) => {
    const page = open();
    page.client.consent.mockImplementation(({ decision }) =>
      answer(decision === 'allow' ? { connected: true } : { denied: true }),
    );
    for (const step of [begin, ...way, last]) await act(page, step);
    expect(kindOf(page)).toBe(kind);
  });

  it('that has ended since it was opened is loaded again, and then says how it has ended', async () => {
    const page = open();
    page.client.begin.mockReturnValueOnce(refuse('session_expired'));
    await act(page, begin);
    expect(page.restart).toHaveBeenCalledOnce();
    expect(kindOf(page)).toBe('link');
  });
});

it('Back from a challenge shows the list if the provider’s login does not open', async () => {
  const page = await reach('mfa', popupSession);
  page.client.provider.mockReturnValueOnce(refuse('provider_unavailable'));
  await act(page, goBack);
  expect([kindOf(page), page.shown.problem?.code]).toEqual(['select', 'provider_unavailable']);
});

it('listens to the backend’s session until it ends, and not only to the first event', async () => {
  const flow = { ...startedFlow, session: { provider_id: null, locale: null } };
  const page = await reach('select', session, { start: answer(flow) });
  const [hear] = page.client.listen.mock.lastCall ?? [];
  hear?.({ session: 'open' });
  expect(kindOf(page)).toBe('select');
  hear?.({ session: 'ended' });
  expect(failureOf(page)).toBe('session_ended');
});

it('Back shows the list as it is then', async () => {
  const page = await reach('login', popupSession);
  page.client.back.mockReturnValueOnce(answer({ step: 'select', providers: [sandbox] }));
  await act(page, goBack);
  expect([kindOf(page), page.page.value.providers]).toEqual(['select', [sandbox]]);
});

describe('the redirect flow', () => {
  const location = 'https://app.example/callback?code=abc';
  it.each<readonly [name: string, way: readonly Action[], press: Action, 'allow' | 'deny']>([
    ['Cancel at the selection', [], cancel, 'deny'],
    ['Cancel at the login', [select], cancel, 'deny'],
    ['Cancel at the consent', [select, login], cancel, 'deny'],
    ['Deny', [select, login], decide('deny'), 'deny'],
    ['Allow', [select, login], decide('allow'), 'allow'],
  ])('ends at the application, once: %s', async (...[, way, press, decision]) => {
    const replace = vi.spyOn(window.location, 'replace').mockImplementation(() => {});
    const page = createTestPage({ place: alone });
    page.dispatch('open', null);
    await flush();
    for (const step of way) await act(page, step);
    const before = kindOf(page);
    page.client.consent.mockReturnValueOnce(refuse('connection_lost'));
    await act(page, press);
    expect(page.shown.failedTask).toBe(decision);
    expect(kindOf(page)).toBe(before);

    page.client.consent.mockReturnValue(answer({ location }));
    for (const next of [press, cancel, press]) await act(page, next);

    const decisions = page.client.consent.mock.calls.map(([sent]) => sent.decision);
    expect(decisions).toEqual([decision, decision]);
    expect(replace).toHaveBeenCalledExactlyOnceWith(location);
    expect(page.shown.pending).toBe(decision);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(page.shown.problem?.code).toBe('timeout');
    replace.mockRestore();
  });
});
