import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isLongRun } from '../support/extent.ts';
import { buildService } from '../support/service-process.ts';
import { useRunning } from '../support/use-running.ts';
import { createFolder } from './database.ts';
import { actAt } from './network.ts';
import { live } from './test-application.ts';
import { readError } from './world.ts';

/*
 * Errors outside any request, in the built service with a module of providers. Those of the module are
 * survived. Those of the service and its libraries end it.
 */

/** Thrown later than their cause returns. Each is one of the module's, or of a library. */
const errors = [
  { name: 'an exception in a timer', text: "setTimeout(() => { throw new Error('stray'); });" },
  { name: 'a rejection', text: "void Promise.reject(new Error('stray'));" },
  {
    name: 'a rejection without an error',
    text: 'void Promise.reject(null);',
  },
  {
    name: 'an exception in a microtask',
    text: "queueMicrotask(() => { throw new Error('stray'); });",
  },
  {
    name: 'a connection without a listener for errors',
    text: "import('node:net').then(({ connect }) => connect(9, '127.0.0.1'));",
  },
] as const;

/** In the short run, two exceptions, a rejection and an event. */
const tried = errors.filter(({ name }) => isLongRun || !name.startsWith('a rejection w'));

const build = useRunning(buildService);

/** @param options - code of the module, and code of a library that the operator has added, each run on SIGUSR2 */
function startWith({ ofModule = '', ofLibrary = '' }) {
  // The listener itself must not run the code: `process` calls listeners outside of the module that has added them.
  const onSignal = (text: string) =>
    `new Promise((resolve) => process.once('SIGUSR2', resolve)).then(() => { ${text} });`;
  // The folder is outside of the service's own, as an operator's is. The library is in it, too, because the folder does
  // not tell whose an error is.
  const folder = createFolder();
  const library = join(folder, 'library.mjs');
  writeFileSync(library, onSignal(ofLibrary));
  const module = join(folder, 'providers.mjs');
  const provider = `{
    info: { id: 'fake', name: 'Fake', domain: 'fake.example' },
    begin(_, { signal }) {
      signal.addEventListener('abort', () => { throw new Error('stray'); });
      return new Promise(() => {});
    },
    answer() {},
  }`;
  writeFileSync(module, `${onSignal(ofModule)} export default [${provider}];`);
  return build.start({
    NODE_OPTIONS: `--import=${library}`,
    DATA_DIR: join(folder, 'data'),
    APPLICATIONS_FILE: build.write('applications.json', [live]),
    PROVIDERS_MODULE: module,
    GRANT_KEY: Buffer.alloc(32, 7).toString('base64'),
  });
}

describe('an error outside any request', () => {
  it.each(tried)('ends the service if it is a library’s: $name', async ({ text }) => {
    const service = await startWith({ ofLibrary: text });

    expect(await service.end('SIGUSR2')).toBe(1);
  });

  it('is survived if it is a plug-in’s', async () => {
    const service = await startWith({ ofModule: errors.map(({ text }) => text).join('\n') });
    process.kill(service.pid, 'SIGUSR2');
    await new Promise((resolve) => setTimeout(resolve, 500));

    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
    expect(await service.end('SIGTERM')).toBe(0);
  });

  it.runIf(isLongRun)('is survived if a listener of a plug-in’s signal throws it', async () => {
    const service = await startWith({});
    const flow = await actAt(service.url).startAt();

    expect(await readError(flow.logIn())).toEqual([502, 'provider_unavailable']);
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
    expect(await service.end('SIGTERM')).toBe(0);
  });
});
