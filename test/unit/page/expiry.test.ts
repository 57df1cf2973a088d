// @vitest-environment happy-dom
import type { PageSession } from 'tax-connect/page';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  messages,
  prepareBrowser,
  reach,
  restoreBrowser,
  secret,
  type TestPage,
} from './drive-page.ts';
import { answer, flush, popupSession, refuse, session } from './support.tsx';

beforeEach(prepareBrowser);
afterEach(restoreBrowser);

/** The events by which a person at work is seen. */
const signs = ['keydown', 'pointerdown', 'input'] as const;
type Sign = (typeof signs)[number];

/** A person's action; a number waits for that many minutes. */
type Action = number | Sign | 'keep going' | 'allow' | 'deny' | 'to popup' | 'back in modal';

async function perform(page: TestPage, ...list: readonly Action[]): Promise<void> {
  const give = (name: string) => () => void document.dispatchEvent(new Event(name));
  const does: Readonly<Record<Exclude<Action, number>, () => void>> = {
    ...{ keydown: give('keydown'), pointerdown: give('pointerdown'), input: give('input') },
    'keep going': () => page.dispatch('keepGoing'),
    allow: () => page.dispatch('decide', 'allow'),
    deny: () => page.dispatch('decide', 'deny'),
    'to popup': () => page.host.onHandoff?.(secret, 'sandbox'),
    'back in modal': () => page.host.onBack(),
  };
  for (const action of list) {
    if (typeof action === 'number') await vi.advanceTimersByTimeAsync(action * 60_000);
    else does[action]();
    await flush();
  }
}

/** The view, and the seconds since the user was active, as the page has told the service. */
const read = ({ client, shown }: TestPage) => [
  shown.isExpiring ? 'question' : shown.view.kind,
  ...client.stay.mock.calls.map(([body]) => body.idle_seconds),
];

describe('a flow that is about to end', () => {
  type Step = 'login' | 'consent' | 'select';
  it.each<[what: string, at: Step, list: Action[], read: unknown[], given?: PageSession]>([
    ['asks nothing before its last two minutes', 'login', [27.9], ['login']],
    ['asks two minutes before its end', 'login', [28], ['question']],
    ['goes on when the user answers', 'login', [28, 'keep going', 27], ['login', 0]],
    ['asks again as much later', 'login', [28, 'keep going', 28, 'keep going'], ['login', 0, 0]],
    ['ends by itself when no one answers', 'consent', [28, 2], ['failed']],
    ['asks one who has typed only before that', 'login', [20, 'input', 36], ['question', 8 * 60]],
    ['goes on unasked while the host draws the selector', 'select', [28, 28], ['select', 0, 0]],
    ['leaves an ended flow alone', 'consent', ['deny', 31], ['denied']],
    ['leaves the question to the popup that has it', 'select', ['to popup', 40], ['select']],
    ['goes on with its flow back', 'select', ['to popup', 40, 'back in modal', 3], ['select', 0]],
    ['asks at its own selector', 'select', [28], ['question'], popupSession],
  ])('%s', async (...[, at, list, expected, given]) => {
    const page = await reach(at, given);
    await perform(page, ...list);
    expect(read(page)).toEqual(expected);
  });

  it.each(signs)('does not ask a user whose last %s was after the start', async (sign) => {
    const page = await reach('login');
    await perform(page, 20, sign, 8);
    expect(read(page)).toEqual(['login', 8 * 60]);
  });

  it('tells the host about its end, once', async () => {
    const page = await reach('consent');
    await perform(page, 31);
    expect(page.sent.at(-1)).toMatchObject(['error', { code: 'session_expired' }]);
    const before = messages(page);
    await perform(page, 31);
    expect(messages(page)).toEqual(before);
  });

  it('does not ask again when it cannot live longer', async () => {
    const page = await reach('login', session, { stay: answer({ expires_in: 100 }) });
    await perform(page, 28, 'keep going', 1.6);
    expect(read(page)).toEqual(['login', 0]);
    await perform(page, 0.1);
    expect(read(page)).toEqual(['failed', 0]);
  });

  it('asks again after a lost answer, and ends when the service says so', async () => {
    const page = await reach('login', session, { stay: refuse('connection_lost') });
    page.client.stay.mockReturnValueOnce(refuse('timeout'));
    await perform(page, 28, 'keep going', 'keep going');
    expect(read(page)).toEqual(['question', 0, 0]);
    page.client.stay.mockReturnValueOnce(refuse('session_expired'));
    await perform(page, 'keep going');
    expect(read(page)).toEqual(['failed', 0, 0, 0]);
  });

  it('leaves a sent decision alone', async () => {
    const page = await reach('consent', session, { consent: new Promise(() => undefined) });
    await perform(page, 'allow', 31);
    expect(read(page)).toEqual(['consent']);
  });
});
