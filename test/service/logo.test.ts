import { beforeEach, describe, expect, it } from 'vitest';
import { createOperator, type TestOperator } from './dashboard-harness.ts';
import { createExtendedWebp, createLosslessWebp, createPng } from './images.ts';
import { hostOrigin, nonce } from './test-application.ts';
import { readJson } from './world.ts';

const png = createPng(64);
const encoded = png.toString('base64');

let operator: TestOperator;

beforeEach(async () => {
  operator = await createOperator();
});

const setLogo = (logo: unknown) => operator.post('applications/test_app/logo', { logo });

/** The address of the logo in the dashboard, in the Connect page's document and in its flow. */
async function findLogos() {
  const { service } = operator;
  const { logo } = await readJson(operator.get('applications/test_app'));
  const html = await (await service.get('/connect?client_id=test_app')).text();
  const document = /"application":\{[^}]*"logo":("[^"]+"|null)/.exec(html)?.[1] ?? 'missing';
  const flow = service.createFlow(await service.openPage('client_id=test_app'));
  const started = await flow.send('start', { origin: hostOrigin, nonce, state: null });
  const { application } = (await readJson(started)) as { application?: { logo?: unknown } };
  return [logo, JSON.parse(document), application?.logo];
}

describe('the logo of an application', () => {
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
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
  });

  it('is replaced, removed, and then no longer served', async () => {
    await setLogo(encoded);
    const [first] = await findLogos();
    await setLogo(createLosslessWebp(128).toString('base64'));
    const [second] = await findLogos();
    await setLogo(null);
    const [third] = await findLogos();
    const statuses = await Promise.all(
      [first, second].map(async (path) => (await operator.service.get(`${path}`)).status),
    );

    expect(second).toMatch(/\.webp$/);
    expect(third).toBeNull();
    expect(statuses).toEqual([404, 404]);
  });

  it.each([
    ['32 pixels', createPng(32)],
    ['512 pixels', createPng(512)],
    ['WebP without loss', createLosslessWebp(64)],
    ['extended WebP', createExtendedWebp(64)],
  ])('may have %s', async (_what, image) => {
    expect((await setLogo(image.toString('base64'))).status).toBe(200);
  });

  it.each([
    ['no square', createPng(64, 63), /square/],
    ['too small', createPng(31), /32 to 512 pixels/],
    ['too large', createLosslessWebp(513), /32 to 512 pixels/],
    ['an animated PNG', createPng(64, 64, ['acTL']), /still picture/],
    ['an animated WebP', createExtendedWebp(64, 2), /still picture/],
    ['cut short', png.subarray(0, -6), /PNG or WebP/],
    ['followed by something else', Buffer.concat([png, Buffer.from('<script>')]), /PNG or WebP/],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /PNG or WebP/],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), /PNG or WebP/],
    ['a WebP of the wrong length', createLosslessWebp(64).subarray(0, -1), /PNG or WebP/],
    ['nothing', Buffer.alloc(0), /PNG or WebP/],
  ])('is refused when it is %s', async (_what, image, reason) => {
    const refused = await setLogo(image.toString('base64'));
    const [logo] = await findLogos();

    expect(refused.status).toBe(400);
    expect((await readJson(refused)).error_description).toMatch(reason);
    expect(logo).toBeNull();
  });

  it('is refused over 48 kB, and when it is no base64', async () => {
    const large = await setLogo(Buffer.alloc(48 * 1024 + 1).toString('base64'));
    const text = await setLogo('<svg onload=alert(1)>');
    const larger = await setLogo('A'.repeat(100_000));

    expect([large.status, text.status, larger.status]).toEqual([400, 400, 413]);
    expect((await readJson(large)).error_description).toMatch(/48 kB/);
  });

  it('of nothing that is known is a 404, whatever the name', async () => {
    const { service } = await createOperator();
    const names = ['a.png', `${'0'.repeat(64)}.png`, '..%2f..%2fetc', `${'0'.repeat(64)}.svg`];

    for (const name of names) {
      expect((await service.get(`/connect/logos/${name}`)).status, name).toBe(404);
    }
  });
});
