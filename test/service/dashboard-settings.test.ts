import { beforeEach, describe, expect, it } from 'vitest';
import { createOperator, type TestOperator } from './dashboard-harness.ts';
import { readApplicationsFile } from './harness.ts';
import { createPng } from './images.ts';
import { credentials, start, testApplication } from './test-application.ts';
import { atOnce, readError, readJson } from './world.ts';

let operator: TestOperator;

beforeEach(async () => {
  operator = await createOperator();
});

const change = (action: string, body: object) =>
  operator.post(`applications/test_app/${action}`, body);

const find = () => readJson(operator.get('applications/test_app'));

const findOutcomes = async () => {
  const { flows } = await find();
  return (flows as { outcome: string }[]).map(({ outcome }) => outcome);
};

describe('another name', () => {
  it('is shown to users from then on', async () => {
    const answer = await change('rename', { name: '  Corner Shop ' });
    const page = await operator.service.get('/connect?client_id=test_app');

    expect(await readJson(answer)).toMatchObject({ client_id: 'test_app', name: 'Corner Shop' });
    expect(await find()).toMatchObject({ name: 'Corner Shop' });
    expect(await page.text()).toContain('"name":"Corner Shop"');
  });

  it.each([
    ['nothing', ''],
    ['space', '   '],
    ['a zero-width space', '\u200b'],
    ['a filler', '\u3164'],
    ['a blank pattern', '\u2800'],
    ['a hidden character within', 'Sh\u200bop'],
    ['a soft hyphen within', 'Sh\u00adop'],
    ['a mark that changes the reading order', 'Shop\u200f'],
    ['half a character', 'Shop\ud800'],
    ['a byte order mark', 'Sh\ufeffop'],
    ['a letter with so many marks that they cover other lines', `Sho${'\u0301'.repeat(5)}p`],
    ['the same, with joiners among the marks', `Sho${'\u0301\u0301\u200c'.repeat(3)}p`],
    ['the same, with the other joiner', `Sho${'\u0301\u200d'.repeat(5)}p`],
    ['too much', 'x'.repeat(101)],
    ['a number', 7],
  ])('is refused when it is %s', async (_, name) => {
    const refused = await change('rename', { name });
    const control = await change('rename', {
      name: 'Ünï & 店 👩‍🔧 ❤️‍🩹 ที่ שָּׁלוֹם می‌خواهم',
    });

    expect(await readError(refused)).toEqual([400, 'invalid_request']);
    expect(control.status).toBe(200);
  });
});

describe('a separate limit', () => {
  it('applies to submissions from then on, and can be removed', async () => {
    const { service } = operator;
    const submit = async () =>
      (await service.post('/sandbox/authorization_codes', credentials)).status;
    await submit();

    const set = await readJson(change('submission-limit', { submission_limit: 2 }));
    const statuses = [await submit(), await submit()];
    const reset = { submission_limit: null };
    const unset = await readJson(change('submission-limit', reset));

    expect(set).toMatchObject({ submission_limit: 2, submissions: { limit: 2, used: 1 } });
    expect(statuses).toEqual([201, 403]);
    expect(unset).toMatchObject({
      submission_limit: null,
      submissions: { limit: 100, used: 2 },
      service: { submission_limit: 100 },
    });
    expect(await submit()).toBe(201);
  });

  it('must be a whole number, and is refused for live applications', async () => {
    for (const submission_limit of [-1, 1.5, '5', 1e10, undefined, true]) {
      const refused = await readJson(change('submission-limit', { submission_limit }));
      expect(refused).toMatchObject({
        error: 'invalid_request',
        error_description: 'submission_limit must be a whole number from 0 to 1000000000.',
      });
    }
    const live = await operator.post('applications/live_app/submission-limit', {
      submission_limit: 5,
    });
    const control = await change('submission-limit', { submission_limit: 0 });

    expect(await readError(live)).toEqual([400, 'invalid_request']);
    expect(control.status).toBe(200);
  });
});

it.each([
  ['consent-terms', 'consent_days'],
  ['token-days', 'token_days'],
])(
  'a duration is 1 to 366 days in %s: another one is refused with this rule',
  async (action, field) => {
    for (const wrong of [0, 367, 1.5, '30']) {
      expect(await readJson(change(action, { [field]: wrong }))).toMatchObject({
        error: 'invalid_request',
        error_description: `${field} must be a whole number from 1 to 366.`,
      });
    }
    expect((await change(action, { [field]: 366 })).status).toBe(200);
    expect((await change(action, { [field]: null })).status).toBe(200);
  },
);

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

it('a change of settings is logged with the application and the request ID, without secrets', async () => {
  const redirect_uri = 'https://shop.io/callback?key=private';
  await change('redirect-uris/add', { redirect_uri });
  await change('redirect-uris/remove', { redirect_uri });
  await change('redirect-uris/remove', { redirect_uri });
  await change('origins/add', { origin: 'https://shop.io' });
  await change('rename', { name: 'Shop' });
  await change('submission-limit', { submission_limit: 5 });
  await change('delete', { name: 'Shop' });

  const log = operator.service.readLog();
  const lines = log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter((line) => line.client_id === 'test_app');

  const address = { redirect_uri: 'https://shop.io/callback' };
  expect(lines).toMatchObject([
    { msg: 'address added', ...address },
    { msg: 'address removed', ...address },
    { msg: 'address added', origin: 'https://shop.io' },
    { msg: 'application renamed', name: 'Shop' },
    { msg: 'submission limit set', submission_limit: 5 },
    { msg: 'application deleted', environment: 'test' },
  ]);
  for (const line of lines) expect(line.request_id).toMatch(/^[\da-f-]{36}$/);
  for (const secret of ['private', testApplication.client_secret, operator.csrfToken]) {
    expect(log).not.toContain(secret);
  }
});

it('the list of flows says that a code was exchanged as long as it has the flow', async () => {
  const { service } = operator;
  await service.exchange({ code: await service.issueCode() });
  const day = 24 * 60 * 60_000;

  await service.store.purge(start + day + 30 * 60_000);
  await operator.signIn();
  const last = await findOutcomes();
  await service.store.purge(start + day + 30 * 60_000 + 1);
  await operator.signIn();
  const gone = await findOutcomes();

  expect([last, gone]).toEqual([['code_exchanged'], []]);
});
