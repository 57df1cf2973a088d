import { defineProviders, type LoginOutcome, type ProviderPlugin } from 'tax-connect/providers';
import { expect, it } from 'vitest';
import { createTestService } from './harness.ts';
import { createProviders } from './plugin-service.ts';
import { live } from './test-application.ts';
import { readJson } from './world.ts';

/*
 * A plug-in can be any object with these members. They may be inherited, computed or frozen, and methods
 * may use `this`.
 */

const info = { id: 'fake', name: 'Fake Tax', domain: 'fake.example' };
const accept = (subject: string): LoginOutcome => ({ status: 'accepted', subject, label: subject });
const siteOf = (state: string) => ({
  url: new URL(`https://fake.example/?state=${state}`),
  state: null,
});

class CredentialPlugin {
  readonly info = info;
  readonly #name: string = 'class instance';
  async begin(): Promise<LoginOutcome> {
    return accept(this.#name);
  }
  async answer(): Promise<LoginOutcome> {
    return accept(this.#name);
  }
}

class RedirectPlugin {
  readonly info = info;
  readonly #name: string = 'class instance';
  async authorize({ state }: { readonly state: string }) {
    return siteOf(this.#name === '' ? '' : state);
  }
  async complete(): Promise<LoginOutcome> {
    return accept(this.#name);
  }
}

class InheritingCredentials extends CredentialPlugin {}

/** Getters instead of values, as in a module namespace or a lazy object. */
const credentialsByGetters = {
  get info() {
    return info;
  },
  get begin() {
    return async () => accept('getters');
  },
  get answer() {
    return async () => accept('getters');
  },
};

/** Synchronous methods: plain JavaScript does not enforce a promise. */
const synchronous = {
  info,
  begin: () => accept('no promise'),
  answer: () => accept('no promise'),
} as unknown as ProviderPlugin;

const credentialPlugins: readonly (readonly [string, ProviderPlugin])[] = [
  ['an instance of a class', new CredentialPlugin()],
  ['an instance of a class that inherits', new InheritingCredentials()],
  ['a frozen object', Object.freeze(new CredentialPlugin())],
  ['an object without a prototype', Object.assign(Object.create(null), synchronous)],
  ['an object of getters', credentialsByGetters],
  ['an object of functions that are not async', synchronous],
  [
    'an object with the methods of the other kind undefined',
    { ...synchronous, authorize: undefined, complete: undefined } as ProviderPlugin,
  ],
];

async function startAt(plugin: ProviderPlugin) {
  const providers = createProviders(defineProviders([plugin]));
  const service = await createTestService({ applications: [live], providers });
  const { flow, started } = await service.openSession(null, { clientId: 'live_app' });
  const { providers: listed } = await readJson(started);
  return { flow, providers: listed, selected: await readJson(flow.pick('fake')) };
}

it.each(credentialPlugins)('a credential provider may be %s', async (_, plugin) => {
  const { flow, providers, selected } = await startAt(plugin);

  expect(providers).toMatchObject([{ id: 'fake', surface: 'any' }]);
  expect(selected.provider).toMatchObject({ login: 'credentials' });
  expect(await readJson(flow.logIn('me', 'mine'))).toMatchObject({ step: 'consent' });
});

it.each([
  [' Ada Lovelace\n', 'Ada Lovelace'],
  ['ada\u202e@example.com', 'ada\ufffd@example.com'],
  ['Ada\nat Good Bank', 'Ada\ufffdat Good Bank'],
  ['\u200f \u202e', 'id-7'],
  ['', 'id-7'],
  ['Ada\0 \ud800', 'Ada\ufffd \ufffd'],
  ['می\u200cخواهم', 'می\u200cخواهم'],
  // It is cut after 200 characters, between letters.
  ['x'.repeat(300), 'x'.repeat(200)],
  [`${'x'.repeat(199)}\u{1f600} and more`, `${'x'.repeat(199)}\u{1f600}`],
])('the label of an account %j is shown as %j', async (label, shown) => {
  const begin = async () => ({ status: 'accepted', subject: 'id-7', label }) as const;
  const { flow } = await startAt({ info, begin, answer: begin });
  const answer = await readJson(flow.logIn('me', 'mine'));
  expect(answer).toMatchObject({ step: 'consent', account: { label: shown } });
});

it('a provider that is locked for two days is locked for a day', async () => {
  const begin = async () => ({ status: 'locked', retryAfterSeconds: 172_800 }) as const;
  const { flow } = await startAt({ info, begin, answer: begin });
  const answer = await flow.logIn('me', 'mine');
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([423, '86400']);
});

it('a redirect provider may be an instance of a class', async () => {
  const { flow, providers, selected } = await startAt(new RedirectPlugin());
  expect(providers).toMatchObject([{ id: 'fake', surface: 'popup' }]);
  expect(selected.provider).toMatchObject({ login: 'redirect' });

  const { state } = await flow.leaveForSite();
  const answer = await readJson(flow.comeBack(`code=a&state=${state}`));
  expect(answer).toMatchObject({ step: 'consent' });
});
