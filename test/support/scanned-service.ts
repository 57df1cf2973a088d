import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request as passOn } from 'node:http';
import { createServer, type Server } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApplicationRegistration } from '../../src/connect/service/applications/registered-application.ts';
import { createLogger } from '../../src/connect/service/basics/logger.ts';
import { noProxies } from '../../src/connect/service/http/client-address.ts';
import { defaultRateLimits } from '../../src/connect/service/services.ts';
import { startService } from '../../src/connect/service/start-service.ts';
import { findFreePort } from './free-port.ts';
import { listen, stop } from './listen.ts';

/** A Connect service as operators expose it, behind a proxy with TLS. */
export interface ScannedService {
  /** Its own origin, `https://127.0.0.1:…`, with an unknown certificate. */
  readonly url: string;
  /** The same service without TLS. */
  readonly baseUrl: string;
  /** Responses that the proxy has forwarded, as `200 GET /path?query`. */
  readonly answers: readonly string[];
  /**
   * Signs in to the dashboard. From now on the proxy adds the session's cookie, as the service wrote it, to
   * responses for clients without one. So a client with a cookie jar is signed in, although it cannot sign
   * in itself.
   *
   * @returns the value of a browser's `Cookie` header
   */
  signIn(): Promise<string>;
  /** The proxy no longer adds the cookie. */
  forgetSignIn(): void;
  close(): Promise<void>;
}

const applications: readonly ApplicationRegistration[] = [
  {
    name: 'Tally <i>',
    client_id: 'live_app',
    client_secret: 'live_app_secret',
    environment: 'live',
    origins: ['https://app.example'],
    redirect_uris: ['https://app.example/callback'],
  },
  {
    name: 'Tally here',
    client_id: 'local_app',
    client_secret: 'local_app_secret',
    environment: 'test',
    origins: [],
    redirect_uris: ['http://localhost:4401/callback'],
  },
];

/**
 * @returns the running service, with a live application, a local one and the built pages; `close` must be
 *   called
 */
export async function startScannedService(): Promise<ScannedService> {
  const [proxyPort, listenPort] = [await findFreePort(), await findFreePort()];
  const [url, baseUrl] = [`https://127.0.0.1:${proxyPort}`, `http://127.0.0.1:${listenPort}`];
  const dashboardPassword = 'correct horse battery staple';
  const service = await startService(
    {
      listenPort,
      publicUrl: url,
      databaseFile: ':memory:',
      applications,
      codeTtlMs: 60_000,
      submissionLimit: 100,
      trustedProxies: noProxies,
      dashboardPassword,
    },
    {
      log: createLogger('silent'),
      // A scanner sends a flood of requests, and finds nothing when it is refused.
      rateLimits: {
        ...defaultRateLimits,
        pages: { max: 1e6, windowMs: 60_000 },
        flowSteps: { max: 1e6, windowMs: 60_000 },
      },
    },
  );
  const answers: string[] = [];
  let setCookie: string | undefined;
  const proxy = createProxy(baseUrl, {
    onAnswer: (answer) => void answers.push(answer),
    findSetCookie: () => setCookie,
  });
  await listen(proxy, proxyPort);
  return {
    url,
    baseUrl,
    answers,
    async signIn() {
      const response = await fetch(`${baseUrl}/dashboard/api/sign-in`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: url },
        body: JSON.stringify({ password: dashboardPassword }),
      });
      [setCookie] = response.headers.getSetCookie();
      if (!setCookie) throw new Error(`The service answered ${response.status}, without a cookie.`);
      return setCookie.split(';', 1)[0] ?? '';
    },
    forgetSignIn() {
      setCookie = undefined;
    },
    async close() {
      await stop(proxy);
      await service.close();
    },
  };
}

interface ProxyHooks {
  onAnswer(answer: string): void;
  findSetCookie(): string | undefined;
}

function createProxy(target: string, { onAnswer, findSetCookie }: ProxyHooks): Server {
  return createServer(createCertificate(), (incoming, answer) => {
    const { method, url, headers } = incoming;
    const outgoing = passOn(new URL(url ?? '/', target), { method, headers }, (answered) => {
      const { statusCode = 502 } = answered;
      onAnswer(`${statusCode} ${method} ${url}`);
      const setCookie = headers.cookie ? undefined : findSetCookie();
      const added = setCookie ? { 'set-cookie': [setCookie] } : {};
      answer.writeHead(statusCode, { ...answered.headers, ...added });
      answered.pipe(answer);
    });
    outgoing.once('error', () => answer.destroy());
    incoming.pipe(outgoing);
  });
}

/** Debian's Wapiti depends on ca-certificates, which depends on openssl. */
function createCertificate(): { readonly key: Buffer; readonly cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  try {
    const { status, error, stderr } = spawnSync(
      'openssl',
      [
        ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
        ...['-subj', '/CN=127.0.0.1', '-days', '1', '-keyout', key, '-out', cert],
      ],
      { encoding: 'utf8' },
    );
    if (status !== 0) throw new Error(`openssl: ${error?.message ?? stderr}`);
    return { key: readFileSync(key), cert: readFileSync(cert) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
