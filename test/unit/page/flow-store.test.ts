import { describe, expect, it, vi } from 'vitest';
import { answer, createTestFlow, embeddedStart, refuse, sandbox, startedFlow } from './support.tsx';

const credentials = { username: 'user_good', password: 'pass_good' };
const redirectStart = { binding: null, providerId: null, selector: 'page' } as const;

/** A response that arrives when the test says so. */
function defer<Value>() {
  let resolve: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

async function createFlowAtLogin() {
  const flow = createTestFlow();
  await flow.store.start(embeddedStart);
  await flow.store.selectProvider('sandbox');
  return flow;
}

async function createFlowAtConsent() {
  const flow = await createFlowAtLogin();
  await flow.store.login(credentials);
  return flow;
}

describe('a flow', () => {
  it('goes from the start to the code and reports each step once', async () => {
    const { store, reporter } = await createFlowAtConsent();
    await store.decide('allow');
    expect(reporter.onStarted).toHaveBeenCalledExactlyOnceWith(startedFlow);
    expect(reporter.onProviderSelected).toHaveBeenCalledExactlyOnceWith('sandbox');
    expect(reporter.onStep.mock.calls).toEqual([['select'], ['login'], ['consent']]);
    expect(reporter.onCode).toHaveBeenCalledExactlyOnceWith('c0de', 'n'.repeat(43));
    expect(reporter.onFailed).not.toHaveBeenCalled();
    expect(store.view.value).toMatchObject({
      kind: 'success',
      connected: { provider: { id: 'sandbox' }, accountLabel: 'user_good' },
    });
  });

  it('keeps neither the password nor the code', async () => {
    const { store } = await createFlowAtConsent();
    await store.decide('allow');
    const kept = JSON.stringify(Object.values(store));
    expect(kept).not.toContain('pass_good');
    expect(kept).not.toContain('c0de');
    expect(kept).toContain('Demo Taxes');
  });

  it('asks for a one-time code when the provider does', async () => {
    const { store, client } = await createFlowAtLogin();
    client.login.mockReturnValueOnce(answer({ step: 'mfa' as const }));
    await store.login(credentials);
    expect(store.view.value.kind).toBe('mfa');
    await store.submitAnswer('123456');
    expect(store.view.value).toMatchObject({ kind: 'consent', accountLabel: 'user_mfa' });
  });

  it('reports a denial without a code', async () => {
    const { store, reporter } = await createFlowAtConsent();
    await store.decide('deny');
    expect(reporter.onDenied).toHaveBeenCalledOnce();
    expect(reporter.onCode).not.toHaveBeenCalled();
    expect(store.view.value).toEqual({ kind: 'denied' });
  });

  it('goes straight to a preselected provider, without Back', async () => {
    const { store, reporter } = createTestFlow();
    await store.start({ ...embeddedStart, providerId: 'sandbox' });
    expect(store.view.value.kind).toBe('login');
    expect(store.canGoBack.value).toBe(false);
    expect(reporter.onStep.mock.calls).toEqual([['login']]);
  });

  it('skips its own selector for a single provider; the host skips its selector itself', async () => {
    const single = { ...startedFlow, providers: [sandbox] };
    const own = createTestFlow();
    own.client.start.mockReturnValue(answer(single));
    await own.store.start(redirectStart);
    expect(own.store.view.value.kind).toBe('login');
    const hosted = createTestFlow();
    hosted.client.start.mockReturnValue(answer(single));
    await hosted.store.start(embeddedStart);
    expect(hosted.store.view.value.kind).toBe('select');
  });

  it('lets the user pick another when the preselected one is unavailable', async () => {
    const { store, client, reporter } = createTestFlow();
    client.selectProvider.mockReturnValueOnce(refuse('provider_unavailable'));
    await store.start({ ...redirectStart, providerId: 'other' });
    expect(store.view.value.kind).toBe('select');
    expect(store.canGoBack.value).toBe(true);
    expect(store.problem.value?.code).toBe('provider_unavailable');
    expect(reporter.onStep.mock.calls).toEqual([['select']]);
    await store.selectProvider('sandbox');
    expect(store.view.value.kind).toBe('login');
    expect(store.problem.value).toBeNull();
  });

  it('fails when a selection in the host’s selector fails', async () => {
    const { store, client, reporter } = createTestFlow();
    await store.start(embeddedStart);
    client.selectProvider.mockReturnValueOnce(refuse('provider_unavailable'));
    await store.selectProvider('sandbox');
    expect(store.view.value.kind).toBe('failed');
    expect(reporter.onFailed).toHaveBeenCalledOnce();
  });

  it('shows a retryable problem and stays at its step', async () => {
    const { store, client, reporter } = await createFlowAtLogin();
    client.login.mockReturnValueOnce(refuse('invalid_credentials'));
    await store.login(credentials);
    expect(store.view.value.kind).toBe('login');
    expect(store.problem.value?.code).toBe('invalid_credentials');
    expect(reporter.onFailed).not.toHaveBeenCalled();
    await store.login(credentials);
    expect(store.view.value.kind).toBe('consent');
  });

  it.each([
    'session_expired',
    'submission_limit_reached',
    'invalid_step',
    'origin_not_allowed',
  ] as const)('ends with %s', async (code) => {
    const { store, client, reporter } = await createFlowAtLogin();
    client.login.mockReturnValueOnce(refuse(code, false));
    await store.login(credentials);
    expect(store.view.value).toMatchObject({ kind: 'failed', problem: { code } });
    expect(reporter.onFailed).toHaveBeenCalledOnce();
  });

  it('ends when it cannot start, for any reason', async () => {
    const { store, client, reporter } = createTestFlow();
    client.start.mockReturnValueOnce(refuse('connection_lost'));
    await store.start(embeddedStart);
    expect(store.view.value.kind).toBe('failed');
    expect(reporter.onFailed).toHaveBeenCalledOnce();
  });

  it('goes back, and ignores a late response to the abandoned login', async () => {
    const { store, client, reporter } = await createFlowAtLogin();
    const late = defer<Awaited<ReturnType<typeof client.login>>>();
    client.login.mockReturnValueOnce(late.promise);
    const login = store.login(credentials);
    await store.goBack();
    expect(store.view.value.kind).toBe('select');
    late.resolve({ ok: true, value: { step: 'consent' } });
    await login;
    expect(store.view.value.kind).toBe('select');
    expect(reporter.onStep.mock.calls).toEqual([['select'], ['login'], ['select']]);
  });

  it('sends one request for a button pressed twice', async () => {
    const { store, client, reporter } = await createFlowAtConsent();
    await Promise.all([store.decide('allow'), store.decide('allow'), store.decide('deny')]);
    expect(client.decide).toHaveBeenCalledOnce();
    expect(reporter.onCode).toHaveBeenCalledOnce();
  });

  it('ignores calls that do not fit its step', async () => {
    const { store, client } = createTestFlow();
    await store.decide('allow');
    await store.login(credentials);
    await store.submitAnswer('1');
    await store.goBack();
    await store.selectProvider('sandbox');
    for (const method of Object.values(client)) expect(method).not.toHaveBeenCalled();
    expect(store.view.value.kind).toBe('starting');
  });

  it('reports at most one failure, and nothing once closed', async () => {
    const { store, client, reporter } = await createFlowAtConsent();
    const late = defer<Awaited<ReturnType<typeof client.decide>>>();
    client.decide.mockReturnValueOnce(late.promise);
    const decision = store.decide('allow');
    store.close();
    late.resolve({ ok: true, value: { code: 'c0de', nonce: 'n' } });
    await decision;
    expect(reporter.onCode).not.toHaveBeenCalled();
    const problem = { code: 'no_host', description: '', retryable: false } as const;
    store.fail(problem);
    store.fail(problem);
    expect(reporter.onFailed).toHaveBeenCalledOnce();
  });
});

describe('a visit to the provider’s own site', () => {
  it('begins with its address, and nothing else happens before the navigation', async () => {
    vi.stubGlobal('navigator', { onLine: true });
    const { store, client, reporter } = await createFlowAtLogin();
    const visit = store.visitProvider();
    await vi.waitFor(() => expect(reporter.onVisit).toHaveBeenCalledOnce());
    await store.login(credentials);
    expect(reporter.onVisit).toHaveBeenCalledWith('https://sandbox.example/');
    expect(store.pending.value).toBe('login');
    expect(client.login).not.toHaveBeenCalled();
    store.close();
    await visit;
    vi.unstubAllGlobals();
  });

  it('shows why the provider cannot be visited, and lets the user try again', async () => {
    const { store, client, reporter } = await createFlowAtLogin();
    client.authorize.mockReturnValueOnce(refuse('provider_unavailable'));
    await store.visitProvider();
    expect(store.problem.value?.code).toBe('provider_unavailable');
    expect(reporter.onVisit).not.toHaveBeenCalled();
    expect(store.view.value.kind).toBe('login');
  });

  it.each([
    ['code=a&state=b', 'consent', 1],
    // After the back button.
    [null, 'login', 0],
  ])('ends with the query %j, and reports the step to the host', async (query, kind, asked) => {
    const { store, client, reporter } = createTestFlow();
    await store.start({ ...embeddedStart, visit: { query } });
    const { origin, nonce } = embeddedStart.binding;
    expect(client.start).not.toHaveBeenCalled();
    expect(client.resume.mock.calls[0]?.[0]).toEqual({ origin, nonce });
    expect(client.comeBack).toHaveBeenCalledTimes(asked);
    expect(reporter.onStarted).toHaveBeenCalledOnce();
    expect(reporter.onProviderSelected).toHaveBeenCalledExactlyOnceWith('sandbox');
    expect(store.view.value.kind).toBe(kind);
  });

  it('lets the user visit it again when the provider refused', async () => {
    const { store, client } = createTestFlow();
    client.comeBack.mockReturnValueOnce(refuse('not_approved'));
    await store.start({ ...redirectStart, visit: { query: 'error=access_denied' } });
    expect(store.view.value.kind).toBe('login');
    expect(store.problem.value?.code).toBe('not_approved');
  });
});
