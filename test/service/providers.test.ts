import { randomBytes } from 'node:crypto';
import {
  type CredentialProvider,
  createOidcProvider,
  defineProviders,
  type LoginOutcome,
  type ProviderPlugin,
  type Share,
} from 'tax-connect/providers';
import { describe, expect, it, vi } from 'vitest';
import { createGrantSeal, parseGrantKeys } from '../../src/connect/service/basics/grant-seal.ts';
import { hashSecret } from '../../src/connect/service/basics/secrets.ts';
import { pluginTimeoutMs } from '../../src/connect/service/providers/supervise.ts';
import { createTestService, type TestService } from './harness.ts';
import { atConsent, createProviders, fake } from './plugin-service.ts';
import { live } from './test-application.ts';
import { inTurn, readError, readJson, readStatus, type TestFlow } from './world.ts';

const grantKey = randomBytes(32);
const otherApplication = { ...live, client_id: 'other_app' };
const accepted = { status: 'accepted', subject: 'person-7', label: 'A. Person' } as const;

/** A plug-in with the test's methods. It records every call. */
function createPlugin({ begin, answer, ...more }: Partial<CredentialProvider> = {}) {
  const accept = async () => accepted;
  return {
    info: fake.info,
    begin: vi.fn<CredentialProvider['begin']>(begin ?? accept),
    answer: vi.fn<CredentialProvider['answer']>(answer ?? accept),
    ...more,
  };
}

const serve = (plugins: readonly ProviderPlugin[]): Promise<TestService> =>
  createTestService({
    applications: [live, otherApplication],
    providers: createProviders(plugins),
  });

const challenge = (kind: 'code' | 'choice' | 'question' | 'push', more: object = {}) =>
  ({ status: 'challenge', kind, prompt: `Say ${kind}`, state: { step: kind }, ...more }) as const;

/** A person types a name at the provider, which asks for more. */
async function beginAt(plugin: CredentialProvider) {
  const flow = await (await serve([plugin])).startAt();
  const { challenge: shown } = await readJson(flow.logIn());
  return { flow, shown: shown as { readonly id: string } };
}
describe('a credential provider', () => {
  it('gets the fields that it names, and its subject identifies the account', async () => {
    const fields = [
      { name: 'tax_number', label: { en: 'Tax number', de: 'Steuernummer' } },
      { name: 'pin', label: 'PIN', type: 'password' as const },
    ];
    const plugin = createPlugin({ fields });
    const service = await serve([plugin]);

    const accounts = [];
    for (const tax_number of ['12', ' 1-2']) {
      const flow = await service.startFlow({ clientId: 'live_app' });
      const selected = await readJson(flow.pick('fake'));
      expect(selected.provider).toMatchObject({ login: 'credentials', fields });
      const typed = { tax_number, pin: '0000', locale: 'de', extra: 'x' };
      expect(await flow.read('login', typed)).toEqual(atConsent('A. Person'));
      accounts.push((await service.finish(await flow.allow(), live)).accountId);
    }

    expect(plugin.begin.mock.calls[0]?.[0]).toEqual({ tax_number: '12', pin: '0000' });
    expect(plugin.begin.mock.calls[0]?.[1]).toMatchObject({
      clientId: 'live_app',
      environment: 'live',
      locale: 'de',
    });
    expect(accounts[0]).toBe(accounts[1]);
    const incomplete = await (await service.startAt()).send('login', { tax_number: '12' });
    expect(await readError(incomplete)).toEqual([400, 'invalid_request']);
  });

  it('shares what it has shown, even if its next version shares more before Allow', async () => {
    const info = { ...createPlugin().info, shares: ['forms'] as Share[] };
    const service = await serve([createPlugin({ info })]);
    const flow = await service.startAt();
    expect(await readJson(flow.logIn())).toEqual(atConsent('A. Person', ['forms']));
    info.shares = ['identity', 'returns', 'forms'];
    const { read } = await service.finish(await flow.allow(), live);

    expect(await read('/account')).toMatchObject({ consent: { shares: ['forms'] } });
  });

  it('may use challenges of every kind, and gets its state back', async () => {
    const push = challenge('push', { sentTo: 'Pixel 9', expiresInSeconds: 300 });
    const answers: LoginOutcome[] = [challenge('question'), push, push, accepted];
    const plugin = createPlugin({
      begin: async () => challenge('choice', { options: ['Phone', 'Mail'] }),
    });
    plugin.answer.mockImplementation(async () => answers.shift() ?? { status: 'failed' });
    const { flow, shown } = await beginAt(plugin);
    const { id } = shown;
    const said = { id, kind: 'choice', prompt: 'Say choice', can_resend: false };
    expect(shown).toEqual({ ...said, options: ['Phone', 'Mail'] });

    const other = flow.send('answer', { challenge_id: id, answer: 'Fax' });
    expect(await readError(other)).toEqual([401, 'invalid_answer']);
    const question = await flow.read('answer', { challenge_id: id, answer: 'Mail' });
    expect(question.challenge).toMatchObject({ kind: 'question' });
    const asking = await flow.read('answer', { answer: 'blue' });
    expect(asking.challenge).toMatchObject({ kind: 'push', sent_to: 'Pixel 9', expires_in: 300 });
    expect((await flow.read('answer', { answer: '' })).challenge).toEqual(asking.challenge);
    expect(await flow.read('answer', { answer: '' })).toMatchObject({ step: 'consent' });

    expect(plugin.answer.mock.calls.map(([step]) => step)).toEqual([
      { answer: 'Mail', state: { step: 'choice' } },
      { answer: 'blue', state: { step: 'question' } },
      { answer: '', state: { step: 'push' } },
      { answer: '', state: { step: 'push' } },
    ]);
  });

  it('may let a push wait: what the page asks meanwhile is no try', async () => {
    const push = challenge('push');
    const plugin = createPlugin({ begin: async () => push });
    plugin.answer.mockResolvedValue(push);
    const { flow } = await beginAt(plugin);

    const answers = await inTurn(15, () => readStatus(flow.send('answer', { answer: '' })));
    expect(answers).toEqual(Array(15).fill(200));
  });

  it('writes 1,000 characters to the log at once, and leaves no password, one-time code or grant there', async () => {
    const plugin = createPlugin({
      async begin(_, { log }) {
        log('x'.repeat(1001));
        return challenge('code', { state: 'a secret state' });
      },
    });
    plugin.answer.mockResolvedValue({ ...accepted, grant: { refresh_token: 'a secret grant' } });
    const service = await serve([plugin]);
    const flow = await service.startAt();
    await flow.logIn('ada', 'a secret password');
    await flow.send('answer', { answer: 'a secret code' });
    await service.finish(await flow.allow(), live);

    const said = `"provider_id":"fake","message":"${'x'.repeat(1000)}"`;
    for (const line of [said, 'code issued']) expect(service.readLog()).toContain(line);
    expect(service.readLog()).not.toContain('a secret');
  });

  it('may keep an object that can be read only once', async () => {
    const toJSON = vi.fn(() => fail()).mockImplementationOnce(() => 'once' as never);
    const plugin = createPlugin({ begin: async () => ({ ...accepted, grant: { toJSON } }) });
    const flow = await (await serve([plugin])).startAt();

    expect(await readJson(flow.logIn())).toMatchObject({ step: 'consent' });
  });

  it('may name its challenge, and tell options with one label apart', async () => {
    const options = [
      { value: 'a', label: 'Phone', detail: '••• 42' },
      { value: 'b', label: 'Phone', detail: '••• 77' },
      'Mail',
    ];
    const title = 'Pick <one>';
    const plugin = createPlugin({ begin: async () => challenge('choice', { title, options }) });
    const { flow, shown } = await beginAt(plugin);

    expect(shown).toMatchObject({ title, options });
    const byLabel = flow.send('answer', { answer: 'Phone' });
    expect(await readError(byLabel)).toEqual([401, 'invalid_answer']);
    await flow.send('answer', { answer: 'b' });
    expect(plugin.answer.mock.calls.map(([step]) => step.answer)).toEqual(['b']);
  });

  it('is called once for a repeated request', async () => {
    const plugin = createPlugin({ begin: async () => challenge('code') });
    const { flow, shown } = await beginAt(plugin);
    expect(await readJson(flow.logIn())).toMatchObject({ challenge: shown });

    const answer = { challenge_id: shown.id, answer: '1' };
    const done = await flow.read('answer', answer);
    expect(await flow.read('answer', answer)).toEqual(done);
    const different = flow.send('answer', { ...answer, answer: '2' });
    expect(await readError(different)).toEqual([409, 'invalid_step']);
    expect([plugin.begin.mock.calls.length, plugin.answer.mock.calls.length]).toEqual([1, 1]);
  });

  it('sends its code again, if it supports that', async () => {
    const both = { canResend: true, characters: 'letters_and_digits' } as const;
    const resend = vi.fn(async () => challenge('code', { canResend: true, state: 'second' }));
    const begin = async () => challenge('code', { ...both, state: 'first' });
    const plugin = createPlugin({ begin, resend });
    const { flow, shown } = await beginAt(plugin);
    const { id } = shown;
    expect(shown).toMatchObject({ characters: 'letters_and_digits' });

    const sent = await flow.read('resend', { challenge_id: id });
    expect(sent.challenge).toMatchObject({ id, can_resend: true });
    const other = flow.send('resend', { challenge_id: 'other' });
    expect(await readError(other)).toEqual([409, 'invalid_step']);
    await flow.send('answer', { challenge_id: id, answer: '1' });
    expect(resend.mock.calls[0]).toMatchObject(['first', {}]);
    expect(plugin.answer.mock.calls[0]?.[0].state).toBe('second');
  });

  it.each([
    ['code', 'invalid_one_time_code'],
    ['question', 'invalid_answer'],
    ['push', 'not_approved'],
  ] as const)('may refuse the answer to a %s', async (kind, error) => {
    const plugin = createPlugin({ begin: async () => challenge(kind) });
    plugin.answer.mockResolvedValueOnce({ status: 'refused', retryAfterSeconds: 7 });
    const { flow } = await beginAt(plugin);

    const refused = await flow.send('answer', { answer: 'x' });
    expect(await readError(refused)).toEqual([401, error]);
    expect(refused.headers.get('Retry-After')).toBe('7');
    expect((await flow.send('answer', { answer: 'y' })).status).toBe(200);
  });
});

describe('a plug-in may be', () => {
  const { info } = fake;

  /** Its members may be inherited, its methods may use `this`, and it may have other members. */
  class Credentials {
    readonly info = info;
    readonly record = new Map();
    readonly #outcome = accepted;
    async begin() {
      return this.#outcome;
    }
    async answer() {
      return this.#outcome;
    }
  }

  class Site {
    readonly info = info;
    readonly #outcome = accepted;
    async authorize({ state }: { readonly state: string }) {
      const url = new URL(`https://fake.example/?state=${state}&${this.#outcome.status}`);
      return { url, state: null };
    }
    async complete() {
      return this.#outcome;
    }
  }

  const synchronous = { info, begin: () => accepted, answer: () => accepted };

  /** A person chooses the plug-in, which is listed and described like this. */
  async function pick(plugin: unknown, surface: string, login: string) {
    const service = await serve(defineProviders([plugin as ProviderPlugin]));
    const { flow, started } = await service.openSession(null, { clientId: 'live_app' });
    expect(await readJson(started)).toMatchObject({ providers: [{ id: 'fake', surface }] });
    expect(await readJson(flow.pick('fake'))).toMatchObject({ provider: { login } });
    return flow;
  }

  it.each<[string, object]>([
    ['an instance of a class', new Credentials()],
    ['a frozen object', Object.freeze(new Credentials())],
    ['an object without a prototype', Object.assign(Object.create(null), synchronous)],
    ['an object of functions that are not async', synchronous],
    ['without the other kind', { ...synchronous, authorize: undefined, complete: undefined }],
  ])('%s', async (_, plugin) => {
    const flow = await pick(plugin, 'any', 'credentials');

    expect(await readJson(flow.logIn())).toMatchObject({ step: 'consent' });
  });

  it('an instance of a class with its own site', async () => {
    const flow = await pick(new Site(), 'popup', 'redirect');

    const { state } = await flow.leaveForSite();
    expect(await readJson(flow.comeBack(`code=a&state=${state}`))).toMatchObject({
      step: 'consent',
    });
  });
});

it.each([
  [' Ada Lovelace\n', 'Ada Lovelace'],
  ['ada\u202e@example.com', 'ada\ufffd@example.com'],
  ['Ada\nat Good Bank', 'Ada\ufffdat Good Bank'],
  ['\u200f \u202e', 'person-7'],
  ['', 'person-7'],
  ['Ada\0 \ud800', 'Ada\ufffd \ufffd'],
  ['می\u200cخواهم', 'می\u200cخواهم'],
  // It is cut after 200 characters, between letters.
  ['x'.repeat(300), 'x'.repeat(200)],
  [`${'x'.repeat(199)}\u{1f600} and more`, `${'x'.repeat(199)}\u{1f600}`],
])('the label of an account %j is shown as %j', async (label, shown) => {
  const plugin = createPlugin({ begin: async () => ({ ...accepted, label }) });
  const flow = await (await serve([plugin])).startAt();

  expect(await readJson(flow.logIn())).toMatchObject({ account: { label: shown } });
});

it('a provider that is locked for two days is locked for a day', async () => {
  const begin = async () => ({ status: 'locked', retryAfterSeconds: 172_800 }) as const;
  const flow = await (await serve([createPlugin({ begin })])).startAt();
  const answer = await flow.logIn();

  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([423, '86400']);
});

/** Each is accepted with one character, second, digit or option less. */
const beyondLimits = {
  prompt: { options: ['a'], prompt: 'x'.repeat(1001) },
  title: { options: ['a'], title: 'x'.repeat(101) },
  sentTo: { options: ['a'], sentTo: 'x'.repeat(101) },
  expiresInSeconds: { options: ['a'], expiresInSeconds: 3601 },
  codeLength: { options: ['a'], codeLength: 11 },
  options: { options: Array.from({ length: 51 }, (_, index) => `option ${index}`) },
};

it('a plug-in may ask with the longest texts, time and code, and with fifty options', async () => {
  const begin = async () =>
    challenge('choice', {
      prompt: 'x'.repeat(1000),
      title: 'x'.repeat(100),
      sentTo: 'x'.repeat(100),
      expiresInSeconds: 3600,
      codeLength: 10,
      options: beyondLimits.options.options.slice(1),
    });
  const { shown } = await beginAt(createPlugin({ begin }));

  expect(shown).toMatchObject({ kind: 'choice', expires_in: 3600 });
});

describe('a plug-in that', () => {
  it.each<readonly [what: string, begin: CredentialProvider['begin'] | (() => unknown)]>([
    ['throws', () => Promise.reject(new Error('secret grant'))],
    ['throws at once', () => fail()],
    ['answers nothing', async () => undefined],
    ['returns an invalid value', async () => ({ status: 'accepted', subject: 7 })],
    [
      'returns an object that throws when it is read',
      async () => withFault({ ...accepted }, 'label'),
    ],
    [
      'throws an error that throws when it is read',
      () => Promise.reject(withFault(new Error(), 'message')),
    ],
    [
      'stores a value whose getter throws',
      async () => ({ ...accepted, grant: withFault({}, 'a') }),
    ],
    ['offers equal options', async () => challenge('choice', { options: ['Phone', 'Phone'] })],
    ['offers a choice without options', async () => challenge('choice', { options: [] })],
    ['stores a value that is not JSON', async () => ({ ...accepted, grant: 1n })],
    ['stores too much', async () => ({ ...accepted, grant: 'x'.repeat(20_000) })],
    ['stores a structure 100,000 levels deep', async () => ({ ...accepted, grant: createDeep() })],
    ['answers 50 MB', async () => challenge('code', { prompt: 'x'.repeat(5e7) })],
    ...Object.entries(beyondLimits).map(([name, asked]) => {
      return [`asks beyond the limit of ${name}`, async () => challenge('choice', asked)] as const;
    }),
    ['returns after its signal was aborted', hang],
  ])('%s has failed, and the user may try again', { tags: ['threat-46'] }, async (_, begin) => {
    const plugin = createPlugin({ begin: begin as CredentialProvider['begin'] });
    const other = createPlugin({ info: { ...plugin.info, id: 'other' } });
    const service = await serve([plugin, other]);
    const flow = await service.startAt();
    const neighbour = await service.startAt('other');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

    const asked = flow.logIn();
    const meanwhile = await neighbour.logIn();
    await vi.waitFor(() => expect(plugin.begin).toHaveBeenCalled());
    await vi.advanceTimersByTimeAsync(pluginTimeoutMs);
    const failed = await asked;
    plugin.begin.mockResolvedValueOnce(accepted);
    const control = await flow.logIn();

    expect(meanwhile.status).toBe(200);
    expect(await readError(failed)).toEqual([502, 'provider_unavailable']);
    expect(control.status).toBe(200);
    expect(service.readLog()).toMatch(/"provider_id":"fake".*"provider failed"/);
  });

  it('cannot reach its provider is logged with the code of the network, and not with the cause', async () => {
    const cause = Object.assign(new Error('the request with its secret'), { code: 'ECONNREFUSED' });
    const begin = () => Promise.reject(new TypeError('fetch failed', { cause }));
    const service = await serve([createPlugin({ begin })]);
    await (await service.startAt()).logIn();

    const detail = 'TypeError: fetch failed (ECONNREFUSED)';
    expect(service.readLines('provider failed')).toMatchObject([{ detail, level: 50 }]);
    expect(service.readLog()).not.toContain('its secret');
  });
});

function fail(): never {
  throw new TypeError('at once');
}

function createDeep(): object {
  let value = {};
  for (let level = 0; level < 100_000; level += 1) value = { value };
  return value;
}

/** An object that throws when this member of it is read. */
const withFault = (object: object, name: string) =>
  Object.defineProperty(object, name, { get: fail, enumerable: true });

const hashOf = (flow: TestFlow) => hashSecret(flow.token);

async function findFlow(service: TestService, flow: TestFlow) {
  const found = await service.store.flows.find(hashOf(flow));
  if (!found) throw new Error('The flow is gone.');
  return found;
}

/** Ends by its signal, without a timer. */
const hang: CredentialProvider['begin'] = (_, { signal }) =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(accepted)));

describe('the stored data of a plug-in', () => {
  const grant = { refresh_token: 'the-grant-of-the-provider' };

  it.each([
    ['flow', live.client_id],
    ['application', otherApplication.client_id],
  ])('cannot be opened in another %s', { tags: ['threat-46'] }, async (_, clientId) => {
    const plugin = createPlugin({ begin: async () => challenge('code') });
    const service = await serve([plugin]);
    const [mine, theirs] = [await service.startAt('fake', { clientId }), await service.startAt()];
    await mine.logIn();
    await theirs.logIn();
    const [own, foreign] = [await findFlow(service, mine), await findFlow(service, theirs)];

    const { sealed_challenge } = foreign;
    // An attacker who can write to the database, but has no key, could do this.
    await service.store.flows.move(own, { step: 'mfa', sealed_challenge });
    const replayed = await mine.send('answer', { answer: '1' });
    const control = await theirs.send('answer', { answer: '1' });

    expect(await readError(replayed)).toEqual([502, 'provider_unavailable']);
    expect(control.status).toBe(200);
    expect(plugin.answer).toHaveBeenCalledOnce();
  });

  it('is sealed by AES-256-GCM: a changed text cannot be opened', () => {
    const seal = createGrantSeal([grantKey]);
    const sealed = seal.seal(grant, 'here');
    const [name, body = ''] = sealed.split('.');
    const bytes = Buffer.from(body, 'base64url');
    bytes[20] = (bytes[20] ?? 0) ^ 1;

    expect(seal.open(sealed, 'here')).toEqual(grant);
    expect(() => seal.open(sealed, 'there')).toThrow();
    expect(() => seal.open(`${name}.${bytes.toString('base64url')}`, 'here')).toThrow();
    expect(() => seal.open(`plain.${JSON.stringify(grant)}`, 'here')).toThrow();
    expect(sealed).not.toContain('refresh_token');
  });

  it.each(['', 'abc', 'A'.repeat(42), `${'A'.repeat(43)}=,x`, 'A'.repeat(86)])(
    'requires keys of 32 bytes in base64, and refuses %j',
    (text) => expect(parseGrantKeys(text)).toBeUndefined(),
  );
});

const hint = 'Sign in as test@fake.example.';
const hinting = createPlugin({ info: { ...fake.info, hint } });

it.each([
  ['test', 'fake', { is_simulated: false, hint }],
  ['test', 'sandbox', { is_simulated: true, hint: null }],
  ['live', 'fake', { is_simulated: false, hint: null }],
] as const)('the hint for %s applications at %s is as it should be', async (...row) => {
  const [environment, id, expected] = row;
  const service = await createTestService({
    applications: [{ ...live, environment }],
    providers: createProviders([hinting], [grantKey], { isOpenToTests: true }),
  });
  const flow = await service.startFlow({ clientId: 'live_app' });
  const selected = await readJson(flow.pick(id));

  expect(selected.provider).toMatchObject(expected);
});

describe('a mistake in the list of providers', () => {
  const { info, ...methods } = createPlugin();
  const records = { list: vi.fn(), read: vi.fn() };
  const field = { name: 'pin', label: 'PIN' };

  it.each([
    [{ id: 'sandbox' }, 'providers[0].info.id must be'],
    [{ domain: 'https://fake.example/' }, 'providers[0].info.domain must be a host name'],
    [{ domain: 'fake.example/path' }, 'providers[0].info.domain must be a host name'],
    [{ hint: '' }, 'providers[0].info.hint must be'],
    [{ shares: ['forms', 'forms'] as Share[] }, 'each at most once'],
  ])('is refused with its field: %j', (wrong, message) => {
    expect(() => defineProviders([{ info: { ...info, ...wrong }, ...methods }])).toThrow(message);
    expect(defineProviders([{ info, ...methods }])).toHaveLength(1);
  });

  it.each([
    ['name', 200],
    ['hint', 500],
    ['reason', 1000],
    ['logo', 100_000],
  ])('is refused where its %s has more than %i characters', (name, most) => {
    const define = (length: number) =>
      defineProviders([{ info: { ...info, [name]: 'x'.repeat(length) }, ...methods }]);
    expect(define(most)).toHaveLength(1);
    expect(() => define(most + 1)).toThrow(`providers[0].info.${name} must be`);
  });

  it('is refused when a sign-in has more than ten fields', () => {
    const createFields = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ ...field, name: `pin_${index}` }));
    const define = (count: number) => () =>
      defineProviders([{ info, ...methods, fields: createFields(count) }]);
    expect(define(10)).not.toThrow();
    expect(define(11)).toThrow('must be a list of 1 to 10 fields');
  });

  it.each([
    [
      { info: { ...info, share: ['returns'] } },
      '[0].info.share does not exist. Did you mean shares?',
    ],
    [{ record: records }, '[0] (fake).record does not exist. Did you mean records?'],
    [{ cleanUp() {} }, '[0] (fake).cleanUp does not exist. Names are info, fields, begin,'],
    [{ records: { ...records, files() {} } }, 'records.files does not exist. Did you mean file?'],
    [{ fields: [{ ...field, autoComplete: 'off' }] }, 'fields[0].autoComplete does not exist. Did'],
  ])('is refused with the unknown name: %j', (wrong, message) => {
    const plugin = { info, ...methods, ...wrong };
    expect(() => defineProviders([plugin])).toThrow(message);
  });

  it('is refused when there are more than pages accept, with the sandbox', () => {
    const createMany = (count: number) =>
      Array.from({ length: count }, (_, i) => ({ info: { ...info, id: `p${i}` }, ...methods }));
    expect(defineProviders(createMany(4999))).toHaveLength(4999);
    expect(() => defineProviders(createMany(5000))).toThrow(
      'There are 5000 providers, and at most',
    );
  });

  const options = { issuer: 'https://id.example', clientId: 'a', clientSecret: 'b', info };

  it.each([
    [{ scopes: 'openid' }, 'scopes is not an option. Did you mean scope?'],
    [{ issuer: undefined }, 'issuer must be a text; got undefined.'],
    [{ issuer: 'http://id.example' }, 'issuer must use https'],
    [{ issuer: 'http://127.0.0.1.example' }, 'issuer must use https'],
    [{ clientId: undefined }, 'clientId must be a text; got undefined.'],
    [{ clientSecret: undefined }, 'clientSecret must be a text; got undefined.'],
    // A file ends with a line break.
    [{ clientId: 'text\n' }, 'clientId must not have a line break.'],
    [{ clientSecret: 'text\n' }, 'clientSecret must not have a line break.'],
  ])('is refused by createOidcProvider: %j', (wrong, message) => {
    const create = () => createOidcProvider({ ...options, ...wrong } as typeof options);
    expect(create).toThrow(message);
    expect(createOidcProvider(options).info).toBe(info);
  });
});

it('providers of a module are available to live applications; test applications have the sandbox', async () => {
  const service = await serve([createPlugin()]);
  const flow = await service.startFlow({ clientId: 'live_app' });
  const providers = createProviders([createPlugin()]);
  const local = createProviders([createPlugin()], [grantKey], { isOpenToTests: true });
  const sandbox = await flow.pick('sandbox');
  const control = await flow.pick('fake');

  expect([sandbox.status, control.status]).toEqual([403, 200]);
  expect(providers.list('live').map(({ id }) => id)).toEqual(['fake']);
  expect(providers.list('test').map(({ id, status }) => [id, status])).toEqual([
    ['sandbox', 'available'],
    ['fake', 'unavailable'],
  ]);
  // `npx tax-connect dev --providers` starts the service like this.
  expect(local.list('test').map(({ id, status }) => [id, status])).toEqual([
    ['sandbox', 'available'],
    ['fake', 'available'],
  ]);
});
