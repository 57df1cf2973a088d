import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The Connect service as users run it: built, in a separate process. */
export interface ServiceProcess {
  readonly url: string;
  readonly pid: number;
  /** Sends a signal. @returns the exit code; null when the signal ended the process */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** A build of the service for the tests. */
export interface ServiceBuild {
  /** Starts it on a free port, with more variables. @throws Error with its output when it ends instead */
  start(environment: Readonly<Record<string, string>>): Promise<ServiceProcess>;
  /** Writes a JSON file into its folder. @returns the path */
  write(name: string, content: unknown): string;
  /** The folder, also for other files of a test. */
  readonly folder: string;
  /** Ends every remaining process and removes the build. */
  remove(): Promise<void>;
}

/** Builds the service from its source into a separate folder. */
export async function buildService(): Promise<ServiceBuild> {
  // Inside the repository, so that its packages are found.
  mkdirSync(join(root, 'test/.output'), { recursive: true });
  const folder = mkdtempSync(join(root, 'test/.output/service-'));
  await build({
    configFile: join(root, 'src/connect/vite.config.ts'),
    mode: 'service',
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: false },
  });
  const running = new Set<ServiceProcess>();
  return {
    folder,
    async start(environment) {
      const service = await start(join(folder, 'main.js'), environment);
      running.add(service);
      return service;
    },
    write(name, content) {
      const file = join(folder, name);
      writeFileSync(file, JSON.stringify(content));
      return file;
    },
    async remove() {
      for (const service of running) await service.end('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function start(
  file: string,
  environment: Readonly<Record<string, string>>,
): Promise<ServiceProcess> {
  const child = spawn(process.execPath, ['--enable-source-maps', file], {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const url = await readUrl(child);
  return {
    url,
    pid: Number(child.pid),
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}

/** @returns the address of a service, once it listens. @throws Error with its output when it ends instead */
export function readUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (chunk: Buffer) => {
      // Later output is read and dropped, because a full pipe would stop the service.
      if (output.length < 10_000) output += chunk;
      const [, url] = /listening on (http\S+)/.exec(output) ?? [];
      if (url) resolve(url.replace('localhost', '127.0.0.1'));
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', () => reject(new Error(`The service ended: ${output}`)));
  });
}
