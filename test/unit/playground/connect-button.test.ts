// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import { startPage } from '../../../demo/hosts/script-tag/page.js';

afterEach(() => vi.unstubAllGlobals());

it.each([
  [false, 'You’re offline. Please try again when you are back.'],
  [true, 'Tally cannot reach the Connect service. Please try again in a moment.'],
])(
  'a double click asks for one session; if that fails with onLine %s: %s',
  async (onLine, text) => {
    document.body.innerHTML = readFileSync('demo/hosts/main.html', 'utf8');
    vi.stubGlobal('fetch', async () => Response.json({ connected: false }));
    vi.stubGlobal('EventSource', EventTarget);
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine);
    const connect = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));
    startPage(connect);

    for (let count = 0; count < 2; count += 1) document.getElementById('connect')?.click();

    await vi.waitFor(() => expect(document.getElementById('status')?.textContent).toBe(text));
    expect(connect).toHaveBeenCalledOnce();
  },
);
