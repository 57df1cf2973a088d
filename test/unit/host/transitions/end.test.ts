import { describe, expect, it } from 'vitest';
import { createFailure, isFrameAtFault } from '../../../../src/sdk/host/session/failures.ts';
import { ConnectError } from '../../../../src/sdk/protocol/errors.ts';
import {
  anError,
  atLogin,
  atLoginInPopup,
  atSelector,
  code,
  drive,
  expectUnchanged,
  failed,
  finishing,
  say,
  service,
  started,
  timedOut,
  withMissedPopup,
  withSeveredPopup,
} from '../drive.ts';

const connected = [...finishing, ['callbackDone']] as const;
const exit = (reason: string, error: unknown = null) => ({ status: 'exited', reason, error });

describe('a frame that shows nothing', () => {
  it('is replaced by the offer of a popup when a policy blocks it', () => {
    const error = anError('frame_blocked');
    const { state, told } = drive({}, ...started, ['flowFailed', 'frame', 'frame_blocked']);
    expect(told).toEqual([{ name: 'failed', error }]);
    expect(state).toMatchObject({
      phase: { name: 'starting' },
      popup: { name: 'offered', error },
      frame: 'blocked',
    });
  });

  it('fails with a popup as the second choice when it did not load', () => {
    const error = anError('load_timeout');
    const { state } = drive({}, ...timedOut);
    expect(state).toMatchObject({
      phase: { name: 'failed', error, canTryPopup: true },
      popup: { name: 'none' },
      frame: 'absent',
    });
  });

  it('fails without that choice once it has shown something, or in a popup', () => {
    for (const place of [atSelector, atLogin]) {
      const { state } = drive({}, ...place, ['timedOut', 'pageLoad']);
      expect(state.phase).toMatchObject({ name: 'failed', canTryPopup: false });
      const blocked = drive({}, ...place, ['flowFailed', 'frame', 'frame_blocked']).state;
      expect(blocked.phase.name).toBe('failed');
    }
    const inPopup = [...timedOut, ['popupOpened', false]] as const;
    const { state } = drive({}, ...inPopup, ['timedOut', 'pageLoad']);
    expect(state).toMatchObject({
      phase: { name: 'failed', canTryPopup: false },
      popup: { name: 'offered', error: null },
    });
  });
});

describe('a host that is itself in a frame', () => {
  it('offers a popup at once, without an error', () => {
    const { state, told } = drive({ isFramed: true }, ...started);
    expect(told).toEqual([{ name: 'opened' }]);
    expect(state).toMatchObject({
      phase: { name: 'starting' },
      popup: { name: 'offered', error: null },
      frame: 'blocked',
    });
  });

  it('fails at once when it wants a frame, and says what helps', () => {
    const { phase } = drive({ isFramed: true, display: 'frame' }, ...started).state;
    const message = expect.stringMatching(/itself in a frame.*display: 'auto'/);
    expect(phase).toMatchObject({ error: { code: 'frame_blocked', message }, canTryPopup: false });
  });

  it('uses no frame later either', () => {
    const inPopup = [...started, ['popupOpened', false]] as const;
    const lost = drive({ isFramed: true }, ...inPopup, ['popupClosed']);
    expect(lost.state).toMatchObject({ popup: { name: 'closed' }, frame: 'blocked' });
    const late = drive({ isFramed: true }, ...inPopup, ['timedOut', 'pageLoad'], ['retry']);
    expect(late.state.frame).toBe('blocked');
  });
});

it('a service that refuses the connection ends the wait, and no popup is offered', () => {
  const message = 'The browser cannot reach https://connect.example.';
  const { state } = drive({}, ...started, ['serviceRefused', message]);
  expect(state.phase).toMatchObject({
    name: 'failed',
    error: { code: 'load_timeout', message, retryable: true },
    canTryPopup: false,
  });
});

it('a browser that cannot draw ends the session at once', () => {
  const cause = new TypeError('no dialog');
  const { state, told } = drive({}, ...started, ['cannotDraw', cause]);
  const error = expect.objectContaining({ code: 'unsupported_browser', retryable: false, cause });
  expect(told).toEqual([
    { name: 'failed', error },
    { ...exit('error', error), step: 'loading' },
  ]);
  expect(state.phase).toEqual({ name: 'over', step: 'loading' });
});

describe('a code', () => {
  it('is delivered before the page gets an answer', () => {
    const { state, told } = drive({}, ...finishing);
    expect(told).toEqual([
      { name: 'code_received' },
      'c',
      { type: 'code_received' },
      { name: 'step_changed', step: 'finishing' },
    ]);
    expect(state).toMatchObject({
      phase: { name: 'finishing', delivery: 1, isHidden: false },
      popup: { name: 'none' },
      deliveries: 1,
    });
    expect(JSON.stringify(state)).not.toContain('"c"');
  });
});

describe('a callback that succeeds', () => {
  it('shows success for a moment, in the page that sent the code', () => {
    const { state, told } = drive({}, ...connected);
    expect(told).toEqual([]);
    expect(state.phase).toEqual({ name: 'connected', isFramed: true });
    expect(drive({}, ...connected, ['timedOut', 'success']).told).toEqual([
      { status: 'connected', step: 'finishing' },
    ]);
  });

  it('late counts, too, and ends the next try', () => {
    const late = [...finishing, ['timedOut', 'callback'], ['retry'], ['callbackDone']] as const;
    const { state, told } = drive({}, ...late);
    expect(told).toEqual([{ name: 'step_changed', step: 'finishing' }]);
    expect(state.phase).toEqual({ name: 'connected', isFramed: false });
  });

  it('counts once', () => {
    expectUnchanged(drive({}, ...connected).state, drive({}, ...connected, ['callbackDone']));
  });

  it('settles at once when the modal was closed meanwhile', () => {
    const { state, told } = drive({}, ...finishing, ['close', 'closed'], ['callbackDone']);
    expect(told).toEqual([{ status: 'connected', step: 'finishing' }]);
    expect(state.phase).toEqual({ name: 'over', step: 'finishing' });
  });
});

describe('a callback that fails', () => {
  const cause = new TypeError('HTTP 500');

  it('offers no other try with a session of the backend, which serves one success', () => {
    const ownSession = { hasSession: true };
    const { told } = drive(ownSession, ...finishing, ['callbackFailed', 1, cause]);
    const error = expect.objectContaining({ code: 'callback_failed', retryable: false });
    expect(told).toContainEqual({ name: 'failed', error });
    const lost = drive(ownSession, ...atLogin, ['flowFailed', 'frame', 'connection_lost']);
    expect(lost.told.at(-1)).toMatchObject({ error: { retryable: true } });
  });

  it('counts only for the code that the session waits for', () => {
    for (const place of [atLogin, failed, connected]) {
      const late = drive({}, ...place, ['callbackFailed', 1, cause]);
      expectUnchanged(drive({}, ...place).state, late);
    }
    const other = drive({}, ...finishing, ['callbackFailed', 2, cause]);
    expectUnchanged(drive({}, ...finishing).state, other);
  });

  it('ends the session when the modal was closed meanwhile', () => {
    const hidden = [...finishing, ['close', 'closed']] as const;
    const { state, told } = drive({}, ...hidden, ['callbackFailed', 1, cause]);
    expect(told).toEqual([{ ...exit('error', anError('callback_failed')), step: 'finishing' }]);
    expect(state.phase.name).toBe('over');
  });
});

describe('the wish to close', () => {
  it('asks first at the login and at the consent', () => {
    const { state, told } = drive({}, ...atLogin, ['requestClose']);
    expect(told).toEqual([]);
    expect(state.phase).toEqual({ name: 'on-page', step: 'login', isConfirmingExit: true });
    const confirmed = drive({}, ...atLogin, ['requestClose'], ['confirmExit']);
    expect(confirmed.told).toEqual([{ ...exit('closed'), step: 'login' }]);
  });

  it('closes elsewhere', () => {
    for (const [place, step] of [
      [started, 'loading'],
      [atSelector, 'select'],
    ] as const) {
      for (const input of [['requestClose'], ['confirmExit']] as const) {
        const { told } = drive({}, ...place, input);
        expect(told).toEqual([{ ...exit('closed'), step }]);
      }
    }
  });

  it('does not ask about a popup that is lost', () => {
    const lost = [...atLoginInPopup, ['popupClosed']] as const;
    const { told } = drive({}, ...lost, ['requestClose']);
    expect(told).toEqual([{ ...exit('error', anError('popup_closed')), step: 'login' }]);
  });
});

describe('the end by the host', () => {
  it('during success is a connection', () => {
    expect(drive({}, ...connected, ['close', 'aborted']).told).toEqual([
      { status: 'connected', step: 'finishing' },
    ]);
  });

  it('reports the error that is shown, unless it is aborted', () => {
    const error = anError('connection_lost');
    expect(drive({}, ...failed, ['close', 'closed']).told).toEqual([
      { ...exit('error', error), step: 'failed' },
    ]);
    expect(drive({}, ...failed, ['close', 'aborted']).told).toEqual([
      { ...exit('aborted'), step: 'failed' },
    ]);
  });
});

it('nothing counts after the outcome', () => {
  const over = [...atLogin, ['close', 'closed']] as const;
  for (const input of [['start'], ['callbackDone'], ['close', 'aborted'], say(code)] as const) {
    expectUnchanged(drive({}, ...over).state, drive({}, ...over, input));
  }
});

describe('a time-out', () => {
  it.each([
    ['pageLoad', started, 'load_timeout'],
    ['pageAnswer', atLogin, 'connection_lost'],
    ['callback', finishing, 'callback_failed'],
  ] as const)('of %s fails', (timer, place, errorCode) => {
    const { phase } = drive({}, ...place, ['timedOut', timer]).state;
    expect(phase).toMatchObject({ name: 'failed', error: { code: errorCode, retryable: true } });
  });

  it('is the error `offline` when the browser is offline', () => {
    for (const timer of ['pageLoad', 'pageAnswer'] as const) {
      const { phase } = drive({}, ...atLogin, 'offline', ['timedOut', timer]).state;
      expect(phase).toMatchObject({ name: 'failed', error: { code: 'offline' } });
    }
  });

  it('of the callback says who took too long', () => {
    const { phase } = drive({}, ...finishing, ['timedOut', 'callback']).state;
    expect(phase).toMatchObject({ error: { message: 'onSuccess took too long.' } });
  });

  it.each(['join', 'rejoin'] as const)('of %s gives up the popup', (timer) => {
    const error = anError('opener_severed');
    const { state, told } = drive({}, ...withSeveredPopup, ['timedOut', timer]);
    expect(told).toEqual([{ name: 'failed', error }]);
    expect(state.popup).toEqual({ name: 'closed', error });
  });

  it('changes nothing when the session no longer waits', () => {
    for (const [timer, ...places] of [
      ['pageLoad', failed, finishing, connected],
      ['pageAnswer', failed, finishing, connected],
      ['join', atSelector, withMissedPopup, finishing],
      ['rejoin', atSelector, withMissedPopup, finishing],
      ['callback', atLogin, failed, connected],
      ['success', atLogin, finishing],
      ['leaving', atLogin, finishing],
    ] as const) {
      for (const place of places) {
        expectUnchanged(drive({}, ...place).state, drive({}, ...place, ['timedOut', timer]));
      }
    }
  });
});

describe('a failure that the SDK detects', () => {
  it.each([
    ['load_timeout', true],
    ['connection_lost', true],
    ['offline', true],
    ['callback_failed', true],
    ['protocol_error', true],
    ['popup_blocked', true],
    ['popup_closed', true],
    ['opener_severed', true],
    ['unsupported_version', false],
    ['unsupported_browser', false],
    ['origin_not_allowed', false],
    ['provider_unavailable', false],
    ['frame_blocked', false],
  ] as const)('%s can be tried again: %s', (errorCode, retryable) => {
    const error = createFailure({ ConnectError, ...service }, errorCode);
    expect(error).toMatchObject({ code: errorCode, retryable });
    expect(error.message).toMatch(/^\w.+\.$/);
  });

  it('has the message of a ConnectError that caused it, and of no other error', () => {
    const known = new ConnectError('callback_failed', 'The callback answered HTTP status 500.');
    expect(createFailure({ ConnectError, ...service }, 'callback_failed', known).message).toBe(
      known.message,
    );
    const foreign = new Error('secret');
    const error = createFailure({ ConnectError, ...service }, 'callback_failed', foreign);
    expect(error.message).not.toContain('secret');
    expect(error.cause).toBe(foreign);
  });

  it('is the frame’s fault when the frame did not load', () => {
    const isAtFault = (errorCode: Parameters<typeof createFailure>[1]) =>
      isFrameAtFault(createFailure({ ConnectError, ...service }, errorCode));
    expect([isAtFault('load_timeout'), isAtFault('frame_blocked')]).toEqual([true, true]);
    expect([isAtFault('offline'), isAtFault('connection_lost')]).toEqual([false, false]);
  });
});
