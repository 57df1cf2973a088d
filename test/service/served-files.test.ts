import { createHash } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type Assets, loadAssets } from '../../src/connect/service/http/assets.ts';
import { builtAssets } from './built-assets.ts';
import { createTestService } from './harness.ts';
import { publicUrl } from './test-application.ts';
import { readJson } from './world.ts';

const address = '"tax-connect-service http://a.example/ http://b.example/"';

/** The service with the files of `npm run build`, and its description of the script tag. */
async function startWithBuild(ownUrl = publicUrl) {
  const assets = loadAssets();
  const { app } = await createTestService({ assets, config: { publicUrl: ownUrl } });
  const folder = `/sdk/${assets.sdk.version}`;
  const hashes = await readJson(app.request(`${folder}/integrity.json`));
  const [hashedName = ''] = Object.keys(hashes).filter((name) => name.startsWith('../'));
  const hashedPath = new URL(`${folder}/${hashedName}`, ownUrl).pathname;
  return { app, folder, hashes, hashedName, hashedPath };
}

/** Reads the default address from the SDK itself. */
function readDefaultAddress(script: string): string {
  const sandbox = { URL, TaxConnect: undefined };
  return runInNewContext(
    `${script};TaxConnect.redirectUrl({ clientId: 'a', redirectUri: 'https://app.example/' }).href`,
    sandbox,
  );
}

function withScript(text: string): Assets {
  const file = { body: new TextEncoder().encode(text), type: 'text/javascript', isHashed: false };
  return { ...builtAssets, sdk: { version: '1.2.3', files: new Map([['tax-connect.js', file]]) } };
}

describe('the SDK that a service serves', () => {
  it.each([publicUrl, 'https://connect.example', 'http://localhost:6400'])(
    'opens that service, and no other one has its address: %s',
    async (ownUrl) => {
      const { app, hashedPath } = await startWithBuild(ownUrl);
      const elsewhere = await startWithBuild('https://elsewhere.example');

      const script = await (await app.request(hashedPath)).text();

      expect((await elsewhere.app.request(hashedPath)).status).toBe(404);
      expect((await startWithBuild(ownUrl)).hashedPath).toBe(hashedPath);
      expect(new URL(readDefaultAddress(script)).origin).toBe(ownUrl);
      expect(script.match(/tax-connect-service/g)).toHaveLength(1);
      expect(script).toContain(`${ownUrl}/docs/errors`);
    },
  );

  it('has the hash of integrity.json at both of its addresses', async () => {
    const { app, folder, hashes, hashedName, hashedPath } = await startWithBuild();

    const short = await app.request(`${folder}/tax-connect.js`);
    const hashed = await app.request(hashedPath);
    const body = new Uint8Array(await hashed.arrayBuffer());
    const integrity = `sha384-${createHash('sha384').update(body).digest('base64')}`;

    expect(hashes).toEqual({ 'tax-connect.js': integrity, [hashedName]: integrity });
    expect(new Uint8Array(await short.arrayBuffer())).toEqual(body);
    // A proxy that shortens scripts, as Cloudflare did by default, would change the hash.
    expect(hashed.headers.get('Cache-Control')).toBe(
      'public, max-age=31536000, immutable, no-transform',
    );
    expect(short.headers.get('Cache-Control')).toBe('public, max-age=300, no-transform');
    for (const { headers } of [short, hashed]) {
      expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
      expect(headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
    }
  });

  it('has its languages at both addresses, readable across origins', async () => {
    const { app, folder, hashedPath } = await startWithBuild();
    const script = await (await app.request(hashedPath)).text();

    for (const path of [folder, hashedPath.replace('/tax-connect.js', '')]) {
      const locale = await app.request(`${path}/locales/es.json`);
      const text = await locale.text();
      const hash = createHash('sha256').update(text).digest('base64');

      expect(script).toContain(hash);
      expect(JSON.parse(text)).toMatchObject({ lang: 'es', dir: 'ltr' });
      expect(locale.headers.get('Content-Type')).toBe('application/json');
      expect(locale.headers.get('Access-Control-Allow-Origin')).toBe('*');
    }
    // Readable from elsewhere, or browsers would blame their policies for a wrong version.
    const missing = await app.request('/sdk/9.9.9/tax-connect.js');
    expect(missing.status).toBe(404);
    expect(missing.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(missing.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
    expect(await missing.text()).toMatch(/at \/sdk\/[\w.-]+\/tax-connect\.js/);
  });

  it('escapes the service’s address within its string', async () => {
    const strange = ["http://a'b`c$", '{d}"e.localhost:4400'].join('');
    const { app, hashedPath } = await startWithBuild(strange);

    const script = await (await app.request(hashedPath)).text();

    expect(readDefaultAddress(script)).toContain(new URL(strange).host);
  });

  it.each([
    ['has no placeholder for the address', 'var TaxConnect={}', 'no place'],
    ['has two', `${address};${address}`, '2 places'],
  ])('keeps the service from starting when its script %s', async (_, script, sentence) => {
    await expect(createTestService({ assets: withScript(script) })).rejects.toThrow(sentence);
  });
});

describe('compression', () => {
  const plain = (body: Buffer) => body;

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
    const { app, folder } = await startWithBuild();
    const { page, docs } = loadAssets();

    for (const path of [
      `/connect/assets/${page.entry?.script}`,
      `/docs/assets/${docs?.entry?.script}`,
      `${folder}/tax-connect.js`,
      '/docs/search.json',
    ]) {
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
    const headers = { 'Accept-Encoding': 'gzip, br' };

    for (const path of [`/connect?client_id=test_app&state=${'a'.repeat(400)}`, '/docs/missing']) {
      const response = await app.request(path, { headers });
      expect((await response.text()).length).toBeGreaterThan(1024);
      expect(response.headers.has('Content-Encoding'), path).toBe(false);
    }
    // Too short for it to save anything.
    const hashes = await app.request(`${folder}/integrity.json`, { headers });
    expect(hashes.headers.has('Content-Encoding')).toBe(false);
  });
});
