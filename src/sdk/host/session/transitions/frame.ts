import { type Draft, queue } from '../draft.ts';
import { fail } from './end.ts';

/** Starts the session, in the call of `open` or when its code has loaded. */
export function start(draft: Draft): void {
  queue(draft, 'emit', { name: 'opened' });
  // The call of `open` has opened the popup, because browsers open one only during the user's click.
  // https://html.spec.whatwg.org/multipage/interaction.html#tracking-user-activation
  if (draft.display === 'popup') queue(draft, 'openPopup');
  else loadFrame(draft, false);
}

/** Starts a flow in the frame, unless the frame is known not to work. With `isFresh`, the page is loaded again. */
export function loadFrame(draft: Draft, isFresh: boolean): void {
  if (failIfOpaque(draft)) return;
  if (!draft.isFramed) {
    awaitPage(draft);
    startFrame(draft, isFresh);
  } else if (draft.display === 'auto') {
    // A host that is itself in a frame cannot show another one. A popup works, and only a click can open it.
    draft.popup = { name: 'offered', error: null };
  } else {
    const advice = "Use display: 'auto' or 'popup'.";
    const message = `This page is itself in a frame. ${advice}`;
    fail(draft, 'frame_blocked', new draft.ConnectError('frame_blocked', message));
  }
}

/** Starts a flow that follows the page in the frame. With `isFresh`, the page is loaded again. */
export function startFrame(draft: Draft, isFresh: boolean): void {
  draft.frame = 'loading';
  queue(draft, 'startFrame', isFresh);
}

/**
 * @returns whether the flow has failed, because a code cannot be bound to an opaque origin and the page would not
 *   answer
 */
export function failIfOpaque(draft: Draft): boolean {
  if (draft.isOpaque) fail(draft, 'origin_not_allowed');
  return draft.isOpaque;
}

/**
 * Waits for a page that loads. `navigator.onLine` may be wrong, so the page also gets a short time when the browser
 * is offline.
 *
 * @see https://html.spec.whatwg.org/multipage/system-state.html#dom-navigator-online
 */
export function awaitPage(draft: Draft): void {
  queue(draft, 'waitFor', draft.isOnline ? 'pageLoad' : 'offlineLoad');
}
