import { existsSync } from 'node:fs';
import process from 'node:process';
import type * as Embed from '../connect/service/embed.ts';
import { type ChildCommand, runCommand } from './child.ts';
import { type DevOptions, UsageError } from './command-line.ts';
import { chooseCredentials } from './credentials.ts';
import { embedUrl } from './package-files.ts';
import { describeLogLine, describeRequest } from './request-lines.ts';
import { createPaint, describeSandbox, describeSnippets, type Sandbox } from './start-text.ts';

/**
 * Runs the sandbox until it is stopped, or until the command beside it ends.
 *
 * @param options - of the command line
 * @throws Error with a sentence when it cannot start
 */
export async function runDev(options: DevOptions): Promise<void> {
  assertModuleExists(options.providers);
  const credentials = chooseCredentials(options);
  const service = await start(options, credentials);
  const sandbox: Sandbox = {
    ...credentials,
    url: service.url,
    connectUrl: `${service.url}/connect`,
    dashboardUrl: `${service.url}/dashboard`,
    dashboardPassword: service.dashboardPassword,
  };
  let child: ChildCommand | undefined;
  // Before anything is printed: what reads it may send a signal at once.
  stopOnSignal(service, () => child);
  announce(sandbox, options);
  child = startCommand(sandbox, options.command);
  if (!child) return;
  try {
    process.exitCode = await child.ended;
  } finally {
    await service.close();
  }
}

async function start(
  options: DevOptions,
  credentials: { readonly clientId: string; readonly clientSecret: string },
): Promise<Embed.LocalService> {
  const { startLocalService } = (await import(embedUrl)) as typeof Embed;
  const paint = createPaint(process.stderr);
  const isQuiet = options.isJson || options.command.length > 0;
  const show = (text: string | undefined) => void (text && process.stderr.write(text));
  try {
    return await startLocalService({
      ...credentials,
      listenPort: options.port,
      origins: options.origins,
      redirectUris: options.redirectUris,
      dataFolder: options.dataFolder,
      providersModule: options.providers,
      onRequest: isQuiet ? undefined : (request) => show(describeRequest(request, paint)),
      onLogLine: (line) => show(describeLogLine(line, paint)),
    });
  } catch (error) {
    throw explain(error, options.port);
  }
}

/** Options that the service checks, by its own names for them. */
const optionNames: readonly (readonly [name: string, option: string])[] = [
  ['origins', '--origin'],
  ['redirect_uris', '--redirect-uri'],
  ['client_id', '--client-id'],
  ['client_secret', '--client-secret'],
];

function explain(error: unknown, port: number): unknown {
  if (!(error instanceof Error)) return error;
  if ('code' in error && error.code === 'EADDRINUSE') {
    return new Error(
      `Port ${port} is taken. Stop what uses it, or let the sandbox take any free port: ` +
        'npx tax-connect dev --port 0',
      { cause: error },
    );
  }
  const [, option] = optionNames.find(([name]) => error.message.startsWith(name)) ?? [];
  if (option === undefined) return error;
  return new UsageError(error.message.replace(/^[\w.]+/, option), { cause: error });
}

function assertModuleExists(file: string | undefined): void {
  if (file === undefined || existsSync(file)) return;
  throw new UsageError(`--providers: there is no module at "${file}".`);
}

function announce(sandbox: Sandbox, { isJson, command }: DevOptions): void {
  const { url, connectUrl, dashboardUrl, clientId, clientSecret } = sandbox;
  if (isJson) {
    const line = JSON.stringify({ url, connectUrl, dashboardUrl, clientId, clientSecret });
    process.stdout.write(`${line}\n`);
    return;
  }
  const paint = createPaint(process.stdout);
  if (command.length > 0) {
    process.stdout.write(`Connect sandbox: ${paint('cyan', url)}\n`);
    return;
  }
  process.stdout.write(describeSandbox(sandbox, paint));
  process.stdout.write(describeSnippets(sandbox, paint));
}

function startCommand(
  { url, connectUrl, clientId, clientSecret }: Sandbox,
  command: readonly string[],
): ChildCommand | undefined {
  if (command.length === 0) return undefined;
  return runCommand(command, {
    CONNECT_BASE_URL: url,
    CONNECT_URL: connectUrl,
    CONNECT_CLIENT_ID: clientId,
    CONNECT_CLIENT_SECRET: clientSecret,
  });
}

/**
 * With a command, a signal goes to it, and its end is ours. A terminal sends Ctrl+C to both by itself, and a
 * second SIGINT would cut it short.
 */
function stopOnSignal(
  service: Embed.LocalService,
  findChild: () => ChildCommand | undefined,
): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      const child = findChild();
      if (!child) void service.close().finally(() => process.exit(0));
      else if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  }
}
