import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { serve } from '@hono/node-server';
import type { Hono } from 'hono';
import { createApp } from './app.ts';
import type { HostsConfig } from './config.ts';
import { type FaultServers, startFaultServers } from './fault-servers.ts';

/** A running application. */
export interface Hosts {
  /** The address for browsers, without a trailing slash. */
  readonly url: string;
  /** Stops the application; resolves when the port is free. */
  close(): Promise<void>;
}

/**
 * Starts the backend of the demo application: its pages, its callback, its webhook, its session.
 *
 * @throws the system's error when the port is taken; ExchangeError `invalid_options` for a wrong address or empty
 *   credentials; WebhookError `invalid_options` for a wrong secret
 */
export async function startHosts(config: HostsConfig): Promise<Hosts> {
  // The redirect URI contains the port, so the application is created only after the server listens.
  let app: Hono | undefined;
  const server = await listen(config.listenPort, (request) =>
    app ? app.fetch(request) : new Response(null, { status: 503 }),
  );
  let faults: Promise<FaultServers> | undefined;
  const stopping = new AbortController();
  const close = async () => {
    stopping.abort();
    await stop(server);
    await (await faults)?.close();
  };
  const { port } = server.address() as AddressInfo;
  const url = new URL(config.publicUrl ?? `http://${config.hostName ?? 'localhost'}:${port}`)
    .origin;
  try {
    const { connectBaseUrl, clientId, clientSecret, webhookSecret } = config;
    const connectUrl = config.connectUrl ?? new URL('/connect', connectBaseUrl).href;
    const getFaults = () => {
      faults ??= startFaultServers(connectBaseUrl, connectUrl);
      return faults;
    };
    const complete = {
      connectBaseUrl,
      clientId,
      clientSecret,
      webhookSecret,
      publicUrl: url,
      connectUrl,
      pagesFolder: config.pagesFolder ?? fileURLToPath(new URL('../dist/hosts', import.meta.url)),
      log: config.log ?? (() => {}),
    };
    app = createApp(complete, getFaults, stopping.signal);
  } catch (error) {
    await close();
    throw error;
  }
  return { url, close };
}

function listen(
  port: number,
  handle: (request: Request) => Response | Promise<Response>,
): Promise<Server> {
  return new Promise((resolve, reject) => {
    // Listens only on loopback, because the demo's secret is in its public source.
    const server = serve({ fetch: handle, port, hostname: '127.0.0.1' }) as Server;
    server.once('listening', () => resolve(server));
    server.once('error', reject);
  });
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    // Browsers keep idle connections. Without this call, the port would stay taken for seconds.
    server.closeAllConnections();
  });
}
