import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { serve } from '@hono/node-server';
import type { Hono } from 'hono';
import { createApp } from './app.ts';
import type { HostsConfig } from './config.ts';
import { type FaultServers, startFaultServers, stop } from './fault-servers.ts';

/** A running application. */
export interface Hosts {
  /** The URL by which browsers reach the application, without a trailing slash. */
  readonly url: string;
  /** Stops the application. Resolves when its port is free again. */
  close(): Promise<void>;
}

/**
 * Starts the backend of the demo application, which serves its pages, its callback and its webhook.
 *
 * @throws the system's error when the port is taken; ExchangeError `invalid_options` for a wrong address or empty
 *   credentials; WebhookError `invalid_options` for a wrong secret
 */
export async function startHosts(config: HostsConfig): Promise<Hosts> {
  // The routes are created only after the server listens, because the redirect URI contains the server's port.
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
    const { connectBaseUrl } = config;
    const connectUrl = config.connectUrl ?? new URL('/connect', connectBaseUrl).href;
    const getFaults = () => {
      faults ??= startFaultServers(connectBaseUrl, connectUrl);
      return faults;
    };
    const complete = {
      ...config,
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
