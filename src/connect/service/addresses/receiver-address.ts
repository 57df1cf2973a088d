import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isLoopbackAddress, isLoopbackHostname } from './host-origin.ts';
import { isRegistrableRedirectUri } from './redirect-uri.ts';

/** Which receivers of webhooks are allowed, besides receivers with public addresses. */
export interface ReceiverRules {
  /** The hosts in WEBHOOK_ALLOW_HOSTS. The operator trusts them, so their addresses may be private. */
  readonly allowedHosts: ReadonlySet<string>;
  /** True when receivers on this machine are allowed, even over http. */
  readonly allowsLoopback: boolean;
  /** The only receiver on this machine that may be registered; undefined when every receiver may. */
  readonly ownReceiver?: string | undefined;
}

/** Resolves a host name, which the operator has allowed or not. Rejects when the name has no address. */
export type ResolveHost = (hostname: string, isAllowed: boolean) => Promise<readonly string[]>;

/**
 * Checks the address of a receiver of webhooks. It follows the rules of redirect URIs. Its host must be in canonical
 * spelling, because both `https://0x7f.1` and `https://2130706433` lead to 127.0.0.1.
 *
 * @returns why the address cannot be registered; undefined when its text shows no problem
 */
export function findReceiverProblem(text: string, rules: ReceiverRules): string | undefined {
  if (!isRegistrableRedirectUri(text)) {
    return 'url must be an https address in ASCII, without user, fragment or wildcard.';
  }
  const { protocol, hostname } = new URL(text);
  if (!text.startsWith(`${protocol}//${hostname}`)) {
    return `url must spell its host as ${hostname}.`;
  }
  const address = unwrap(hostname);
  const { allowsLoopback, ownReceiver = text } = rules;
  const isAllowedHere =
    (allowsLoopback && ownReceiver === text) || isOperatorsHost(hostname, rules);
  if (isLoopbackHostname(hostname) && !isAllowedHere) {
    return 'url must be a public address. Only a test application of a local service can use this machine.';
  }
  if (isIP(address) !== 0 && !isAllowedReceiver(hostname, address, rules)) {
    return createPrivateProblem(hostname);
  }
  return undefined;
}

export function createPrivateProblem(hostname: string): string {
  return `url must be a public address; the addresses of ${hostname} are private. The operator can allow this host with WEBHOOK_ALLOW_HOSTS.`;
}

/** Tells the hosts that the operator has named. They may be inside the operator's network. */
export function isOperatorsHost(hostname: string, { allowedHosts }: ReceiverRules): boolean {
  return allowedHosts.has(unwrap(hostname));
}

function isAllowedReceiver(hostname: string, address: string, rules: ReceiverRules): boolean {
  if (isOperatorsHost(hostname, rules)) return true;
  if (isLoopbackHostname(hostname)) return rules.allowsLoopback && isLoopbackAddress(address);
  return isPublicAddress(address);
}

/** Returns the allowed addresses of a host. The DNS could answer this machine's names with another machine. */
export async function findReceiverAddresses(
  hostname: string,
  rules: ReceiverRules,
  resolve: ResolveHost,
): Promise<readonly string[]> {
  const addresses = await findAddresses(hostname, rules, resolve);
  return addresses.filter((address) => isAllowedReceiver(hostname, address, rules));
}

async function findAddresses(
  hostname: string,
  rules: ReceiverRules,
  resolve: ResolveHost,
): Promise<readonly string[]> {
  const address = unwrap(hostname);
  if (isIP(address) !== 0) return [address];
  if (isLoopbackHostname(hostname)) return ['127.0.0.1', '::1'];
  return await resolve(hostname, isOperatorsHost(hostname, rules));
}

/** Removes the brackets of an IPv6 address. */
function unwrap(hostname: string): string {
  return hostname.replace(/^\[(.+)\]$/, '$1');
}

/** The range of every IPv6 address of the internet. The rest of IPv6 has special purposes or is unassigned. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
/** The range of IPv6 addresses that contain an IPv4 address in their last 32 bits. */
const translated = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * True when the address is on the internet: not this machine, a private network or a special purpose. An IPv6 address
 * that contains an IPv4 address is judged by the IPv4 address.
 *
 * @see https://www.iana.org/assignments/iana-ipv6-special-registry
 */
function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.range() === 'unicast';
  if (parsed.match(translated)) {
    return new ipaddr.IPv4(parsed.toByteArray().slice(-4)).range() === 'unicast';
  }
  return parsed.match(globalUnicast) && parsed.range() === 'unicast';
}
