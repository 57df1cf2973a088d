import { describe, expect, it } from 'vitest';
import { createProvider } from '../../create-provider.ts';
import {
  anError,
  application,
  atLogin,
  atLoginInWindow,
  atSelector,
  code,
  drive,
  expectUnchanged,
  failed,
  finishing,
  framed,
  popupOnly,
  ready,
  say,
  started,
  timedOut,
  withWindow,
} from '../drive.ts';

describe('a page that is ready', () => {
  it('names the application', () => {
    const { state, effects } = drive({}, ...started, say(ready));
    expect(effects).toEqual([['emit', { name: 'ready' }]]);
    expect(state).toMatchObject({ application, phase: { name: 'starting' } });
  });

  it('was reloaded when it is ready once more, and starts over', () => {
    const { state, effects } = drive({}, ...atLogin, say(ready));
    expect(effects).toEqual([
      ['waitFor', 'pageLoad'],
      ['emit', { name: 'step_changed', step: 'loading' }],
      ['emit', { name: 'ready' }],
    ]);
    expect(state).toMatchObject({ phase: { name: 'starting' }, providers: null });
  });

  it('does not start over in a window', () => {
    const { state, effects } = drive({}, ...atLoginInWindow, say(ready, 'popup'));
    expect(effects).toEqual([['emit', { name: 'ready' }]]);
    expect(state.phase.name).toBe('on-page');
    expect(state.providers).toHaveLength(2);
  });
});

describe('the list of providers', () => {
  it('opens the selector', () => {
    const { state, effects } = drive({}, ...atSelector);
    expect(effects).toEqual([['stopWaiting'], ['emit', { name: 'step_changed', step: 'select' }]]);
    expect(state.phase).toEqual({ name: 'selecting', busyId: null });
  });

  it('opens the selector when it is empty', () => {
    const none = say({ type: 'providers', providers: [] });
    expect(drive({}, ...started, none).state.phase).toEqual({ name: 'selecting', busyId: null });
  });

  it('with a single provider selects it', () => {
    const one = say({ type: 'providers', providers: [framed] });
    const { state, effects } = drive({}, ...started, one);
    expect(effects).toEqual([
      ['waitFor', 'pageAnswer'],
      ['send', 'frame', { type: 'select_provider', provider_id: 'framed' }],
    ]);
    expect(state.phase).toEqual({ name: 'starting' });
  });

  it('opens no selector when the provider is preselected', () => {
    const { state, effects } = drive({ provider: 'framed' }, ...atSelector);
    expect(effects).toEqual([]);
    expect(state).toMatchObject({ phase: { name: 'starting' }, providerId: 'framed' });
  });

  it('may change later, without another effect', () => {
    const one = say({ type: 'providers', providers: [createProvider('new')] });
    const { state, effects } = drive({}, ...atLogin, one);
    expect(effects).toEqual([]);
    expect(state.providers).toEqual([createProvider('new')]);
  });

  it('is followed by the handoff while the user is in a window', () => {
    const list = say({ type: 'providers', providers: [framed, popupOnly] }, 'popup');
    expect(drive({}, ...withWindow, list).effects).toEqual([['sendHandoff']]);
  });
});

describe('a step of the page', () => {
  it('follows a selection', () => {
    const { state, effects } = drive({}, ...atLogin);
    expect(effects).toEqual([
      ['emit', { name: 'provider_selected', providerId: 'framed' }],
      ['stopWaiting'],
      ['emit', { name: 'step_changed', step: 'login' }],
    ]);
    expect(state.phase).toEqual({ name: 'on-page', step: 'login', isConfirmingExit: false });
  });

  it('in a window may select a provider that cannot be framed', () => {
    const { state, effects } = drive({}, ...atLoginInWindow);
    expect(effects).toContainEqual([
      'emit',
      { name: 'provider_selected', providerId: 'popup-only' },
    ]);
    expect(state.window).toMatchObject({ name: 'open', contact: 'reached' });
  });

  it('leaves the question before leaving open', () => {
    const consent = say({ type: 'step', step: 'consent' });
    const { state, effects } = drive({}, ...atLogin, ['requestClose'], consent);
    expect(effects).toEqual([['stopWaiting'], ['emit', { name: 'step_changed', step: 'consent' }]]);
    expect(state.phase).toEqual({ name: 'on-page', step: 'consent', isConfirmingExit: true });
  });

  it('back to the selector ends the login', () => {
    const back = say({ type: 'step', step: 'select' });
    const { state, effects } = drive({}, ...atLogin, back);
    expect(effects).toEqual([['stopWaiting'], ['emit', { name: 'step_changed', step: 'select' }]]);
    expect(state.phase).toEqual({ name: 'selecting', busyId: null });
  });

  it('at the selector keeps the choice that is pending', () => {
    const picked = [...atSelector, ['selectProvider', 'framed']] as const;
    const { state, effects } = drive({}, ...picked, say({ type: 'step', step: 'select' }));
    expect(effects).toEqual([['stopWaiting']]);
    expect(state.phase).toEqual({ name: 'selecting', busyId: 'framed' });
  });
});

describe('other messages', () => {
  it('report a provider that is not listed', () => {
    const { effects } = drive({}, ...atSelector, say({ type: 'provider_not_listed' }));
    expect(effects).toEqual([['emit', { name: 'provider_not_listed' }]]);
  });

  it.each(['denied', 'closed'] as const)('end the flow as %s, after the click', (reason) => {
    const { state, effects } = drive({}, ...atLogin, say({ type: 'exit', reason }));
    expect(effects).toEqual([['waitFor', 'leaving']]);
    expect(state.phase).toEqual({ name: 'leaving', reason, step: 'login' });

    const exit = { status: 'exited', reason, error: null };
    const over = drive({}, ...atLogin, say({ type: 'exit', reason }), ['timedOut', 'leaving']);
    expect(over.effects).toEqual([['settle', exit, 'login']]);
    expect(over.state.phase).toEqual({ name: 'over', step: 'login' });
  });

  it('ask to close, as Escape in the page does', () => {
    const escapeKey = say({ type: 'exit_requested' });
    expect(drive({}, ...atLogin, escapeKey).state.phase).toMatchObject({ isConfirmingExit: true });
    expect(drive({}, ...atSelector, escapeKey).state.phase).toEqual({
      name: 'over',
      step: 'select',
    });
  });

  it('set the height of the frame', () => {
    const { state, effects } = drive({}, ...atLogin, say({ type: 'resize', height: 400 }));
    expect(state.frameHeight).toBe(400);
    expect(effects).toEqual([]);
  });

  it('make the session look for a page that is reloading in a window', () => {
    const unloading = { type: 'unloading' } as const;
    expect(drive({}, ...withWindow, say(unloading, 'popup')).effects).toEqual([['findPage']]);
    expectUnchanged(drive({}, ...atLogin).state, drive({}, ...atLogin, say(unloading)));
  });

  it('announce that the window’s page is leaving, until its next message', () => {
    const leaving = say({ type: 'leaving' }, 'popup');
    const left = drive({}, ...atLoginInWindow, leaving);
    expect(left.state.window).toEqual({ name: 'open', contact: 'reached', isLeaving: true });
    expect(left.effects).toEqual([]);
    const back = drive(
      {},
      ...atLoginInWindow,
      leaving,
      say({ type: 'resize', height: 1 }, 'popup'),
    );
    expect(back.state.window).toEqual({ name: 'open', contact: 'reached', isLeaving: false });
    expectUnchanged(drive({}, ...atLogin).state, drive({}, ...atLogin, say({ type: 'leaving' })));
  });

  it('about the handoff count only from the frame', () => {
    const refused = say({ type: 'handoff_changed', state: 'refused' }, 'popup');
    expectUnchanged(drive({}, ...atLoginInWindow).state, drive({}, ...atLoginInWindow, refused));
  });

  it('report an error with its code, message and advice', () => {
    const message = {
      type: 'error',
      code: 'rate_limited',
      message: 'Wait.',
      retryable: true,
    } as const;
    const { state, effects } = drive({}, ...atLogin, say(message));
    const error = expect.objectContaining({
      code: 'rate_limited',
      message: 'Wait.',
      retryable: true,
    });
    expect(state.phase).toEqual({ name: 'failed', error, canTryWindow: false });
    expect(effects).toEqual([
      ['stopWaiting'],
      ['closeFrameFlow'],
      ['emit', { name: 'step_changed', step: 'failed' }],
      ['emit', { name: 'failed', error }],
    ]);
    const final = drive({}, ...atLogin, say({ ...message, retryable: false })).state.phase;
    expect(final).toMatchObject({ error: { retryable: false } });
  });
});

describe('messages of a page that no flow follows', () => {
  it('change nothing', () => {
    const late = [
      [timedOut, say(code)],
      [failed, say(ready)],
      [finishing, say(code)],
      [atLogin, say(code, 'popup')],
    ] as const;
    for (const [place, message] of late) {
      expectUnchanged(drive({}, ...place).state, drive({}, ...place, message));
    }
    const withoutFrame = [['start'], ['windowOpened', false]] as const;
    const before = drive({ display: 'popup' }, ...withoutFrame).state;
    expectUnchanged(before, drive({ display: 'popup' }, ...withoutFrame, say(code)));
  });

  it('do not make the flow fail', () => {
    const lost = ['flowFailed', 'popup', 'protocol_error'] as const;
    for (const place of [atLogin, finishing]) {
      expectUnchanged(drive({}, ...place).state, drive({}, ...place, lost));
    }
  });
});

it('a page that breaks the protocol ends its flow', () => {
  const { state } = drive({}, ...atLogin, ['flowFailed', 'frame', 'protocol_error']);
  const error = anError('protocol_error');
  expect(state.phase).toEqual({ name: 'failed', error, canTryWindow: false });
});
