import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { prepareTestApplication } from '../../../demo/support/test-application.mjs';
import { redirectUrl } from '../../../src/sdk/index.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tax-connect-secret-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

const redirectUri = 'https://app.example/callback';
const prepare = () => prepareTestApplication('/', folder, 'http://localhost:1').application;

it('the secret of the demo application is refused as a client ID, and its client ID is accepted', () => {
  const { client_id, client_secret } = prepare();
  expect(client_secret).toMatch(/^test_secret_[\da-f]{64}$/);
  expect(() => redirectUrl({ clientId: client_secret, redirectUri })).toThrow(
    'clientId must be your public client ID',
  );
  expect(redirectUrl({ clientId: client_id, redirectUri }).href).toContain(client_id);
});
