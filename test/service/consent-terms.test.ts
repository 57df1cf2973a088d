import { beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/connect/service/config.ts';
import { noTerms } from '../../src/connect/shapes/flow-answers.ts';
import { createTestService, type TestService } from './harness.ts';
import { readError, readJson } from './world.ts';

let service: TestService;

beforeEach(async () => {
  service = await createTestService();
});

const set = (terms: object, clientId = 'test_app') =>
  service.admin.post(`applications/${clientId}/consent-terms`, terms);

/** Signs in, and returns the terms that consent shows. */
async function reachConsent() {
  const flow = await service.startLogin();
  const { terms } = await readJson(flow.logIn());
  return { flow, terms };
}

describe('the terms of consent', () => {
  it('are shown from the next sign-in on, one by one', async () => {
    expect((await reachConsent()).terms).toEqual(noTerms);

    await set({ purpose: '  To work out your loan. ' });
    await set({ consent_days: 90 });
    const answer = await readJson(set({ privacy_url: 'https://app.example/privacy#top' }));

    const terms = {
      purpose: 'To work out your loan.',
      privacy_url: 'https://app.example/privacy#top',
      consent_days: 90,
    };
    expect(answer).toMatchObject(terms);
    expect((await reachConsent()).terms).toEqual(terms);
    expect(await readJson(set(noTerms))).toMatchObject(noTerms);
    expect((await reachConsent()).terms).toEqual(noTerms);
  });

  it.each([
    ['a purpose that is too long', { purpose: 'x'.repeat(201) }, { purpose: 'x'.repeat(200) }],
    ['a purpose of two lines', { purpose: 'One.\nTwo.' }, { purpose: 'One. Two.' }],
    ['a purpose with a hidden character', { purpose: 'A\u200bB' }, { purpose: 'A\u200dB' }],
    [
      'a purpose by language without a default',
      { purpose: { de: 'Um zu helfen.' } },
      { purpose: { de: 'Um zu helfen.', default: 'To help.' } },
    ],
    [
      'a purpose in a language that the page does not have',
      { purpose: { default: 'To help.', it: 'Per aiutare.' } },
      { purpose: { default: 'To help.', es: 'Para ayudar.' } },
    ],
    [
      'a purpose with a language that is too long',
      { purpose: { default: 'To help.', de: 'x'.repeat(201) } },
      { purpose: { default: 'To help.', de: 'x'.repeat(200) } },
    ],
    ['an empty purpose', { purpose: ' ' }, { purpose: null }],
    [
      'a privacy policy URL over http',
      { privacy_url: 'http://a.io' },
      { privacy_url: 'https://a.io' },
    ],
    [
      'a script as a privacy policy URL',
      { privacy_url: 'javascript:alert(1)' },
      { privacy_url: 'http://localhost:4401/privacy' },
    ],
    [
      'a privacy policy URL with a user',
      { privacy_url: 'https://bank.example@evil.io' },
      { privacy_url: 'https://bank.example/evil.io' },
    ],
  ])('are refused with %s', async (_, wrong, right) => {
    const refused = await set(wrong);
    const control = await set(right);

    expect(await readError(refused)).toEqual([400, 'invalid_request']);
    expect(control.status).toBe(200);
  });

  it('of a live application have no privacy policy URL on this machine', async () => {
    const refused = await set({ privacy_url: 'http://localhost:4401/privacy' }, 'live_app');
    const control = await set({ privacy_url: 'https://app.example/privacy' }, 'live_app');

    expect(await readError(refused)).toEqual([400, 'invalid_request']);
    expect(control.status).toBe(200);
  });

  it('are in the file that the operator’s guide shows, as it stands', () => {
    const [application] = readConfig({
      APPLICATIONS_FILE: 'demo/examples/applications.json',
    }).applications;

    expect(application).toMatchObject({ client_id: 'my_app', consent_days: 90 });
  });
});
