import { type Draft, queue } from '../draft.ts';
import { fail } from './end.ts';

/**
 * Starts a flow in the frame, unless the frame is known not to work.
 *
 * @param isFresh - whether the page is loaded anew
 */
export function loadFrame(draft: Draft, isFresh: boolean): void {
  if (failByObstacle(draft)) return;
  if (!draft.isFramed) {
    awaitPage(draft);
    startFrame(draft, isFresh);
  } else if (draft.display === 'auto') {
    // No frame can work in a host that is itself in one. A popup can, and only a click can open it.
    draft.popup = { name: 'offered', error: null };
  } else {
    const advice = "Use display: 'auto' or 'popup'.";
    const message = `This page is itself in a frame. ${advice}`;
    fail(draft, 'frame_blocked', new draft.ConnectError('frame_blocked', message));
  }
}

/**
 * Starts a flow that follows the page in the frame.
 *
 * @param isFresh - whether the page is loaded anew
 */
export function startFrame(draft: Draft, isFresh: boolean): void {
  draft.frame = 'loading';
  queue(draft, 'startFrame', isFresh);
}

/** @returns whether the flow has failed, because no page could answer */
export function failByObstacle(draft: Draft): boolean {
  // No code can be bound to an opaque origin, and the page would not answer.
  if (draft.isOpaque) fail(draft, 'origin_not_allowed');
  return draft.isOpaque;
}

/**
 * Waits for a page that loads. `navigator.onLine` may be wrong, so the page is tried without a network, too,
 * for a short time.
 *
 * @see https://html.spec.whatwg.org/multipage/system-state.html#dom-navigator-online
 */
export function awaitPage(draft: Draft): void {
  queue(draft, 'waitFor', draft.isOnline ? 'pageLoad' : 'offlineLoad');
}
