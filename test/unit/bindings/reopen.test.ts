// @vitest-environment happy-dom
import { useTaxConnect } from 'tax-connect/vue';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeConnect } from '../../../src/sdk/testing-fake.ts';

vi.mock(
  'tax-connect',
  async () => (await import('../../../src/sdk/testing-fake.ts')).fakeConnect.module,
);

afterEach(() => fakeConnect.reset());

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
  await new Promise((resolve) => setTimeout(resolve));

  expect([isOpen.value, exits]).toEqual([true, ['closed']]);
  fakeConnect.last.deny();
  expect([isOpen.value, exits]).toEqual([false, ['closed', 'denied']]);
  expect(fakeConnect.sessions).toHaveLength(2);
});
