import process from 'node:process';
import type * as Embed from '../connect/service/embed.ts';
import { type ChildCommand, runCommand } from './child.ts';
import { type DevOptions, UsageError } from './command-line.ts';
import { type Credentials, chooseCredentials } from './credentials.ts';
import { readTerms } from './dev-options.ts';
import { assertModule, explainStart } from './explain-start.ts';
import { assertReach, describeReach, isExposed } from './exposure.ts';
import { readVersion, serviceModules } from './package-files.ts';
import { describeDelivery, describeMessage, describeRequest } from './request-lines.ts';
import {
  createPaint,
  describeForCommand,
  describeSandbox,
  describeSnippets,
  type Sandbox,
  type ScriptTag,
} from './start-text.ts';

/** Runs the sandbox until it is stopped, or until the command of the command line ends. */
export async function runDev(options: DevOptions): Promise<void> {
  const { webhook, providers } = options;
  assertReach(options);
  assertModule(providers);
  const credentials = chooseCredentials(options);
  const service = await start(options, credentials);
  if (webhook !== undefined) await addWebhook(service, webhook, credentials.webhookSecret);
  const sandbox: Sandbox = {
    ...credentials,
    url: service.url,
    connectUrl: `${service.url}/connect`,
    dashboardUrl: `${service.url}/dashboard`,
    dashboardPassword: service.dashboardPassword,
  };
  let child: ChildCommand | undefined;
  // Handles signals before printing anything, because a program that reads the output may send a signal at once.
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
  // Exits explicitly, because a provider plug-in may have started a timer or a server that keeps the process alive.
  process.exit();
}

/** @throws UsageError when the service refuses the URL in `--webhook` */
async function addWebhook(service: Embed.LocalService, url: string, secret: string | undefined) {
  try {
    await service.onEvent(url, secret);
  } catch (cause) {
    await service.close();
    const reason = cause instanceof Error ? cause.message : String(cause);
    // Replaces the service's message about the URL, because it names settings that the sandbox does not have.
    const rule =
      '--webhook must be an http address of this machine, such as http://localhost:3000/hooks, or a public https address.';
    throw new UsageError(reason.startsWith('url ') ? rule : reason, { cause });
  }
}

async function start(options: DevOptions, { clientId, clientSecret }: Credentials) {
  const { startLocalService } = (await import(serviceModules.embed)) as typeof Embed;
  const paint = createPaint(process.stderr);
  const publicUrl = options['public-url'];
  const isQuiet = options.json || options.command.length > 0;
  const show = (text: string | undefined) => void (text && process.stderr.write(text));
  try {
    return await startLocalService({
      application: {
        client_id: clientId,
        client_secret: clientSecret,
        origins: options.origin,
        redirect_uris: options['redirect-uri'],
        ...readTerms(options),
      },
      listenPort: options.port,
      listenAddress: options.host,
      publicUrl: publicUrl && new URL(publicUrl).origin,
      exposure: isExposed(options) ? { ownReceiver: options.webhook } : undefined,
      dataFolder: options['data-dir'],
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
  const { json, command } = options;
  const { url, connectUrl, dashboardUrl, clientId, clientSecret, webhookSecret } = sandbox;
  if (json) {
    const values = { url, connectUrl, dashboardUrl, clientId, clientSecret, webhookSecret };
    process.stdout.write(`${JSON.stringify(values)}\n`);
    return;
  }
  const paint = createPaint(process.stdout);
  const describe = command.length > 0 ? describeForCommand : describeSandbox;
  process.stdout.write(describe(sandbox, paint) + describeReach(options, url));
  if (command.length > 0) return;
  process.stdout.write(describeSnippets(sandbox, await readScriptTag(url), paint));
}

/** @returns undefined if this process cannot reach the origin, for example because `fetch` uses a proxy */
async function readScriptTag(url: string): Promise<ScriptTag | undefined> {
  const listUrl = new URL(`/sdk/${readVersion()}/integrity.json`, url);
  try {
    // Does not wait long. The origin may be that of a tunnel, which the developer may start later.
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
 * Stops the sandbox on a signal, or when the program that reads the output has ended. A command beside the sandbox gets
 * the signal instead, also of Ctrl+C, which the terminal does not send to the command's own process group.
 */
function stopOnSignal(service: Embed.LocalService, findChild: () => ChildCommand | undefined) {
  const stop = (signal: NodeJS.Signals) => {
    // Stops watching npm. Its end would send a second signal, which could interrupt the command while it shuts down.
    clearInterval(watch);
    const child = findChild();
    if (!child) void service.close().finally(() => process.exit(0));
    else child.kill(signal);
  };
  const watch = watchNpm(() => stop('SIGTERM'));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  // On EPIPE, the reader has ended, so the sandbox stops. After other errors, `main.ts` ends the process.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', () => stop('SIGTERM'));
  }
}

/** A signal that ends `npx` does not reach this process. @param onEnd - called repeatedly until the timer is cleared */
function watchNpm(onEnd: () => void): NodeJS.Timeout | undefined {
  if (process.env.npm_command === undefined) return undefined;
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid !== shell) onEnd();
  }, 300);
  return watch.unref();
}
