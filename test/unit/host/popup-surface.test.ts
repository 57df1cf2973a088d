// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPopupSurface } from '../../../src/sdk/host/surfaces/popup.ts';
import { openWindow } from '../../../src/sdk/host/surfaces/window.ts';

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
function fakeWindow(closed: boolean) {
  return { closed, name: '', opener: window, close: vi.fn() } as unknown as Window;
}

it('a window opens empty, and without a name that another page could know', () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  expect(openWindow()).toBe(null);
  expect(opened).toHaveBeenCalledWith('', '_blank', expect.stringMatching(/^popup,width=480,/));
});

it.each([
  ['left=360,top=90', { screenX: 100, screenY: 50, outerWidth: 1000, outerHeight: 800 }],
  // On a second screen.
  ['left=-740,top=40', { screenX: -1000, screenY: 0, outerWidth: 1000, outerHeight: 800 }],
  // At whole pixels.
  ['left=260,top=40', { screenX: 0, screenY: 0, outerWidth: 1001, outerHeight: 801 }],
])('a window opens in the middle of this one: %s', (place, own) => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  for (const [name, value] of Object.entries(own)) vi.stubGlobal(name, value);
  openWindow();
  vi.unstubAllGlobals();
  expect(opened).toHaveBeenCalledWith('', '_blank', `popup,width=480,height=720,${place}`);
});

it('messages reach the listener until the surface is closed', () => {
  const surface = createPopupSurface(address, fakeWindow(false));
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
  const windows = [fakeWindow(false), fakeWindow(false)];
  const surfaces = windows.map((window) => createPopupSurface(address, window));
  expect(new Set(windows.map(({ name }) => name)).size).toBe(2);
  for (const [index, link] of clicked.entries()) {
    expect(link.target).toMatch(/^t[\w-]{43}$/);
    expect(link.target).toBe(windows[index]?.name);
    expect(link.href).toBe(`${address}#handoff=${surfaces[index]?.handoff}`);
    expect(link.referrerPolicy).toBe('origin');
  }
  expect(clicked).toHaveLength(2);
});

it('a window that was closed before the page is loaded is not opened again', () => {
  const surface = createPopupSurface(address, fakeWindow(true));
  expect(clicked).toEqual([]);
  expect(surface.window?.closed).toBe(true);
});

it('a blocked window is null', () => {
  const surface = createPopupSurface(address, null);
  expect(clicked).toEqual([]);
  expect(surface.window).toBe(null);
  surface.close();
});

it('a window without an opener closes itself', () => {
  const opened = fakeWindow(false);
  const surface = createPopupSurface(address, opened);
  opened.opener = null;

  surface.close();

  expect(opened.close).not.toHaveBeenCalled();
});

it('a window is closed again a second later, in case the browser was replacing its document', () => {
  vi.useFakeTimers();
  const opened = fakeWindow(false);
  const surface = createPopupSurface(address, opened);

  surface.close();
  expect(opened.close).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1000);

  expect(opened.close).toHaveBeenCalledTimes(2);
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});
