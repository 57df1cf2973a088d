// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { fitKeyboard } from '../../../src/sdk/ui/keyboard.ts';

afterEach(() => vi.unstubAllGlobals());

it('the modal makes room for a keyboard each time, and takes the room back', () => {
  const viewport = Object.assign(new EventTarget(), { height: innerHeight, scale: 1 });
  vi.stubGlobal('visualViewport', viewport);
  const host = document.createElement('div');
  const stop = fitKeyboard(host);

  const rooms = [300, 0, 200, 0].map((covered) => {
    viewport.height = innerHeight - covered;
    viewport.dispatchEvent(new Event('resize'));
    return host.style.getPropertyValue('--keyboard');
  });
  stop();

  expect(rooms).toEqual(['300px', '', '200px', '']);
});

it('is not higher than the window after zooming in, in Safari, which makes the window smaller, too', () => {
  vi.stubGlobal('innerHeight', 400);
  vi.stubGlobal('visualViewport', Object.assign(new EventTarget(), { height: 400, scale: 2 }));
  const host = document.createElement('div');
  fitKeyboard(host)();

  expect(host.style.getPropertyValue('--keyboard')).toBe('');
});
