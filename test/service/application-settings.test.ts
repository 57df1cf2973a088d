import { beforeEach, describe, expect, it } from 'vitest';
import { hashSecret } from '../../src/connect/service/basics/secrets.ts';
import { readConfig } from '../../src/connect/service/config.ts';
import { noTerms } from '../../src/connect/shapes/flow-answers.ts';
import { createOperator, type TestOperator } from './dashboard-harness.ts';
import { readApplicationsFile } from './harness.ts';
import { createExtendedWebp, createLosslessWebp, createPng } from './images.ts';
import {
  credentials,
  day,
  hostOrigin,
  minute,
  nonce,
  start,
  testApplication,
} from './test-application.ts';
import { atOnce, type Json, readData, readError, readJson, readStatus } from './world.ts';

/** A name of a host that a database cannot compress. */
const labels = Array.from(
  { length: 120 },
  (_, index) => `a${hashSecret(`${index}`).slice(0, 30)}`,
).join('.');
/** 300 characters. */
const longestOrigin = `https://${labels.slice(0, 292)}`;
/** 2,000 characters. */
const longestRedirectUri = `https://shop.io/${'x'.repeat(1984)}`;
const png = createPng(64);
const encoded = png.toString('base64');

let operator: TestOperator;

beforeEach(async () => {
  operator = await createOperator();
});

const change = (action: string, body: object, clientId = 'test_app') =>
  operator.post(`applications/${clientId}/${action}`, body);

const find = () => readJson(operator.get('applications/test_app'));

/** The application, as the document of the Connect page describes it. */
async function readParty() {
  const page = await operator.service.get('/connect?client_id=test_app');
  return readData(await page.text()).application as Json;
}

/** An action, the wrong value of its title, and the reason of the refusal where the title does not say it. */
const refused: readonly (readonly [string, string, object, RegExp?])[] = [
  ['rename', 'a name: space', { name: '   ' }],
  ['rename', 'a name: a filler', { name: '\u3164' }],
  ['rename', 'a name: a blank pattern', { name: '\u2800' }],
  ['rename', 'a name: a hidden character within', { name: 'Sh\u200bop' }],
  ['rename', 'a name: half a character', { name: 'Shop\ud800' }],
  [
    'rename',
    'a name: a letter with so many marks, and joiners among them, that they cover other lines',
    { name: `Sho${'\u0301\u200c\u0301\u200d'.repeat(2)}\u0301p` },
  ],
  ['rename', 'a name: too much', { name: 'x'.repeat(101) }],
  ['rename', 'a name: a number', { name: 7 }],
  ...[-1, 1.5, '5', 1e10, undefined, true].map((submission_limit) => {
    const reason = /^submission_limit must be a whole number from 0 to 1000000000\.$/;
    return ['submission-limit', `${submission_limit}`, { submission_limit }, reason] as const;
  }),
  ...[0, 367, 1.5, '30'].flatMap((days) =>
    (['consent', 'token'] as const).map((name) => {
      const action = name === 'consent' ? 'consent-terms' : 'token-days';
      const reason = new RegExp(`^${name}_days must be a whole number from 1 to 366\\.$`);
      return [action, `${days} days`, { [`${name}_days`]: days }, reason] as const;
    }),
  ),
  ['brand', 'a colour by its name', { accent_color: 'teal' }],
  ['brand', 'a colour with an alpha', { accent_color: '#0b6e4f80' }],
  ['brand', 'a script', { support_url: 'javascript:alert(1)' }],
  ['brand', 'an address without encryption', { support_url: 'http://app.example/help' }],
  ['brand', 'a long address', { support_url: `https://app.example/#${'a'.repeat(2000)}` }],
  ['brand', 'an unknown part', { font: 'serif' }],
  ['consent-terms', 'a purpose that is too long', { purpose: 'x'.repeat(201) }],
  ['consent-terms', 'a purpose of two lines', { purpose: 'One.\nTwo.' }],
  ['consent-terms', 'a purpose with a hidden character', { purpose: 'A\u200bB' }],
  ['consent-terms', 'a purpose without a default', { purpose: { de: 'Um zu helfen.' } }],
  ['consent-terms', 'an unknown language', { purpose: { default: 'To help.', it: 'Aiuto.' } }],
  ['consent-terms', 'a long translation', { purpose: { default: 'A.', de: 'x'.repeat(201) } }],
  ['consent-terms', 'an empty purpose', { purpose: ' ' }],
  ['consent-terms', 'a privacy policy URL over http', { privacy_url: 'http://a.io' }],
  ['consent-terms', 'a script as the URL', { privacy_url: 'javascript:alert(1)' }],
  ['consent-terms', 'a URL with a user', { privacy_url: 'https://bank.example@evil.io' }],
  ...(
    [
      ['no square', createPng(64, 63), /square/],
      ['too small', createPng(31), /32 to 512 pixels/],
      ['too large', createLosslessWebp(513), /32 to 512 pixels/],
      ['an animated PNG', createPng(64, 64, ['acTL']), /still picture/],
      ['an animated WebP', createExtendedWebp(64, 2), /still picture/],
      ['cut short', png.subarray(0, -6), /PNG or WebP/],
      ['followed by something else', Buffer.concat([png, Buffer.from('<script>')]), /PNG or WebP/],
      ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /PNG or WebP/],
      ['a WebP of the wrong length', createLosslessWebp(64).subarray(0, -1), /PNG or WebP/],
      ['nothing', Buffer.alloc(0), /PNG or WebP/],
      ['over 48 kB', Buffer.alloc(48 * 1024 + 1), /48 kB/],
    ] as const
  ).map(([what, image, reason]) => {
    return ['logo', what, { logo: image.toString('base64') }, reason] as const;
  }),
  ['logo', 'no base64', { logo: '<svg onload=alert(1)>' }],
  ...[
    ...['http://shop.io/callback', 'https://shop.io/#fragment', 'https://user@shop.io/'],
    ...['https://*.shop.io/', 'https://shop.io;script-src/', 'javascript:alert(1)', '//shop.io/'],
    ...['https:shop.io/callback', 'https:/shop.io/callback', 'https:///shop.io/callback'],
    ...['HTTPS://shop.io/callback', '/callback', 'https://shop.io/ space', '', 7],
    `${longestRedirectUri}x`,
  ].map((redirect_uri) => ['redirect-uris/add', `${redirect_uri}`, { redirect_uri }] as const),
  ...[
    ...['http://shop.io', 'https://shop.io/', 'https://shop.io/path', 'https://*.shop.io'],
    ...['https://shop.io;script-src', "https://'self'", 'https://shop.io https://evil.io'],
    ...['null', '*', '', `${longestOrigin}a`, `https://${labels.slice(0, 3787)}`],
  ].map((origin) => ['origins/add', origin.slice(0, 50), { origin }] as const),
];

/** The longest, smallest and strangest values that are accepted. */
const accepted: readonly (readonly [string, object])[] = [
  ['rename', { name: 'Ünï & 店 👩‍🔧 ❤️‍🩹 ที่ שָּׁלוֹם می‌خواهم' }],
  ['submission-limit', { submission_limit: 0 }],
  ['consent-terms', { consent_days: 366 }],
  ['consent-terms', { consent_days: null }],
  ['token-days', { token_days: 366 }],
  ['token-days', { token_days: null }],
  ['brand', { accent_color: '#0b6e4f' }],
  ['consent-terms', { purpose: 'x'.repeat(200) }],
  ['consent-terms', { purpose: 'A\u200dB' }],
  ['consent-terms', { purpose: { de: 'x'.repeat(200), es: 'Para ayudar.', default: 'To help.' } }],
  ['consent-terms', { purpose: null }],
  ['consent-terms', { privacy_url: 'http://localhost:4401/privacy' }],
  ['consent-terms', { privacy_url: 'https://bank.example/evil.io' }],
  ['logo', { logo: createPng(32).toString('base64') }],
  ['logo', { logo: createPng(512).toString('base64') }],
  ['logo', { logo: createLosslessWebp(64).toString('base64') }],
  ['logo', { logo: createExtendedWebp(64).toString('base64') }],
  ['redirect-uris/add', { redirect_uri: 'https://shop.io/callback' }],
  ['redirect-uris/add', { redirect_uri: longestRedirectUri }],
  ['origins/add', { origin: 'https://shop.io' }],
  ['origins/add', { origin: longestOrigin }],
];

const actions = new Set([...refused, ...accepted].map(([action]) => action));

it.each([...actions])(
  '%s refuses each of its wrong values, which changes nothing, and accepts the extreme ones',
  { tags: ['threat-30'] },
  async (action) => {
    const before = await find();
    for (const [, what, body, reason = /./] of refused.filter(([one]) => one === action)) {
      const answer = await change(action, body);
      const { error, error_description } = await readJson(answer);
      expect([answer.status, error, what]).toEqual([400, 'invalid_request', what]);
      expect(error_description, what).toMatch(reason);
    }
    expect(await find()).toEqual(before);

    for (const [, body] of accepted.filter(([one]) => one === action)) {
      expect(await readStatus(change(action, body)), JSON.stringify(body)).toBe(200);
    }
  },
);

it('a live application has neither a limit of submissions nor a privacy policy URL on this machine', async () => {
  const local = { privacy_url: 'http://localhost:4401/privacy' };

  const limited = await change('submission-limit', { submission_limit: 5 }, 'live_app');
  const refused = await change('consent-terms', local, 'live_app');
  const control = await change('consent-terms', { privacy_url: 'https://a.io' }, 'live_app');

  expect(await readError(limited)).toEqual([400, 'invalid_request']);
  expect(await readError(refused)).toEqual([400, 'invalid_request']);
  expect(control.status).toBe(200);
});

it('a name and a brand are in the pages of their application from the next load on, a value at a time', async () => {
  expect(await readParty()).toMatchObject({ accent_color: null, support_url: null });

  await change('rename', { name: '  Corner Shop ' });
  await change('brand', { accent_color: '#0b6e4f' });
  await change('brand', { support_url: 'http://localhost:4400/help' });
  const both = { accent_color: '#0b6e4f', support_url: 'http://localhost:4400/help' };
  expect(await readParty()).toMatchObject({ name: 'Corner Shop', ...both });

  const answer = await readJson(change('brand', { accent_color: null }));
  expect(answer).toMatchObject({ ...both, accent_color: null });
  expect(await readParty()).toMatchObject({ ...both, accent_color: null });
});

it('the terms of consent are shown from the next sign-in on, one by one', async () => {
  const readTerms = async () => {
    const flow = await operator.service.startLogin();
    return (await readJson(flow.logIn())).terms;
  };
  expect(await readTerms()).toEqual(noTerms);

  await change('consent-terms', { purpose: '  To work out your loan. ' });
  await change('consent-terms', { consent_days: 90 });
  const privacy_url = 'https://app.example/privacy#top';
  const answer = await readJson(change('consent-terms', { privacy_url }));

  const terms = { purpose: 'To work out your loan.', privacy_url, consent_days: 90 };
  expect(answer).toMatchObject(terms);
  expect(await readTerms()).toEqual(terms);
  expect(await readJson(change('consent-terms', noTerms))).toMatchObject(noTerms);
  expect(await readTerms()).toEqual(noTerms);
});

describe('the logo of an application', () => {
  const setLogo = (logo: string | null) => change('logo', { logo });

  /** The address of the logo in the dashboard, in the Connect page's document and in its flow. */
  async function findLogos() {
    const { service } = operator;
    const flow = service.createFlow(await service.openPage('client_id=test_app'));
    const started = await flow.read('start', { origin: hostOrigin, nonce, state: null });
    return [await find(), await readParty(), started.application as Json].map(({ logo }) => logo);
  }

  it('is served with its hash in the address, which the page and the dashboard have', async () => {
    const before = await findLogos();
    const answer = await setLogo(`data:image/png;base64,${encoded}`);
    const [logo, ...others] = await findLogos();
    const file = await operator.service.get(String(logo));

    expect(answer.status).toBe(200);
    expect(before).toEqual([null, null, null]);
    expect(others).toEqual([logo, logo]);
    expect(logo).toMatch(/^\/connect\/logos\/[0-9a-f]{64}\.png$/);
    expect(Buffer.from(await file.arrayBuffer())).toEqual(png);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });

  it('is replaced, removed, and then no longer served', async () => {
    await setLogo(encoded);
    const [first] = await findLogos();
    await setLogo(`data:image/webp;base64,${createLosslessWebp(128).toString('base64')}`);
    const [second] = await findLogos();
    const { headers } = await operator.service.get(`${second}`);
    await setLogo(null);
    const [third] = await findLogos();

    expect(second).toMatch(/\.webp$/);
    expect(headers.get('content-type')).toBe('image/webp');
    expect(third).toBeNull();
    for (const path of [first, second]) {
      expect(await readStatus(operator.service.get(`${path}`))).toBe(404);
    }
  });

  it('is refused when its body is too large', async () => {
    expect(await readStatus(setLogo('A'.repeat(100_000)))).toBe(413);
  });
});

it('a separate limit applies to submissions from then on, and can be removed', async () => {
  const { service } = operator;
  const submit = () => readStatus(service.post('/sandbox/authorization_codes', credentials));
  await submit();

  const set = await readJson(change('submission-limit', { submission_limit: 2 }));
  const statuses = [await submit(), await submit()];
  const unset = await readJson(change('submission-limit', { submission_limit: null }));

  expect(set).toMatchObject({
    submission_limit: 2,
    submissions: { limit: 2, used: 1, page: { limit: 2, used: 1 } },
  });
  expect(statuses).toEqual([201, 403]);
  expect(unset).toMatchObject({
    submission_limit: null,
    submissions: { limit: 100, used: 2 },
    service: { submission_limit: 100 },
  });
  expect(await submit()).toBe(201);
});

it.each([
  ['consent-terms', { purpose: 'Taxes' }, { consent_days: 30 }],
  ['brand', { accent_color: '#0b6e4f' }, { support_url: 'https://shop.example/help' }],
  ['rename', { name: testApplication.name }, { name: 'Corner Shop' }],
])(
  'a change of settings that another operator makes at the same time is kept, unless it is of the same field: %s',
  async (action, later, earlier) => {
    const { applications } = operator.service.store;
    const { findByPublicId } = applications;
    Object.assign(applications, {
      async findByPublicId(id: string) {
        const found = await findByPublicId(id);
        Object.assign(applications, { findByPublicId });
        await change(action, earlier);
        return found;
      },
    });

    const response = await change(action, later);

    expect(response.status).toBe(200);
    expect(await find()).toMatchObject({ ...earlier, ...later });
  },
);

it('the settings of APPLICATIONS_FILE are used from a start on, until the file has none', async () => {
  const settings = {
    ...{ purpose: 'To help.', privacy_url: 'https://a.io/p', consent_days: 7, token_days: 30 },
    ...{ accent_color: '#0b6e4f', support_url: 'https://a.io/help' },
  };
  const register = (changes: object) =>
    operator.service.store.applications.register(readApplicationsFile(changes), 0);
  const logo = createPng(64).toString('base64');

  await register({ ...settings, logo });
  expect(await find()).toMatchObject({ ...settings, logo: expect.stringMatching(/\.png$/) });
  await register({});

  for (const name of [...Object.keys(settings), 'logo']) {
    expect(await find()).toHaveProperty(name, null);
  }
});

describe('deleting an application', () => {
  it('needs its current name', async () => {
    await change('rename', { name: 'Renamed meanwhile' });

    const answers = [
      await change('delete', {}),
      await change('delete', { name: 'Test <App>' }),
      await change('delete', { name: 'renamed meanwhile' }),
      await operator.post('applications/live_app/delete', { name: 'Renamed meanwhile' }),
    ];
    const control = await change('delete', { name: 'Renamed meanwhile' });
    const again = await change('delete', { name: 'Renamed meanwhile' });

    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    expect([control.status, again.status]).toEqual([200, 404]);
  });

  it('succeeds for one of many parallel requests', async () => {
    const answers = await atOnce(8, () => change('delete', { name: 'Test <App>' }));

    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    for (const { status } of answers) expect([200, 400, 404]).toContain(status);
  });
});

it('the list of flows says that a code was exchanged as long as it has the flow', async () => {
  const { service } = operator;
  await service.exchange({ code: await service.issueCode() });
  const end = start + day + 30 * minute;

  const lists: unknown[] = [];
  for (const now of [end, end + 1]) {
    await service.store.purge(now);
    await operator.signIn();
    lists.push((await find()).flows);
  }

  expect(lists).toMatchObject([[{ outcome: 'code_exchanged' }], []]);
});

it('the file of applications that the operator’s guide shows can be used as it stands', () => {
  const { applications } = readConfig({ APPLICATIONS_FILE: 'demo/examples/applications.json' });

  expect(applications[0]).toMatchObject({ client_id: 'my_app', consent_days: 90 });
});
