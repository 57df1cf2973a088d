import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { delimiter, dirname, join } from 'node:path';
import process from 'node:process';
import { expect, it, onTestFinished } from 'vitest';
import { findSnippets } from '../sources/docs/read-snippets.ts';
import { isLongRun } from '../support/extent.ts';
import { findNode } from '../support/find-node.mjs';
import { findFreePort } from '../support/free-port.ts';
import { listen } from '../support/listen.ts';
import { createEmptyProject } from '../support/tarball.ts';
import { useRunning } from '../support/use-running.ts';

const guide = 'demo/docs/monitoring.md';
/** The blocks of the guide's section about traces, as they stand: packages, module, start. */
const [, section = ''] = /^## Traces\n([\s\S]*)/m.exec(readFileSync(guide, 'utf8')) ?? [];
const [install, module, start] = findSnippets(guide, section).map(({ source }) => source);

/** The embedded database needs it. */
const node = findNode(24) ?? process.execPath;
/** A project of an operator, with the package and no other. */
const project = useRunning(() => createEmptyProject());

/** Runs a command of the operator, and waits until the service answers. */
async function run(command: string) {
  const port = await findFreePort();
  const child = spawn('bash', ['-c', command], {
    cwd: project.folder,
    detached: true,
    env: {
      PATH: [dirname(node), process.env.PATH].join(delimiter),
      HOME: project.folder,
      PORT: String(port),
      DASHBOARD_PASSWORD: 'of this test',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => endGroup(child));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text));
  await expect
    .poll(() => (child.exitCode === null ? output : `ended: ${output}`), { timeout: 60_000 })
    .toContain(`listening on http://localhost:${port}`);
  return { url: `http://localhost:${port}`, child };
}

/** npx starts the service in a shell, which does not pass signals on. */
async function endGroup(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('close', resolve));
  process.kill(-Number(child.pid), 'SIGTERM');
  await ended;
}

it('the service starts in a project without OpenTelemetry', async () => {
  const { url } = await run('npx tax-connect serve');

  expect((await fetch(`${url}/account`)).status).toBe(401);
});

it.runIf(isLongRun)('the guide’s SDK gets the spans, also the last ones', async () => {
  const names: string[] = [];
  const collector = createServer(async (request, response) => {
    let body = '';
    for await (const text of request.setEncoding('utf8')) body += text;
    names.push(...listNames(JSON.parse(body)));
    response.setHeader('Content-Type', 'application/json').end('{}');
  });
  const port = await listen(collector);
  onTestFinished(() => void collector.close());
  const packages = join(project.folder, 'node_modules/@opentelemetry');
  cpSync('node_modules/@opentelemetry', packages, { recursive: true });
  onTestFinished(() => rmSync(packages, { recursive: true }));
  project.write('tracing.mjs', module ?? '');

  const { url, child } = await run(String(start).replace('localhost:4318', `127.0.0.1:${port}`));
  await fetch(`${url}/account`, { headers: { Connection: 'close' } });
  // Earlier than the SDK sends by itself.
  await endGroup(child);

  expect(names).toContain('GET /account');
});

it('the guide names versions that the tests use', () => {
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  const named = [...String(install).matchAll(/(@opentelemetry\/[\w-]+)@([\d.]+)/g)];

  expect(named).toHaveLength(3);
  for (const [, name = '', version = ''] of named) {
    expect(`${devDependencies[name]}.`).toMatch(
      new RegExp(`^${version.replaceAll('.', '\\.')}\\.`),
    );
  }
});

/** A request of OTLP. */
interface Export {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly { readonly name: string }[] }[];
  }[];
}

/** The names of the spans in a request. */
function listNames({ resourceSpans }: Export): readonly string[] {
  const scopes = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans);
  return scopes.flatMap(({ spans }) => spans.map(({ name }) => name));
}
