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
  started,
  timedOut,
  withMissedPopup,
  withPopup,
} from '../drive.ts';

describe('the start', () => {
  it.each([
    ['origin_not_allowed', { isOpaque: true, network: 'online' }],
    ['origin_not_allowed', { isOpaque: true, network: 'offline' }],
  ] as const)('fails with %s at once in a document with %o', (errorCode, { isOpaque, network }) => {
    const { state, told } = drive({ isOpaque }, network, ...started);
    const error = anError(errorCode);
    expect(told).toEqual([
      { name: 'opened' },
      { name: 'step_changed', step: 'failed' },
      { name: 'failed', error },
    ]);
    expect(state.phase).toEqual({ name: 'failed', error, canTryPopup: false });
    expect(state.frame).toBe('absent');
  });
});

describe('a choice of a provider', () => {
  it('opens a popup if its login cannot be framed', () => {
    const { state, told } = drive({}, ...atSelector, ['selectProvider', 'popup-only']);
    expect(told).toEqual([]);
    expect(state.providerId).toBe('popup-only');
    expect(state.phase).toEqual({ name: 'selecting', busyId: null });
  });

  it('fails if its login cannot be framed and the host wants no popup', () => {
    const { state } = drive({ display: 'frame' }, ...atSelector, ['selectProvider', 'popup-only']);
    expect(state.phase).toMatchObject({ name: 'failed', error: { code: 'provider_unavailable' } });
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
    const { state, told } = drive({}, ...atLogin, ['goBack']);
    expect(told).toEqual([{ type: 'back' }, { name: 'step_changed', step: 'select' }]);
    expect(state.phase).toEqual({ name: 'selecting', busyId: null });
  });

  it('closes the popup, and shows the selector of the frame', () => {
    const { state, told } = drive({}, ...withPopup, ['goBack']);
    expect(told).toEqual([
      { type: 'back' },
      { name: 'surface_changed', surface: 'frame', reason: 'user' },
    ]);
    expect(state).toMatchObject({
      phase: { name: 'selecting', busyId: null },
      popup: { name: 'none' },
      shown: 'frame',
      providerId: null,
    });
  });
});

describe('Stay, in the question before leaving', () => {
  it('removes the question', () => {
    const { state, told } = drive({}, ...atLogin, ['requestClose'], ['keepGoing']);
    expect(state.phase).toEqual({ name: 'on-page', step: 'login', isConfirmingExit: false });
    expect(told).toEqual([]);
  });

  it('changes nothing elsewhere', () => {
    for (const place of [started, atSelector, failed, finishing]) {
      expectUnchanged(drive({}, ...place).state, drive({}, ...place, ['keepGoing']));
    }
  });
});

describe('Try again', () => {
  it('opens a popup again if the flow was in one', () => {
    const lost = [...withPopup, ['flowFailed', 'popup', 'connection_lost']] as const;
    expect(drive({}, ...lost).state.popup).toEqual({ name: 'offered', error: null });
    expect(drive({}, ...lost, ['retry']).told).toEqual([]);
  });

  it('loads a page anew that is still loading', () => {
    const { state, told } = drive({}, ...started, ['retry']);
    expect(told).toEqual([{ name: 'retried' }]);
    expect(state).toMatchObject({ phase: { name: 'starting' }, frame: 'loading' });
  });

  it('counts nowhere else', () => {
    for (const place of [atSelector, atLogin, finishing, withPopup]) {
      expectUnchanged(drive({}, ...place).state, drive({}, ...place, ['retry']));
    }
  });
});

describe('the network', () => {
  it('only seems to be gone: the page is tried, and so it is with Try again', () => {
    const first = drive({}, 'offline', ...started);
    expect(first.state.phase).toEqual({ name: 'starting' });
    expect(drive({}, 'offline', ...atLogin).state.phase).toMatchObject({ step: 'login' });
    const inVain = ['offline', ...started, ['timedOut', 'offlineLoad']] as const;
    expect(drive({}, ...inVain, ['retry']).state).toMatchObject({
      phase: { name: 'starting' },
      frame: 'loading',
    });
  });

  it('is what a service that accepts no connection is missing', () => {
    const { phase } = drive({}, 'offline', ...started, [
      'serviceRefused',
      'Nothing answers.',
    ]).state;
    expect(phase).toMatchObject({ name: 'failed', error: { code: 'offline' } });
  });

  it('is back before the page has failed: the page is loaded anew', () => {
    const late = ['offline', ...started, 'online', ['timedOut', 'offlineLoad']] as const;
    const { state, told } = drive({}, ...late);
    expect(state.phase).toEqual({ name: 'starting' });
    expect(told).toContainEqual({ name: 'retried' });
  });

  it('offers a popup when it is back, because only a click can open one', () => {
    const opened = ['offline', ['start'], ['popupOpened', false]] as const;
    const inVain = [...opened, ['timedOut', 'offlineLoad']] as const;
    const { state, told } = drive({ display: 'popup' }, ...inVain, 'online', ['online']);
    expect(told).toEqual([{ name: 'retried' }, { name: 'step_changed', step: 'loading' }]);
    expect(state).toMatchObject({
      phase: { name: 'starting' },
      popup: { name: 'offered', error: null },
    });
  });

  it('does not end another failure', () => {
    for (const place of [failed, timedOut]) {
      expectUnchanged(drive({}, ...place).state, drive({}, ...place, ['online']));
    }
  });

  it('changes nothing in a flow that works', () => {
    for (const place of [started, atSelector, atLogin, finishing, withMissedPopup]) {
      expectUnchanged(drive({}, ...place).state, drive({}, ...place, ['online']));
    }
  });
});

it('providers whose login needs a popup are unavailable when the host wants none', () => {
  const { providers } = drive({ display: 'frame' }, ...atSelector).state;
  expect(providers).toEqual([framed, { ...popupOnly, status: 'unavailable' }]);
  expect(drive({}, ...atSelector).state.providers).toEqual([framed, popupOnly]);
});
