// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createFrameSurface,
  type FrameSurface,
} from '../../../src/sdk/host/flow/surfaces/frame.ts';
import { openPopup } from '../../../src/sdk/host/flow/surfaces/open-popup.ts';
import { createPopupSurface } from '../../../src/sdk/host/flow/surfaces/popup.ts';
import type { Handoff } from '../../../src/sdk/protocol/brands.ts';
import { keepFramesEmpty } from '../empty-frames.ts';

const address = new URL('https://connect.example/connect?client_id=app');

let surface: FrameSurface | undefined;

/** The links that were clicked by a script. */
let clicked: HTMLAnchorElement[];

beforeEach(() => {
  keepFramesEmpty();
  clicked = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    clicked.push(this);
  });
});

afterEach(() => {
  surface?.close();
  surface = undefined;
  vi.restoreAllMocks();
});

const findFrames = () => [...document.querySelectorAll('iframe')];

function create(): FrameSurface {
  surface = createFrameSurface(address, '42');
  surface.attach();
  return surface;
}

/** The received events, by type. */
function listen(): string[] {
  const types: string[] = [];
  surface?.listen((event) => types.push(event.type));
  return types;
}

function dispatchMessage(source: unknown): void {
  const event = new MessageEvent('message');
  Object.defineProperty(event, 'source', { value: source });
  window.dispatchEvent(event);
}

function dispatchViolation(effectiveDirective: string): void {
  window.dispatchEvent(Object.assign(new Event('securitypolicyviolation'), { effectiveDirective }));
}

describe('the frame', () => {
  it('loads the page at once, hidden, in a sandbox, and tells it the origin only', () => {
    const { root, id, window: frameWindow } = create();
    const [frame] = findFrames();
    expect(id).toBe('42');
    expect(frame?.parentElement).toBe(root.host);
    expect(root.host.style.display).toBe('none');
    expect(root.host.style.getPropertyPriority('display')).toBe('important');
    expect(root.host.parentElement).toBe(document.documentElement);
    expect(root.mode).toBe('open');
    expect(frame?.dataset.src).toBe(address.href);
    expect(frame?.referrerPolicy).toBe('origin');
    expect(frame?.allow).toBe('storage-access; clipboard-write; publickey-credentials-get');
    expect(`${frame?.sandbox}`.split(' ').sort()).toEqual([
      'allow-forms',
      'allow-popups',
      'allow-popups-to-escape-sandbox',
      'allow-same-origin',
      'allow-scripts',
      'allow-storage-access-by-user-activation',
    ]);
    expect(frameWindow).toBe(frame?.contentWindow);
  });

  it('is removed at the end, with its listeners and what preload has prepared', () => {
    const additions = vi.spyOn(window, 'addEventListener');
    const { root } = create();
    const prepared = { close: vi.fn() };
    Object.assign(surface ?? {}, { prepared });
    const types = listen();
    const removals = vi.spyOn(window, 'removeEventListener');
    surface?.close();
    expect(root.host.isConnected).toBe(false);
    expect(prepared.close).toHaveBeenCalledOnce();
    const removed = removals.mock.calls.map(([type]) => type);
    expect(removed).toEqual(additions.mock.calls.map(([type]) => type));
    expect(removed).toEqual(expect.arrayContaining(['message', 'securitypolicyviolation']));
    dispatchMessage(null);
    dispatchViolation('frame-src');
    expect(types).toEqual([]);
  });
});

describe('events', () => {
  it('before the listener was set reach it in their order', () => {
    create();
    const [frame] = findFrames();
    dispatchMessage(frame?.contentWindow);
    // Other windows and policies may be noisy.
    dispatchMessage(window);
    dispatchViolation('img-src');
    frame?.dispatchEvent(new Event('load'));
    dispatchViolation('frame-src');
    const expected = ['message', 'load', 'securitypolicyviolation'];
    const types = listen();
    expect(types).toEqual(expected);
    frame?.dispatchEvent(new Event('load'));
    expect(types).toEqual([...expected, 'load']);
  });

  it('of a frame that was replaced are forgotten', () => {
    const { restart } = create();
    const [old] = findFrames();
    old?.dispatchEvent(new Event('load'));
    restart();
    expect(listen()).toEqual([]);
  });
});

/** A window as `open` returns it, with the properties that the surface uses. */
function fakeWindow() {
  return { closed: false, opener: window, close: vi.fn() } as unknown as Window;
}

const handoff = 'h'.repeat(43) as Handoff;
const createPopup = (opened = fakeWindow()) =>
  createPopupSurface(address, { window: opened, handoff });

it('a popup opens on its way to the page, and without a name that another page could know', {
  tags: ['threat-15'],
}, () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  expect(openPopup(address)).toBe(null);
  const [url, target, features] = opened.mock.lastCall ?? [];
  expect(String(url).replace(/[\w-]{43}$/, '…')).toBe(`${address}#handoff=…`);
  expect(target).toMatch(/^\w{16}$/);
  expect(features).toMatch(/^popup,width=480,/);
  expect(clicked).toEqual([]);
});

it.each([
  ['left=360,top=90', { screenX: 100, screenY: 50, outerWidth: 1000, outerHeight: 800 }],
  // This window is on a second screen.
  ['left=-740,top=40', { screenX: -1000, screenY: 0, outerWidth: 1000, outerHeight: 800 }],
  // At whole pixels.
  ['left=260,top=40', { screenX: 0, screenY: 0, outerWidth: 1001, outerHeight: 801 }],
])('a window opens in the middle of this one: %s', (place, own) => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  for (const [name, value] of Object.entries(own)) vi.stubGlobal(name, value);
  openPopup(address);
  vi.unstubAllGlobals();
  expect(opened.mock.lastCall?.[2]).toBe(`popup,width=480,height=720,${place}`);
});

it('messages reach the listener of a popup until it is closed', () => {
  const surface = createPopup();
  const listener = vi.fn();
  surface.listen(listener);
  const event = new MessageEvent('message');
  window.dispatchEvent(event);
  expect(listener.mock.calls).toEqual([[event]]);
  surface.close();
  window.dispatchEvent(new MessageEvent('message'));
  expect(listener).toHaveBeenCalledOnce();
});

it('a link with an unguessable target takes a popup to the page, and sends the origin only', () => {
  const windows = [fakeWindow(), fakeWindow()];
  const opened = vi.spyOn(window, 'open');
  for (const each of windows) opened.mockReturnValueOnce(each);
  const results = windows.map(() => openPopup(address));
  expect(results.map((result) => result?.window)).toEqual(windows);
  expect(new Set(results.map((result) => result?.handoff)).size).toBe(2);
  for (const [index, link] of clicked.entries()) {
    expect(link.target).toBe(opened.mock.calls[index]?.[1]);
    expect(link.href).toBe(`${address}#handoff=${results[index]?.handoff}`);
    expect(link.href).toBe(String(opened.mock.calls[index]?.[0]));
    expect(link.referrerPolicy).toBe('origin');
  }
  expect(new Set(clicked.map(({ target }) => target)).size).toBe(2);
});

it('a popup is closed again a second later, in case the browser was replacing its document', () => {
  vi.useFakeTimers();
  const opened = fakeWindow();

  createPopup(opened).close();
  expect(opened.close).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1000);

  expect(opened.close).toHaveBeenCalledTimes(2);
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});
