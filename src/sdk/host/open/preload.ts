import type { PreloadOptions } from '../api.ts';
import { createFrameSurface, type FrameSurface } from '../flow/surfaces/frame.ts';
import { assertBrowser } from './assert-browser.ts';
import { createId } from './create-id.ts';
import { loadSession } from './load-session.ts';
import { parseOptions } from './options.ts';

/** The preloaded frame, until it is used or released. */
let warm: FrameSurface | undefined;

/**
 * Makes a later `open` with the same options show the selector at once. It loads the modal's code and the hidden
 * Connect page, performs the handshake with the page, which starts its flow, and draws the modal. An `open` with
 * another `state`, `session`, `locale`, `provider` or `appearance` starts over. While the document loads, it waits
 * for `load` and idle time.
 *
 * @param options - the options of the later `open`; only `clientId` is required
 * @returns removes the preloaded parts, if they are unused; idempotent
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
    // `open` loads the code again, and reports a failure. It may also get the code first, because several imports of
    // one module settle in any order (measured in Chromium 156). Then the frame belongs to the session of `open`.
    loadSession().then(({ prepareFlow }) => {
      if (warm === surface) prepareFlow(surface, settings);
    }, release);
  });
  return release;
}

/**
 * Hands the preloaded frame over to the caller if it has this address and is in the document. Any other preloaded
 * frame is removed.
 */
export function takeFrame(address: URL): FrameSurface | undefined {
  const surface = warm;
  warm = undefined;
  if (surface?.address.href === address.href && surface.root.host.isConnected) return surface;
  surface?.close();
  return undefined;
}

/**
 * Waits until React has hydrated the document. When React 18 hydrates the whole document, it discards an added
 * element with an error. It hydrates before `load`, or in a task that was queued by then.
 */
function afterHydration(callback: () => void): void {
  const idle = globalThis.requestIdleCallback ?? setTimeout;
  if (Reflect.get(Document.prototype, 'readyState', document) === 'complete') callback();
  else addEventListener('load', () => idle(callback));
}
