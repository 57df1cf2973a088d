import { describe, expect, it } from 'vitest';
import { createProvider } from '../../create-provider.ts';
import {
  atLogin,
  atLoginInPopup,
  atSelector,
  code,
  drive,
  expectUnchanged,
  failed,
  finishing,
  framed,
  ready,
  say,
  started,
  timedOut,
} from '../drive.ts';

describe('a page that is ready', () => {
  it('was reloaded when it is ready once more, and starts over', () => {
    const { state, told } = drive({}, ...atLogin, say(ready));
    expect(told).toEqual([{ name: 'step_changed', step: 'loading' }, { name: 'ready' }]);
    expect(state).toMatchObject({ phase: { name: 'starting' }, providers: null });
  });
});

describe('the list of providers', () => {
  it('with a single provider selects it', () => {
    const one = say({ type: 'providers', providers: [framed] });
    const { state, told } = drive({}, ...started, one);
    expect(told).toEqual([{ type: 'select_provider', provider_id: 'framed' }]);
    expect(state.phase).toEqual({ name: 'starting' });
  });

  it('may change later, without another effect', () => {
    const one = say({ type: 'providers', providers: [createProvider('new')] });
    const { state, told } = drive({}, ...atLogin, one);
    expect(told).toEqual([]);
    expect(state.providers).toEqual([createProvider('new')]);
  });
});

describe('a step of the page', () => {
  it('follows a selection', () => {
    const { state, told } = drive({}, ...atLogin);
    expect(told).toEqual([
      { name: 'provider_selected', providerId: 'framed' },
      { name: 'step_changed', step: 'login' },
    ]);
    expect(state.phase).toEqual({ name: 'on-page', step: 'login', isConfirmingExit: false });
  });

  it('leaves the question before leaving open', () => {
    const consent = say({ type: 'step', step: 'consent' });
    const { state, told } = drive({}, ...atLogin, ['requestClose'], consent);
    expect(told).toEqual([{ name: 'step_changed', step: 'consent' }]);
    expect(state.phase).toEqual({ name: 'on-page', step: 'consent', isConfirmingExit: true });
  });
});

describe('other messages', () => {
  it('report a provider that is not listed', () => {
    const { told } = drive({}, ...atSelector, say({ type: 'provider_not_listed' }));
    expect(told).toEqual([{ name: 'provider_not_listed' }]);
  });

  it.each(['denied', 'closed'] as const)('end the flow as %s, after the click', (reason) => {
    const { state, told } = drive({}, ...atLogin, say({ type: 'exit', reason }));
    expect(told).toEqual([]);
    expect(state.phase).toEqual({ name: 'leaving', reason, step: 'login' });

    const exit = { status: 'exited', reason, error: null };
    const over = drive({}, ...atLogin, say({ type: 'exit', reason }), ['timedOut', 'leaving']);
    expect(over.told).toEqual([{ ...exit, step: 'login' }]);
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
    const { state, told } = drive({}, ...atLogin, say({ type: 'resize', height: 400 }));
    expect(state.frameHeight).toBe(400);
    expect(told).toEqual([]);
  });

  it('announce that the popup’s page is leaving, until its next message', () => {
    const leaving = say({ type: 'leaving' }, 'popup');
    const left = drive({}, ...atLoginInPopup, leaving);
    expect(left.state.popup).toEqual({ name: 'open', contact: 'reached', isLeaving: true });
    expect(left.told).toEqual([]);
    const resize = say({ type: 'resize', height: 1 }, 'popup');
    const resized = drive({}, ...atLoginInPopup, leaving, resize);
    expect(resized.state.popup).toEqual(left.state.popup);
    const step = say({ type: 'step', step: 'login' }, 'popup');
    const back = drive({}, ...atLoginInPopup, leaving, step);
    expect(back.state.popup).toEqual({ name: 'open', contact: 'reached', isLeaving: false });
    expectUnchanged(drive({}, ...atLogin).state, drive({}, ...atLogin, say({ type: 'leaving' })));
  });

  it('about the handoff count only from the frame', () => {
    const refused = say({ type: 'handoff_changed', state: 'refused' }, 'popup');
    expectUnchanged(drive({}, ...atLoginInPopup).state, drive({}, ...atLoginInPopup, refused));
  });

  it('report an error with its code, message and advice', () => {
    const message = {
      type: 'error',
      code: 'rate_limited',
      message: 'Wait.',
      retryable: true,
    } as const;
    const { state, told } = drive({}, ...atLogin, say(message));
    const error = expect.objectContaining({
      code: 'rate_limited',
      message: 'Wait.',
      retryable: true,
    });
    expect(state.phase).toEqual({ name: 'failed', error, canTryPopup: false });
    expect(told).toEqual([
      { name: 'step_changed', step: 'failed' },
      { name: 'failed', error },
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
    const withoutFrame = [['start'], ['popupOpened', false]] as const;
    const before = drive({ display: 'popup' }, ...withoutFrame).state;
    expectUnchanged(before, drive({ display: 'popup' }, ...withoutFrame, say(code)));
  });
});
