// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Place } from '../../../src/connect/page/phase.ts';
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
} from './drive-page.ts';
import { answer, askedQuestion, createTestPage, flush, popupSession, refuse } from './support.tsx';

beforeEach(prepareBrowser);
afterEach(restoreBrowser);

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
