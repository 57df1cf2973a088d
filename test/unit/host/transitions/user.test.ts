import { describe, expect, it } from 'vitest';
import {
  anError,
  atLogin,
  atSelector,
  drive,
  expectUnchanged,
  failed,
  finishing,
  framed,
  popupOnly,
  say,
  started,
  timedOut,
  withMissedWindow,
  withWindow,
} from '../drive.ts';

describe('the start', () => {
  it('follows the frame that is loading', () => {
    const { state, effects } = drive({}, ...started);
    expect(effects).toEqual([
      ['emit', { name: 'opened' }],
      ['waitFor', 'pageLoad'],
      ['startFrame', false],
    ]);
    expect(state).toMatchObject({
      phase: { name: 'starting' },
      frame: 'followed',
      window: { name: 'none' },
      shown: 'frame',
      providerId: null,
      application: null,
      providers: null,
      frameHeight: null,
      deliveries: 0,
    });
  });

  it('takes the window with display popup, and loads no frame', () => {
    const { state, effects } = drive({ display: 'popup', provider: 'framed' }, ...started);
    expect(effects).toEqual([['emit', { name: 'opened' }], ['openWindow']]);
    expect(state).toMatchObject({ frame: 'absent', shown: 'popup', providerId: 'framed' });
  });

  it.each([
    ['origin_not_allowed', { isOpaque: true, network: 'online' }],
    ['offline', { isOpaque: false, network: 'offline' }],
    ['origin_not_allowed', { isOpaque: true, network: 'offline' }],
  ] as const)('fails with %s at once in a document with %o', (errorCode, { isOpaque, network }) => {
    const { state, effects } = drive({ isOpaque }, network, ...started);
    const error = anError(errorCode);
    expect(effects).toEqual([
      ['emit', { name: 'opened' }],
      ['stopWaiting'],
      ['closeFrameFlow'],
      ['emit', { name: 'step_changed', step: 'failed' }],
      ['emit', { name: 'failed', error }],
    ]);
    expect(state.phase).toEqual({ name: 'failed', error, canTryWindow: false });
    expect(state.frame).toBe('absent');
  });
});

describe('a choice of a provider', () => {
  it('is sent to the page, which confirms it', () => {
    const { state, effects } = drive({}, ...atSelector, ['selectProvider', 'framed']);
    expect(effects).toEqual([
      ['waitFor', 'pageAnswer'],
      ['send', 'frame', { type: 'select_provider', provider_id: 'framed' }],
    ]);
    expect(state.phase).toEqual({ name: 'selecting', busyId: 'framed' });
    expect(state.window).toEqual({ name: 'none' });
  });

  it('opens a window if its login cannot be framed', () => {
    const { state, effects } = drive({}, ...atSelector, ['selectProvider', 'popup-only']);
    expect(effects).toEqual([['openWindow']]);
    expect(state.providerId).toBe('popup-only');
    expect(state.phase).toEqual({ name: 'selecting', busyId: null });
  });

  it('fails if its login cannot be framed and the host wants no window', () => {
    const { state, effects } = drive({ display: 'frame' }, ...atSelector, [
      'selectProvider',
      'popup-only',
    ]);
    expect(state.phase).toMatchObject({ name: 'failed', error: { code: 'provider_unavailable' } });
    expect(effects).not.toContainEqual(['openWindow']);
  });

  it('counts once, and only in the selector', () => {
    const busy = drive({}, ...atSelector, ['selectProvider', 'framed']).state;
    const again = [...atSelector, ['selectProvider', 'framed']] as const;
    expectUnchanged(busy, drive({}, ...again, ['selectProvider', 'popup-only']));
    for (const place of [started, atLogin, failed, finishing]) {
      const before = drive({}, ...place).state;
      expectUnchanged(before, drive({}, ...place, ['selectProvider', 'popup-only']));
    }
  });
});

describe('Back', () => {
  it('returns to the selector', () => {
    const { state, effects } = drive({}, ...atLogin, ['goBack']);
    expect(effects).toEqual([
      ['send', 'frame', { type: 'back' }],
      ['emit', { name: 'step_changed', step: 'select' }],
    ]);
    expect(state.phase).toEqual({ name: 'selecting', busyId: null });
  });

  it('closes the window, and shows the selector of the frame', () => {
    const { state, effects } = drive({}, ...withWindow, ['goBack']);
    expect(effects).toEqual([
      ['closeWindow', false],
      ['send', 'frame', { type: 'back' }],
      ['emit', { name: 'surface_changed', surface: 'frame', reason: 'user' }],
    ]);
    expect(state).toMatchObject({
      phase: { name: 'selecting', busyId: null },
      window: { name: 'none' },
      shown: 'frame',
      providerId: null,
    });
  });

  it('counts only while a flow is under way', () => {
    for (const place of [failed, finishing]) {
      expectUnchanged(drive({}, ...place).state, drive({}, ...place, ['goBack']));
    }
  });
});

describe('Stay, in the question before leaving', () => {
  it('removes the question', () => {
    const { state, effects } = drive({}, ...atLogin, ['requestClose'], ['keepGoing']);
    expect(state.phase).toEqual({ name: 'on-page', step: 'login', isConfirmingExit: false });
    expect(effects).toEqual([]);
  });

  it('changes nothing elsewhere', () => {
    for (const place of [started, atSelector, failed, finishing]) {
      expectUnchanged(drive({}, ...place).state, drive({}, ...place, ['keepGoing']));
    }
  });
});

describe('Try again', () => {
  it('loads the page anew', () => {
    const height = say({ type: 'resize', height: 400 });
    const { state, effects } = drive(
      {},
      ...atLogin,
      height,
      ['flowFailed', 'frame', 'connection_lost'],
      ['retry'],
    );
    expect(effects).toEqual([
      ['emit', { name: 'retried' }],
      ['emit', { name: 'step_changed', step: 'loading' }],
      ['waitFor', 'pageLoad'],
      ['startFrame', true],
    ]);
    expect(state).toMatchObject({
      phase: { name: 'starting' },
      frame: 'followed',
      providers: null,
      frameHeight: null,
    });
  });

  it('opens a window again if the flow was in one', () => {
    const lost = [...withWindow, ['flowFailed', 'popup', 'connection_lost']] as const;
    expect(drive({}, ...lost).state.window).toEqual({ name: 'offered', error: null });
    expect(drive({}, ...lost, ['retry']).effects).toEqual([['openWindow']]);
  });

  it('counts only after a failure', () => {
    for (const place of [started, atSelector, atLogin, finishing, withWindow]) {
      expectUnchanged(drive({}, ...place).state, drive({}, ...place, ['retry']));
    }
  });
});

describe('the network', () => {
  it('starts the flow again when it is back', () => {
    const offline = drive({}, 'offline', ...started);
    expect(offline.state.phase).toMatchObject({ name: 'failed', error: { code: 'offline' } });
    const { state, effects } = drive({}, 'offline', ...started, 'online', ['online']);
    expect(effects).toEqual([
      ['emit', { name: 'retried' }],
      ['emit', { name: 'step_changed', step: 'loading' }],
      ['waitFor', 'pageLoad'],
      ['startFrame', true],
    ]);
    expect(state.phase).toEqual({ name: 'starting' });
  });

  it('offers a window when it is back, because only a click can open one', () => {
    const offline = ['offline', ['start'], ['windowOpened', false]] as const;
    const { state, effects } = drive({ display: 'popup' }, ...offline, 'online', ['online']);
    expect(effects).toEqual([
      ['emit', { name: 'retried' }],
      ['emit', { name: 'step_changed', step: 'loading' }],
    ]);
    expect(state).toMatchObject({
      phase: { name: 'starting' },
      window: { name: 'offered', error: null },
    });
  });

  it('does not end another failure', () => {
    for (const place of [failed, timedOut]) {
      expectUnchanged(drive({}, ...place).state, drive({}, ...place, ['online']));
    }
  });

  it('changes nothing in a flow that works', () => {
    for (const place of [started, atSelector, atLogin, finishing, withMissedWindow]) {
      expectUnchanged(drive({}, ...place).state, drive({}, ...place, ['online']));
    }
  });
});

it('providers whose login needs a window are unavailable when the host wants none', () => {
  const { providers } = drive({ display: 'frame' }, ...atSelector).state;
  expect(providers).toEqual([framed, { ...popupOnly, status: 'unavailable' }]);
  expect(drive({}, ...atSelector).state.providers).toEqual([framed, popupOnly]);
});
