import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { driveConnect } from 'tax-connect/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import operatorTexts from '../../demo/examples/consent-texts.mjs';
import { texts as arabic } from '../../src/texts/ar.json?page';
import { fill } from '../../src/texts/fill.ts';
import { postAsBackend } from '../support/backend.ts';
import { isLongRun } from '../support/extent.ts';
import { findFreePort } from '../support/free-port.ts';
import { usePageSuite } from '../support/page-suite.ts';
import { startWorld, type World } from '../support/world.ts';

const suite = usePageSuite({ locale: 'ar' });

/** Connects in the redirect flow, and reads the record as the application's backend does. */
async function readRecord(world: World) {
  const { connectUrl, baseUrl, application } = world;
  // On loopback the port may differ. No program answers there, so the code is not exchanged yet.
  const callback = `http://app.localhost:${await findFreePort()}/callback`;
  const query = new URLSearchParams({
    client_id: application.client_id,
    redirect_uri: callback,
  });
  await suite.page.goto(`${connectUrl}/connect?${query}`);
  const [returned] = await Promise.all([
    suite.page.waitForRequest((request) => request.url().startsWith(callback)),
    driveConnect(suite.page).connect(),
  ]);
  const code = new URL(returned.url()).searchParams.get('code');
  const exchanged = await postAsBackend(world, '/auth/token', { code, redirect_uri: callback });
  const { access_token: token } = (await exchanged.json()) as Record<string, unknown>;
  const headers = { Authorization: `Bearer ${token}` };
  const answer = await fetch(`${baseUrl}/account/consent`, { headers });
  return (await answer.json()) as Record<string, unknown>;
}

describe.runIf(isLongRun)('a consent in the operator’s words', () => {
  let folder: string;
  let world: World;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'consent-texts-'));
    const file = join(folder, 'texts.mjs');
    writeFileSync(file, `export default ${JSON.stringify(operatorTexts)};`);
    world = await startWorld({ consentTextsModule: file });
  });

  afterAll(async () => {
    await world?.close();
    rmSync(folder, { recursive: true });
  });

  it('can be written again from the module and the record, whose hash it has', async () => {
    const { consent } = arabic;
    const kinds = ['returns', 'forms', 'transcripts', 'documents', 'identity'] as const;

    const { application, provider, shares, locale, text_hash } = await readRecord(world);

    const names = { provider: String(provider), application: String(application) };
    const title = fill(operatorTexts.ar.title ?? '', names);
    const shared = kinds.filter((kind) => Array.isArray(shares) && shares.includes(kind));
    const ends = `${fill(consent.revokeBefore, { application: String(application) })}${new URL(world.connectUrl).host}/manage`;
    const text = [
      title,
      `${consent.whatTitle}: ${shared.map((kind) => consent.what[kind]).join(', ')}`,
      `${consent.howLongTitle}: ${consent.howLong}`,
      `${consent.revokeTitle}: ${ends}${consent.revokeAfter}`,
      consent.notShared,
    ]
      .join('\n')
      // The record is without the invisible marks around names.
      .replaceAll(/[\u2068\u2069]/g, '');
    expect(locale).toBe('ar');
    expect(text_hash).toBe(createHash('sha256').update(text).digest('hex'));
  });
});
