// `npm start`: builds missing or outdated parts. Then runs the Connect service and the demo application until Ctrl+C.
// The application is already registered with the service.
//
// node demo/start.mjs both
// node demo/start.mjs service the Connect service alone, configured by the caller's environment
//
// CONNECT_PORT (4400) and APP_PORT (4401) change their ports; DATA_DIR (.data) is the folder of their data. The
// rest of the environment is passed to the service unchanged, except APPLICATIONS_FILE, which is the demo's own.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createChildren } from './support/children.mjs';
import { assertPortIsFree, assertPortsDiffer, readListenHost, readPort } from './support/ports.mjs';
import { prepareSecret, prepareTestApplication } from './support/test-application.mjs';
import { createWelcome } from './support/welcome.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const serviceFile = `${root}dist/connect/service/main.js`;
const applicationFile = `${root}demo/dist/hosts/main.js`;

const [what = 'all', ...rest] = process.argv.slice(2);
const starts = { all: startBoth, service: startService };

try {
  if (!Object.hasOwn(starts, what) || rest.length > 0)
    throw new Error('usage: start.mjs [service]');
  buildWhatIsStale();
  await starts[what]();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}

function buildWhatIsStale() {
  const build = [`${root}src/build/build.mjs`, 'all', '--if-stale'];
  const { status } = spawnSync(process.execPath, build, { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('The build failed; the lines above say why.');
}

async function startService() {
  await assertPortIsFree('PORT', readPort('PORT', 4400, 0));
  createChildren(root).start('Connect service', serviceFile, process.env);
}

async function startBoth() {
  const connectPort = readPort('CONNECT_PORT', 4400);
  const appPort = readPort('APP_PORT', 4401);
  assertPortsDiffer(connectPort, appPort);
  await assertPortIsFree('CONNECT_PORT', connectPort);
  await assertPortIsFree('APP_PORT', appPort);

  const connectOrigin = process.env.PUBLIC_URL || `http://localhost:${connectPort}`;
  const appOrigin = `http://localhost:${appPort}`;
  const dataFolder = process.env.DATA_DIR || '.data';
  const { file, application } = prepareTestApplication(root, dataFolder, appOrigin);
  const folder = resolve(root, dataFolder);
  const { password, signIn } = chooseSignIn(process.env, folder);

  const children = createChildren(root);
  try {
    children.start('Connect service', serviceFile, {
      ...process.env,
      PORT: String(connectPort),
      DATA_DIR: dataFolder,
      APPLICATIONS_FILE: file,
      GRANT_KEY: process.env.GRANT_KEY || prepareSecret(resolve(folder, 'grant-key'), 32, 'base64'),
      DASHBOARD_PASSWORD: password,
    });
    await children.waitForAnswer(`http://${readListenHost()}:${connectPort}/healthz`);
    children.start('Demo application', applicationFile, {
      ...process.env,
      PORT: String(appPort),
      PUBLIC_URL: appOrigin,
      CONNECT_BASE_URL: connectOrigin,
      CONNECT_URL: `${connectOrigin}/connect`,
      CLIENT_ID: application.client_id,
      CLIENT_SECRET: application.client_secret,
      CONNECT_WEBHOOK_SECRET: application.webhooks[0].secret,
    });
    await children.waitForAnswer(`${appOrigin}/healthz`);
  } catch (error) {
    children.stop();
    throw error;
  }
  process.stdout.write(createWelcome(connectOrigin, appOrigin, signIn));
}

/** Chooses the dashboard's password, and describes for the summary how to sign in. */
function chooseSignIn({ DASHBOARD_PASSWORD, DASHBOARD_OIDC_ISSUER }, folder) {
  const chosen = { password: DASHBOARD_PASSWORD };
  if (DASHBOARD_OIDC_ISSUER) return { ...chosen, signIn: `sign in at ${DASHBOARD_OIDC_ISSUER}` };
  if (DASHBOARD_PASSWORD) return { ...chosen, signIn: 'password in DASHBOARD_PASSWORD' };
  const password = prepareSecret(resolve(folder, 'dashboard-password'), 16, 'hex');
  return { password, signIn: `password ${password}` };
}
