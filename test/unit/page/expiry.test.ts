// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  act,
  decide,
  kindOf,
  messages,
  prepareBrowser,
  reach,
  restoreBrowser,
  secret,
  type TestPage,
} from './drive-page.ts';
import { answer, flush, popupSession, refuse } from './support.tsx';

const minuteMs = 60_000;

beforeEach(prepareBrowser);
afterEach(restoreBrowser);

/** Lets time pass, and the answers of the service arrive. */
async function wait(minutes: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(minutes * minuteMs);
  await flush();
}

const press = () => document.dispatchEvent(new Event('keydown'));
const isAsking = ({ shown }: TestPage) => shown.isExpiring;

describe('a flow that is about to end', () => {
  it('asks two minutes before its end, and goes on when the user answers', async () => {
    const page = await reach('login');
    await wait(27.9);
    expect(isAsking(page)).toBe(false);
    await wait(0.1);
    expect(isAsking(page)).toBe(true);
    expect(page.client.stay).not.toHaveBeenCalled();
    await act(page, ({ dispatch }) => dispatch('keepGoing'));
    expect(isAsking(page)).toBe(false);
    expect(page.client.stay.mock.calls).toMatchObject([[{ idle_seconds: 0 }, undefined]]);
    await wait(27);
    expect([isAsking(page), kindOf(page)]).toEqual([false, 'login']);
    await wait(1);
    expect(isAsking(page)).toBe(true);
  });

  it('ends by itself when no one answers, and tells the host', async () => {
    const page = await reach('consent');
    await wait(28);
    await wait(2);
    expect([isAsking(page), kindOf(page)]).toEqual([false, 'failed']);
    expect(page.sent.at(-1)).toMatchObject(['error', { code: 'session_expired' }]);
  });

  it('does not ask a user who has typed, and says how long ago', async () => {
    const page = await reach('login');
    await wait(20);
    press();
    await wait(8);
    expect(isAsking(page)).toBe(false);
    expect(page.client.stay.mock.calls).toMatchObject([[{ idle_seconds: 8 * 60 }, undefined]]);
    await wait(28);
    expect(isAsking(page)).toBe(true);
  });

  it('goes on unasked while the host draws the selector', async () => {
    const page = await reach('select');
    await wait(28);
    expect(isAsking(page)).toBe(false);
    expect(page.client.stay.mock.calls).toMatchObject([[{ idle_seconds: 0 }, undefined]]);
  });

  it('asks at its own selector', async () => {
    const page = await reach('select', popupSession);
    await wait(28);
    expect(isAsking(page)).toBe(true);
  });

  it('does not ask again when it cannot live longer', async () => {
    const page = await reach('login');
    page.client.stay.mockReturnValue(answer({ expires_in: 100 }));
    await wait(28);
    await act(page, ({ dispatch }) => dispatch('keepGoing'));
    await wait(1.6);
    expect([isAsking(page), kindOf(page)]).toEqual([false, 'login']);
    await wait(0.1);
    expect(kindOf(page)).toBe('failed');
  });

  it('asks again after a lost answer, and ends when the service says so', async () => {
    const page = await reach('login');
    await wait(28);
    page.client.stay.mockReturnValueOnce(refuse('connection_lost'));
    await act(page, ({ dispatch }) => dispatch('keepGoing'));
    expect(isAsking(page)).toBe(true);
    page.client.stay.mockReturnValueOnce(refuse('session_expired'));
    await act(page, ({ dispatch }) => dispatch('keepGoing'));
    expect(kindOf(page)).toBe('failed');
  });

  it('leaves a sent decision, and an ended flow, alone', async () => {
    const sent = await reach('consent');
    sent.client.consent.mockReturnValue(new Promise(() => undefined));
    await act(sent, decide('allow'));
    const ended = await reach('consent');
    await act(ended, decide('deny'));
    const before = messages(ended);
    await wait(31);
    expect([isAsking(sent), kindOf(sent)]).toEqual([false, 'consent']);
    expect([isAsking(ended), kindOf(ended)]).toEqual([false, 'denied']);
    expect(messages(ended)).toEqual(before);
  });

  it('leaves the question to the popup that has the flow', async () => {
    const page = await reach('select');
    await act(page, ({ host }) => host.onHandoff?.(secret, 'sandbox'));
    await wait(40);
    expect([isAsking(page), kindOf(page)]).toEqual([false, 'select']);
    expect(page.client.stay).not.toHaveBeenCalled();
    await act(page, ({ host }) => host.onBack?.());
    await wait(3);
    expect(page.client.stay).toHaveBeenCalled();
  });
});
