// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as script from '../../../src/sdk/global.ts';
import type { ConnectEvent, OpenOptions } from '../../../src/sdk/index.ts';
import * as real from '../../../src/sdk/index.ts';
import { fakeConnect } from '../../../src/sdk/testing-fake.ts';

const { open, ConnectError, redirect } = fakeConnect.module;

afterEach(() => fakeConnect.reset());

/** Opens, and records the calls of the application's callbacks. */
function openAndListen(options: Partial<OpenOptions> = {}) {
  const events: string[] = [];
  const session = open({
    clientId: 'test_app',
    onSuccess: () => {},
    onEvent: ({ name }: ConnectEvent) => void events.push(name),
    ...options,
  });
  return { session, events };
}

function mountSelector(signal?: AbortSignal) {
  const options = { clientId: 'test_app', onSuccess() {}, signal };
  return fakeConnect.module.mountSelector(document.createElement('div'), options);
}

describe('the fake', () => {
  it('exports what the real module exports', () => {
    const names = (module: object) => Object.keys(module).sort();
    expect(names(fakeConnect.module)).toEqual(names(real));
    expect(names(fakeConnect.module.TaxConnect)).toEqual(names(real.TaxConnect));
  });

  it('refuses the options that the real module refuses, with its error', () => {
    const refusal = expect.objectContaining({ name: 'ConnectError', code: 'invalid_options' });
    const { module } = fakeConnect;
    for (const wrong of [{}, { clientId: '', onSuccess: () => {} }, { clientSecret: 'x' }]) {
      const options = wrong as OpenOptions;
      expect(() => open(options)).toThrow(refusal);
      expect(() => open(options)).toThrow(ConnectError);
      expect(() => real.open(options)).toThrow(refusal);
      expect(() => module.preload(options)).toThrow(refusal);
      expect(() => module.mountSelector(document.body, options)).toThrow(refusal);
    }
  });

  it.each([false, true])(
    'listens to a signal inside open, aborted or not: %s',
    async (isAborted) => {
      const controller = new AbortController();
      const listen = vi.spyOn(controller.signal, 'addEventListener');
      if (isAborted) controller.abort();

      const { session } = openAndListen({ signal: controller.signal });

      // The real module does this, too: the bindings detect by it which `open` started the session.
      expect(listen).toHaveBeenCalledOnce();
      controller.abort();
      expect(await session.finished).toMatchObject({ reason: 'aborted' });
    },
  );

  it('has one session at a time, and tells a test that it acts after the end', () => {
    const { session, events } = openAndListen();
    expect(openAndListen().session).toBe(session);
    fakeConnect.last.notListed();
    expect(events).toContain('provider_not_listed');
    session.close();
    expect(() => fakeConnect.last.deny()).toThrow('after the session has ended');
  });

  it('has the session of a selector only while it is open', async () => {
    const mounted = mountSelector();
    const { session, deny } = fakeConnect.selectors[0]?.pick('sandbox') ?? fakeConnect.last;
    const whileOpen = mounted.session;
    deny();

    expect([whileOpen, mounted.session]).toEqual([session, null]);
  });

  it('removes a selector when its signal aborts, and mounts none after that', () => {
    const controller = new AbortController();
    mountSelector(controller.signal);
    const before = fakeConnect.selectors[0]?.isMounted;
    controller.abort();
    mountSelector(controller.signal);

    const after = fakeConnect.selectors.map(({ isMounted }) => isMounted);
    expect([before, after]).toEqual([true, [false, false]]);
  });

  it('replaces the selector of an element, as the real module does', () => {
    const element = document.createElement('div');
    const options = { clientId: 'test_app', onSuccess: () => {} };
    fakeConnect.module.mountSelector(element, options);
    fakeConnect.module.mountSelector(element, options);
    expect(fakeConnect.selectors.map(({ isMounted }) => isMounted)).toEqual([false, true]);
  });

  it('throws when open was not called', () => {
    expect(() => fakeConnect.last).toThrow(
      /^fakeConnect: open has not been called yet, or .* server\.deps\.inline: /,
    );
  });

  it('records sessions, selectors and redirects, until a reset ends and forgets them', () => {
    const redirectUri = 'http://localhost/callback';
    const read = () => {
      const { sessions, selectors, redirectedTo } = fakeConnect;
      const redirect = redirectedTo?.searchParams.get('redirect_uri');
      return [sessions.length, selectors.length, redirect];
    };
    for (const _ of ['once', 'again']) {
      expect(read()).toEqual([0, 0, undefined]);
      const onExit = vi.fn();
      openAndListen({ onExit });
      mountSelector();
      redirect({ clientId: 'test_app', redirectUri });
      expect(read()).toEqual([1, 1, redirectUri]);
      fakeConnect.reset();
      expect(onExit.mock.calls).toMatchObject([[{ reason: 'closed' }]]);
      expect(() => fakeConnect.last).toThrow('open has not been called yet');
    }
  });

  it('replaces the global of the script tag, until it is removed', () => {
    const remove = fakeConnect.install();
    const installed: object = Reflect.get(globalThis, 'TaxConnect');
    remove();

    expect(installed).toMatchObject(fakeConnect.module.TaxConnect);
    expect(Object.keys(installed).sort()).toEqual(Object.keys(script).sort());
    expect('TaxConnect' in globalThis).toBe(false);
  });
});
