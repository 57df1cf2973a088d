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
