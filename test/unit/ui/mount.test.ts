// @vitest-environment happy-dom
import { fireEvent } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { ConnectError, type ConnectErrorCode } from '../../../src/sdk/protocol/errors.ts';
import type { ModalModel, Screen } from '../../../src/sdk/ui/modal-model.ts';
import { texts as ar } from '../../../src/texts/ar.json?modal';
import { texts as en } from '../../../src/texts/en.json?modal';
import { texts as ko } from '../../../src/texts/ko.json?modal';
import { createProvider } from '../create-provider.ts';
import { providers, useModalSuite } from './fixtures.ts';

const select = { kind: 'select', providers, busyId: null } as const;
const page = { kind: 'page', canGoBack: true } as const;
const popup = { kind: 'popup', state: 'waiting', canUseFrame: false, canGoBack: true } as const;
const application = { name: 'Tally', environment: 'live' } as const;

const offline = {
  kind: 'failed',
  provider: null,
  error: new ConnectError('offline', ''),
  canTryPopup: false,
  canChoose: false,
} as const;

const open = useModalSuite();

vi.mock('../../../src/sdk/ui/locales/locale-files.ts', () => import('./packed-languages.ts'));

describe('the shell', () => {
  it('has a TEST badge for a test application only', () => {
    const { screen, update } = open(select);

    update({ application });
    expect(screen.queryByText('Test')).toBeNull();

    update({ application: { ...application, environment: 'test' } });
    expect(screen.getByText('Test')).toBeTruthy();
  });

  it('names the frame, also the new one after a retry', () => {
    const { frame, host, update } = open(select);
    expect(frame.title).toBe(en.frame);
    const next = document.createElement('iframe');

    host.replaceChildren(next);
    update({ screen: page });

    expect(next.title).toBe(en.frame);
  });

  it('keeps the slot of the frame on every screen, so that it is never reloaded, and inert while hidden', () => {
    const { root, update, frame, host } = open({ kind: 'loading', canTryPopup: false });
    const slot = root.querySelector('slot');

    const ends = (['finishing', 'connected'] as const).map((kind) => ({ kind, provider: null }));
    for (const screen of [select, page, ...ends]) {
      update({ screen });
      expect(root.querySelector('slot')).toBe(slot);
      expect(slot?.closest('[inert]') === null).toBe(screen === page);
      expect(frame.parentNode).toBe(host);
    }
  });

  it('shows at once that it starts again, and announces it politely', () => {
    const { screen, update } = open(select);
    const status = screen.getByRole('status');
    expect(screen.queryByText(en.interrupted)).toBeNull();

    update({ isInterrupted: true });
    expect(screen.getByText(en.interrupted).matches('header + .note')).toBe(true);
    expect(status.textContent).toBe('');
    vi.advanceTimersByTime(1000);
    expect(status.textContent).toBe(en.interrupted);

    update({ isInterrupted: false });
    expect(screen.queryByText(en.interrupted)).toBeNull();
  });
});

describe('Escape', () => {
  it.each([{ repeat: true }, { isComposing: true }, { keyCode: 229 }])(
    'does not ask for a key that is held, or of an input method: %j',
    (init) => {
      const { dialog, actions } = open(page);

      fireEvent.keyDown(dialog, { key: 'Escape', ...init });

      expect(actions.requestClose).not.toHaveBeenCalled();
    },
  );

  it('is the same as a back gesture, which cancels the dialog', () => {
    const { dialog, actions } = open(page);

    const wasLeft = fireEvent(dialog, new Event('cancel', { cancelable: true }));

    expect(wasLeft).toBe(false);
    expect(actions.requestClose).toHaveBeenCalledTimes(1);
  });

  it('opens the dialog again when the browser has closed it', () => {
    const { root, actions } = open(page);
    const dialog = root.querySelector('dialog');

    for (const times of [1, 2]) {
      dialog?.close();

      expect(dialog?.open).toBe(true);
      expect(actions.requestClose).toHaveBeenCalledTimes(times);
    }
  });
});

describe('the loading screen', () => {
  it.each([true, false])(
    'has ways to go on after 5 s, and again 5 s after another try; popups allowed: %s',
    (canTryPopup) => {
      const { screen, actions, root } = open({ kind: 'loading', canTryPopup });
      vi.advanceTimersByTime(4900);
      expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
      vi.advanceTimersByTime(100);
      expect(root.activeElement?.textContent).toBe('Still working…');
      for (const times of [1, 2]) {
        fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
        expect(actions.retry).toHaveBeenCalledTimes(times);
        expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();

        vi.advanceTimersByTime(5000);
      }
      const popup = screen.queryByRole('button', { name: 'Open window' });
      if (popup) fireEvent.click(popup);
      expect(actions.openPopup).toHaveBeenCalledTimes(canTryPopup ? 1 : 0);
      fireEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
      expect(actions.requestClose).toHaveBeenCalledOnce();
    },
  );
});

describe('the select screen', () => {
  it('applies the search to a new list of providers', () => {
    const { screen, update } = open(select);
    fireEvent.input(screen.getByRole('combobox'), { target: { value: 'tax' } });

    update({ screen: { ...select, providers: [createProvider('TaxAct')] } });

    const options = screen.getAllByRole('option').map((option) => option.textContent);
    expect(options).toEqual([expect.stringContaining('TaxAct')]);
  });

  it('selects the search text when a person comes back, and does not announce its results again', () => {
    const { screen, update } = open(select);
    fireEvent.input(screen.getByRole('combobox'), { target: { value: 'turbotax' } });
    vi.advanceTimersByTime(600);
    const status = screen.getByRole('status');
    expect(status.textContent).toBe('1 result');

    screen.getByRole('option').click();
    update({ screen: page });
    update({ screen: select });
    vi.advanceTimersByTime(600);

    const input = screen.getByRole<HTMLInputElement>('combobox');
    expect([input.value, input.selectionStart, input.selectionEnd]).toEqual(['turbotax', 0, 8]);
    expect(status.textContent).toBe('');
  });

  it('shows progress on the provider being opened, and accepts no other meanwhile', () => {
    const { screen, update, actions } = open(select);

    update({ screen: { ...select, busyId: 'turbotax' } });
    fireEvent.click(screen.getByRole('option', { name: /Liberty/ }));

    const readWait = () =>
      screen.getByRole('option', { name: 'TurboTax' }).getAttribute('aria-description');
    expect(readWait()).toBe('Opening…');
    const { id } = screen.getByRole('option', { selected: true });
    expect(screen.getByRole('option', { name: 'TurboTax' }).id).toBe(id);
    expect(screen.getByRole('combobox').getAttribute('aria-activedescendant')).toBe(id);
    expect(screen.getByRole('status').textContent).toBe('Opening…');
    vi.advanceTimersByTime(3000);
    expect(readWait()).toBe('Still working…');
    expect(actions.selectProvider).not.toHaveBeenCalled();
  });

  it('offers advice when the provider is not listed', () => {
    const { screen, actions, update } = open(select);
    update({ application });
    fireEvent.input(screen.getByRole('combobox'), { target: { value: 'zzz' } });

    fireEvent.click(screen.getByRole('button', { name: 'My provider isn’t listed' }));
    expect(actions.requestClose).not.toHaveBeenCalled();
    // Without the query, because a search is private.
    expect(actions.reportUnlisted.mock.calls).toEqual([[]]);

    expect(screen.getByRole('heading', { name: 'Your provider isn’t supported yet' })).toBeTruthy();
    expect(screen.getByText('Tell Tally’s support which one you use.')).toBeTruthy();
    expect(screen.queryByRole('link')).toBeNull();
    const support_url = 'https://tally.example/help/';
    update({ application: { ...application, support_url } });
    const link = screen.getByRole('link', { name: 'tally.example/help' });
    expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([
      support_url,
      'noopener noreferrer',
    ]);
    for (const button of screen.getAllByRole('button', { name: 'Close' })) fireEvent.click(button);
    expect(actions.requestClose).toHaveBeenCalledTimes(2);
  });
});

describe('the popup screen', () => {
  it.each<[what: string, next: Partial<ModalModel['screen']>, heading: string]>([
    ['has a new state', { state: 'closed' }, 'The window was closed'],
    ['asks for a number', { number: '1234' }, '1234'],
  ])('focuses its heading again when the window %s', (_, next, heading) => {
    const { screen, update, root } = open(popup);
    screen.getByRole('button', { name: 'Show window' }).focus();

    update({ screen: { ...popup, ...next } as Screen });

    expect(root.activeElement?.textContent).toContain(heading);
  });
});

describe('the failed screen', () => {
  const fail = (code: ConnectErrorCode, retryable = true, canChoose = false) => {
    const error = new ConnectError(code, 'for developers', { retryable });
    return open({ ...offline, error, canChoose });
  };

  it('shows what happened and what to do, and not the developer’s message', () => {
    const { screen, root } = fail('offline');

    expect(screen.getByRole('heading', { name: 'You’re offline' })).toBeTruthy();
    expect(screen.getByText(en.notices.offline.advice)).toBeTruthy();
    expect(root.textContent).not.toContain('for developers');
  });

  const calm = [
    ...['access_denied', 'connection_lost', 'load_timeout', 'offline'],
    ...['provider_unavailable', 'rate_limited', 'session_expired'],
  ];
  const shown = Object.keys(en.notices).filter((name) => name !== 'unconfirmed');

  it.each(shown as ConnectErrorCode[])('is red only when something is broken: %s', (code) => {
    const { root } = fail(code);

    expect(root.querySelector('svg.alert') !== null).toBe(!calm.includes(code));
  });

  it('calls the provider by its name where it is known, as the page does', () => {
    const { screen, update } = fail('provider_unavailable');
    const title = () => screen.getByRole('heading', { level: 3 }).textContent;
    expect(title()).toBe('The provider isn’t available right now');

    const error = new ConnectError('provider_unavailable', '');
    update({ screen: { ...offline, error, provider: createProvider('TaxAct') } });
    expect(title()).toBe('TaxAct isn’t available right now');
  });

  it.each([
    [true, /^Your sign-in worked, but Tally didn’t save the connection\./],
    [false, 'Tally didn’t confirm the connection'],
  ])('calls the application by its name (can try again: %s)', (canRetry, text) => {
    const { screen, update } = fail('callback_failed', canRetry);
    update({ application });

    expect(screen.getByText(text)).toBeTruthy();
  });

  it.each<
    readonly [
      what: string,
      failure: Parameters<typeof fail>,
      button: string,
      action: 'retry' | 'reload' | 'requestClose',
    ]
  >([
    [
      'another provider when only the provider is at fault',
      ['provider_unavailable', true, true],
      'Choose another provider',
      'retry',
    ],
    ['another try when there is no other provider', ['provider_unavailable'], 'Try again', 'retry'],
    ['a new page when it is out of date', ['unsupported_version', false], 'Reload page', 'reload'],
    [
      'a new page when it may know the outcome',
      ['callback_failed', false],
      'Reload page',
      'reload',
    ],
    ['Close when a retry cannot help', ['unknown_client', false], 'Close', 'requestClose'],
  ])('offers %s first', (...[, failure, button, action]) => {
    const { root, screen, actions } = fail(...failure);
    const primary = root.querySelector<HTMLElement>('button.primary');
    expect(primary?.textContent).toBe(button);
    primary?.click();

    expect(actions[action]).toHaveBeenCalledTimes(1);
    expect(screen.queryAllByRole('button', { name: 'Try again' })).toHaveLength(
      button === 'Try again' ? 1 : 0,
    );
    expect(/another|choose/i.test(root.textContent ?? '')).toBe(/another/.test(button));
  });

  it('has a reference that can be copied', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const { screen, update } = fail('server_error');
    expect(screen.getByText('REF0-1234').dir).toBe('ltr');
    writeText.mockRejectedValueOnce(new Error('The browser refused it.'));
    fireEvent.click(screen.getByRole('button', { name: 'Copy' }));

    fireEvent.click(screen.getByRole('button', { name: 'Copy' }));
    await vi.waitFor(() => screen.getByRole('button', { name: 'Copied' }));

    expect(writeText.mock.calls).toEqual([['REF0-1234'], ['REF0-1234']]);
    expect(screen.getByRole('status').textContent).toBe('Copied');
    // The next failure is not said to be copied.
    update({ screen: { ...offline, error: new ConnectError('load_timeout', '') } });
    expect(screen.getByRole('button', { name: 'Copy' })).toBeTruthy();
    expect(screen.getByRole('status').textContent).toBe('');
  });
});

describe('the exit confirmation', () => {
  // A screen with its own heading names it neither.
  it.each([page, popup])('covers the rest, which is inert: $kind', (shown) => {
    const { screen, update, root } = open(shown);

    update({ isConfirmingExit: true });

    const question = { name: 'Leave without connecting?', description: en.exit.advice };
    expect(screen.getByRole('alertdialog', question)).toBeTruthy();
    expect(screen.queryByRole('dialog', question)).toBeNull();
    expect(screen.getByRole('dialog', { name: /^Connect your tax account/ })).toBeTruthy();
    expect(root.querySelector('header')?.closest('[inert]')).not.toBeNull();
    expect(root.querySelector('slot')?.closest('[inert]')).not.toBeNull();
  });

  it('focuses "Keep going", which Escape means, too, and leaves only by "Leave"', () => {
    const { screen, update, root, actions, dialog } = open(page);
    update({ isConfirmingExit: true });
    expect(root.activeElement?.textContent).toBe('Keep going');
    fireEvent.keyDown(dialog, { key: 'Escape' });
    expect(actions.keepGoing).toHaveBeenCalledTimes(1);
    expect(actions.requestClose).not.toHaveBeenCalled();

    fireEvent.click(screen.getByRole('button', { name: 'Keep going' }));
    expect(actions.confirmExit).not.toHaveBeenCalled();
    expect(actions.keepGoing).toHaveBeenCalledTimes(2);

    fireEvent.click(screen.getByRole('button', { name: 'Leave' }));
    expect(actions.confirmExit).toHaveBeenCalledTimes(1);
  });
});

describe('the focus', () => {
  it('moves to the start of each screen', () => {
    const { root, update, frame } = open({ kind: 'loading', canTryPopup: false });
    expect(root.activeElement?.id).toBe('title');

    update({ screen: select });
    expect(root.activeElement?.getAttribute('role')).toBe('combobox');

    update({ screen: page });
    expect(document.activeElement).toBe(frame);

    update({ screen: offline });
    expect(root.activeElement?.textContent).toBe('You’re offline');
  });

  it('stays where it is while the screen stays', () => {
    const { screen, root, update } = open(select);
    const close = screen.getByRole('button', { name: 'Close' });
    close.focus();

    update({ application });
    update({ screen: { ...select, busyId: 'turbotax' } });

    expect(root.activeElement).toBe(close);
  });

  it('can be brought back', () => {
    const { root, modal } = open(select);
    document.body.focus();

    modal.focus();

    expect(root.activeElement?.getAttribute('role')).toBe('combobox');
  });
});

it('closing removes everything, and may be called twice', () => {
  const { modal, root, update, actions, invoker } = open(select);

  modal.close();
  modal.close();
  update({ screen: page });

  expect(root.childNodes).toHaveLength(0);
  expect(actions.requestClose).not.toHaveBeenCalled();
  // The focus returns in a later task.
  vi.advanceTimersByTime(0);
  expect(document.activeElement).toBe(invoker);
  expect(vi.getTimerCount()).toBe(0);
});

it('branding is omitted if the browser does not support it, or if it depends on the text around it', () => {
  const inherited = open(select, { accentColor: 'color-mix(in srgb, currentColor, red)' });
  expect(inherited.dialog.style.getPropertyValue('--color')).toBe('');
  inherited.modal.close();
  // As a browser, which accepts two lengths for the radius of a box. A button would have one of them.
  vi.stubGlobal('CSS', { supports: (property: string) => property === 'border-radius' });

  const brand = {
    accentColor: 'red;}*{display:none',
    fontFamily: 'url(x)',
    borderRadius: '4px 8px',
  };
  const { dialog } = open(select, brand);

  vi.unstubAllGlobals();
  expect(dialog.style.getPropertyValue('--color')).toBe('');
  expect(dialog.style.getPropertyValue('--font')).toBe('');
  expect(dialog.style.getPropertyValue('--radius')).toBe('');
});

describe('the texts', () => {
  it('are in the requested language and its direction', async () => {
    const { screen, dialog, root } = open({ ...select, providers: [] }, {}, 'ar-EG');
    expect([dialog.lang, dialog.dir]).toEqual(['en', 'ltr']);

    await vi.waitFor(() => expect([dialog.lang, dialog.dir]).toEqual(['ar', 'rtl']));

    expect(screen.getByRole('dialog', { name: new RegExp(ar.title) })).toBe(dialog);
    expect(root.activeElement?.textContent).toBe(ar.empty.title);
  });

  it('also reach the options, however late they arrive', async () => {
    const closed = createProvider('TaxAct', { status: 'unavailable' });
    const { screen } = open({ ...select, providers: [closed] }, {}, 'ko');

    const readReason = () =>
      screen.getByRole('option', { name: 'TaxAct' }).getAttribute('aria-description');
    expect(readReason()).toBe(en.unavailable);

    await vi.waitFor(() => expect(readReason()).toBe(ko.unavailable));
  });
});

it('a polluted Object.prototype puts no markup on any screen', () => {
  Object.assign(Object.prototype, { dangerouslySetInnerHTML: { __html: '<img src=x>' } });
  try {
    const { root, update, screen } = open(select);
    expect(screen.getAllByRole('option')).toHaveLength(5);
    update({ isConfirmingExit: true });
    update({ screen: offline });

    expect(screen.getByRole('heading', { name: 'You’re offline' })).toBeTruthy();
    expect(root.querySelector('img')).toBeNull();
  } finally {
    Reflect.deleteProperty(Object.prototype, 'dangerouslySetInnerHTML');
  }
});
