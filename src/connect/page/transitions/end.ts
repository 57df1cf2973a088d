import { type Draft, moveTo, queue, tellHost } from '../draft.ts';
import { getHome, getRequest, isOver, type Outcome } from '../phase.ts';
import { describeForHost, type Problem } from '../problems.ts';

/** The user has allowed access, but the host has not confirmed the code, which expires unused. */
const notReceived: Problem = {
  code: 'not_received',
  description: 'The application did not confirm that it has the code.',
  retryable: false,
};

/** Ends the flow without an outcome. Only the first failure counts. */
export function fail(draft: Draft, problem: Problem): void {
  if (isOver(draft.step)) return;
  end(draft, { kind: 'failed', problem });
  if (draft.place.name !== 'away' && isJoined(draft)) {
    queue(draft, 'leave', true);
    // This popup gives up the session. Otherwise the popup that another try opens would close itself.
    queue(draft, 'watchSession');
  }
  tellHost(draft, 'sendError', describeForHost(problem));
}

/**
 * Fails because the host cannot be reached. It may have been reloaded, or a provider's site may have cut the popup
 * off from it.
 */
export function failWithoutHost(draft: Draft, code: 'host_gone' | 'no_host'): void {
  fail(draft, { code, description: 'No application waits for this page.', retryable: false });
}

/** Closes a popup that the page in the frame has replaced. */
export function closeReplaced(draft: Draft): void {
  const description = 'The page that opened this window has gone on.';
  const problem: Problem = { code: 'host_gone', description, retryable: false };
  end(draft, { kind: 'failed', problem });
  queue(draft, 'closeWindow');
}

/** Ends the flow with success: the host, or the page in the frame, has taken the code. */
export function succeed(draft: Draft): void {
  const { view } = draft.step;
  if (view.kind !== 'consent') return;
  const { provider, accountLabel } = view;
  end(draft, { kind: 'success', connected: { provider, accountLabel } });
  closeSoon(draft);
}

/** Ends the flow because the user denied access. */
export function deny(draft: Draft): void {
  end(draft, { kind: 'denied' });
  tellHost(draft, 'sendExit', 'denied');
  closeSoon(draft);
}

/** Handles the host's confirmation of the code, which may come after the page has stopped waiting for it. */
export function handleCodeReceived(draft: Draft): void {
  const { step } = draft;
  if (getRequest(step)?.isDelivered) succeed(draft);
  else if (step.view.kind === 'failed' && step.view.problem.code === 'not_received') {
    moveTo(draft, { kind: 'success', connected: null });
  }
}

/** Fails because no one has taken the code. */
export function failUnreceived(draft: Draft): void {
  if (!getRequest(draft.step)?.isDelivered) return;
  fail(draft, notReceived);
  // The application's backend may then replace the code of its session.
  if (!isJoined(draft)) queue(draft, 'leave', true);
}

/**
 * The document is about to unload. The service tells the flow's other document, and the dashboard shows that the user
 * has left, unless the user only goes to the provider's site.
 */
export function handleHide(draft: Draft): void {
  const home = getHome(draft.place);
  const isFollowed =
    (home.name === 'frame' && home.sharing !== null) ||
    (home.name === 'popup' && home.isAsking) ||
    (home.name === 'joined' && !isOver(draft.step));
  if (draft.place.name !== 'away' && (isFollowed || isUnderWay(draft))) {
    queue(draft, 'leave', false);
  }
}

/** @returns whether the user sees the flow and has not decided yet */
export function isUnderWay({ place, step, isVisit }: Draft): boolean {
  const home = getHome(place);
  const isDone = isOver(step) || (home.name === 'frame' && home.isOver);
  return !isDone && !isVisit && step.view.kind !== 'starting';
}

/** Drops the pending request. The step stays. */
export function abort(draft: Draft): void {
  queue(draft, 'abort');
  queue(draft, 'stopWaiting');
  if (!isOver(draft.step)) draft.step = { ...draft.step, request: null };
}

function end(draft: Draft, outcome: Outcome): void {
  queue(draft, 'abort');
  queue(draft, 'stopWaiting');
  moveTo(draft, outcome);
  if (isJoined(draft) || draft.sessionWatch !== null) queue(draft, 'stopListening');
  draft.sessionWatch = null;
}

/** Shows the last message for a moment. The host closes its own popup. */
function closeSoon(draft: Draft): void {
  if (isJoined(draft)) queue(draft, 'waitFor', 'closing');
}

const isJoined = ({ place }: Draft) => getHome(place).name === 'joined';
