import { loadSession } from './load-session.ts';
import { parseOptions, type Settings } from './options.ts';
import { createFrameSurface, type FrameSurface } from './surfaces/frame.ts';

type ConnectTarget = Pick<Settings, 'clientId' | 'connectUrl'>;

/** A flow that waited longer than this for its user is started afresh. */
const maxAgeMs = 600_000;

let warm: { readonly href: string; readonly surface: FrameSurface; since: number } | undefined;

/**
 * Loads the Connect page, hidden, and the modal's code, so that a later `open` with the same client
 * ID and address shows them at once.
 *
 * @param options - as they will be passed to `open`
 * @returns lets go of what was loaded and not used; idempotent
 * @throws {ConnectError} `invalid_options`
 */
export function preload(options: { clientId: string; connectUrl?: string | URL }): () => void {
  const { href } = connectAddress(parseOptions(options, 'clientId'));
  if (warm?.href !== href) {
    warm?.surface.close();
    warm = { href, surface: createFrameSurface(new URL(href)), since: Date.now() };
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
    mine.surface.close();
  };
}

/**
 * @param target - whose Connect page
 * @returns the preloaded frame where it fits, else a new one; the caller owns it from now on
 */
export function takeFrame(target: ConnectTarget): FrameSurface {
  const { href } = connectAddress(target);
  if (warm?.href !== href) return createFrameSurface(new URL(href));
  const { surface, since } = warm;
  warm = undefined;
  if (Date.now() - since > maxAgeMs) surface.restart();
  return surface;
}

/**
 * @param target - client ID and address of the Connect page
 * @returns the full address, with `client_id` as its only query parameter
 */
export function connectAddress({ clientId, connectUrl }: ConnectTarget): URL {
  const address = new URL(connectUrl);
  address.searchParams.set('client_id', clientId);
  return address;
}
