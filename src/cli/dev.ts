import process from 'node:process';
import type * as Embed from '../connect/service/embed.ts';
import { type ChildCommand, runCommand } from './child.ts';
import { type DevOptions, UsageError } from './command-line.ts';
import { type Credentials, chooseCredentials } from './credentials.ts';
import { assertModule, explainStart } from './explain-start.ts';
import { assertReach, describeReach, isExposed } from './exposure.ts';
import { embedUrl, readVersion } from './package-files.ts';
import { describeDelivery, describeMessage, describeRequest } from './request-lines.ts';
import {
  createPaint,
  describeForCommand,
  describeSandbox,
  describeSnippets,
  type Sandbox,
  type ScriptTag,
} from './start-text.ts';

/**
 * Runs the sandbox until it is stopped, or until the command beside it ends.
 *
 * @throws Error with a message for the developer when it cannot start
 */
export async function runDev(options: DevOptions): Promise<void> {
  assertReach(options);
  assertModule(options.providers);
  const credentials = chooseCredentials(options);
  const service = await start(options, credentials);
  await addWebhook(service, options, credentials);
  const sandbox: Sandbox = {
    ...credentials,
    url: service.url,
    connectUrl: `${service.url}/connect`,
    dashboardUrl: `${service.url}/dashboard`,
    dashboardPassword: service.dashboardPassword,
  };
  let child: ChildCommand | undefined;
  // Registered before anything is printed, because a program that reads the output may send a signal at once.
  stopOnSignal(service, () => child);
  await announce(sandbox, options);
  child = startCommand(sandbox, options.command);
  if (!child) return;
  try {
    process.exitCode = await child.ended;
  } finally {
    await service.close();
  }
  await child.waitForRest();
  // A plug-in may have started something that keeps the process alive.
  process.exit();
}

/** @throws UsageError for a wrong address */
async function addWebhook(
  service: Embed.LocalService,
  { webhook }: DevOptions,
  { webhookSecret }: Credentials,
): Promise<void> {
  if (webhook === undefined) return;
  try {
    await service.onEvent(webhook, webhookSecret);
  } catch (cause) {
    await service.close();
    const reason = cause instanceof Error ? cause.message : String(cause);
    // The service's own message names settings that the sandbox does not have.
    const rule =
      '--webhook must be an http address of this machine, such as http://localhost:3000/hooks, or a public https address.';
    throw new UsageError(reason.startsWith('url ') ? rule : reason, { cause });
  }
}

async function start(
  options: DevOptions,
  { clientId, clientSecret }: Credentials,
): Promise<Embed.LocalService> {
  const { startLocalService } = (await import(embedUrl)) as typeof Embed;
  const paint = createPaint(process.stderr);
  const isQuiet = options.isJson || options.command.length > 0;
  const show = (text: string | undefined) => void (text && process.stderr.write(text));
  try {
    return await startLocalService({
      clientId,
      clientSecret,
      listenPort: options.port,
      listenAddress: options.host,
      publicUrl: options.publicUrl && new URL(options.publicUrl).origin,
      exposure: isExposed(options) ? { ownReceiver: options.webhook } : undefined,
      origins: options.origins,
      redirectUris: options.redirectUris,
      purpose: options.purpose,
      privacyUrl: options.privacyUrl,
      consentDays: options.consentDays,
      dataFolder: options.dataFolder,
      providersModule: options.providers,
      onRequest: isQuiet ? undefined : (request) => show(describeRequest(request, paint)),
      onMessage: (message) => show(describeMessage(message, paint)),
      onDelivery: (delivery) => show(describeDelivery(delivery, paint)),
    });
  } catch (error) {
    throw explainStart(error, options);
  }
}

async function announce(sandbox: Sandbox, options: DevOptions): Promise<void> {
  const { isJson, command } = options;
  const { url, connectUrl, dashboardUrl, clientId, clientSecret, webhookSecret } = sandbox;
  if (isJson) {
    const values = { url, connectUrl, dashboardUrl, clientId, clientSecret, webhookSecret };
    const line = JSON.stringify(values);
    process.stdout.write(`${line}\n`);
    return;
  }
  const paint = createPaint(process.stdout);
  if (command.length > 0) {
    process.stdout.write(describeForCommand(sandbox, paint));
    process.stdout.write(describeReach(options, url));
    return;
  }
  process.stdout.write(describeSandbox(sandbox, paint));
  process.stdout.write(describeReach(options, url));
  process.stdout.write(describeSnippets(sandbox, await readScriptTag(url), paint));
}

/**
 * @param url - origin of the service
 * @returns undefined if this process cannot reach it, for example through a proxy for all of `fetch`
 */
async function readScriptTag(url: string): Promise<ScriptTag | undefined> {
  const listUrl = new URL(`/sdk/${readVersion()}/integrity.json`, url);
  try {
    // A tunnel may start later.
    const answer = await fetch(listUrl, { signal: AbortSignal.timeout(3000) });
    const hashes = (await answer.json()) as Readonly<Record<string, string>>;
    const [path, integrity] = Object.entries(hashes).find(([name]) => name.startsWith('../')) ?? [];
    return path && integrity ? { url: new URL(path, listUrl).href, integrity } : undefined;
  } catch {
    return undefined;
  }
}

function startCommand(
  { url, connectUrl, clientId, clientSecret, webhookSecret }: Sandbox,
  command: readonly string[],
): ChildCommand | undefined {
  if (command.length === 0) return undefined;
  return runCommand(command, {
    CONNECT_BASE_URL: url,
    CONNECT_URL: connectUrl,
    CONNECT_CLIENT_ID: clientId,
    CONNECT_CLIENT_SECRET: clientSecret,
    ...(webhookSecret === undefined ? {} : { CONNECT_WEBHOOK_SECRET: webhookSecret }),
  });
}

/**
 * Ends on a signal, or when the program that reads the output has ended, as in `npx tax-connect dev | head`.
 *
 * If there is a command, signals are forwarded to it, and the service ends with it. Ctrl+C is forwarded, too: a
 * terminal sends it only to this process group, and the command has a separate one.
 */
function stopOnSignal(
  service: Embed.LocalService,
  findChild: () => ChildCommand | undefined,
): void {
  const stop = (signal: NodeJS.Signals) => {
    // A second signal would interrupt the command's clean-up.
    clearInterval(watch);
    const child = findChild();
    if (!child) void service.close().finally(() => process.exit(0));
    else child.kill(signal);
  };
  const watch = watchNpm(() => stop('SIGTERM'));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      stop('SIGTERM');
    });
  }
}

/**
 * Watches npm. It runs programs in a shell, and a signal to `npx` ends npm and the shell, but does not reach this
 * process.
 *
 * @param onEnd - called when npm's shell has ended, until the watch is cleared
 * @returns the watch; undefined when npm did not start this process
 */
function watchNpm(onEnd: () => void): NodeJS.Timeout | undefined {
  if (process.env.npm_command === undefined) return undefined;
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid !== shell) onEnd();
  }, 300);
  return watch.unref();
}
