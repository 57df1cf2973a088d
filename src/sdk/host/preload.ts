import type { PreloadOptions } from './api.ts';
import { createId } from './create-id.ts';
import { loadSession } from './load-session.ts';
import { parseOptions } from './options.ts';
import { createFrameSurface, type FrameSurface } from './surfaces/frame.ts';

/** Until it is used or released. */
let warm: FrameSurface | undefined;

/**
 * Makes a later `open` with the same options show the selector at once. It loads the modal's code and the
 * Connect page, hidden. It shakes hands with the page, which starts its flow, and draws the modal. An
 * `open` with another `state`, `locale`, `provider` or `appearance` starts over.
 *
 * @param options - as they will be passed to `open`; only `clientId` is required
 * @returns removes what was loaded and not used; idempotent
 * @throws {ConnectError} `invalid_options`
 */
export function preload(options: PreloadOptions): () => void {
  const settings = parseOptions(options, 'clientId');
  const surface = takeFrame(settings.address) ?? createFrameSurface(settings.address, createId());
  warm = surface;
  const release = () => {
    if (warm !== surface) return;
    warm = undefined;
    surface.close();
  };
  // Only an early attempt: `open` asks for the code again and reports a failure.
  loadSession().then(({ prepareFlow }) => prepareFlow(surface, settings), release);
  return release;
}

/**
 * @param address - of the Connect page
 * @returns the preloaded frame where it fits, which the caller owns from now on; any other is removed
 */
export function takeFrame(address: URL): FrameSurface | undefined {
  const surface = warm;
  warm = undefined;
  if (surface?.address.href === address.href) return surface;
  surface?.close();
  return undefined;
}
