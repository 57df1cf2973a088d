// @vitest-environment happy-dom

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Place } from '../../../src/connect/page/phase.ts';
import type { ProblemCode } from '../../../src/connect/page/problems.ts';
import type { FlowEvent } from '../../../src/connect/shapes/flow-answers.ts';
import {
  type Answers,
  act,
  back,
  decide,
  failureOf,
  holdAnswer,
  joined,
  kindOf,
  login,
  messages,
  popup,
  prepareBrowser,
  problem,
  reach,
  restoreBrowser,
  secret,
  type TestPage,
  welcome,
} from './drive-page.ts';
import { answer, createTestPage, flush, refuse, session, startedFlow } from './support.tsx';

beforeEach(prepareBrowser);
afterEach(restoreBrowser);

/** A frame whose flow continues in a popup. */
async function openSharing(answers: Answers = {}): Promise<TestPage> {
  const page = await reach('select', session, answers);
  await act(page, () => page.host.onHandoff?.(secret, 'sandbox'));
  page.sent.length = 0;
  return page;
}

const stream = ({ streams }: TestPage) => {
  const last = streams.at(-1);
  if (!last) throw new Error('No one listens.');
  return last;
};

describe('a frame with a session of the application’s backend', () => {
  const bound = { provider_id: null, locale: null };
  const openBound = (page = createTestPage()) => {
    page.client.start.mockReturnValueOnce(answer({ ...startedFlow, session: bound }));
    return welcome(session, page);
  };

  it('keeps no connection while its tab is hidden, and hears of the end when it is shown', async () => {
    const page = await openBound();
    page.dispatch('visibilityChanged', true);
    expect(page.streams.map(({ signal }) => signal.aborted)).toEqual([true]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(page.streams).toHaveLength(1);

    await act(page, ({ dispatch }) => dispatch('visibilityChanged', false));
    expect(page.streams.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    stream(page).say({ session: 'ended' });
    expect(page.sent.at(-1)).toMatchObject(['error', { code: 'session_expired' }]);
  });

  it('listens again five seconds after each end of its connection', async () => {
    const page = await openBound();
    for (const connections of [1, 2]) {
      await stream(page).end();
      await vi.advanceTimersByTimeAsync(4999);
      expect(page.streams).toHaveLength(connections);
      await vi.advanceTimersByTimeAsync(1);
      expect(page.streams).toHaveLength(connections + 1);
    }
    stream(page).say({ session: 'ended' });
    expect(page.sent.at(-1)).toMatchObject(['error', { code: 'session_expired' }]);
  });

  it('goes on when its session is open, and listens no more once its person has decided', async () => {
    const page = await openBound();
    for (const session of ['open', 'decided'] as const) stream(page).say({ session });
    await stream(page).end();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([page.streams.length, kindOf(page)]).toEqual([1, 'select']);
  });

  it('listens no more once the service has refused it', async () => {
    const page = await openBound();
    await stream(page).end(problem('session_expired'));
    for (const isHidden of [true, false]) page.dispatch('visibilityChanged', isHidden);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([page.streams.length, kindOf(page)]).toEqual([1, 'select']);
  });

  it('that starts in a hidden tab listens once it is shown', async () => {
    const page = createTestPage();
    page.dispatch('visibilityChanged', true);
    await openBound(page);
    expect(page.streams).toEqual([]);
    await act(page, ({ dispatch }) => dispatch('visibilityChanged', false));
    expect(page.streams).toHaveLength(1);
  });

  it('goes on to listen to its popup while its tab is hidden', async () => {
    const page = await openBound();
    await act(page, ({ host }) => host.onHandoff?.(secret, 'sandbox'));
    page.dispatch('visibilityChanged', true);
    expect(stream(page).signal.aborted).toBe(false);
    page.dispatch('visibilityChanged', false);
    expect(page.streams).toHaveLength(2);
  });
});

describe('a frame that shares its flow with a popup', () => {
  const mayRetry = expect.objectContaining({ retryable: true });
  const atLogin = { handoff: 'joined', step: 'login', provider_id: 'sandbox' } as const;

  it('reports the popup’s progress to the host, each event once', async () => {
    const page = await openSharing();
    const { say } = stream(page);
    say({ handoff: 'waiting', step: 'login', provider_id: 'sandbox' });
    say({ handoff: 'asked', number: '1234' });
    say({ handoff: 'joined', step: 'select', provider_id: null });
    for (const step of ['login', 'mfa', 'consent'] as const) say({ ...atLogin, step });
    expect(messages(page)).toEqual([
      ...['handoff_changed waiting', 'handoff_asked 1234', 'handoff_changed joined'],
      ...['step select', 'provider_selected sandbox', 'step login', 'step consent'],
    ]);
  });

  it('reports a missing popup, and its step when it is back', async () => {
    const page = await openSharing();
    for (const handoff of ['joined', 'left', 'joined'] as const) {
      stream(page).say({ ...atLogin, handoff });
    }
    expect(messages(page)).toEqual([
      ...['handoff_changed joined', 'provider_selected sandbox', 'step login'],
      ...['handoff_changed left', 'handoff_changed joined', 'step login'],
    ]);
  });

  it.each<[what: string, event: FlowEvent, told: unknown[]]>([
    ['the popup cannot continue', { handoff: 'failed' }, ['error', mayRetry]],
    ['its user denies access', { ...atLogin, step: 'denied' }, ['exit', 'denied']],
    ['the service reports the end', { handoff: 'over' }, []],
  ])('stops listening when %s, and requests no code', async (_, event, told) => {
    const page = await openSharing();
    stream(page).say(event);
    await stream(page).end();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(page.sent.at(-1) ?? []).toEqual(told);
    expect(page.client.listen).toHaveBeenCalledOnce();
    expect(page.client.code).not.toHaveBeenCalled();
  });

  it('listens again a second after its connection breaks, and repeats nothing', async () => {
    const page = await openSharing();
    stream(page).say(atLogin);
    await stream(page).end();
    await vi.advanceTimersByTimeAsync(999);
    expect(page.client.listen).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(page.client.listen).toHaveBeenCalledTimes(2);
    const before = page.sent.length;
    stream(page).say(atLogin);
    expect(page.sent).toHaveLength(before);
    stream(page).say({ ...atLogin, step: 'allowed' });
    await stream(page).end();
    expect(page.sent.at(-1)?.[0]).toBe('code');
    page.dispatch('hide');
    expect(page.client.leave).not.toHaveBeenCalled();
  });

  it('reports a refused handoff, a lost stream and a refused code', async () => {
    const unregistered = await reach('select', session, { handoff: refuse('invalid_step', false) });
    await act(unregistered, ({ host }) => host.onHandoff?.(secret, null));
    expect(unregistered.sent.at(-1)).toMatchObject(['error', { code: 'session_expired' }]);
    expect(unregistered.client.listen).not.toHaveBeenCalled();

    const lost = await openSharing();
    await stream(lost).end(problem('session_expired'));
    expect(lost.sent).toMatchObject([['error', { code: 'session_expired' }]]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(lost.client.listen).toHaveBeenCalledOnce();

    const refused = await openSharing({ code: refuse('server_error') });
    stream(refused).say({ handoff: 'joined', step: 'allowed' });
    refused.sent.length = 0;
    await stream(refused).end();
    expect(refused.sent).toMatchObject([['error', { code: 'server_error' }]]);
  });

  it('takes it back, and ignores later events of the popup', async () => {
    const page = await openSharing();
    stream(page).say({ handoff: 'joined', step: 'consent', provider_id: 'sandbox' });
    page.sent.length = 0;
    page.host.onBack();
    expect(stream(page).signal.aborted).toBe(true);
    stream(page).say({ handoff: 'joined', step: 'allowed', provider_id: 'sandbox' });
    await flush();
    expect(page.client.back).toHaveBeenCalledOnce();
    expect(page.client.code).not.toHaveBeenCalled();
    expect(page.sent).toEqual([['step', 'select']]);
  });

  it('listens no more when it takes it back between two connections', async () => {
    const page = await openSharing();
    await stream(page).end();
    await act(page, ({ host }) => host.onBack());
    await vi.advanceTimersByTimeAsync(60_000);
    expect(page.client.listen).toHaveBeenCalledOnce();
  });

  it('selects a provider that is picked meanwhile only once it has it back', async () => {
    const page = await openSharing();
    const give = holdAnswer(page.client.back);
    await act(page, ({ host }) => host.onBack());
    await act(page, ({ host }) => host.onSelectProvider('other'));
    expect(page.client.provider).not.toHaveBeenCalled();
    const { providers } = startedFlow;
    await act(page, () => give({ ok: true, value: { step: 'select', providers } }));
    expect(page.sent.slice(-2)).toEqual([
      ['provider_selected', 'other'],
      ['step', 'login'],
    ]);
  });

  it('takes it back again for a provider that is picked after a failure, and tells another', async () => {
    const page = await openSharing();
    page.client.back.mockReturnValueOnce(refuse('connection_lost'));
    await act(page, ({ host }) => host.onBack());
    page.client.back.mockReturnValueOnce(refuse('connection_lost'));
    await act(page, ({ host }) => host.onSelectProvider('other'));
    expect(page.client.back).toHaveBeenCalledTimes(2);
    expect(page.client.provider).not.toHaveBeenCalled();
    expect(page.sent).toMatchObject([['error', { code: 'connection_lost' }]]);
  });

  it('takes it back only after the handoff was registered, and before another popup is', async () => {
    const page = await reach('select');
    const { back, handoff } = page.client;
    const [register, giveBack] = [holdAnswer(handoff), holdAnswer(back)];
    const countRequests = () => [handoff.mock.calls.length, back.mock.calls.length];
    await act(page, ({ host }) => host.onHandoff?.(secret, null));
    await act(page, ({ host }) => host.onBack());
    await act(page, ({ host }) => host.onHandoff?.('i'.repeat(43), null));
    expect(countRequests()).toEqual([1, 0]);
    await act(page, () => register({ ok: true, value: { handoff: 'waiting' } }));
    expect(countRequests()).toEqual([1, 1]);
    await act(page, () => giveBack({ ok: true, value: { step: 'select', providers: [] } }));
    expect(countRequests()).toEqual([2, 1]);
  });

  it('shares it with a newer popup, and ignores the earlier one', async () => {
    const page = await openSharing();
    page.host.onBack();
    await act(page, () => page.host.onHandoff?.('i'.repeat(43), null));
    expect(page.sent).not.toContainEqual(['step', 'select']);
    const [first, second] = page.streams;
    expect([first?.signal.aborted, second?.signal.aborted]).toEqual([true, false]);
    first?.say({ handoff: 'joined', step: 'login' });
    expect(page.sent).toEqual([]);
    second?.say({ handoff: 'waiting' });
    expect(page.sent).toEqual([['handoff_changed', 'waiting']]);
  });

  it('tells the popup when it closes or is unloaded, but not after the end', async () => {
    const page = await openSharing();
    page.dispatch('hide');
    expect(page.client.leave).toHaveBeenCalledTimes(1);
    page.host.onClose();
    expect(page.client.leave).toHaveBeenCalledTimes(2);
    expect(stream(page).signal.aborted).toBe(true);
    page.dispatch('hide');
    expect(page.client.leave).toHaveBeenCalledTimes(2);

    const done = await openSharing();
    stream(done).say({ handoff: 'joined', step: 'denied' });
    await stream(done).end();
    done.dispatch('hide');
    expect(done.client.leave).not.toHaveBeenCalled();
  });

  it('tells the popup when it is unloaded before its own flow has started', async () => {
    const page = createTestPage();
    holdAnswer(page.client.start);
    await welcome(session, page);
    await act(page, ({ host }) => host.onHandoff?.(secret, null));
    page.dispatch('hide');
    expect(page.client.leave).toHaveBeenCalledExactlyOnceWith(false);
  });

  it('says once that its user has left, when it closes or is unloaded before a decision', async () => {
    const closed = await reach('login');
    closed.host.onClose();
    closed.dispatch('hide');
    const unloaded = await reach('login');
    unloaded.dispatch('hide');
    for (const { client } of [closed, unloaded]) {
      expect(client.leave).toHaveBeenCalledExactlyOnceWith(false);
    }
    const decided = await reach('consent');
    await act(decided, decide('deny'));
    decided.dispatch('hide');
    decided.host.onClose();
    expect(decided.client.leave).not.toHaveBeenCalled();
  });
});

/** A popup without a host, whose address has a handoff. The service refuses its first requests to ask or to join. */
async function openCutOff(place: Place = popup, refusals: readonly ProblemCode[] = []) {
  const page = createTestPage({ place, handoff: secret, isReloaded: true });
  for (const code of refusals) {
    page.client.ask.mockReturnValueOnce(refuse(code, code === 'invalid_step'));
    page.client.join.mockReturnValueOnce(refuse(code, code === 'invalid_step'));
  }
  page.dispatch('hostMissing');
  await flush();
  return page;
}

describe('a popup that is cut off', () => {
  const never = Array<ProblemCode>(100).fill('invalid_step');

  it('asks as soon as the frame is ready, for twenty seconds', async () => {
    const ready = await openCutOff(popup, ['invalid_step']);
    await vi.advanceTimersByTimeAsync(500);
    expect(kindOf(ready)).toBe('question');
    // The host can reach this page no more.
    expect(ready.sent).toEqual([['closed']]);
    const late = await openCutOff(popup, never);
    await vi.advanceTimersByTimeAsync(19_900);
    expect(late.client.ask.mock.calls.length).toBeGreaterThan(30);
    expect(kindOf(late)).toBe('starting');
    await vi.advanceTimersByTimeAsync(1000);
    expect(failureOf(late)).toBe('no_host');
    expect(late.client.listen).not.toHaveBeenCalled();
  });

  it('asks no more once it has ended between two tries', async () => {
    const page = await openCutOff(popup, never);
    await vi.advanceTimersByTimeAsync(700);
    await act(page, ({ dispatch }) => dispatch('hostClosed'));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(page.client.ask).toHaveBeenCalledTimes(2);
  });

  it('does not ask again after a refusal', async () => {
    const page = await openCutOff(popup, ['origin_not_allowed']);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(page.client.ask).toHaveBeenCalledOnce();
    expect(failureOf(page)).toBe('no_host');
  });

  it('asks again after a wrong number, and ends when the service has heard enough', async () => {
    const page = await openCutOff();
    const { join } = page.client;
    join.mockReturnValueOnce(refuse('wrong_number', false));
    await act(page, () => page.dispatch('confirmPopup', '0000'));
    expect([kindOf(page), page.shown.problem?.code]).toEqual(['question', 'wrong_number']);
    join.mockReturnValueOnce(refuse('origin_not_allowed', false));
    await act(page, () => page.dispatch('confirmPopup', '1111'));
    expect(failureOf(page)).toBe('no_host');
    expect(join.mock.calls.map(([{ number }]) => number)).toEqual(['0000', '1111']);
  });

  it('at the provider’s site ends when no frame waits for it', async () => {
    const page = await openCutOff(back(popup, 'code=a'), never);
    await vi.advanceTimersByTimeAsync(11_000);
    expect(failureOf(page)).toBe('host_gone');
    expect(page.client.return).not.toHaveBeenCalled();
  });
});

/** The events in a popup that has joined. */
const happenings = {
  select: (page) => act(page, () => page.dispatch('selectProvider', 'sandbox')),
  login: (page) => act(page, login),
  allow: (page) => act(page, decide('allow')),
  deny: (page) => act(page, decide('deny')),
  'to the site': (page) => act(page, () => page.dispatch('goToProvider')),
  hide: (page) => act(page, () => page.dispatch('hide')),
  'limit reached': (page) => {
    page.client.provider.mockReturnValueOnce(refuse('submission_limit_reached', false));
    return act(page, () => page.dispatch('selectProvider', 'sandbox'));
  },
  // The service says that the flow goes on without the popup.
  over: (page) => endStream(page, { handoff: 'over' }),
  issued: (page) => endStream(page, { handoff: 'over', step: 'issued' }),
  denied: (page) => endStream(page, { handoff: 'over', step: 'denied' }),
  'cut off': (page) => endStream(page, { handoff: 'joined' }),
  forgotten: (page) => stream(page).end(problem('session_expired')),
} satisfies Readonly<Record<string, (page: TestPage) => Promise<void>>>;

/** A number waits for that many milliseconds. */
type Happening = keyof typeof happenings | number;

async function endStream(page: TestPage, event: FlowEvent): Promise<void> {
  stream(page).say(event);
  await stream(page).end();
}

/** A popup that has joined the flow of a frame, after the happenings. */
async function openJoined(...list: readonly Happening[]): Promise<TestPage> {
  const page = await openCutOff();
  const { consent } = page.client;
  consent.mockImplementation(({ decision }) =>
    answer(decision === 'allow' ? { allowed: true as const } : { denied: true as const }),
  );
  await act(page, () => page.dispatch('confirmPopup', null));
  for (const happening of list) {
    if (typeof happening === 'number') await vi.advanceTimersByTimeAsync(happening);
    else await happenings[happening](page);
  }
  return page;
}

describe('a popup that has joined', () => {
  const toConsent = ['select', 'login'] as const;
  const lost = 'not_received';
  const limit = 'submission_limit_reached';

  it.each<[what: string, list: Happening[], shown: string, closed: number, left?: boolean]>([
    ['closes when the flow has continued without it', ['over'], 'host_gone', 1],
    ['closes when the service no longer knows it', ['forgotten'], 'host_gone', 1],
    ['stays open when only its connection breaks', ['cut off', 20_000], 'select', 0],
    ['shows that access was denied', [...toConsent, 'deny', 'denied', 900], 'denied', 0],
    ['closes a second after that', [...toConsent, 'deny', 'denied', 1000, 'hide'], 'denied', 1],
    ['waits for the frame', [...toConsent, 'allow', 9900], 'consent', 0],
    ['gives the frame ten seconds', [...toConsent, 'allow', 9900, 'issued'], 'success', 0],
    ['shows success for a code fetched early', [...toConsent, 'issued', 'allow'], 'success', 0],
    ['has failed if the frame closes', [...toConsent, 'allow', 'over', 10_000], lost, 0, true],
    ['shows no success for an unfetched code', [...toConsent, 'allow', 20_000], lost, 0, true],
    ['tells the frame when its flow fails, and why', ['limit reached', 10_000], limit, 0, true],
    ['tells the frame when its user leaves', ['select', 'hide'], 'login', 0, false],
    ['says nothing from the provider’s site', ['select', 'to the site', 'hide'], 'login', 0],
  ])('%s', async (...[, list, shown, closed, left]) => {
    const page = await openJoined(...list);
    expect(failureOf(page) ?? kindOf(page)).toBe(shown);
    expect(close).toHaveBeenCalledTimes(closed);
    expect(page.client.leave.mock.calls).toEqual(left === undefined ? [] : [[left]]);
  });

  it('reconnects half a second after its connection breaks, and no more after a failure', async () => {
    const page = await openJoined('cut off', 499);
    expect(page.client.listen).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(page.client.listen).toHaveBeenCalledTimes(2);
    await happenings['limit reached'](page);
    expect(stream(page).signal.aborted).toBe(true);
  });

  it('joins again after the provider’s site with what it has kept', async () => {
    const { openSite } = await openJoined('select', 'to the site');
    expect(openSite.mock.calls[0]?.[1]).toMatchObject({ is_joined: true, handoff: secret });
  });

  it('tells the frame when it closes on its way back from the provider’s site', () => {
    const page = createTestPage({ place: back(joined, 'code=a'), handoff: secret });
    page.dispatch('hide');
    expect(page.client.leave).toHaveBeenCalledExactlyOnceWith(false);
  });

  it('continues after the provider’s site as the same popup, without a host', async () => {
    const page = createTestPage({ place: back(joined, 'code=a'), handoff: secret });
    await flush();
    expect(page.client.join).not.toHaveBeenCalled();
    expect(page.client.listen).toHaveBeenCalledOnce();
    expect(page.client.resume.mock.calls[0]?.[0].binding).toBeNull();
    expect(kindOf(page)).toBe('consent');
  });
});
