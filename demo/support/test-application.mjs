// The application that `npm start` registers with its Connect service.
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * Writes the file that the service reads at start. Its secrets are created at the first start and kept in a file
 * that only its owner can read. They are never printed. The SDK recognizes the client secret by its prefix.
 *
 * @param {string} root - the repository
 * @param {string} dataFolder - the folder of the file, relative to the root or absolute
 * @param {string} appOrigin - the origin of the application
 * @returns the file, for APPLICATIONS_FILE, and the application in it
 */
export function prepareTestApplication(root, dataFolder, appOrigin) {
  const folder = resolve(root, dataFolder);
  const file = resolve(folder, 'test-application.json');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const earlier = readEarlier(file);
  const application = {
    name: 'Tally',
    client_id: 'test_app',
    client_secret: earlier?.client_secret ?? `test_secret_${randomBytes(32).toString('hex')}`,
    environment: 'test',
    redirect_uris: [`${appOrigin}/callback`],
    origins: [appOrigin],
    webhooks: [
      {
        url: `${appOrigin}/hooks`,
        types: 'all',
        secret: earlier?.webhooks?.[0]?.secret ?? `whsec_${randomBytes(32).toString('base64')}`,
      },
    ],
    logo: readFileSync(new URL('../hosts/logo.png', import.meta.url), 'base64'),
  };
  writeFileSync(file, `${JSON.stringify([application], null, 2)}\n`, { mode: 0o600 });
  // The mode above applies only to a new file.
  chmodSync(file, 0o600);
  return { file, application };
}

/**
 * Creates the key that encrypts the secret of the webhook. It is created at the first start and kept.
 *
 * @param {string} root - the repository
 * @param {string} dataFolder - the same as for the application
 * @returns {string} for GRANT_KEY
 */
export function prepareGrantKey(root, dataFolder) {
  const file = resolve(root, dataFolder, 'grant-key');
  if (!existsSync(file)) {
    mkdirSync(resolve(root, dataFolder), { recursive: true, mode: 0o700 });
    writeFileSync(file, randomBytes(32).toString('base64'), { mode: 0o600 });
  }
  return readFileSync(file, 'utf8');
}

/**
 * @param {string} file - from an earlier start, if any
 * @returns the application in the file, with unchecked fields, or undefined
 */
function readEarlier(file) {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8'))[0];
  } catch {
    // The file is incomplete. New secrets do no harm, because the service accepts them at its start.
    return undefined;
  }
}
