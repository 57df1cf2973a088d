// @vitest-environment happy-dom

import { useTaxConnect } from 'tax-connect/vue';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { createConnection } from '../../../src/sdk/bindings/core/connection.ts';
import { defineTaxConnectButton } from '../../../src/sdk/bindings/element/tax-connect-button.ts';
import { taxConnect } from '../../../src/sdk/bindings/svelte/tax-connect.ts';
import { fakeConnect } from '../../../src/sdk/testing-fake.ts';

vi.mock('tax-connect', () => import('../../support/bindings/apps/fake-sdk.ts'));

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  fakeConnect.reset();
});

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

it('a session that is opened when the last one exits is followed to its own end', async () => {
  const exits: string[] = [];
  const { open, isOpen } = useTaxConnect(() => ({
    clientId: 'app',
    onSuccess() {},
    onExit({ reason }) {
      exits.push(reason);
      if (exits.length === 1) open();
    },
  }));
  open();
  fakeConnect.last.close();
  await nextTask();

  expect([isOpen.value, exits]).toEqual([true, ['closed']]);
  fakeConnect.last.deny();
  expect([isOpen.value, exits]).toEqual([false, ['closed', 'denied']]);
  expect(fakeConnect.sessions).toHaveLength(2);
});

it('a session that is opened on the event closed does not have the error of the last one', () => {
  const { open, isOpen, error } = useTaxConnect(() => ({
    clientId: 'app',
    onSuccess() {},
    onEvent({ name }) {
      if (name === 'closed' && fakeConnect.sessions.length === 1) open();
    },
  }));
  open();
  fakeConnect.last.fail('server_error');
  expect([isOpen.value, error.value]).toEqual([true, null]);
});

it('the error of onSuccess goes with the next try, and with a success that is late', async () => {
  vi.useFakeTimers();
  let accept = () => {};
  const results = [
    () => Promise.reject(new Error('no')),
    () => new Promise<void>((resolve) => (accept = resolve)),
  ];
  const { open, isOpen, error } = useTaxConnect(() => ({
    clientId: 'app',
    onSuccess: () => results.shift()?.(),
  }));
  open();
  await fakeConnect.last.succeed('first');
  expect(error.value?.code).toBe('callback_failed');
  fakeConnect.last.step('login');
  expect(error.value).toBe(null);

  const late = fakeConnect.last.succeed('second');
  await vi.advanceTimersByTimeAsync(15_000);
  expect([isOpen.value, error.value?.code]).toEqual([true, 'callback_failed']);
  accept();
  await late;
  await vi.advanceTimersByTimeAsync(2000);
  expect([isOpen.value, error.value]).toEqual([false, null]);
});

it('open takes the session that the backend has just made, and no event of a listener', () => {
  const heard: string[] = [];
  const options = {
    clientId: 'app',
    state: 'own',
    onSuccess() {},
    onExit: () => heard.push('own'),
  };
  const { open } = useTaxConnect(() => options);
  open({ session: 'made', onExit: () => heard.push('of this session') });
  const [first] = fakeConnect.sessions;
  expect(first?.options).toMatchObject({ clientId: 'app', state: 'own', session: 'made' });
  fakeConnect.last.close();
  open(Object.assign(new Event('click'), { session: 'of an event' }));
  expect(fakeConnect.last.options.session).toBeUndefined();
  fakeConnect.last.close();
  expect(heard).toEqual(['of this session', 'own']);
});

it('a button that is opened while it is open says once that the backend has accepted the code', async () => {
  defineTaxConnectButton({ clientId: 'app' });
  document.body.innerHTML = '<tax-connect-button callback="/callback"></tax-connect-button>';
  const heard = vi.fn();
  document.addEventListener('tax-connect-connected', heard);
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }));
  const element = document.querySelector('tax-connect-button');
  expect(element?.open()).toBe(element?.open());

  await fakeConnect.last.succeed('code');

  expect(heard).toHaveBeenCalledOnce();
  // The event has no code.
  expect(heard.mock.lastCall?.[0]).toMatchObject({ target: element, detail: null });
});

it('a button that is moved in the document keeps its session, until it is removed', async () => {
  defineTaxConnectButton({ clientId: 'app' });
  document.body.innerHTML = '<p></p><tax-connect-button callback="/callback"></tax-connect-button>';
  const element = document.querySelector('tax-connect-button');
  element?.open();
  document.querySelector('p')?.append(element as Element);
  await nextTask();
  expect(element?.isOpen).toBe(true);
  document.querySelector('p')?.remove();
  await nextTask();
  expect(element?.isOpen).toBe(false);
});

it('a button that was removed tells the document how its session ends', async () => {
  defineTaxConnectButton({ clientId: 'app' });
  const heard: string[] = [];
  for (const type of ['tax-connect-connected', 'tax-connect-exit', 'tax-connect-event']) {
    const hear = (event: Event) => void heard.push((event as CustomEvent).detail?.name ?? type);
    document.addEventListener(type, hear);
    onTestFinished(() => document.removeEventListener(type, hear));
  }
  const openAndRemove = async (during = async () => {}) => {
    document.body.innerHTML = '<tax-connect-button callback="/callback"></tax-connect-button>';
    document.querySelector('tax-connect-button')?.open();
    await nextTask();
    const done = during();
    document.querySelector('tax-connect-button')?.remove();
    heard.length = 0;
    await nextTask();
    return done;
  };
  vi.stubGlobal('fetch', async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    return new Response(null, { status: 204 });
  });

  await openAndRemove(() => fakeConnect.last.succeed('code'));
  expect(heard.sort()).toEqual(['closed', 'tax-connect-connected']);

  await openAndRemove();
  expect(heard.sort()).toEqual(['closed', 'tax-connect-exit']);
});

/** A mounted component, and the reasons of its exits. */
function mountComponent() {
  const exits: string[] = [];
  const options = {
    clientId: 'app',
    onSuccess() {},
    onExit: ({ reason }: { reason: string }) => void exits.push(reason),
  };
  const connection = createConnection(() => options);
  return { ...connection, exits, unmount: connection.mount() };
}

it('a component that is mounted again within one update keeps its session, as under Fast Refresh', async () => {
  const { open, close, mount, unmount, getState, exits } = mountComponent();
  open();
  await nextTask();

  // The clean-ups of an update run before its effects.
  unmount();
  close();
  const unmountAgain = mount();
  await nextTask();
  expect([getState().isOpen, exits]).toEqual([true, []]);

  unmountAgain();
  await nextTask();
  expect([getState().isOpen, exits]).toEqual([false, ['closed']]);
});

it('a component that opens as another one goes gets its own session', async () => {
  const [before, after] = [mountComponent(), mountComponent()];
  before.open();
  await nextTask();

  before.unmount();
  after.open();
  await nextTask();

  expect([before.getState().isOpen, before.exits]).toEqual([false, ['closed']]);
  expect([after.getState().isOpen, after.exits]).toEqual([true, []]);
  expect(fakeConnect.sessions).toHaveLength(2);
});

it('a component that is gone for good can still be opened, and closed', async () => {
  const { open, close, unmount, getState } = mountComponent();
  unmount();
  await nextTask();
  open();
  expect(getState().isOpen).toBe(true);
  close();
  expect(getState().isOpen).toBe(false);
});

it('a button of Svelte keeps its session until the last of its attachments has gone', async () => {
  const connect = taxConnect({ clientId: 'app', onSuccess() {} });
  const button = document.createElement('button');
  const [detach, detachOther] = [connect(button), connect(button)];
  connect.open();
  await nextTask();

  detach?.();
  await nextTask();
  expect(connect.isOpen).toBe(true);

  detachOther?.();
  await nextTask();
  button.click();
  expect(connect.isOpen).toBe(false);
});
