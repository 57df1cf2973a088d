// @vitest-environment happy-dom
import { fireEvent, within } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConnectError, type ConnectErrorCode } from '../../../src/protocol/errors.ts';
import { en } from '../../../src/ui/locales/en.ts';
import { openModal, providers } from './fixtures.ts';

const select = { kind: 'select', providers, busyId: null } as const;
const page = { kind: 'page', step: 'login', canGoBack: true } as const;

let opened: ReturnType<typeof openModal> | undefined;

function open(...options: Parameters<typeof openModal>) {
  opened = openModal(...options);
  const screen = within(opened.inside);
  return { ...opened, screen, dialog: screen.getByRole('dialog') };
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  opened?.modal.close();
  document.body.replaceChildren();
  vi.useRealTimers();
});

describe('the shell', () => {
  it('is one open dialog, named by its title', () => {
    const { screen, root, model } = open(select);

    model.application.value = { name: '<b>Acme</b>', environment: 'live' };

    expect(screen.getByRole('dialog', { name: /Connect your tax account to <b>Acme<\/b>/ })).toBe(
      root.querySelector('dialog[open]'),
    );
    expect(root.querySelectorAll('dialog')).toHaveLength(1);
  });

  it('sets language, direction and theme on the dialog', () => {
    const { dialog, model } = open(select);

    model.theme.value = 'dark';

    expect([dialog.lang, dialog.dir, dialog.dataset.theme]).toEqual(['en', 'ltr', 'dark']);
  });

  it('has a TEST badge for a test application only', () => {
    const { screen, model } = open(select);

    model.application.value = { name: 'Acme', environment: 'live' };
    expect(screen.queryByText('Test')).toBeNull();

    model.application.value = { name: 'Acme', environment: 'test' };
    expect(screen.getByText('Test')).toBeTruthy();
  });

  it('names the frame, also the new one after a retry', () => {
    const { frame, host, model } = open(select);
    expect(frame.title).toBe(en.frame);
    const next = document.createElement('iframe');

    host.replaceChildren(next);
    model.screen.value = page;

    expect(next.title).toBe(en.frame);
  });

  it('keeps the same slot on every screen, so that the frame is never reloaded', () => {
    const { root, model, frame, host } = open({ kind: 'loading' });
    const slot = root.querySelector('slot');

    for (const screen of [select, page, { kind: 'finishing' }, { kind: 'connected' }] as const) {
      model.screen.value = screen;
      expect(root.querySelector('slot')).toBe(slot);
      expect(frame.parentNode).toBe(host);
    }
  });

  it('makes the frame inert where it is not shown', () => {
    const { root, model } = open(select);
    const isInert = () => root.querySelector('slot')?.closest('[inert]') !== null;
    expect(isInert()).toBe(true);

    model.screen.value = page;
    expect(isInert()).toBe(false);
  });

  it('gives the frame the height that the page asked for', () => {
    const { dialog, model } = open(page);

    model.frameHeight.value = 420;

    expect(dialog.style.getPropertyValue('--frame')).toBe('420px');
  });

  it('closes by its Close button', () => {
    const { screen, actions } = open(select);

    fireEvent.click(screen.getByRole('button', { name: 'Close' }));

    expect(actions.requestClose).toHaveBeenCalledTimes(1);
  });

  it('does not close by a click on the backdrop', () => {
    const { dialog, actions } = open(select);

    fireEvent.click(dialog);

    expect(actions.requestClose).not.toHaveBeenCalled();
  });

  it('keeps what is typed from the shortcuts of the host', () => {
    const { dialog } = open(select);
    const onKey = vi.fn();
    document.addEventListener('keydown', onKey);

    fireEvent.keyDown(dialog, { key: 'k', bubbles: true, composed: true });
    expect(onKey).not.toHaveBeenCalled();

    fireEvent.keyDown(document.body, { key: 'k', bubbles: true });
    expect(onKey).toHaveBeenCalledTimes(1);
    document.removeEventListener('keydown', onKey);
  });
});

describe('Escape', () => {
  it('asks to close, and is not left to the browser', () => {
    const { dialog, actions } = open(page);

    const wasLeft = fireEvent.keyDown(dialog, { key: 'Escape' });

    expect(wasLeft).toBe(false);
    expect(actions.requestClose).toHaveBeenCalledTimes(1);
  });

  it('clears the search first', () => {
    const { screen, actions } = open(select);
    const input = screen.getByRole<HTMLInputElement>('combobox');
    fireEvent.input(input, { target: { value: 'tax' } });

    fireEvent.keyDown(input, { key: 'Escape' });
    expect(input.value).toBe('');
    expect(actions.requestClose).not.toHaveBeenCalled();

    fireEvent.keyDown(input, { key: 'Escape' });
    expect(actions.requestClose).toHaveBeenCalledTimes(1);
  });

  it('means "Keep going" in the exit confirmation', () => {
    const { dialog, model, actions } = open(page);
    model.isConfirmingExit.value = true;

    fireEvent.keyDown(dialog, { key: 'Escape' });

    expect(actions.keepGoing).toHaveBeenCalledTimes(1);
    expect(actions.requestClose).not.toHaveBeenCalled();
  });

  it('is the same as a back gesture, which cancels the dialog', () => {
    const { dialog, actions } = open(page);

    const wasLeft = fireEvent(dialog, new Event('cancel', { cancelable: true }));

    expect(wasLeft).toBe(false);
    expect(actions.requestClose).toHaveBeenCalledTimes(1);
  });

  it('opens the dialog again when the browser has closed it all the same', () => {
    const { root, actions } = open(page);
    const dialog = root.querySelector('dialog');

    dialog?.close();

    expect(dialog?.open).toBe(true);
    expect(actions.requestClose).toHaveBeenCalledTimes(1);
  });
});

describe('the loading screen', () => {
  it('is busy at once, says so after 1 s, and "still working" after 3 s', () => {
    const { screen, root } = open({ kind: 'loading' });
    const status = screen.getByRole('status');
    expect(status.getAttribute('aria-busy')).toBe('true');
    expect(root.querySelector('.view')?.getAttribute('aria-busy')).toBe('true');

    const texts = [0, 1000, 2000].map((ms) => {
      vi.advanceTimersByTime(ms);
      return status.textContent;
    });

    expect(texts).toEqual(['', 'Loading…', 'Still working…']);
    expect(status.getAttribute('aria-busy')).toBe('false');
  });
});

describe('the select screen', () => {
  it('tells which provider was picked, by keyboard and pointer', () => {
    const { screen, actions } = open(select);

    fireEvent.click(screen.getByRole('option', { name: /Liberty/ }));
    fireEvent.keyDown(screen.getByRole('combobox'), { key: 'ArrowDown' });
    fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Enter' });

    expect(actions.selectProvider.mock.calls).toEqual([['liberty-tax'], ['h-r-block']]);
  });

  it('shows progress on the provider being opened, and takes no other meanwhile', () => {
    const { screen, model, actions } = open(select);

    model.screen.value = { ...select, busyId: 'turbotax' };
    fireEvent.click(screen.getByRole('option', { name: /Liberty/ }));

    expect(screen.getByRole('option', { name: /TurboTax Opening…/ })).toBeTruthy();
    expect(screen.getByRole('status').textContent).toBe('Opening…');
    vi.advanceTimersByTime(3000);
    expect(screen.getByRole('option', { name: /TurboTax Still working…/ })).toBeTruthy();
    expect(actions.selectProvider).not.toHaveBeenCalled();
  });

  it('offers a way on when the provider is not listed', () => {
    const { screen, actions } = open(select);
    fireEvent.input(screen.getByRole('combobox'), { target: { value: 'zzz' } });

    fireEvent.click(screen.getByRole('button', { name: 'My provider isn’t listed' }));

    expect(actions.requestClose).toHaveBeenCalledTimes(1);
  });

  it('keeps the search on the way back from the page', () => {
    const { screen, model } = open(select);
    fireEvent.input(screen.getByRole('combobox'), { target: { value: 'irs' } });

    model.screen.value = page;
    model.screen.value = select;

    expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe('irs');
    expect(screen.getAllByRole('option')).toHaveLength(1);
  });
});

describe('the page screen', () => {
  it('has a Back button only when there is something to go back to', () => {
    const { screen, model, actions } = open(page);

    fireEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(actions.goBack).toHaveBeenCalledTimes(1);

    model.screen.value = { ...page, canGoBack: false };
    expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();
  });
});

describe('the last screens', () => {
  it('announce that the application is finishing, then that it is done', () => {
    const { screen, model } = open({ kind: 'finishing' });
    const status = screen.getByRole('status');
    expect(status.textContent).toBe('Finishing…');

    model.screen.value = { kind: 'connected' };

    expect(status.textContent).toBe('Your account is connected');
  });
});

describe('the failed screen', () => {
  const fail = (code: ConnectErrorCode, retryable = true) =>
    open({ kind: 'failed', error: new ConnectError(code, 'for developers', { retryable }) });

  it('says what happened and what to do, in other words than the developer gets', () => {
    const { screen, root } = fail('offline');

    expect(screen.getByRole('heading', { name: 'You are offline' })).toBeTruthy();
    expect(screen.getByText(/Check your internet connection/)).toBeTruthy();
    expect(root.textContent).not.toContain('for developers');
  });

  it('has a heading of its own for each code', () => {
    const titles = Object.values(en.errors).map(([title]) => title);

    expect(new Set(titles).size).toBe(titles.length);
  });

  it('retries where that can help, and closes', () => {
    const { screen, actions } = fail('load_timeout');

    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    for (const button of screen.getAllByRole('button', { name: 'Close' })) fireEvent.click(button);

    expect(actions.retry).toHaveBeenCalledTimes(1);
    expect(actions.requestClose).toHaveBeenCalledTimes(2);
  });

  it('does not offer to retry where that cannot help', () => {
    const { screen } = fail('unknown_client', false);

    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('has a reference that can be copied', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const { screen } = fail('server_error');
    expect(screen.getByText('ref-123')).toBeTruthy();

    fireEvent.click(screen.getByRole('button', { name: 'Copy' }));
    await vi.waitFor(() => screen.getByRole('button', { name: 'Copied' }));

    expect(writeText.mock.calls).toEqual([['ref-123']]);
    expect(screen.getByRole('status').textContent).toBe('Copied');
  });
});

describe('the exit confirmation', () => {
  it('lies over the rest, which is inert', () => {
    const { screen, model, root } = open(page);

    model.isConfirmingExit.value = true;

    expect(screen.getByRole('alertdialog', { name: 'Leave without connecting?' })).toBeTruthy();
    expect(root.querySelector('header')?.closest('[inert]')).not.toBeNull();
    expect(root.querySelector('slot')?.closest('[inert]')).not.toBeNull();
  });

  it('focuses "Keep going", and leaves only by "Leave"', () => {
    const { screen, model, root, actions } = open(page);
    model.isConfirmingExit.value = true;
    expect(root.activeElement?.textContent).toBe('Keep going');

    fireEvent.click(screen.getByRole('button', { name: 'Keep going' }));
    expect(actions.confirmExit).not.toHaveBeenCalled();
    expect(actions.keepGoing).toHaveBeenCalledTimes(1);

    fireEvent.click(screen.getByRole('button', { name: 'Leave' }));
    expect(actions.confirmExit).toHaveBeenCalledTimes(1);
  });
});

describe('the focus', () => {
  it('moves to the sensible place of each screen', () => {
    const { root, model, frame } = open({ kind: 'loading' });
    expect(root.activeElement?.id).toBe('title');

    model.screen.value = select;
    expect(root.activeElement?.getAttribute('role')).toBe('combobox');

    model.screen.value = page;
    expect(document.activeElement).toBe(frame);

    model.screen.value = { kind: 'failed', error: new ConnectError('offline', '') };
    expect(root.activeElement?.textContent).toBe('You are offline');
  });

  it('stays where it is while the screen stays', () => {
    const { screen, root, model } = open(select);
    const close = screen.getByRole('button', { name: 'Close' });
    close.focus();

    model.application.value = { name: 'Acme', environment: 'live' };
    model.screen.value = { ...select, busyId: 'turbotax' };

    expect(root.activeElement).toBe(close);
  });

  it('can be brought back', () => {
    const { root, modal } = open(select);
    document.body.focus();

    modal.focus();

    expect(root.activeElement?.getAttribute('role')).toBe('combobox');
  });

  it('returns to the invoker on close', () => {
    const { modal, invoker } = open(select);

    modal.close();

    expect(document.activeElement).toBe(invoker);
  });
});

describe('closing', () => {
  it('takes everything down, and can be done twice', () => {
    const { modal, root, model, actions } = open(select);

    modal.close();
    modal.close();
    model.screen.value = page;

    expect(root.childNodes).toHaveLength(0);
    expect(actions.requestClose).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('branding', () => {
  it('is taken where the browser understands it', () => {
    const { dialog } = open(select, { accentColor: '#ff0000', borderRadius: '8px' });

    expect(dialog.style.getPropertyValue('--color')).toBe('#ff0000');
    expect(dialog.style.getPropertyValue('--border-radius')).toBe('8px');
  });
});
