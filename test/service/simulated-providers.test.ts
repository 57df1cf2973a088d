import { describe, expect, it } from 'vitest';
import { parseProviders } from '../../src/sdk/protocol/provider.ts';
import { createTestService, type TestService } from './harness.ts';
import { readJson } from './world.ts';

const liveOrigin = 'https://app.example';

async function listProviders(service: TestService) {
  const { started } = await service.bind(liveOrigin, 'live_app');
  return parseProviders((await readJson(started)).providers) ?? [];
}

/** Logs in at every available provider; returns the distinct results. */
async function logInEverywhere(username: string, password = 'pass_good') {
  const service = await createTestService();
  const usable = (await listProviders(service)).filter(({ status }) => status === 'available');
  const answers = new Set<string>();
  for (const { id } of usable) {
    const flow = await service.startFlow({ clientId: 'live_app', origin: liveOrigin });
    await flow.pick(id);
    const answer = await flow.logIn(username, password);
    const { step, error } = await readJson(answer);
    const mfa = step === 'mfa' && (await flow.send('answer', { answer: '123456' }));
    const right = mfa ? ` ${String((await readJson(mfa)).step)}` : '';
    answers.add(`${answer.status} ${String(step ?? error)}${right}`);
  }
  expect(usable.length).toBeGreaterThanOrEqual(12);
  return { answers: [...answers], slept: service.slept, count: usable.length };
}

describe('the simulated providers', () => {
  it('are at least twelve beside the sandbox: two need a popup, and one is unavailable', async () => {
    const listed = await listProviders(await createTestService());
    const others = listed.filter(({ id }) => id !== 'sandbox');
    const unavailable = listed.filter(({ status }) => status === 'unavailable');

    expect(others.length).toBeGreaterThanOrEqual(12);
    for (const key of ['id', 'name', 'domain'] as const) {
      expect(new Set(others.map((provider) => provider[key])).size).toBe(others.length);
    }
    for (const { name, domain, aliases } of others) {
      expect(name).toMatch(/^\p{Lu}.{3,}/u);
      expect(domain).toMatch(/^[a-z-]+\.example$/);
      expect(aliases.length).toBeGreaterThan(0);
    }
    expect(listed.filter(({ surface }) => surface === 'popup')).toHaveLength(2);
    expect(unavailable).toMatchObject([{ reason: expect.stringMatching(/\w/) }]);
  });

  it('have different marks, which the service shows', async () => {
    const service = await createTestService();
    const marks = (await listProviders(service)).map(({ logo }) => logo ?? '');

    expect(new Set(marks).size).toBe(marks.length);
    for (const mark of marks) {
      const answer = await service.get(mark);
      const isDrawing = answer.headers.get('Content-Type') === 'image/svg+xml';
      expect(await answer.text()).toMatch(
        isDrawing ? /^<svg [^>]+>(?:<path [^>]+\/>)+<\/svg>$/ : /^.PNG\r\n/,
      );
    }
    const missing = marks[0]?.replace(/.$/, 'x') ?? '';
    expect((await service.get(missing)).status).toBe(404);
  });

  it.each([
    ['user_good', 'pass_good', '200 consent'],
    ['user_good', 'pass_bad', '401 invalid_credentials'],
    ['user_bad', 'pass_good', '401 invalid_credentials'],
    // The code is 123456.
    ['user_mfa', 'pass_good', '200 mfa consent'],
    ['user_locked', 'pass_good', '423 account_locked'],
    ['user_slow', 'pass_good', '200 consent'],
    ['user_error', 'pass_good', '502 provider_unavailable'],
  ])('answer %s with %s alike: %s', async (username, password, expected) => {
    const { answers, slept, count } = await logInEverywhere(username, password);

    expect(answers).toEqual([expected]);
    expect(slept).toEqual(username === 'user_slow' ? Array(count).fill(5000) : []);
  });
});
