import type { Draft, TimerName } from '../draft.ts';
import type { FailureCode } from '../failures.ts';
import { isLive } from '../phase.ts';
import { createExit, fail, settle } from './end.ts';
import { loseWindow } from './window.ts';

/** Handles a time-out. Nothing happens if the session no longer waits for it. */
const timeouts: Readonly<Record<TimerName, (draft: Draft) => void>> = {
  pageLoad: (draft) => failSilentPage(draft, 'load_timeout'),
  pageAnswer: (draft) => failSilentPage(draft, 'connection_lost'),
  join: giveUpWindow,
  rejoin: giveUpWindow,
  callback: failSilentHost,
  success(draft) {
    if (draft.phase.name === 'connected') settle(draft, { status: 'connected' });
  },
  leaving(draft) {
    const { phase } = draft;
    if (phase.name === 'leaving') settle(draft, createExit(phase.reason));
  },
};

/**
 * @param draft - the next state
 * @param timer - the timer that has ended
 */
export function handleTimeout(draft: Draft, timer: TimerName): void {
  timeouts[timer](draft);
}

function failSilentPage(draft: Draft, code: FailureCode): void {
  if (isLive(draft.phase)) fail(draft, draft.isOnline ? code : 'offline');
}

/**
 * The service accepts no connection, so there is no reason to wait, and a window could not load either.
 *
 * @param draft - the next state
 * @param message - for developers
 */
export function failUnreachable(draft: Draft, message: string): void {
  fail(draft, 'load_timeout', new draft.ConnectError('load_timeout', message));
  if (draft.phase.name === 'failed') draft.phase = { ...draft.phase, canTryWindow: false };
}

function giveUpWindow(draft: Draft): void {
  if (isLive(draft.phase) && draft.window.name === 'open') loseWindow(draft, 'opener_severed');
}

function failSilentHost(draft: Draft): void {
  if (draft.phase.name !== 'finishing') return;
  const { ConnectError } = draft;
  const silence = new ConnectError('callback_failed', 'onSuccess took too long.');
  fail(draft, 'callback_failed', silence);
}
