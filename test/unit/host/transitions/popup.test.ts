import { describe, expect, it } from 'vitest';
import type { HandoffState } from '../../../../src/sdk/protocol/messages.ts';
import {
  anError,
  atLoginInPopup,
  atSelector,
  drive,
  expectUnchanged,
  failed,
  finishing,
  ready,
  say,
  started,
  timedOut,
  withMissedPopup,
  withPopup,
  withSeveredPopup,
  withSilentPopup,
} from '../drive.ts';

const asPopup = { display: 'popup' } as const;
const opened = [['start'], ['popupOpened', false]] as const;
const blockedFrame = [['start'], ['flowFailed', 'frame', 'frame_blocked']] as const;
const about = (state: HandoffState) => say({ type: 'handoff_changed', state });

describe('a popup that opens', () => {
  it('is followed, and its page can join through the frame', () => {
    const { state, told } = drive({}, ...withSilentPopup);
    expect(told).toEqual([{ name: 'surface_changed', surface: 'popup', reason: 'provider' }]);
    expect(state).toMatchObject({
      popup: { name: 'open', contact: 'silent', isLeaving: false },
      phase: { name: 'selecting', busyId: null },
      shown: 'popup',
    });
  });

  it('replaces a frame that is blocked', () => {
    const { state, told } = drive({}, ...blockedFrame, ['popupOpened', false]);
    expect(told.slice(0, 2)).toEqual([
      { name: 'retried' },
      { name: 'surface_changed', surface: 'popup', reason: 'frame_blocked' },
    ]);
    expect(state.phase).toEqual({ name: 'starting' });
  });

  it('replaces a frame that did not load', () => {
    const { state, told } = drive({}, ...timedOut, ['popupOpened', false]);
    expect(told).toEqual([
      { name: 'retried' },
      { name: 'step_changed', step: 'loading' },
      { name: 'surface_changed', surface: 'popup', reason: 'load_timeout' },
    ]);
    expect(state.phase).toEqual({ name: 'starting' });
  });

  it('replaces a frame that is still loading', () => {
    const { told } = drive({}, ...started, ['popupOpened', false]);
    expect(told).toEqual([{ name: 'surface_changed', surface: 'popup', reason: 'load_timeout' }]);
  });

  it('names the provider as the reason after another failure', () => {
    const { told } = drive({}, ...failed, ['popupOpened', false]);
    const reason = { name: 'surface_changed', surface: 'popup', reason: 'provider' };
    expect(told).toContainEqual(reason);
  });

  it.each([
    ['has no network', {}, 'offline'],
    ['has an opaque origin', { isOpaque: true }, 'origin_not_allowed'],
  ] as const)('is closed when the document %s', (_, setting, errorCode) => {
    const isOffline = errorCode === 'offline';
    const inputs = isOffline ? [...opened, ['timedOut', 'offlineLoad'] as const] : opened;
    const network = isOffline ? 'offline' : 'online';
    const { state, told } = drive({ ...asPopup, ...setting }, network, ...inputs);
    expect(told).toEqual([
      { name: 'step_changed', step: 'failed' },
      { name: 'failed', error: anError(errorCode) },
    ]);
    expect(state.popup).toEqual({ name: 'offered', error: null });
  });

  it('counts only while a code can still be had', () => {
    for (const input of [['openPopup'], ['popupOpened', false], ['returnToFrame']] as const) {
      expectUnchanged(drive({}, ...finishing).state, drive({}, ...finishing, input));
    }
  });
});

describe('a popup that the browser blocks', () => {
  it('is reported, and can be opened again', () => {
    const error = anError('popup_blocked');
    const picked = [...atSelector, ['selectProvider', 'popup-only']] as const;
    const { state, told } = drive({}, ...picked, ['popupOpened', true]);
    expect(told).toEqual([{ name: 'failed', error }]);
    expect(state).toMatchObject({ popup: { name: 'blocked', error }, shown: 'frame' });

    const again = drive({}, ...picked, ['popupOpened', true], ['popupOpened', true]);
    expect(again.told).toEqual([{ name: 'retried' }, { name: 'failed', error }]);
  });
});

describe('the page of a popup that leaves for the site of a provider', () => {
  const left = say({ type: 'leaving' }, 'popup');

  it('can come back through the page in the frame', () => {
    const { state, told } = drive({}, ...atLoginInPopup, left);
    expect(told).toEqual([]);
    expect(drive({}, ...atLoginInPopup, left, about('waiting')).told).toEqual([]);
    expect(state.popup).toMatchObject({ isLeaving: true });
    const { popup } = drive({}, ...atLoginInPopup, left, about('joined')).state;
    expect(popup).toEqual({ name: 'open', contact: 'joined', isLeaving: false });
  });

  it('makes the session load a frame, which is not reported as ready again', () => {
    const inPopup = [...opened, ['popupHello'], say(ready, 'popup'), left] as const;
    expect(drive(asPopup, ...inPopup).state.frame).toBe('loading');
    expect(drive(asPopup, ...inPopup, say(ready)).told).toEqual([]);
  });
});

describe('a popup whose page asks the user', () => {
  const asked = (number: string | null) => say({ type: 'handoff_asked', number });
  const asking = [...withSeveredPopup, asked('0471')] as const;

  it('is given the time that the user needs, and its number is shown', () => {
    const { state, told } = drive({}, ...asking);
    expect(told).toEqual([]);
    expect(state.popup).toEqual({ name: 'asking', number: '0471' });
    expect(drive({}, ...withSeveredPopup, asked(null)).state.popup).toEqual({
      name: 'asking',
      number: null,
    });
    expect(drive({}, ...started, asked('0471')).state.popup.name).toBe('none');
  });

  it.each([
    ['joined', { name: 'open', contact: 'joined' }],
    ['left', { name: 'missed' }],
    ['refused', { name: 'closed', error: { code: 'opener_severed' } }],
  ] as const)('continues when it has %s', (state, popup) => {
    expect(drive({}, ...asking, about(state)).state.popup).toMatchObject(popup);
  });
});

describe('the first message of the popup', () => {
  it('ends the wait of the frame’s page', () => {
    const { state, told } = drive({}, ...withPopup);
    expect(told).toEqual([{ type: 'back' }]);
    expect(state.popup).toEqual({ name: 'open', contact: 'reached', isLeaving: false });
  });

  it('is told to the frame’s page once, and shows that the page is back', () => {
    const left = say({ type: 'leaving' }, 'popup');
    expect(drive({}, ...withPopup, left).state.popup).toMatchObject({ isLeaving: true });
    const { state, told } = drive({}, ...withPopup, left, ['popupHello']);
    expect(told).toEqual([{ type: 'back' }]);
    expect(drive({}, ...withPopup, ['popupHello']).told).toEqual([]);
    expect(state.popup).toEqual({ name: 'open', contact: 'reached', isLeaving: false });
  });
});

describe('a popup that browsers report as closed', () => {
  it('ends the question before leaving', () => {
    const asked = [...atLoginInPopup, ['requestClose']] as const;
    expect(drive({}, ...asked).state.phase).toMatchObject({ isConfirmingExit: true });
    const { state } = drive({}, ...asked, ['popupClosed']);
    expect(state.phase).toEqual({ name: 'on-page', step: 'login', isConfirmingExit: false });
  });

  it('gets no frame that a policy blocks', () => {
    const inPopup = [...blockedFrame, ['popupOpened', false], ['popupHello']] as const;
    const left = say({ type: 'leaving' }, 'popup');
    const { state, told } = drive({}, ...inPopup, left);
    expect(told).toEqual([]);
    expect(state.frame).toBe('blocked');
  });

  it('may be cut off from the start: the frame’s page finds its flow', () => {
    const { state, told } = drive({}, ...withSeveredPopup);
    expect(told).toEqual([]);
    expect(state.popup).toEqual({ name: 'open', contact: 'severed', isLeaving: false });
    expectUnchanged(state, drive({}, ...withSeveredPopup, ['popupClosed']));
  });

  it('may be cut off from the start, without a frame: a new one finds its flow', () => {
    const { state, told } = drive(asPopup, ...opened, ['popupClosed']);
    expect(told).toEqual([]);
    expect(state.frame).toBe('loading');
  });

  it('is not looked at again once it communicates through the frame', () => {
    const joined = [...withSeveredPopup, about('joined')] as const;
    expectUnchanged(drive({}, ...joined).state, drive({}, ...joined, ['popupClosed']));
  });

  it('changes nothing without a popup', () => {
    for (const place of [atSelector, withMissedPopup, finishing]) {
      expectUnchanged(drive({}, ...place).state, drive({}, ...place, ['popupClosed']));
    }
  });
});

describe('a popup that is cut off', () => {
  it('joins through the frame’s page', () => {
    const { state, told } = drive({}, ...withSeveredPopup, about('joined'));
    expect(told).toEqual([]);
    expect(state.popup).toEqual({ name: 'open', contact: 'joined', isLeaving: false });
  });

  it('joins again after the service had lost contact', () => {
    const { state, told } = drive({}, ...withMissedPopup, about('joined'));
    expect(told).toEqual([{ name: 'retried' }]);
    expect(state.popup).toMatchObject({ name: 'open', contact: 'joined' });
  });

  it('communicates through the frame’s page', () => {
    const login = say({ type: 'step', step: 'login' });
    const joined = [...withSeveredPopup, about('joined'), login] as const;
    expect(drive({}, ...joined).state.phase).toMatchObject({ name: 'on-page', step: 'login' });
  });

  it('changes nothing in a session without a popup', () => {
    for (const state of ['joined', 'left', 'refused', 'waiting'] as const) {
      expectUnchanged(drive({}, ...atSelector).state, drive({}, ...atSelector, about(state)));
    }
  });
});

describe('the frame’s page, while the user is in a popup', () => {
  const others = [
    say({ type: 'step', step: 'consent' }),
    say({ type: 'exit', reason: 'denied' }),
    say({ type: 'resize', height: 300 }),
  ];

  it('is not heard when the popup’s page can be reached', () => {
    for (const message of [...others, about('left'), about('joined')]) {
      expectUnchanged(drive({}, ...withPopup).state, drive({}, ...withPopup, message));
    }
  });

  it('is heard only about both pages until then', () => {
    for (const place of [withSilentPopup, withSeveredPopup, withMissedPopup]) {
      for (const message of others) {
        expectUnchanged(drive({}, ...place).state, drive({}, ...place, message));
      }
      expect(drive({}, ...place, say(ready)).told).toEqual([{ name: 'ready' }]);
      const providers = say({ type: 'providers', providers: [] });
      expect(drive({}, ...place, providers).told).toEqual([]);
      const broken = {
        type: 'error',
        code: 'server_error',
        message: 'x',
        retryable: true,
      } as const;
      expect(drive({}, ...place, say(broken)).state.phase.name).toBe('failed');
    }
  });

  it('may fail if the popup’s page can be reached', () => {
    const lost = ['flowFailed', 'frame', 'connection_lost'] as const;
    expectUnchanged(drive({}, ...withPopup).state, drive({}, ...withPopup, lost));
    expect(drive({}, ...withSilentPopup, lost).state.phase.name).toBe('failed');
    expect(drive({}, ...withMissedPopup, lost).state.phase.name).toBe('failed');
  });
});

describe('a popup that is offered', () => {
  const preselected = { provider: 'popup-only' };
  const confirmed = say({ type: 'provider_selected', provider_id: 'popup-only' });

  it('is one for a preselected provider that cannot be framed', () => {
    const { state, told } = drive(preselected, ...atSelector, confirmed);
    expect(told).toEqual([{ type: 'back' }, { name: 'step_changed', step: 'select' }]);
    expect(state).toMatchObject({
      popup: { name: 'offered', error: null },
      phase: { name: 'selecting', busyId: null },
      providerId: 'popup-only',
    });
  });

  it('hides the frame, whose page does not change the step', () => {
    const place = [...atSelector, confirmed] as const;
    const login = say({ type: 'step', step: 'login' });
    expectUnchanged(drive(preselected, ...place).state, drive(preselected, ...place, login));
  });
});

describe('Continue here', () => {
  it('closes the popup, and loads the frame that is missing', () => {
    const { state, told } = drive({}, ...timedOut, ['popupOpened', false], ['returnToFrame']);
    expect(told).toEqual([{ name: 'surface_changed', surface: 'frame', reason: 'user' }]);
    expect(state).toMatchObject({
      phase: { name: 'starting' },
      popup: { name: 'none' },
      frame: 'loading',
      shown: 'frame',
    });
  });

  it('is no change of the surface if no popup was opened', () => {
    const picked = [
      ...atSelector,
      ['selectProvider', 'popup-only'],
      ['popupOpened', true],
    ] as const;
    const { state, told } = drive({}, ...picked, ['returnToFrame']);
    expect(told).toEqual([{ name: 'retried' }, { type: 'back' }]);
    expect(state).toMatchObject({ popup: { name: 'none' }, providerId: null });
  });
});
