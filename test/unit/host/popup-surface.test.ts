// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openPopup } from '../../../src/sdk/host/flow/surfaces/open-popup.ts';
import { createPopupSurface } from '../../../src/sdk/host/flow/surfaces/popup.ts';
import type { Handoff } from '../../../src/sdk/protocol/brands.ts';

const address = new URL('https://connect.example/connect?client_id=app');

let clicked: HTMLAnchorElement[];

beforeEach(() => {
  clicked = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    clicked.push(this);
  });
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** A window as `open` returns it, with the properties that the surface uses. */
function fakeWindow() {
  return { closed: false, opener: window, close: vi.fn() } as unknown as Window;
}

const handoff = 'h'.repeat(43) as Handoff;
const createSurface = (opened = fakeWindow()) =>
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

it('messages reach the listener until the surface is closed', () => {
  const surface = createSurface();
  const listener = vi.fn();
  surface.listen(listener);
  const event = new MessageEvent('message');
  window.dispatchEvent(event);
  expect(listener.mock.calls).toEqual([[event]]);
  surface.close();
  window.dispatchEvent(new MessageEvent('message'));
  expect(listener).toHaveBeenCalledOnce();
});

it('a link with an unguessable target takes it to the page, and sends the origin only', () => {
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
  const surface = createSurface(opened);

  surface.close();
  expect(opened.close).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1000);

  expect(opened.close).toHaveBeenCalledTimes(2);
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});
