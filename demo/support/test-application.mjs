// Prepares the application that `npm start` registers with its Connect service.
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * Writes the file from which the service reads its applications. The application's secrets are created once, are stored
 * only in this file, and are never printed. Only the file's owner can read it.
 *
 * @param {string} root - the absolute path of the repository
 * @param {string} dataFolder - the folder for the file, relative to the repository or absolute
 * @param {string} appOrigin - the origin of the application
 * @returns the path of the file, for APPLICATIONS_FILE, and the application in it
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
    purpose: {
      default: 'To compare last year’s return with this year’s.',
      es: 'Para comparar su declaración del año pasado con la de este año.',
    },
    accent_color: '#0f766e',
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
  // Sets the mode of an existing file, too. `writeFileSync` sets it only for a new file.
  chmodSync(file, 0o600);
  return { file, application };
}

/**
 * Creates, or reads from an earlier start, a secret of the service, so that a restart keeps data and sign-ins.
 *
 * @param {string} file - the path of the secret's file, in an existing folder
 * @param {number} size - the number of random bytes
 * @param {'base64' | 'hex'} encoding
 * @returns {string} the secret
 */
export function prepareSecret(file, size, encoding) {
  if (!existsSync(file)) {
    writeFileSync(file, randomBytes(size).toString(encoding), { mode: 0o600 });
  }
  return readFileSync(file, 'utf8');
}

/**
 * @param {string} file - the path of a file that an earlier start may have written
 * @returns the application in the file, whose fields are not checked; undefined if the file is missing or incomplete
 */
function readEarlier(file) {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8'))[0];
  } catch {
    // The file is incomplete. It can be written again with new secrets, because the service has not started yet.
    return undefined;
  }
}
