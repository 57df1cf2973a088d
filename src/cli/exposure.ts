import { isIP } from 'node:net';
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';
import { renderUnicodeCompact } from 'uqr';
import { isLoopbackAddress, isLoopbackHostname } from '../connect/service/addresses/host-origin.ts';
import { type DevOptions, UsageError } from './command-line.ts';

type Reach = Pick<DevOptions, 'host' | 'public-url' | 'providers' | 'allow-providers'>;

export function isExposed({ host, 'public-url': publicUrl }: Reach): boolean {
  const isFarHost = host !== undefined && host !== 'localhost' && !isLoopbackAddress(host);
  const isFarUrl = publicUrl !== undefined && !isLoopbackHostname(new URL(publicUrl).hostname);
  return isFarHost || isFarUrl;
}

/** @throws UsageError if no browser could open the sandbox, or if other machines could reach real providers */
export function assertReach(options: Reach): void {
  const { host, 'public-url': publicUrl, providers } = options;
  if (host !== undefined && host !== 'localhost' && isIP(host) === 0) {
    throw new UsageError(`--host must be an IP address or localhost; got "${host}".`);
  }
  if (publicUrl === undefined && host !== undefined && !isReachedHere(host)) {
    throw new UsageError(
      `--host ${host} does not listen on localhost: add --public-url with the https address of a proxy, or use 0.0.0.0.`,
    );
  }
  if (publicUrl !== undefined && !isPublicUrl(publicUrl)) {
    throw new UsageError(
      `--public-url must be an https origin such as https://name.example, or http on localhost; got "${publicUrl}". ` +
        'In a network, pages on plain http cannot open Connect: put a tunnel or a proxy with https before it.',
    );
  }
  if (providers !== undefined && isExposed(options) && !options['allow-providers']) {
    throw new UsageError(
      'Others can reach this sandbox, and --providers may lead to real accounts. Add --allow-providers if you want that.',
    );
  }
}

const everyAddress = ['0.0.0.0', '::'];

function isReachedHere(host: string): boolean {
  return host === 'localhost' || isLoopbackAddress(host) || everyAddress.includes(host);
}

function isPublicUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { origin, protocol, hostname } = new URL(text);
  const isSecure = protocol === 'https:' || (protocol === 'http:' && isLoopbackHostname(hostname));
  return isSecure && (text === origin || text === `${origin}/`);
}

/** @returns a text that says who can reach the sandbox, with a QR code for phones; '' if only this machine can */
export function describeReach(options: Reach, url: string): string {
  if (!isExposed(options)) return '';
  const { host = 'localhost', 'public-url': publicUrl, providers } = options;
  const content = providers === undefined ? 'It has test data only' : 'It has your providers';
  const lines = [`\n  Others can reach this sandbox. ${content}; its dashboard has a password.`];
  for (const { name, address } of listNetworks(host)) {
    lines.push(`    network ${name}   ${address}`);
  }
  if (publicUrl === undefined || isLoopbackHostname(new URL(publicUrl).hostname)) {
    return `${lines.join('\n')}\n    Pages work at ${url} only. For a phone, set --public-url to an https address.\n`;
  }
  lines.push(`    everyone who knows ${url}`);
  const code = renderUnicodeCompact(url, { border: 2 });
  return `${lines.join('\n')}\n\n${code.replaceAll(/^/gm, '    ')}\n`;
}

function listNetworks(host: string) {
  const isEvery = everyAddress.includes(host);
  const isReached = ({ address, family }: NetworkInterfaceInfo) =>
    isEvery ? host === '::' || family === 'IPv4' : address === host;
  return Object.entries(networkInterfaces()).flatMap(([name, addresses = []]) =>
    addresses
      .filter((one) => !one.internal && isReached(one))
      .map(({ address }) => ({ name, address })),
  );
}
