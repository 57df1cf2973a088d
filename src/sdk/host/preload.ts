import { loadSession } from './load-session.ts';
import { parseOptions } from './options.ts';
import { createFrameSurface, type FrameSurface } from './surfaces/frame.ts';

/** A flow that waited longer than this for its user is started afresh. */
const maxAgeMs = 600_000;

let warm: FrameSurface | undefined;
let warmSince = 0;

/**
 * Loads the Connect page, hidden, and the modal's code, so that a later `open` with the same client
 * ID and address shows them at once.
 *
 * @param options - as they will be passed to `open`
 * @returns lets go of what was loaded and not used; idempotent
 * @throws {ConnectError} `invalid_options`
 */
export function preload(options: {
  clientId: string;
  connectUrl?: string | URL | undefined;
}): () => void {
  const { address } = parseOptions(options, 'clientId');
  if (warm?.address.href !== address.href) {
    warm?.close();
    warm = createFrameSurface(address);
    warmSince = Date.now();
  }
  const mine = warm;
  // Only a try ahead of time: `open` asks again and reports what then fails.
  loadSession().then(
    ({ loadMessages }) => loadMessages(),
    () => {},
  );
  return () => {
    if (warm !== mine) return;
    warm = undefined;
    mine.close();
  };
}

/**
 * @param address - of the Connect page
 * @returns the preloaded frame where it fits, else a new one; the caller owns it from now on
 */
export function takeFrame(address: URL): FrameSurface {
  const surface = warm;
  if (surface?.address.href !== address.href) return createFrameSurface(address);
  warm = undefined;
  if (Date.now() - warmSince > maxAgeMs) surface.restart();
  return surface;
}
