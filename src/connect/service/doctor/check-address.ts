import { createServer } from 'node:net';
import { connect, type PeerCertificate } from 'node:tls';
import { isLoopbackHostname } from '../addresses/host-origin.ts';
import type { Config } from '../config.ts';
import { explainStartError } from '../explain-start-error.ts';
import { noProxies } from '../http/client-address.ts';
import { listenOn } from '../http/listen-on.ts';
import { chooseListenAddress, describeAddress } from '../start-service.ts';
import { readErrorCode } from '../store/transactions.ts';
import { about, type Finding } from './finding.ts';

const handshakeTimeoutMs = 3000;
const dayMs = 24 * 60 * 60 * 1000;
/**
 * The least number of days that a certificate should still be valid. Proxies renew a certificate a month before it
 * expires, so fewer days mean that the renewal has failed.
 */
const leastDays = 14;

export async function checkAddress(config: Config): Promise<readonly Finding[]> {
  const { publicUrl = '' } = config;
  const findings = [await checkPort(config), checkPublicUrl(config), checkProxy(config)];
  return publicUrl.startsWith('https:')
    ? [...findings, await checkCertificate(publicUrl)]
    : findings;
}

async function checkPort(config: Config): Promise<Finding> {
  const { listenPort } = config;
  const address = config.listenAddress ?? chooseListenAddress(config.publicUrl);
  const server = createServer();
  try {
    const bound = await listenOn(server, listenPort, address);
    await bound.closeOthers();
    const port = listenPort === 0 ? 'any free port' : `port ${listenPort}`;
    return about('PORT').ok(`The service will listen on ${describeAddress(address)}, ${port}.`);
  } catch (error) {
    const text = explainStartError(error, config);
    return about(text.startsWith('HOST') ? 'HOST' : 'PORT').wrong(
      text.replace(/^(?:HOST|PORT): /, ''),
    );
  } finally {
    server.close();
  }
}

function checkPublicUrl({ publicUrl, listenAddress }: Config): Finding {
  const { ok, risk } = about('PUBLIC_URL');
  if (publicUrl !== undefined) return ok(`Browsers and backends use ${publicUrl}.`);
  const isHidden = listenAddress === undefined || listenAddress === 'localhost';
  const reach = isHidden
    ? 'only this machine can use the service'
    : 'its pages work on this machine only';
  return risk(`It is not set, so ${reach}. Set it to the https address that browsers open.`);
}

function isPublic(publicUrl: string | undefined): publicUrl is string {
  return publicUrl !== undefined && !isLoopbackHostname(new URL(publicUrl).hostname);
}

function checkProxy({ publicUrl, trustedProxies }: Config): Finding {
  const { ok, risk } = about('TRUST_PROXY');
  const isTrusting = trustedProxies !== noProxies;
  if (isPublic(publicUrl) && !isTrusting)
    return risk(
      'It is off, so all people behind the proxy share the limits of one address. Set it to the address of the proxy.',
    );
  if (!isPublic(publicUrl) && isTrusting)
    return risk(
      'A proxy is trusted, but PUBLIC_URL is on this machine. A program that connects directly could invent addresses. Set it to off.',
    );
  if (trustedProxies.kind === 'hops' && isTrusting)
    return risk(
      'It is a number, so every machine in the private network can invent addresses and pass the limits. Name the addresses of the proxies.',
    );
  if (isTrusting) return ok('The addresses of the proxies are named.');
  return ok('No proxy is trusted, and none is needed.');
}

async function checkCertificate(publicUrl: string): Promise<Finding> {
  const { ok, risk } = about('TLS');
  const { hostname, port } = new URL(publicUrl);
  try {
    const host = hostname.replace(/^\[|\]$/g, '');
    const { valid_to } = await readCertificate(host, Number(port || 443));
    const days = Math.floor((Date.parse(valid_to) - Date.now()) / dayMs);
    if (days >= leastDays)
      return ok(`The certificate of ${hostname} is valid for ${days} more days.`);
    return risk(
      `The certificate of ${hostname} ends in ${days} days. Then no browser opens Connect. Renew it.`,
    );
  } catch (error) {
    const code = readErrorCode(error) ?? 'no answer in time';
    return risk(
      `Nothing with a valid certificate answers at ${publicUrl} (${code}), so browsers could not open Connect. Start or correct the proxy; ignore this if this machine cannot reach it.`,
    );
  }
}

function readCertificate(host: string, port: number): Promise<PeerCertificate> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, servername: host, timeout: handshakeTimeoutMs }, () => {
      resolve(socket.getPeerCertificate());
      socket.destroy();
    });
    socket.once('timeout', () => socket.destroy(new Error('No answer in time.')));
    socket.once('error', reject);
  });
}
