import { type Draft, queue } from '../draft.ts';
import { fail } from './end.ts';

/** Starts the session, when its code has loaded. */
export function start(draft: Draft): void {
  queue(draft, 'emit', { name: 'opened' });
  // This effect uses the popup that the call of `open` has already opened, because browsers allow one only during a
  // click.
  // https://html.spec.whatwg.org/multipage/interaction.html#tracking-user-activation
  if (draft.display === 'popup') queue(draft, 'openPopup');
  else loadFrame(draft, false);
}

/** Starts a flow in the frame, unless the frame is known not to work. If `isFresh`, the page is loaded again. */
export function loadFrame(draft: Draft, isFresh: boolean): void {
  if (failIfOpaque(draft)) return;
  if (!draft.isFramed) {
    awaitPage(draft);
    startFrame(draft, isFresh);
  } else if (draft.display === 'auto') {
    // The Connect page refuses a host that is itself in a frame. A popup works, but only a click can open it.
    draft.popup = { name: 'offered', error: null };
  } else {
    const advice = "Use display: 'auto' or 'popup'.";
    const message = `This page is itself in a frame. ${advice}`;
    fail(draft, 'frame_blocked', new draft.ConnectError('frame_blocked', message));
  }
}

/** Starts a flow with the page in the frame. If `isFresh`, the page is loaded again. */
export function startFrame(draft: Draft, isFresh: boolean): void {
  draft.frame = 'loading';
  queue(draft, 'startFrame', isFresh);
}

/** Ends the flow of an opaque origin, to which the service cannot bind a code. @returns whether it has ended */
export function failIfOpaque(draft: Draft): boolean {
  if (draft.isOpaque) fail(draft, 'origin_not_allowed');
  return draft.isOpaque;
}

/**
 * Starts the time-out of a page that loads. `navigator.onLine` may be wrong, so the page also gets a short time when
 * the browser reports that it is offline.
 *
 * @see https://html.spec.whatwg.org/multipage/system-state.html#dom-navigator-online
 */
export function awaitPage(draft: Draft): void {
  queue(draft, 'waitFor', draft.isOnline ? 'pageLoad' : 'offlineLoad');
}
