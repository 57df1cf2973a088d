// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { createConnection } from '../../../src/sdk/bindings/core/connection.ts';
import { taxConnect } from '../../../src/sdk/bindings/svelte/tax-connect.ts';
import { fakeConnect } from '../../../src/sdk/testing-fake.ts';

vi.mock(
  'tax-connect',
  async () => (await import('../../../src/sdk/testing-fake.ts')).fakeConnect.module,
);

afterEach(() => fakeConnect.reset());

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

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

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

it('a component that is gone for good can still be closed, and opened', async () => {
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
  expect(connect.isOpen).toBe(false);
});
