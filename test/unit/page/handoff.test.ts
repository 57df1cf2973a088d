// @vitest-environment happy-dom

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Place } from '../../../src/connect/page/phase.ts';
import type { ResultOf } from '../../../src/connect/page/requests.ts';
import {
  act,
  back,
  decide,
  failureOf,
  joined,
  kindOf,
  login,
  popup,
  prepareBrowser,
  problem,
  reach,
  restoreBrowser,
  secret,
  type TestPage,
  welcome,
} from './drive-page.ts';
import {
  answer,
  askedQuestion,
  createTestPage,
  flush,
  popupSession,
  refuse,
  session,
  startedFlow,
} from './support.tsx';

beforeEach(prepareBrowser);
afterEach(restoreBrowser);

/** A frame whose flow continues in a popup. */
async function openSharing(): Promise<TestPage> {
  const page = await reach('select');
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
  const openBound = async () => {
    const page = createTestPage();
    page.client.start.mockReturnValueOnce(answer({ ...startedFlow, session: bound }));
    return await welcome(session, page);
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

  it('that starts in a hidden tab listens once it is shown', async () => {
    const page = createTestPage();
    page.client.start.mockReturnValueOnce(answer({ ...startedFlow, session: bound }));
    page.dispatch('visibilityChanged', true);
    await welcome(session, page);
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
  it('reports the popup’s progress to the host, each event once', async () => {
    const page = await openSharing();
    const { say } = stream(page);
    say({ handoff: 'waiting', step: 'login', provider_id: 'sandbox' });
    say({ handoff: 'asked', number: '1234' });
    say({ handoff: 'joined', step: 'select', provider_id: null });
    say({ handoff: 'joined', step: 'login', provider_id: 'sandbox' });
    say({ handoff: 'joined', step: 'mfa', provider_id: 'sandbox' });
    say({ handoff: 'joined', step: 'consent', provider_id: 'sandbox' });
    expect(page.sent).toEqual([
      ['handoff_changed', 'waiting'],
      ['handoff_asked', '1234'],
      ['handoff_changed', 'joined'],
      ['step', 'select'],
      ['provider_selected', 'sandbox'],
      ['step', 'login'],
      ['step', 'consent'],
    ]);
  });

  it('reports a missing popup, and its step when it is back', async () => {
    const page = await openSharing();
    const { say } = stream(page);
    say({ handoff: 'joined', step: 'login', provider_id: 'sandbox' });
    page.sent.length = 0;
    say({ handoff: 'left', step: 'login', provider_id: 'sandbox' });
    say({ handoff: 'joined', step: 'login', provider_id: 'sandbox' });
    expect(page.sent).toEqual([
      ['handoff_changed', 'left'],
      ['handoff_changed', 'joined'],
      ['step', 'login'],
    ]);
  });

  it('ends when the popup cannot continue, and stops listening', async () => {
    const page = await openSharing();
    stream(page).say({ handoff: 'failed', step: 'select', provider_id: null });
    await stream(page).end();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(page.sent).toEqual([['error', expect.objectContaining({ retryable: true })]]);
    expect(page.streams).toHaveLength(1);
  });

  it('reports a denial, and requests no code', async () => {
    const page = await openSharing();
    stream(page).say({ handoff: 'joined', step: 'denied', provider_id: 'sandbox' });
    await stream(page).end();
    expect(page.sent.at(-1)).toEqual(['exit', 'denied']);
    expect(page.handoffs.code).not.toHaveBeenCalled();
  });

  it('listens again a second after its connection breaks, and repeats nothing', async () => {
    const page = await openSharing();
    const event = { handoff: 'joined', step: 'login', provider_id: 'sandbox' } as const;
    stream(page).say(event);
    await stream(page).end();
    await vi.advanceTimersByTimeAsync(999);
    expect(page.handoffs.listen).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(page.handoffs.listen).toHaveBeenCalledTimes(2);
    const before = page.sent.length;
    stream(page).say(event);
    expect(page.sent).toHaveLength(before);
    stream(page).say({ ...event, step: 'allowed' });
    await stream(page).end();
    expect(page.sent.at(-1)?.[0]).toBe('code');
  });

  it('stops when the service reports the end', async () => {
    const page = await openSharing();
    stream(page).say({ handoff: 'over' });
    await stream(page).end();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(page.handoffs.listen).toHaveBeenCalledOnce();
    expect(page.sent).toEqual([]);
  });

  it('reports a refused handoff, a lost stream and a refused code', async () => {
    const unregistered = await reach('select');
    unregistered.handoffs.handoff.mockReturnValueOnce(refuse('invalid_step', false));
    await act(unregistered, ({ host }) => host.onHandoff?.(secret, null));
    expect(unregistered.sent.at(-1)).toMatchObject(['error', { code: 'session_expired' }]);
    expect(unregistered.handoffs.listen).not.toHaveBeenCalled();

    const lost = await openSharing();
    await stream(lost).end(problem('session_expired'));
    expect(lost.sent).toMatchObject([['error', { code: 'session_expired' }]]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(lost.handoffs.listen).toHaveBeenCalledOnce();

    const refused = await openSharing();
    refused.handoffs.code.mockReturnValueOnce(refuse('server_error'));
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
    expect(page.handoffs.code).not.toHaveBeenCalled();
    expect(page.sent).toEqual([['step', 'select']]);
  });

  it('selects a provider that is picked meanwhile only once it has it back', async () => {
    const page = await openSharing();
    let give = (_: ResultOf<'back'>) => {};
    page.client.back.mockReturnValueOnce(new Promise((resolve) => (give = resolve)));
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

  it('takes it back before another popup is registered', async () => {
    const page = await reach('select');
    const { handoff } = page.handoffs;
    let finish = (_: ResultOf<'handoff'>) => {};
    handoff.mockReturnValueOnce(new Promise((resolve) => (finish = resolve)));
    await act(page, ({ host }) => host.onHandoff?.(secret, null));
    await act(page, ({ host }) => host.onBack());
    await act(page, ({ host }) => host.onHandoff?.('i'.repeat(43), null));
    await act(page, () => finish({ ok: true, value: { handoff: 'waiting' } }));
    const [first, second] = handoff.mock.invocationCallOrder;
    const [back] = page.client.back.mock.invocationCallOrder;
    expect(Number(first)).toBeLessThan(Number(back));
    expect(Number(back)).toBeLessThan(Number(second));
  });

  it('takes it back only after the handoff was registered', async () => {
    const page = await reach('select');
    let register = (_: ResultOf<'handoff'>) => {};
    page.handoffs.handoff.mockReturnValueOnce(new Promise((resolve) => (register = resolve)));
    page.host.onHandoff?.(secret, null);
    await act(page, () => page.host.onBack());
    expect(page.client.back).not.toHaveBeenCalled();
    await act(page, () => register({ ok: true, value: { handoff: 'waiting' } }));
    expect(page.client.back).toHaveBeenCalledOnce();
    expect(page.handoffs.listen).not.toHaveBeenCalled();
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
    expect(page.handoffs.leave).toHaveBeenCalledTimes(1);
    page.host.onClose();
    expect(page.handoffs.leave).toHaveBeenCalledTimes(2);
    expect(stream(page).signal.aborted).toBe(true);
    page.dispatch('hide');
    expect(page.handoffs.leave).toHaveBeenCalledTimes(2);

    const done = await openSharing();
    stream(done).say({ handoff: 'joined', step: 'denied' });
    await stream(done).end();
    done.dispatch('hide');
    expect(done.handoffs.leave).not.toHaveBeenCalled();
  });

  it('says once that its user has left, when it closes or is unloaded before a decision', async () => {
    const closed = await reach('login');
    closed.host.onClose();
    closed.dispatch('hide');
    const unloaded = await reach('login');
    unloaded.dispatch('hide');
    for (const { handoffs } of [closed, unloaded]) {
      expect(handoffs.leave).toHaveBeenCalledExactlyOnceWith(false);
    }
    const decided = await reach('consent');
    decided.client.consent.mockReturnValue(answer({ denied: true as const }));
    await act(decided, decide('deny'));
    decided.dispatch('hide');
    decided.host.onClose();
    expect(decided.handoffs.leave).not.toHaveBeenCalled();
  });
});

/** A popup without a host, whose address has a handoff. */
async function openCutOff(place: Place = popup, prepare: (page: TestPage) => void = () => {}) {
  const page = createTestPage({ place, handoff: secret, isReloaded: true });
  prepare(page);
  page.dispatch('hostMissing');
  await flush();
  return page;
}

describe('a popup that is cut off', () => {
  it('asks as soon as the frame is ready, for twenty seconds', async () => {
    const ready = await openCutOff(popup, ({ handoffs }) =>
      handoffs.ask.mockReturnValueOnce(refuse('invalid_step')),
    );
    await vi.advanceTimersByTimeAsync(500);
    expect(kindOf(ready)).toBe('question');
    const never = await openCutOff(popup, ({ handoffs }) =>
      handoffs.ask.mockReturnValue(refuse('invalid_step')),
    );
    await vi.advanceTimersByTimeAsync(19_900);
    expect(never.handoffs.ask.mock.calls.length).toBeGreaterThan(30);
    expect(kindOf(never)).toBe('starting');
    await vi.advanceTimersByTimeAsync(1000);
    expect(failureOf(never)).toBe('no_host');
    expect(never.handoffs.listen).not.toHaveBeenCalled();
  });

  it('asks no more once it has ended between two tries', async () => {
    const page = await openCutOff(popup, ({ handoffs }) =>
      handoffs.ask.mockReturnValue(refuse('invalid_step')),
    );
    await vi.advanceTimersByTimeAsync(700);
    await act(page, ({ dispatch }) => dispatch('hostClosed'));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(page.handoffs.ask).toHaveBeenCalledTimes(2);
  });

  it('does not ask again after a refusal', async () => {
    const page = await openCutOff(popup, ({ handoffs }) =>
      handoffs.ask.mockReturnValue(refuse('origin_not_allowed', false)),
    );
    await vi.advanceTimersByTimeAsync(30_000);
    expect(page.handoffs.ask).toHaveBeenCalledOnce();
    expect(failureOf(page)).toBe('no_host');
  });

  it('asks again after a wrong number, and ends when the service has heard enough', async () => {
    const page = await openCutOff(popup, ({ handoffs }) =>
      handoffs.ask.mockReturnValue(answer({ ...askedQuestion, needs_number: true })),
    );
    page.handoffs.join.mockReturnValueOnce(refuse('wrong_number', false));
    await act(page, () => page.dispatch('confirmPopup', '0000'));
    expect(kindOf(page)).toBe('question');
    expect(page.shown.problem?.code).toBe('wrong_number');
    page.handoffs.join.mockReturnValueOnce(refuse('origin_not_allowed', false));
    await act(page, () => page.dispatch('confirmPopup', '1111'));
    expect(failureOf(page)).toBe('no_host');
    expect(page.handoffs.join.mock.calls.map(([{ number }]) => number)).toEqual(['0000', '1111']);
  });

  it('at the provider’s site ends when no frame waits for it', async () => {
    const page = await openCutOff(back(popup, 'code=a'), ({ handoffs }) =>
      handoffs.join.mockReturnValue(refuse('invalid_step')),
    );
    await vi.advanceTimersByTimeAsync(11_000);
    expect(failureOf(page)).toBe('host_gone');
    expect(page.client.return).not.toHaveBeenCalled();
  });
});

async function openJoined(): Promise<TestPage> {
  const page = await openCutOff();
  await act(page, () => page.dispatch('confirmPopup', null));
  return page;
}

async function openJoinedAtConsent(): Promise<TestPage> {
  const page = await openJoined();
  await act(page, () => page.dispatch('selectProvider', 'sandbox'));
  await act(page, login);
  page.client.consent.mockReturnValue(answer({ allowed: true as const }));
  return page;
}

describe('a popup that has joined', () => {
  it('closes when the flow has continued without it', async () => {
    const page = await openJoined();
    page.streams[0]?.say({ handoff: 'joined' });
    page.streams[0]?.say({ handoff: 'over' });
    await page.streams[0]?.end();
    expect(failureOf(page)).toBe('host_gone');
    expect(close).toHaveBeenCalledOnce();
    expect(page.handoffs.leave).not.toHaveBeenCalled();
  });

  it('closes when the service no longer knows it', async () => {
    const page = await openJoined();
    await page.streams[0]?.end(problem('session_expired'));
    expect(kindOf(page)).toBe('failed');
    expect(close).toHaveBeenCalledOnce();
  });

  it('stays open when only its connection breaks, and reconnects after half a second', async () => {
    const page = await openJoined();
    page.streams[0]?.say({ handoff: 'joined' });
    await page.streams[0]?.end();
    await vi.advanceTimersByTimeAsync(499);
    expect(page.handoffs.listen).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(page.handoffs.listen).toHaveBeenCalledTimes(2);
    expect(kindOf(page)).toBe('select');
  });

  it('shows for a second that access was denied, then closes', async () => {
    const page = await openJoinedAtConsent();
    page.client.consent.mockReturnValue(answer({ denied: true as const }));
    await act(page, decide('deny'));
    page.streams[0]?.say({ handoff: 'over', step: 'denied' });
    await page.streams[0]?.end();
    expect(kindOf(page)).toBe('denied');
    await vi.advanceTimersByTimeAsync(900);
    expect(close).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(100);
    expect(close).toHaveBeenCalledOnce();
    page.dispatch('hide');
    expect(page.handoffs.leave).not.toHaveBeenCalled();
  });

  it.each([
    ['the frame closes first', true],
    ['the frame does not fetch the code', false],
  ])('shows no success when %s, but an error', async (_, isClosed) => {
    const page = await openJoinedAtConsent();
    await act(page, decide('allow'));
    expect(kindOf(page)).toBe('consent');
    if (isClosed) {
      page.streams[0]?.say({ handoff: 'over' });
      await page.streams[0]?.end();
    } else await vi.advanceTimersByTimeAsync(10_000);
    expect(failureOf(page)).toBe('not_received');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(close).not.toHaveBeenCalled();
  });

  it('gives the frame ten seconds to fetch the code', async () => {
    const page = await openJoinedAtConsent();
    await act(page, decide('allow'));
    await vi.advanceTimersByTimeAsync(9900);
    page.streams[0]?.say({ handoff: 'over', step: 'issued' });
    await page.streams[0]?.end();
    expect(kindOf(page)).toBe('success');
  });

  it('shows success when the code was fetched before its own response arrived', async () => {
    const page = await openJoinedAtConsent();
    page.streams[0]?.say({ handoff: 'over', step: 'issued' });
    await page.streams[0]?.end();
    await act(page, decide('allow'));
    expect(kindOf(page)).toBe('success');
  });

  it('tells the frame nothing when its user goes to the provider’s site', async () => {
    const page = await openJoined();
    await act(page, () => page.dispatch('selectProvider', 'sandbox'));
    await act(page, () => page.dispatch('goToProvider'));
    page.dispatch('hide');
    expect(page.handoffs.leave).not.toHaveBeenCalled();
    expect(page.openSite.mock.calls[0]?.[1]).toMatchObject({ is_joined: true, handoff: secret });
  });

  it('tells the frame when its flow fails, and shows the reason', async () => {
    const page = await openJoined();
    page.client.provider.mockReturnValueOnce(refuse('submission_limit_reached', false));
    await act(page, () => page.dispatch('selectProvider', 'sandbox'));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(kindOf(page)).toBe('failed');
    expect(page.handoffs.leave).toHaveBeenCalledExactlyOnceWith(true);
    expect(page.streams[0]?.signal.aborted).toBe(true);
    expect(close).not.toHaveBeenCalled();
  });

  it('continues after the provider’s site as the same popup, without a host', async () => {
    const page = createTestPage({
      place: back(joined, 'code=a'),
      handoff: secret,
    });
    await flush();
    expect(page.handoffs.join).not.toHaveBeenCalled();
    expect(page.handoffs.listen).toHaveBeenCalledOnce();
    expect(page.client.resume.mock.calls[0]?.[0].binding).toBeNull();
    expect(kindOf(page)).toBe('consent');
  });
});

it('a popup goes from the challenge to the selection when the login is no longer available', async () => {
  const page = await reach('mfa', popupSession);
  page.client.provider.mockReturnValueOnce(refuse('provider_unavailable'));
  await act(page, () => page.dispatch('goBack'));
  expect([kindOf(page), page.shown.problem?.code]).toEqual(['select', 'provider_unavailable']);
});
