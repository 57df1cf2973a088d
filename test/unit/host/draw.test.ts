// @vitest-environment happy-dom
import { signal } from '@preact/signals-core';
import { fireEvent, within } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FrameSurface } from '../../../src/sdk/host/flow/surfaces/frame.ts';
import { passEvents } from '../../../src/sdk/host/open/shield-events.ts';
import { createDrawing, type DrawingOptions } from '../../../src/sdk/host/session/draw.ts';
import type { SessionState } from '../../../src/sdk/host/session/phase.ts';
import { prepareModal } from '../../../src/sdk/host/session/prepare-modal.ts';
import type { ModalActions } from '../../../src/sdk/ui/modal-model.ts';
import { texts as en } from '../../../src/texts/en.json?modal';
import { createProvider } from '../create-provider.ts';
import { allowFrames } from '../empty-frames.ts';
import { drawAtOnce } from '../ui/fixtures.ts';
import {
  application,
  atLogin,
  atLoginInPopup,
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
  withMissedPopup,
  withSilentPopup,
} from './drive.ts';

let surface: FrameSurface;
let closeLast = () => {};

drawAtOnce();

beforeEach(() => {
  vi.useFakeTimers();
  allowFrames();
  const host = document.createElement('div');
  host.append(document.createElement('iframe'));
  document.body.append(host);
  const root = host.attachShadow({ mode: 'open' });
  surface = { root, id: 'K7QF3M9TABCDEFGH', passEvents } as unknown as FrameSurface;
});

afterEach(() => {
  closeLast();
  document.body.replaceChildren();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const inside = () => within(surface.root as unknown as HTMLElement);
const findDialog = () => surface.root.querySelector('dialog');

/** A drawing of a session in this state. */
function draw(state: SessionState, options: Partial<DrawingOptions> = {}) {
  const current = signal(state);
  const actions = { selectProvider: vi.fn(), requestClose: vi.fn() };
  const onFailure = vi.fn();
  const drawing = createDrawing({
    context: { settings: { appearance: { accentColor: 'teal' } }, surface } as never,
    state: current,
    theme: signal('dark'),
    language: signal(en),
    isInterrupted: { value: false },
    actions: actions as unknown as ModalActions,
    prepared: undefined,
    onFailure,
    ...options,
  });
  closeLast = drawing.close;
  return { drawing, current, actions, onFailure };
}

/** The session's modal, with every part drawn. */
function drawAll(...place: Parameters<typeof drive>) {
  const { drawing, ...drawn } = draw(drive(...place).state);
  drawing.start();
  vi.advanceTimersByTime(100);
  return { ...drawn, drawing, screen: inside() };
}

const listButtons = () =>
  inside()
    .getAllByRole('button')
    .map(({ textContent }) => textContent);
const readScreen = () => findDialog()?.dataset.screen;

describe('the first drawing', () => {
  it('waits for 60 ms, so that the page loads first', () => {
    const { drawing } = draw(drive({}, ...started).state);
    drawing.start();
    vi.advanceTimersByTime(59);
    expect(findDialog()).toBeNull();
    vi.advanceTimersByTime(2);
    const dialog = inside().getByRole('dialog');
    expect([dialog.dataset.theme, dialog.style.getPropertyValue('--color')]).toEqual([
      'dark',
      'teal',
    ]);
  });

  it('comes at once after a change of the state', () => {
    const { drawing } = draw(drive({}, ...atSelector).state);
    drawing.start();
    drawing.continue();
    expect(findDialog()).toBeNull();
    vi.advanceTimersByTime(0);
    expect(findDialog()).not.toBeNull();
  });

  it('creates the dialog, and shows it in another task', () => {
    const { drawing, current } = draw(drive({}, ...started).state);
    drawing.start();
    vi.advanceTimersByTime(60);
    expect([findDialog()?.open, readScreen()]).toEqual([false, 'loading']);
    vi.advanceTimersToNextTimer();
    expect([findDialog()?.open, readScreen()]).toEqual([true, 'loading']);
    current.value = drive({}, ...atSelector).state;
    expect(inside().getAllByRole('option')).toHaveLength(2);
    const timers = vi.getTimerCount();
    drawing.continue();
    expect(vi.getTimerCount()).toBe(timers);
  });

  it('creates the dialog with an earlier list, and shows it in another task', () => {
    const { drawing } = draw(drive({}, ...atSelector).state);
    drawing.start();
    vi.advanceTimersByTime(60);
    expect([findDialog()?.open, readScreen()]).toEqual([false, 'select']);
    vi.advanceTimersToNextTimer();
    expect([findDialog()?.open, readScreen()]).toEqual([true, 'select']);
  });

  it('never comes after the end', () => {
    const { drawing } = draw(drive({}, ...started).state);
    drawing.start();
    drawing.close();
    drawing.continue();
    vi.advanceTimersByTime(1000);
    drawing.focus();
    expect(findDialog()).toBeNull();
  });

  it('may fail, is not repeated, and is reported after the clean-up', () => {
    const cause = new TypeError('no dialog');
    const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal').mockImplementation(() => {
      throw cause;
    });
    const { drawing, onFailure } = draw(drive({}, ...started).state);
    onFailure.mockImplementation(() => drawing.continue());
    drawing.start();
    vi.advanceTimersByTime(1000);
    expect(onFailure.mock.calls).toEqual([[cause]]);
    expect(showModal).toHaveBeenCalledOnce();
    expect(findDialog()).toBeNull();
  });
});

it('brings the focus back, and removes the modal at the end', () => {
  const { drawing } = drawAll({}, ...atSelector);
  surface.root.querySelector('button')?.focus();
  drawing.focus();
  expect(surface.root.activeElement).toBe(inside().getByRole('combobox'));
  drawing.close();
  expect(surface.root.childNodes).toHaveLength(0);
  expect(vi.getTimerCount()).toBe(0);
});

describe('a modal that preload has drawn', () => {
  function prepare() {
    return prepareModal(surface, {
      appearance: { accentColor: 'teal' },
      language: signal(en),
      theme: signal<'light' | 'dark'>('dark'),
      application,
      providers: [framed, popupOnly],
    });
  }

  it('looks as it will when it opens, and leaves the page alone', () => {
    const button = document.createElement('button');
    document.body.append(button);
    button.focus();
    const modal = prepare();
    closeLast = modal.close;
    const dialog = findDialog();
    expect([dialog?.open, dialog?.dataset.theme, readScreen()]).toEqual([false, 'dark', 'select']);
    expect(dialog?.textContent).toContain(application.name);
    expect(surface.root.querySelectorAll('[role=option]')).toHaveLength(2);
    expect([document.activeElement, document.adoptedStyleSheets]).toEqual([button, []]);
  });

  it('follows the session in one task, and keeps what is drawn', () => {
    const modal = prepare();
    const drawnAhead = surface.root.querySelector('[role=option]');
    const { drawing, actions, current } = draw(drive({}, ...atSelector).state, {
      prepared: { modal } as never,
    });
    drawing.continue();
    vi.advanceTimersToNextTimer();
    expect(inside().getByRole('dialog')).toBe(findDialog());
    const option = inside().getByRole('option', { name: framed.name });
    expect(option).toBe(drawnAhead);
    fireEvent.click(option);
    expect(actions.selectProvider.mock.calls).toEqual([[framed.id]]);
    current.value = drive({}, ...atLogin).state;
    expect(readScreen()).toBe('page');
    drawing.close();
    expect(surface.root.childNodes).toHaveLength(0);
  });
});

describe('the screen', () => {
  it('is a skeleton while the page loads', () => {
    const { screen } = drawAll({}, ...started);
    expect(screen.getByRole('status').getAttribute('aria-busy')).toBe('true');
  });

  it('is the selector, with the choice that is pending', () => {
    const { screen, current } = drawAll({}, ...atSelector);
    current.value = drive({}, ...atSelector, ['selectProvider', framed.id]).state;
    const option = screen.getByRole('option', { name: framed.name });
    expect(option.getAttribute('aria-description')).toBe('Opening…');
  });

  it('is the page at the login, with the way back to a selection', () => {
    const one = say({ type: 'providers', providers: [framed] });
    const login = say({ type: 'step', step: 'login' });
    const { current } = drawAll({}, ...atLogin);
    const read = (...place: Parameters<typeof drive>) => {
      current.value = drive(...place).state;
      return [readScreen(), inside().queryByRole('button', { name: 'Back' }) !== null];
    };
    expect(read({}, ...atLogin)).toEqual(['page', true]);
    expect(read({}, ...started, say(ready), one, login)).toEqual(['page', false]);
    expect(read({}, ...started, login)).toEqual(['page', false]);
  });

  it('is an error, with a popup if one may help', () => {
    const { current } = drawAll({}, ...timedOut);
    expect(inside().getByRole('button', { name: 'Open window' })).toBeTruthy();
    current.value = drive({}, ...failed).state;
    expect(readScreen()).toBe('failed');
    expect(inside().queryByRole('button', { name: 'Open window' })).toBeNull();
  });

  it('is an error, with another provider if there are several', () => {
    const unavailable = say({
      type: 'error',
      code: 'provider_unavailable',
      message: '',
      retryable: false,
    });
    const one = say({ type: 'providers', providers: [framed] });
    const { current } = drawAll({}, ...atSelector, unavailable);
    expect(inside().getByRole('button', { name: 'Choose another provider' })).toBeTruthy();
    current.value = drive({}, ...started, one, unavailable).state;
    expect(inside().queryByRole('button', { name: 'Choose another provider' })).toBeNull();
  });

  it('is the modal’s own while the callback is pending', () => {
    const { screen } = drawAll({}, ...finishing);
    expect(screen.getByRole('status').textContent).toBe('Finishing…');
  });

  it('is the page’s success after a frame, because only the page may show the account', () => {
    drawAll({}, ...finishing, ['callbackDone']);
    expect(readScreen()).toBe('page');
  });

  it('is the modal’s success after a popup', () => {
    const { screen } = drawAll({}, ...atLoginInPopup, say(code, 'popup'), ['callbackDone']);
    expect(screen.getByRole('status').textContent).toBe('Your account is connected');
  });

  it.each([
    ['leaving', [...atLogin, say({ type: 'exit', reason: 'denied' })]],
    ['over', [...atLogin, ['close', 'closed']]],
  ] as const)('stays as it was when the session is %s', (_, end) => {
    const { current } = drawAll({}, ...atLogin);
    current.value = drive({}, ...end).state;
    expect(readScreen()).toBe('page');
    expect(inside().getByRole('button', { name: 'Back' })).toBeTruthy();
  });
});

describe('the screen of a popup', () => {
  const blocked = [...atSelector, ['selectProvider', 'popup-only'], ['popupOpened', true]] as const;
  const opened = [['start'], ['popupOpened', false]] as const;

  it.each([
    ['Continue in the other window', withSilentPopup],
    ['Continue in the other window', atLoginInPopup],
    ['The window was blocked', blocked],
    ['The window was closed', [...atLoginInPopup, ['popupClosed']]],
    ['The window was closed', withMissedPopup],
  ] as const)('says: %s', (name, place) => {
    const { screen } = drawAll({}, ...place);
    expect(screen.getByRole('heading', { name })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Back' })).toBeTruthy();
    // Its provider cannot be framed.
    expect(screen.queryByRole('button', { name: 'Continue here' })).toBeNull();
  });

  it('offers a popup, without the frame that a policy blocks', () => {
    drawAll({}, ['start'], ['flowFailed', 'frame', 'frame_blocked']);
    expect(listButtons()).toEqual(['', 'Open window', 'Cancel']);
  });

  it('offers the frame for a provider that can be framed', () => {
    drawAll({}, ...timedOut, ['popupOpened', false]);
    expect(listButtons()).toEqual(['', 'Show window', 'Open again', 'Continue here', 'Cancel']);
  });

  it('offers neither frame nor selector when the host wants a popup', () => {
    drawAll({ display: 'popup' }, ...opened);
    expect(listButtons()).toEqual(['', 'Show window', 'Open again', 'Cancel']);
  });

  it('has no way back to a selection of one', () => {
    const providers = [createProvider('only', { surface: 'popup' })];
    drawAll({}, ...started, say({ type: 'providers', providers }));
    expect(listButtons()).toEqual(['', 'Open window', 'Cancel']);
  });
});

it('the modal follows the session’s values', () => {
  const { current, screen } = drawAll({}, ...started);
  expect(screen.getByRole('dialog').textContent).not.toContain(application.name);
  current.value = drive({}, ...atLogin, say({ type: 'resize', height: 400 })).state;
  expect(screen.getByRole('dialog').style.getPropertyValue('--frame')).toBe('400px');
  expect(screen.getByText(`to ${application.name}`)).toBeTruthy();
  current.value = drive({}, ...atLogin, ['requestClose']).state;
  expect(screen.getByRole('alertdialog')).toBeTruthy();
});
