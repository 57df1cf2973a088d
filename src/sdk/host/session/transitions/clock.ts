import { type Draft, queue, type TimerName } from '../draft.ts';
import type { FailureCode } from '../failures.ts';
import { isLive } from '../phase.ts';
import { createExit, fail, settle } from './end.ts';
import { losePopup } from './popup.ts';
import { retryOnline } from './user.ts';

/** The handler of each time-out. It does nothing if the session no longer waits for the event of this time-out. */
const timeouts: Readonly<Record<TimerName, (draft: Draft) => void>> = {
  pageLoad: (draft) => failSilentPage(draft, 'load_timeout'),
  offlineLoad: failOffline,
  pageAnswer: (draft) => failSilentPage(draft, 'connection_lost'),
  join: giveUpPopup,
  rejoin: giveUpPopup,
  busy: showFinishing,
  callback: failSilentHost,
  success(draft) {
    if (draft.phase.name === 'connected') settle(draft, { status: 'connected' });
  },
  leaving(draft) {
    const { phase } = draft;
    if (phase.name === 'leaving') settle(draft, createExit(phase.reason));
  },
};

export function handleTimeout(draft: Draft, timer: TimerName): void {
  timeouts[timer](draft);
}

function failSilentPage(draft: Draft, code: FailureCode): void {
  if (isLive(draft.phase)) fail(draft, draft.isOnline ? code : 'offline');
}

function failOffline(draft: Draft): void {
  if (!isLive(draft.phase)) return;
  fail(draft, 'offline');
  if (draft.isOnline) retryOnline(draft);
}

/** Ends the flow because the service accepts no connections. Neither waiting nor a popup would help. */
export function failUnreachable(draft: Draft, message: string): void {
  if (!draft.isOnline) fail(draft, 'offline');
  else fail(draft, 'load_timeout', new draft.ConnectError('load_timeout', message));
  if (draft.phase.name === 'failed') draft.phase = { ...draft.phase, canTryPopup: false };
}

function giveUpPopup(draft: Draft): void {
  if (isLive(draft.phase) && draft.popup.name === 'open') losePopup(draft, 'opener_severed');
}

function showFinishing(draft: Draft): void {
  if (draft.phase.name !== 'finishing') return;
  draft.phase = { ...draft.phase, showsPage: false };
  queue(draft, 'waitFor', 'callback');
}

function failSilentHost(draft: Draft): void {
  if (draft.phase.name !== 'finishing') return;
  const silence = new draft.ConnectError('callback_failed', 'onSuccess took too long.');
  fail(draft, 'callback_failed', silence);
}
