import { type Draft, queue } from '../draft.ts';
import { fail } from './end.ts';

export function start(draft: Draft): void {
  queue(draft, 'emit', { name: 'opened' });
  // This effect uses the popup that `open` has opened: https://html.spec.whatwg.org/#tracking-user-activation
  if (draft.display === 'popup') queue(draft, 'openPopup');
  else loadFrame(draft, false);
}

export function loadFrame(draft: Draft, isFresh: boolean): void {
  if (failIfOpaque(draft)) return;
  if (!draft.isFramed) {
    awaitPage(draft);
    startFrame(draft, isFresh);
  } else if (draft.display === 'auto') {
    // The Connect page refuses a host that is itself in a frame. A popup works, but only a click can open it.
    draft.popup = { name: 'offered', error: null };
  } else {
    const message = "This page is itself in a frame. Use display: 'auto' or 'popup'.";
    fail(draft, 'frame_blocked', new draft.ConnectError('frame_blocked', message));
  }
}

export function startFrame(draft: Draft, isFresh: boolean): void {
  draft.frame = 'loading';
  queue(draft, 'startFrame', isFresh);
}

export function failIfOpaque(draft: Draft): boolean {
  if (draft.isOpaque) fail(draft, 'origin_not_allowed');
  return draft.isOpaque;
}

/** `navigator.onLine` may be wrong, so a page also gets a short time when the browser reports that it is offline. */
export function awaitPage(draft: Draft): void {
  queue(draft, 'waitFor', draft.isOnline ? 'pageLoad' : 'offlineLoad');
}
