// @vitest-environment happy-dom
import type { Bridge, BridgeHandlers, PageSession } from 'tax-connect/page';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  confirmationTimeoutMs,
  runEmbeddedFlow,
  welcomeTimeoutMs,
} from '../../../src/connect/page/embedded-flow.ts';
import { createFlowStore } from '../../../src/connect/page/flow-store.ts';
import { guardByHost } from '../../../src/connect/page/host-guard.ts';
import { createFakeClient, refuse, startedFlow } from './support.tsx';

const session: PageSession = {
  sessionId: 's1',
  nonce: 'n'.repeat(43),
  origin: 'https://app.example',
  state: 'st',
  surface: 'frame',
  selector: 'host',
  providerId: null,
  locale: 'en',
  theme: 'dark',
};

/** A page whose host the test plays. */
function createPage() {
  const client = createFakeClient();
  const sent: unknown[][] = [];
  const record =
    (name: string) =>
    (...values: unknown[]) =>
      void sent.push([name, ...values]);
  const bridge: Bridge = {
    sendReady: record('ready'),
    sendProviders: record('providers'),
    sendProviderNotListed: record('provider_not_listed'),
    sendProviderSelected: record('provider_selected'),
    sendStep: record('step'),
    sendCode: record('code'),
    sendExit: record('exit'),
    requestExit: record('exit_requested'),
    sendResize: record('resize'),
    sendLeaving: record('leaving'),
    sendHandoffChanged: record('handoff_changed'),
    sendHandoffAsked: record('handoff_asked'),
    sendError: record('error'),
    checkHost: vi.fn<Bridge['checkHost']>(() => Promise.resolve('there')),
    close: record('closed'),
  };
  let host: BridgeHandlers | undefined;
  const onSession = vi.fn();
  const handoff = { start: vi.fn(), takeBack: vi.fn(() => false), close: vi.fn() };
  const flow = runEmbeddedFlow({
    onSession,
    onVisit: vi.fn(),
    createHandoff: () => handoff,
    createBridge(handlers) {
      host = handlers;
      return bridge;
    },
    createStore: (reporter, checkHost) =>
      createFlowStore({
        application: startedFlow.application,
        client: guardByHost(client, checkHost),
        reporter,
      }),
  });
  if (!host) throw new Error('The page made no bridge.');
  return { ...flow, bridge, client, sent, host, onSession, handoff };
}

/** Lets arrived responses take effect. */
const settle = () => vi.waitFor(() => Promise.resolve());

async function createStartedPage() {
  const page = createPage();
  page.host.onSession(session);
  await vi.waitFor(() => expect(page.sent).toContainEqual(['step', 'select']));
  return page;
}

afterEach(() => vi.useRealTimers());

describe('the embedded flow', () => {
  it('tells the host that the user has left, and returns whether a host can close the window', async () => {
    const { confirmExit, sent, bridge } = await createStartedPage();
    expect(await confirmExit()).toBe(true);
    expect(sent.at(-1)).toEqual(['exit', 'closed']);
    vi.mocked(bridge.checkHost).mockResolvedValueOnce('closed');
    expect(await confirmExit()).toBe(false);
    expect(await createPage().confirmExit()).toBe(false);
  });

  it('binds the flow to the welcome, then sends ready, providers and the step', async () => {
    const { client, sent, onSession } = await createStartedPage();
    const binding = {
      origin: session.origin,
      nonce: session.nonce,
      state: 'st',
      sessionId: session.sessionId,
    };
    expect(client.start.mock.calls[0]?.[0]).toEqual(binding);
    expect(onSession).toHaveBeenCalledExactlyOnceWith(session);
    expect(sent).toEqual([
      ['ready', startedFlow.application],
      ['providers', startedFlow.providers],
      ['step', 'select'],
    ]);
  });

  it('confirms the host’s selection, goes back on request, and passes the code on', async () => {
    const { store, host, sent } = await createStartedPage();
    host.onSelectProvider('sandbox');
    await vi.waitFor(() => expect(store.view.value.kind).toBe('login'));
    host.onBack();
    await vi.waitFor(() => expect(store.view.value.kind).toBe('select'));
    host.onSelectProvider('sandbox');
    await vi.waitFor(() => expect(store.view.value.kind).toBe('login'));
    await store.login({ username: 'user_good', password: 'pass_good' });
    const isDecided = store.decide('allow');
    await vi.waitFor(() => expect(sent.at(-1)?.[0]).toBe('code'));
    host.onCodeReceived?.();
    await isDecided;
    expect(store.view.value.kind).toBe('success');
    expect(sent.slice(3)).toEqual([
      ['provider_selected', 'sandbox'],
      ['step', 'login'],
      ['step', 'select'],
      ['provider_selected', 'sandbox'],
      ['step', 'login'],
      ['step', 'consent'],
      ['code', 'c0de', session.nonce],
    ]);
  });

  it('exits as denied when the user denies', async () => {
    const { store, host, sent } = await createStartedPage();
    host.onSelectProvider('sandbox');
    await vi.waitFor(() => expect(store.view.value.kind).toBe('login'));
    await store.login({ username: 'user_good', password: 'pass_good' });
    await store.decide('deny');
    expect(sent.at(-1)).toEqual(['exit', 'denied']);
  });

  it('tells the host when the service refuses its origin', async () => {
    const page = createPage();
    page.client.start.mockReturnValueOnce(refuse('origin_not_allowed', false));
    page.host.onSession(session);
    await vi.waitFor(() => expect(page.sent).toHaveLength(1));
    const error = { code: 'origin_not_allowed', retryable: false };
    expect(page.sent[0]).toMatchObject(['error', error]);
  });

  it('maps codes of the page to codes that hosts know', async () => {
    const { store, client, host, sent } = await createStartedPage();
    client.selectProvider.mockReturnValueOnce(refuse('timeout'));
    host.onSelectProvider('sandbox');
    await vi.waitFor(() => expect(store.view.value.kind).toBe('failed'));
    expect(sent.at(-1)).toMatchObject(['error', { code: 'connection_lost', retryable: true }]);
  });

  it('aborts the current request and closes the channel to the host when it closes', async () => {
    const { client, host, sent } = await createStartedPage();
    host.onSelectProvider('sandbox');
    host.onClose();
    await settle();
    expect(client.selectProvider.mock.calls[0]?.[1].aborted).toBe(true);
    expect(sent.slice(3)).toEqual([['closed']]);
  });

  it('sends only the heights of its own content', async () => {
    const { store, host, sent, sendHeight } = await createStartedPage();
    sendHeight(28);
    host.onSelectProvider('sandbox');
    await vi.waitFor(() => expect(store.view.value.kind).toBe('login'));
    sendHeight(0);
    sendHeight(456);
    expect(sent.filter(([name]) => name === 'resize')).toEqual([['resize', 456]]);
  });

  it('shares the flow with a window that the host has opened, and takes it back', async () => {
    const { client, host, handoff } = await createStartedPage();
    host.onHandoff?.('h'.repeat(43), 'sandbox');
    expect(handoff.start).toHaveBeenCalledExactlyOnceWith({
      secret: 'h'.repeat(43),
      providerId: 'sandbox',
      locale: 'en',
      theme: 'dark',
      sessionId: 's1',
    });
    handoff.takeBack.mockReturnValueOnce(true);
    host.onBack();
    expect(client.goBack).not.toHaveBeenCalled();
    host.onClose();
    expect(handoff.close).toHaveBeenCalledOnce();
  });

  it('shows an error when no host shows the page', () => {
    const { store } = runEmbeddedFlow({
      onSession: () => undefined,
      onVisit: () => undefined,
      createHandoff: () => ({ start: vi.fn(), takeBack: () => false, close() {} }),
      createBridge() {
        throw new Error('nobody there');
      },
      createStore: (reporter) =>
        createFlowStore({
          application: startedFlow.application,
          client: createFakeClient(),
          reporter,
        }),
    });
    expect(store.view.value).toMatchObject({ kind: 'failed', problem: { code: 'no_host' } });
  });

  it('shows an error without a welcome in time, and stops waiting after a welcome', async () => {
    vi.useFakeTimers();
    const silent = createPage();
    const welcomed = createPage();
    welcomed.host.onSession(session);
    await vi.advanceTimersByTimeAsync(welcomeTimeoutMs);
    expect(silent.store.view.value.kind).toBe('failed');
    // No host is connected.
    expect(silent.sent).toEqual([]);
    expect(welcomed.store.view.value.kind).toBe('select');
  });
});

describe('the page of a window', () => {
  /** At the consent, in a window whose host is present. */
  async function createConsentingPage() {
    const page = createPage();
    page.host.onSession({ ...session, surface: 'popup', selector: 'page' });
    await vi.waitFor(() => expect(page.store.view.value.kind).toBe('select'));
    await page.store.selectProvider('sandbox');
    await page.store.login({ username: 'user_good', password: 'pass_good' });
    expect(page.store.view.value.kind).toBe('consent');
    return page;
  }

  it('requests no code while its host is silent, and continues when it answers', async () => {
    const { bridge, client, host, store } = await createConsentingPage();
    vi.mocked(bridge.checkHost).mockResolvedValueOnce('silent');
    await store.decide('allow');
    expect(store.problem.value).toMatchObject({ code: 'host_gone', retryable: true });
    expect(client.decide).not.toHaveBeenCalled();
    const isDecided = store.decide('allow');
    await vi.waitFor(() => expect(client.decide).toHaveBeenCalledOnce());
    host.onCodeReceived?.();
    await isDecided;
    expect(store.view.value.kind).toBe('success');
  });

  it('ends when its host is closed', async () => {
    const { bridge, client, store } = await createConsentingPage();
    vi.mocked(bridge.checkHost).mockResolvedValueOnce('closed');
    await store.decide('allow');
    expect(store.view.value).toMatchObject({ kind: 'failed', problem: { code: 'host_gone' } });
    expect(client.decide).not.toHaveBeenCalled();
  });

  it('lets the user deny with or without a host', async () => {
    const { bridge, store } = await createConsentingPage();
    vi.mocked(bridge.checkHost).mockResolvedValue('closed');
    await store.decide('deny');
    expect(store.view.value.kind).toBe('denied');
  });

  it('shows success only after the host has the code, however late', async () => {
    const { host, sent, store } = await createConsentingPage();
    vi.useFakeTimers();
    const isDecided = store.decide('allow');
    await vi.advanceTimersByTimeAsync(confirmationTimeoutMs - 1);
    expect(store.view.value.kind).toBe('consent');
    await vi.advanceTimersByTimeAsync(1);
    await isDecided;
    expect(store.view.value).toMatchObject({ kind: 'failed', problem: { code: 'not_received' } });
    expect(sent.map(([name]) => name)).toContain('code');
    host.onCodeReceived?.();
    expect(store.view.value.kind).toBe('success');
  });
});
