// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { consentDelayMs } from '../../../src/connect/page/consent-guard.ts';
import { requestTimeoutMs } from '../../../src/connect/page/flow-client.ts';
import { en } from '../../../src/connect/page/locales/en.ts';
import type { PageContext } from '../../../src/connect/page/page-context.ts';
import { ConsentView } from '../../../src/connect/page/views/consent-view.tsx';
import { createTestFlow, embeddedStart, refuse, renderInPage, sandbox } from './support.tsx';

let listening = new AbortController();

beforeEach(() => {
  vi.useFakeTimers();
  listening = new AbortController();
});

afterEach(() => {
  cleanup();
  listening.abort();
  vi.useRealTimers();
});

async function showConsent(context: Partial<PageContext> = {}) {
  const flow = createTestFlow();
  await flow.store.start(embeddedStart);
  await flow.store.selectProvider('sandbox');
  await flow.store.login({ username: 'user_good', password: 'pass_good' });
  renderInPage(<ConsentView provider={sandbox} accountLabel="user_good" />, {
    store: flow.store,
    ...context,
  });
  return flow;
}

const find = (name: 'Allow' | 'Deny') => screen.getByRole('button', { name });
function wait(ms: number): void {
  void act(() => {
    vi.advanceTimersByTime(ms);
  });
}

const moveMouse = () => fireEvent(document, new PointerEvent('pointermove'));

async function settle(): Promise<void> {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(0);
  });
}

describe('the consent', () => {
  it('shows what is shared, with whom, from which account, for how long and how to end it', async () => {
    await showConsent();
    const text = document.body.textContent ?? '';
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('Demo Taxes');
    for (const part of [
      'https://app.example',
      'user_good',
      'Your tax returns',
      en.consent.howLong,
      en.consent.notShared,
      en.consent.revokeBefore('Demo Taxes'),
    ]) {
      expect(text).toContain(part);
    }
  });

  it('names the redirect host if there is no verified origin', async () => {
    const flow = createTestFlow();
    renderInPage(<ConsentView provider={sandbox} accountLabel={null} />, {
      ...flow,
      redirectHost: 'back.example',
    });
    expect(document.body.textContent).toContain('Returns you toback.example');
  });

  it('gives both buttons the same style and focuses neither', async () => {
    await showConsent();
    expect(find('Allow').className).toBe(find('Deny').className);
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });

  it('accepts Allow after it was visible for a while and the pointer moved', async () => {
    const { client } = await showConsent();
    moveMouse();
    wait(consentDelayMs);
    fireEvent.click(find('Allow'));
    expect(client.decide.mock.calls.map(([decision]) => decision)).toEqual(['allow']);
  });

  it.each(['Allow', 'Deny'] as const)('refuses %s before the delay is over', async (name) => {
    const { client } = await showConsent();
    moveMouse();
    wait(consentDelayMs - 1);
    expect(find(name).getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(find(name));
    expect(client.decide).not.toHaveBeenCalled();
    wait(1);
    expect(find(name).getAttribute('aria-disabled')).toBe('false');
    fireEvent.click(find(name));
    expect(client.decide).toHaveBeenCalledOnce();
  });

  it('stays inert when the wall clock jumps', async () => {
    const { client } = await showConsent();
    moveMouse();
    wait(consentDelayMs - 1);
    vi.setSystemTime(Date.now() + 3_600_000);
    fireEvent.click(find('Allow'));
    expect(client.decide).not.toHaveBeenCalled();
    vi.setSystemTime(Date.now() - 7_200_000);
    wait(1);
    fireEvent.click(find('Allow'));
    expect(client.decide).toHaveBeenCalledOnce();
  });

  it('refuses a click without an earlier movement, such as a double click', async () => {
    const { client } = await showConsent();
    wait(60_000);
    fireEvent(find('Allow'), new PointerEvent('pointerdown', { pointerType: 'mouse' }));
    fireEvent.click(find('Allow'), { detail: 2 });
    expect(client.decide).not.toHaveBeenCalled();
    fireEvent.keyDown(document.body, { key: 'Tab' });
    fireEvent.click(find('Allow'));
    expect(client.decide).toHaveBeenCalledOnce();
  });

  it('accepts a finger, which does not move before it touches', async () => {
    const { client } = await showConsent();
    wait(consentDelayMs);
    const touch = new PointerEvent('pointerdown', { pointerType: 'touch', bubbles: true });
    fireEvent(find('Deny'), touch);
    fireEvent.click(find('Deny'));
    expect(client.decide.mock.calls.map(([decision]) => decision)).toEqual(['deny']);
  });

  it('ignores a key that is held down since the previous step', async () => {
    const { client } = await showConsent();
    wait(consentDelayMs);
    fireEvent.keyDown(document.body, { key: 'Enter', repeat: true });
    fireEvent.click(find('Allow'));
    expect(client.decide).not.toHaveBeenCalled();
  });

  it('sends the same decision again when the user retries', async () => {
    const { client, reporter } = await showConsent();
    client.decide.mockReturnValueOnce(refuse('connection_lost'));
    moveMouse();
    wait(consentDelayMs);
    fireEvent.click(find('Allow'));
    await settle();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await settle();
    expect(client.decide.mock.calls.map(([decision]) => decision)).toEqual(['allow', 'allow']);
    expect(reporter.onCode).toHaveBeenCalledOnce();
  });
});

describe('the consent of the redirect flow', () => {
  it('is a form that the browser posts once, with the token and the decision', async () => {
    const { client } = await showConsent({ surface: 'redirect', flowToken: 'token' });
    const form = find('Allow').closest('form');
    const posted: boolean[] = [];
    // After the view's own handler, so that its decision is known. Then the submission is stopped, because
    // a test cannot navigate.
    const handleSubmit = (event: SubmitEvent) => {
      posted.push(!event.defaultPrevented);
      event.preventDefault();
    };
    document.addEventListener('submit', handleSubmit, { signal: listening.signal });
    fireEvent.click(find('Allow'));
    moveMouse();
    wait(consentDelayMs);
    fireEvent.click(find('Allow'));
    fireEvent.click(find('Allow'));
    expect(posted).toEqual([false, true, false]);
    expect(form?.method.toLowerCase()).toBe('post');
    expect(form?.getAttribute('action')).toBe('/connect/flow/consent');
    expect(form?.querySelector<HTMLInputElement>('[name=flow_token]')?.value).toBe('token');
    expect(find('Allow').getAttribute('name')).toBe('decision');
    expect(find('Allow').getAttribute('value')).toBe('allow');
    expect(client.decide).not.toHaveBeenCalled();
  });

  it('shows that it waits, gives up after 15 s, and posts again on request', async () => {
    const { store } = await showConsent({ surface: 'redirect', flowToken: 'token' });
    const posted = watchPosts();
    moveMouse();
    wait(consentDelayMs);
    fireEvent.click(find('Deny'));
    expect(store.pending.value).toBe('deny');
    await act(async () => {
      await vi.advanceTimersByTimeAsync(requestTimeoutMs);
    });
    expect(store.problem.value?.code).toBe('timeout');
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(posted).toEqual(['deny', 'deny']);
  });

  it('does not navigate while the browser is offline, and navigates once it is online', async () => {
    const { store } = await showConsent({ surface: 'redirect', flowToken: 'token' });
    const posted = watchPosts();
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    moveMouse();
    wait(consentDelayMs);
    fireEvent.click(find('Allow'));
    await settle();
    expect(store.problem.value?.code).toBe('offline');
    expect(posted).toEqual([]);
    online.mockReturnValue(true);
    fireEvent(window, new Event('online'));
    expect(posted).toEqual(['allow']);
    online.mockRestore();
  });
});

/** Records the decisions that the browser would post, and stops them. */
function watchPosts(): string[] {
  const posted: string[] = [];
  const handleSubmit = (event: SubmitEvent) => {
    if (!event.defaultPrevented) posted.push(event.submitter?.getAttribute('value') ?? '');
    event.preventDefault();
  };
  document.addEventListener('submit', handleSubmit, { signal: listening.signal });
  return posted;
}
