// The application that `npm start` registers with its Connect service.
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * Writes the file that the service reads at start. The secret is made at the first start and kept,
 * in a file that only its owner can read; it is never printed. The SDK knows it by its prefix.
 *
 * @param {string} root - the repository
 * @param {string} dataFolder - where it goes, relative to the root or absolute
 * @param {string} appOrigin - origin of the application
 * @returns the file, for APPLICATIONS_FILE, and the application in it
 */
export function prepareTestApplication(root, dataFolder, appOrigin) {
  const folder = resolve(root, dataFolder);
  const file = resolve(folder, 'test-application.json');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const application = {
    name: 'Tally',
    client_id: 'test_app',
    client_secret: readSecret(file) ?? `test_secret_${randomBytes(32).toString('hex')}`,
    environment: 'test',
    redirect_uris: [`${appOrigin}/callback`],
    origins: [appOrigin],
    logo: readFileSync(new URL('../hosts/logo.png', import.meta.url), 'base64'),
  };
  writeFileSync(file, `${JSON.stringify([application], null, 2)}\n`, { mode: 0o600 });
  // The mode above holds for a new file only.
  chmodSync(file, 0o600);
  return { file, application };
}

/**
 * @param {string} file - of an earlier start, if there was one
 * @returns {string | undefined} the secret in it
 */
function readSecret(file) {
  if (!existsSync(file)) return undefined;
  try {
    const secret = JSON.parse(readFileSync(file, 'utf8'))[0]?.client_secret;
    return typeof secret === 'string' ? secret : undefined;
  } catch {
    // Cut off while it was written: a new secret does no harm, the service takes it at its start.
    return undefined;
  }
}
