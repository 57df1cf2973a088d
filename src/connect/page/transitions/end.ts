import { type Draft, moveTo, queue, tellHost } from '../draft.ts';
import { findProvider, type View } from '../flow.ts';
import { getHome, isOver } from '../phase.ts';
import { describeForHost, type Problem } from '../problems.ts';

/** The problem when the user has allowed access, but the host has not confirmed the code. The code expires unused. */
const notReceived: Problem = {
  code: 'not_received',
  description: 'The application did not confirm that it has the code.',
  retryable: false,
};

export function fail(draft: Draft, problem: Problem): void {
  if (isOver(draft.step)) return;
  end(draft, { kind: 'failed', problem, lastProvider: findProvider(draft.step.view) });
  if (draft.place.name !== 'away' && isJoined(draft)) {
    queue(draft, 'leave', true);
    // This popup no longer stands for its session. Otherwise the popup that another try opens would close itself.
    queue(draft, 'watchSession');
  }
  tellHost(draft, 'sendError', describeForHost(problem));
}

/** The host may have been reloaded, or a provider's site may have cut the popup off from it. */
export function failWithoutHost(draft: Draft, code: 'host_gone' | 'no_host'): void {
  fail(draft, { code, description: 'No application waits for this page.', retryable: false });
}

/** Closes a popup that had joined the flow of the page in a frame, because the flow goes on without the popup. */
export function closeReplaced(draft: Draft): void {
  const description = 'The page that opened this window has gone on.';
  const problem: Problem = { code: 'host_gone', description, retryable: false };
  end(draft, { kind: 'failed', problem, lastProvider: findProvider(draft.step.view) });
  queue(draft, 'closeWindow');
}

export function succeed(draft: Draft): void {
  const { view } = draft.step;
  if (view.kind !== 'consent') return;
  end(draft, { kind: 'success', consent: view });
  closeSoon(draft);
}

/** Ends the flow, because the user has denied access or says that they did not open this popup. */
export function deny(draft: Draft): void {
  end(draft, { kind: 'denied', lastProvider: findProvider(draft.step.view) });
  tellHost(draft, 'sendExit', 'denied');
  closeSoon(draft);
}

/** Handles the host's confirmation of the code, which may come after the page has stopped waiting for it. */
export function handleCodeReceived(draft: Draft): void {
  const { step } = draft;
  if (step.request?.isDelivered) succeed(draft);
  else if (step.view.kind === 'failed' && step.view.problem.code === 'not_received') {
    moveTo(draft, { kind: 'success', consent: null });
  }
}

/** Ends the flow if neither the host nor the page in the frame has taken the code in time. */
export function failUnreceived(draft: Draft): void {
  if (!draft.step.request?.isDelivered) return;
  fail(draft, notReceived);
  // The service then knows that the code was lost, so that the application's backend may replace it at once.
  if (!isJoined(draft)) queue(draft, 'leave', true);
}

/** Tells the flow's other document and the dashboard that the user has left, except for the provider's site. */
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

export function abort(draft: Draft): void {
  queue(draft, 'abort');
  queue(draft, 'stopWaiting');
  draft.step = { ...draft.step, request: null };
}

function end(draft: Draft, outcome: View): void {
  abort(draft);
  moveTo(draft, outcome);
  if (isJoined(draft) || draft.sessionWatch !== null) queue(draft, 'stopListening');
  draft.sessionWatch = null;
}

/** Closes a popup that has joined, after a moment for its last message. Other popups are closed by their host. */
function closeSoon(draft: Draft): void {
  if (isJoined(draft)) queue(draft, 'waitFor', 'closing');
}

const isJoined = ({ place }: Draft) => getHome(place).name === 'joined';
