import type { PreloadOptions } from '../api.ts';
import { createFrameSurface, type FrameSurface, readDocument } from '../flow/surfaces/frame.ts';
import { assertBrowser } from './assert-browser.ts';
import { createId } from './create-id.ts';
import { loadSession } from './load-session.ts';
import { parseOptions } from './options.ts';

/** The frame that `preload` has created, until `open` uses it or the caller of `preload` releases it. */
let warm: FrameSurface | undefined;

/**
 * Makes a later `open` with the same options show the selector at once. `preload` loads the modal's code and the
 * hidden Connect page, starts a flow with the page, and draws the hidden modal. An `open` with another `state`,
 * `session`, `locale`, `provider` or `appearance` loads the page again. If the document is still loading, `preload`
 * starts in idle time after its `load` event.
 *
 * @param options - the options of the later `open`; only `clientId` is required
 * @returns a function that removes the preloaded parts if `open` has not used them; idempotent
 * @throws {ConnectError} `invalid_options`; `unsupported_browser` on a server
 * @example
 * ```ts
 * import { forwardCode, open, preload } from 'tax-connect';
 *
 * const options = { clientId: 'my_app', onSuccess: forwardCode('/callback') };
 * const button = document.querySelector('button');
 * button?.addEventListener('pointerenter', () => preload(options), { once: true });
 * button?.addEventListener('click', () => open(options));
 * ```
 */
export function preload(options: PreloadOptions): () => void {
  assertBrowser();
  const settings = parseOptions(options, 'clientId');
  const { address } = settings;
  const surface = takeFrame(address) ?? createFrameSurface(address, createId());
  warm = surface;
  const release = () => {
    if (warm !== surface) return;
    warm = undefined;
    surface.close();
  };
  afterHydration(() => {
    if (warm !== surface) return;
    surface.attach();
    // A failure is not reported here, because `open` imports the code again and reports it.
    loadSession().then((chunk) => {
      if (warm === surface) chunk.prepare(surface, settings);
    }, release);
  });
  return release;
}

/** @internal The declarations leave it out, with those of the frame. */
export function takeFrame(address: URL): FrameSurface | undefined {
  const surface = warm;
  warm = undefined;
  if (surface?.address.href === address.href && surface.root.host.isConnected) return surface;
  surface?.close();
  return undefined;
}

/**
 * Calls the callback after React has hydrated the document, before the `load` event or in a task queued before it. When
 * React 18 hydrates the whole document, it reports an error for an element that was added before, and discards it.
 */
function afterHydration(callback: () => void): void {
  const idle = globalThis.requestIdleCallback ?? setTimeout;
  if (readDocument('readyState') === 'complete') callback();
  else globalThis.addEventListener('load', () => idle(callback));
}
