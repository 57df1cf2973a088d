import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { loadAssets } from '../../src/connect/service/http/assets.ts';
import { createTestService } from './harness.ts';
import { readJson } from './world.ts';

const plain = (body: Buffer) => body;

/** The service with the files of `npm run build`, and the addresses of its large public files. */
async function startWithBuild() {
  const assets = loadAssets();
  const { app } = await createTestService({ assets });
  const folder = `/sdk/${assets.sdk.version}`;
  const paths = [
    `/connect/assets/${assets.page.entry?.script}`,
    `/docs/assets/${assets.docs?.entry?.script}`,
    `${folder}/tax-connect.js`,
    '/docs/search.json',
  ];
  return { app, folder, paths };
}

describe('compression', () => {
  it.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['BR;q=0.1, gzip', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
    ['br;q=0, gzip;q=0', null, plain],
    ['zstd', null, plain],
    ['*;q=x, ,;', null, plain],
    ['', null, plain],
  ])('of files by Accept-Encoding: %s', async (accepted, encoding, decompress) => {
    const { app, paths } = await startWithBuild();

    for (const path of paths) {
      const identity = await app.request(path);
      const whole = Buffer.from(await identity.arrayBuffer());
      const response = await app.request(path, { headers: { 'Accept-Encoding': accepted } });
      const body = Buffer.from(await response.arrayBuffer());

      expect(response.status, path).toBe(200);
      expect(response.headers.get('Content-Encoding'), path).toBe(encoding);
      expect(response.headers.get('Vary'), path).toContain('Accept-Encoding');
      expect(identity.headers.get('Vary'), path).toContain('Accept-Encoding');
      expect(response.headers.get('Content-Type')).toBe(identity.headers.get('Content-Type'));
      expect(decompress(body).equals(whole), path).toBe(true);
      if (encoding) expect(body.length, path).toBeLessThan(whole.length / 2);
    }
  });

  // The length of a compressed answer tells whether a guess occurs in it twice.
  it('leaves answers with secrets alone', async () => {
    const { app, folder } = await startWithBuild();

    for (const path of [`/connect?client_id=test_app&state=${'a'.repeat(400)}`, '/docs/missing']) {
      const response = await app.request(path, { headers: { 'Accept-Encoding': 'gzip, br' } });
      expect((await response.text()).length).toBeGreaterThan(1024);
      expect(response.headers.has('Content-Encoding'), path).toBe(false);
    }
    // Too short for it to save anything.
    const hashes = await app.request(`${folder}/integrity.json`, {
      headers: { 'Accept-Encoding': 'gzip, br' },
    });
    expect(hashes.headers.has('Content-Encoding')).toBe(false);
    expect(Object.keys(await readJson(hashes))).toHaveLength(2);
  });
});
