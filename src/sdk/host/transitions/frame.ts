import type { ConnectError } from '../../protocol/errors.ts';
import { type Draft, queue } from '../draft.ts';
import type { FailureCode } from '../failures.ts';
import { fail } from './end.ts';

/**
 * Starts a flow in the frame, unless the frame is known not to work.
 *
 * @param isFresh - whether the page is loaded anew
 */
export function loadFrame(draft: Draft, isFresh: boolean): void {
  if (failByObstacle(draft)) return;
  if (draft.isFramed) {
    replaceFrame(draft);
    return;
  }
  queue(draft, 'waitFor', 'pageLoad');
  startFrame(draft, isFresh);
}

/** No frame can work in a host that is itself in one. A popup can, and only a click can open it. */
function replaceFrame(draft: Draft): void {
  if (draft.display === 'auto') draft.popup = { name: 'offered', error: null };
  else fail(draft, 'frame_blocked', describeFramedHost(draft));
}

function describeFramedHost({ ConnectError }: Draft): ConnectError {
  const advice = "Use display: 'auto' or 'popup', or open this page in its own tab.";
  return new ConnectError('frame_blocked', `This page is itself in a frame. ${advice}`);
}

/**
 * Starts a flow that follows the page in the frame.
 *
 * @param isFresh - whether the page is loaded anew
 */
export function startFrame(draft: Draft, isFresh: boolean): void {
  draft.frame = 'followed';
  queue(draft, 'startFrame', isFresh);
}

/** @returns whether the flow has failed, because no page could answer */
export function failByObstacle(draft: Draft): boolean {
  const obstacle = findObstacle(draft);
  if (obstacle !== null) fail(draft, obstacle);
  return obstacle !== null;
}

function findObstacle({ isOpaque, isOnline }: Draft): FailureCode | null {
  // No code can be bound to an opaque origin, and the page would not answer.
  if (isOpaque) return 'origin_not_allowed';
  return isOnline ? null : 'offline';
}
