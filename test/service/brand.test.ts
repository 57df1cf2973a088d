import { beforeEach, describe, expect, it } from 'vitest';
import { createTestService, type TestService } from './harness.ts';
import { readData, readError, readJson } from './world.ts';

let service: TestService;

beforeEach(async () => {
  service = await createTestService();
});

const set = (brand: object) => service.admin.post('applications/test_app/brand', brand);

/** Reads what the page of the application is told about it. */
async function readParty(): Promise<unknown> {
  const html = await (await service.get('/connect?client_id=test_app')).text();
  return readData(html).application;
}

describe('the brand of an application', () => {
  it('is in its pages from the next load on, a value at a time, until it is removed', async () => {
    expect(await readParty()).toMatchObject({ accent_color: null, support_url: null });

    await set({ accent_color: '#0b6e4f' });
    await set({ support_url: 'http://localhost:4400/help' });
    const both = { accent_color: '#0b6e4f', support_url: 'http://localhost:4400/help' };
    expect(await readParty()).toMatchObject(both);

    const answer = await readJson(set({ accent_color: null }));
    expect(answer).toMatchObject({ ...both, accent_color: null });
    expect(await readParty()).toMatchObject({ ...both, accent_color: null });
  });

  it.each([
    ['a colour by its name', { accent_color: 'teal' }],
    ['a colour with an alpha', { accent_color: '#0b6e4f80' }],
    ['a script', { support_url: 'javascript:alert(1)' }],
    ['an address without encryption', { support_url: 'http://app.example/help' }],
    [
      'an address that is too long for the SDK',
      { support_url: `https://app.example/#${'a'.repeat(2000)}` },
    ],
    ['an unknown part', { font: 'serif' }],
  ])('is not %s', async (_, brand) => {
    expect(await readError(set(brand))).toEqual([400, 'invalid_request']);
    expect((await set({ accent_color: '#0b6e4f' })).status).toBe(200);
  });
});
