import { signal } from '@preact/signals-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDrawing, type DrawingOptions } from '../../../src/sdk/host/draw.ts';
import type { SessionState } from '../../../src/sdk/host/phase.ts';
import type { ModalActions, ModalOptions } from '../../../src/sdk/ui/modal-model.ts';
import { mountModal } from '../../../src/sdk/ui/mount.tsx';
import { createProvider } from '../create-provider.ts';
import {
  anError,
  application,
  atLogin,
  atLoginInWindow,
  atSelector,
  code,
  drive,
  failed,
  finishing,
  framed,
  popupOnly,
  ready,
  say,
  started,
  timedOut,
  withMissedWindow,
  withSilentWindow,
} from './drive.ts';

vi.mock('../../../src/sdk/ui/mount.tsx', () => ({ mountModal: vi.fn() }));

const modal = { focus: vi.fn(), close: vi.fn() };
const root = { name: 'root' };

beforeEach(() => {
  vi.useFakeTimers();
  vi.mocked(mountModal).mockReset().mockReturnValue(modal);
  modal.focus.mockReset();
  modal.close.mockReset();
});

afterEach(() => {
  vi.useRealTimers();
});

/** A drawing of a session in this state. */
function draw(state: SessionState, options: Partial<DrawingOptions> = {}) {
  const current = signal(state);
  const actions = { name: 'actions' } as unknown as ModalActions;
  const onFailure = vi.fn();
  const drawing = createDrawing({
    context: {
      settings: { appearance: { accentColor: 'teal' } },
      surface: { root, id: 'K7QF3M9TABCDEFGH' },
    } as never,
    state: current,
    theme: signal('dark'),
    isInterrupted: { value: true },
    actions,
    locale: 'de',
    prepared: undefined,
    onFailure,
    ...options,
  });
  return { drawing, current, actions, onFailure };
}

const readMounted = () => vi.mocked(mountModal).mock.lastCall?.[0] as ModalOptions;

/** The drawn modal's model, with every part drawn. */
function drawAll(state: SessionState) {
  const { drawing, current } = draw(state);
  drawing.start();
  vi.advanceTimersByTime(1000);
  return { model: readMounted().model, current };
}

describe('the first drawing', () => {
  it('waits for 60 ms, so that the page loads first', () => {
    const { drawing, actions } = draw(drive({}, ...started).state);
    drawing.start();
    vi.advanceTimersByTime(59);
    expect(mountModal).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(readMounted()).toMatchObject({
      root,
      actions,
      appearance: { accentColor: 'teal' },
      locale: 'de',
      reference: 'K7QF-3M9T',
    });
  });

  it('comes at once after a change of the state', () => {
    const { drawing } = draw(drive({}, ...atSelector).state);
    drawing.start();
    drawing.continue();
    expect(mountModal).not.toHaveBeenCalled();
    vi.advanceTimersByTime(0);
    expect(mountModal).toHaveBeenCalledOnce();
  });

  it('is done in three tasks, and once', () => {
    const { drawing } = draw(drive({}, ...atSelector).state);
    drawing.start();
    const parts = [];
    vi.advanceTimersByTime(60);
    for (let task = 0; task < 5; task += 1) {
      parts.push(readMounted().model.drawn.value);
      vi.advanceTimersByTime(1);
    }
    expect(parts).toEqual([0, 1, 2, 2, 2]);
    expect(vi.getTimerCount()).toBe(0);
    drawing.continue();
    vi.advanceTimersByTime(1000);
    expect(mountModal).toHaveBeenCalledOnce();
    expect(readMounted().model.drawn.value).toBe(2);
  });

  it('has the default appearance without another', () => {
    const context = { settings: {}, surface: { root, id: 'K7QF3M9TABCDEFGH' } } as never;
    const { drawing } = draw(drive({}, ...started).state, { context });
    drawing.start();
    vi.advanceTimersByTime(60);
    expect(readMounted().appearance).toEqual({});
  });

  it('never comes after the end', () => {
    const { drawing } = draw(drive({}, ...started).state);
    drawing.start();
    drawing.close();
    drawing.continue();
    vi.advanceTimersByTime(1000);
    expect(mountModal).not.toHaveBeenCalled();
    expect(modal.close).not.toHaveBeenCalled();
    drawing.focus();
  });

  it('may fail, is not repeated, and is reported after the clean-up', () => {
    const cause = new TypeError('no dialog');
    const { drawing, onFailure } = draw(drive({}, ...started).state);
    vi.mocked(mountModal).mockImplementation(() => {
      throw cause;
    });
    onFailure.mockImplementation(() => drawing.continue());
    drawing.start();
    vi.advanceTimersByTime(1000);
    expect(onFailure.mock.calls).toEqual([[cause]]);
    expect(mountModal).toHaveBeenCalledOnce();
  });
});

it('focus and end are the modal’s', () => {
  const { drawing } = draw(drive({}, ...started).state);
  drawing.start();
  vi.advanceTimersByTime(60);
  drawing.focus();
  drawing.close();
  expect(modal.focus).toHaveBeenCalledOnce();
  expect(modal.close).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});

describe('a modal that preload has drawn', () => {
  it('follows the session, with all parts at once', () => {
    const follow = vi.fn();
    const prepared = { modal: { ...modal, follow } } as never;
    const { drawing, actions } = draw(drive({}, ...atSelector).state, { prepared });
    drawing.continue();
    expect(follow).not.toHaveBeenCalled();
    vi.advanceTimersByTime(0);
    const [model, givenActions] = follow.mock.calls[0] ?? [];
    expect(model.drawn.value).toBe(2);
    expect(model.screen.value).toMatchObject({ kind: 'select' });
    expect(givenActions).toBe(actions);
    vi.advanceTimersByTime(1000);
    expect(follow).toHaveBeenCalledOnce();
    expect(mountModal).not.toHaveBeenCalled();
    drawing.close();
    expect(modal.close).toHaveBeenCalledOnce();
  });
});

describe('the screen', () => {
  const screenOf = (...place: Parameters<typeof drive>) =>
    drawAll(drive(...place).state).model.screen.value;
  const providers = [framed, popupOnly];

  it('is a spinner while the page loads, and until the selector can be drawn', () => {
    expect(screenOf({}, ...started)).toEqual({ kind: 'loading' });
    const { drawing } = draw(drive({}, ...atSelector).state);
    drawing.start();
    vi.advanceTimersByTime(61);
    expect(readMounted().model.screen.value).toEqual({ kind: 'loading' });
    vi.advanceTimersByTime(1);
    expect(readMounted().model.screen.value).toMatchObject({ kind: 'select' });
  });

  it('is the selector, with the choice that is pending', () => {
    expect(screenOf({}, ...atSelector)).toEqual({ kind: 'select', providers, busyId: null });
  });

  it('is the page at the login, with the way back to a selection', () => {
    expect(screenOf({}, ...atLogin)).toEqual({ kind: 'page', canGoBack: true });
    const one = say({ type: 'providers', providers: [framed] });
    const login = say({ type: 'step', step: 'login' });
    const without = { kind: 'page', canGoBack: false };
    expect(screenOf({}, ...started, say(ready), one, login)).toEqual(without);
    expect(screenOf({}, ...started, login)).toEqual(without);
  });

  it('is an error, with a window if one may help', () => {
    const error = anError('load_timeout');
    const failure = { kind: 'failed', error, canTryWindow: true, canChoose: false };
    expect(screenOf({}, ...timedOut)).toEqual(failure);
    expect(screenOf({}, ...failed)).toMatchObject({ kind: 'failed', canTryWindow: false });
  });

  it('is an error, with another provider if there are several', () => {
    const unavailable = say({
      type: 'error',
      code: 'provider_unavailable',
      message: '',
      retryable: false,
    });
    const one = say({ type: 'providers', providers: [framed] });
    expect(screenOf({}, ...atSelector, unavailable)).toMatchObject({ canChoose: true });
    expect(screenOf({}, ...started, one, unavailable)).toMatchObject({ canChoose: false });
  });

  it('is the modal’s own while the callback is pending', () => {
    expect(screenOf({}, ...finishing)).toEqual({ kind: 'finishing' });
  });

  it('is the page’s success after a frame, because only the page may show the account', () => {
    const page = { kind: 'page', canGoBack: false };
    expect(screenOf({}, ...finishing, ['callbackDone'])).toEqual(page);
  });

  it('is the modal’s success after a window', () => {
    const done = [...atLoginInWindow, say(code, 'popup'), ['callbackDone']] as const;
    expect(screenOf({}, ...done)).toEqual({ kind: 'connected' });
  });

  it.each([
    ['leaving', [...atLogin, say({ type: 'exit', reason: 'denied' })]],
    ['over', [...atLogin, ['close', 'closed']]],
  ] as const)('stays as it was when the session is %s', (_, end) => {
    const { model, current } = drawAll(drive({}, ...atLogin).state);
    expect(model.screen.value).toEqual({ kind: 'page', canGoBack: true });
    current.value = drive({}, ...end).state;
    expect(model.screen.value).toEqual({ kind: 'page', canGoBack: true });
  });
});

describe('the screen of a window', () => {
  const screenOf = (...place: Parameters<typeof drive>) =>
    drawAll(drive(...place).state).model.screen.value;
  const blocked = [
    ...atSelector,
    ['selectProvider', 'popup-only'],
    ['windowOpened', true],
  ] as const;
  const opened = [['start'], ['windowOpened', false]] as const;

  it.each([
    ['waiting', withSilentWindow],
    ['waiting', atLoginInWindow],
    ['blocked', blocked],
    ['closed', [...atLoginInWindow, ['windowClosed']]],
    ['closed', withMissedWindow],
  ] as const)('is %s', (state, place) => {
    expect(screenOf({}, ...place)).toEqual({
      kind: 'popup',
      state,
      // Its provider cannot be framed.
      canUseFrame: false,
      canGoBack: true,
    });
  });

  it('offers a window, without the frame that a policy blocks', () => {
    const refused = [['start'], ['flowFailed', 'frame', 'frame_blocked']] as const;
    expect(screenOf({}, ...refused)).toEqual({
      kind: 'popup',
      state: 'offered',
      canUseFrame: false,
      canGoBack: false,
    });
  });

  it('offers the frame for a provider that can be framed', () => {
    const screen = screenOf({}, ...timedOut, ['windowOpened', false]);
    expect(screen).toEqual({
      kind: 'popup',
      state: 'waiting',
      canUseFrame: true,
      canGoBack: false,
    });
  });

  it('offers neither frame nor selector when the host wants a window', () => {
    const none = { canUseFrame: false, canGoBack: false };
    expect(screenOf({ display: 'popup' }, ...opened)).toMatchObject(none);
  });

  it('has no way back to a selection of one', () => {
    const one = say({
      type: 'providers',
      providers: [createProvider('only', { surface: 'popup' })],
    });
    expect(screenOf({}, ...started, one)).toMatchObject({ state: 'offered', canGoBack: false });
  });
});

describe('the model', () => {
  it('has the session’s values, as they are at each read', () => {
    const { model, current } = drawAll(drive({}, ...started).state);
    expect([model.application.value, model.frameHeight.value]).toEqual([null, null]);
    expect(model.isConfirmingExit.value).toBe(false);
    expect(model.isInterrupted.value).toBe(true);
    expect(model.theme.value).toBe('dark');
    current.value = drive({}, ...atLogin, say({ type: 'resize', height: 400 })).state;
    expect([model.application.value, model.frameHeight.value]).toEqual([application, 400]);
    expect(model.isConfirmingExit.value).toBe(false);
    current.value = drive({}, ...atLogin, ['requestClose']).state;
    expect(model.isConfirmingExit.value).toBe(true);
  });
});
