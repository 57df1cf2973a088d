import { lookup, Resolver } from 'node:dns/promises';
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest, type RequestOptions } from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';
import type { DeliveryProblem } from '../../shapes/dashboard-words.ts';
import type { Environment } from '../../shapes/unions.ts';
import { isLoopbackHostname } from '../addresses/host-origin.ts';
import {
  findReceiverAddresses,
  isOperatorsHost,
  type ReceiverRules,
  type ResolveHost,
} from '../addresses/receiver-address.ts';
import type { AppConfig } from '../http/parts.ts';

interface WebhookRequest {
  readonly url: URL;
  /** The event as JSON text. */
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly rules: ReceiverRules;
}

export type WebhookResult =
  | {
      readonly status: number;
      readonly retryAfter: string | undefined;
      /** The target of a redirect, without its query. It is logged. */
      readonly redirectsTo?: string;
      /** The first characters of the body; undefined when there was none, or when it must not be shown. */
      readonly body?: string | undefined;
    }
  | { readonly problem: DeliveryProblem };

export type SendWebhook = (request: WebhookRequest) => Promise<WebhookResult>;

/** The time that a whole request to a receiver may last, in milliseconds. */
export const receiverTimeoutMs = 10_000;
/** The most bytes of a response that are read. */
const maxResponseBytes = 64 * 1024;
/** The most characters of a response that are kept. Each has at most four bytes. */
const maxKept = 1000;

/**
 * The service tries one address of a receiver this long before the next one, in milliseconds. Node's default, 250 ms,
 * is too short for a distant receiver or a busy process: the next address may be IPv6, which many networks do not have.
 */
const connecting = { autoSelectFamilyAttemptTimeout: 2000 };

/** The service's own agents, because the environment can make Node's global agents use a proxy. */
const agents = { 'http:': new HttpAgent(connecting), 'https:': new HttpsAgent(connecting) };

/** The time that the DNS may take to answer, in milliseconds. It is less than the time of a whole request. */
const dnsPatienceMs = 5000;

/**
 * Asks the DNS for the addresses. The machine's own lookup, which also knows private names, is only for hosts of the
 * operator: it occupies one of the few threads of Node, for the database's name, too, until the DNS has answered. So
 * slow name servers of some receivers would block the service.
 */
export const resolveHost: ResolveHost = async (hostname, isAllowed) => {
  if (isAllowed) return (await lookup(hostname, { all: true })).map(({ address }) => address);
  // A new resolver knows the machine's current name servers.
  const resolver = new Resolver();
  const timer = setTimeout(() => resolver.cancel(), dnsPatienceMs);
  const asked = [resolver.resolve4(hostname), resolver.resolve6(hostname)];
  const answers = await Promise.allSettled(asked);
  clearTimeout(timer);
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (found.length === 0) throw new UnknownHost();
  return found;
};

/** Thrown when the DNS knows no address of the host, or does not answer. */
class UnknownHost extends Error {}

/** Thrown when the service may not connect to any address of the host. */
class RefusedAddress extends Error {}

/**
 * Creates the function that sends events. Each connection resolves the host, checks the addresses, and connects to an
 * address that it has checked. So a DNS response that changes after a check does not help an attacker. Redirects are
 * not followed.
 *
 * @see https://cheatsheetseries.owasp.org/cheatsheets/Server_Side_Request_Forgery_Prevention_Cheat_Sheet.html
 */
export function createSender(resolve: ResolveHost = resolveHost): SendWebhook {
  return async (request) => {
    try {
      return await send(request, resolve);
    } catch (error) {
      return { problem: nameProblem(error) };
    }
  };
}

async function send(
  { url, body, headers, rules }: WebhookRequest,
  resolve: ResolveHost,
): Promise<WebhookResult> {
  const signal = AbortSignal.timeout(receiverTimeoutMs);
  // Node does not call `lookup` for a host that is an IP address, so the check is here.
  const addresses = await within(signal, findReceiverAddresses(url.hostname, rules, resolve));
  if (addresses.length === 0) throw new RefusedAddress();
  const isSecure = url.protocol === 'https:';
  // A developer who adds a webhook must not read what the operator's own network answers.
  const isShown = !isOperatorsHost(url.hostname, rules);
  const options: RequestOptions = {
    method: 'POST',
    agent: agents[isSecure ? 'https:' : 'http:'],
    lookup: createLookup(addresses),
    headers: { ...headers, 'Content-Length': String(Buffer.byteLength(body)) },
    signal,
  };
  return await new Promise((resolveResult, reject) => {
    const outgoing = isSecure ? httpsRequest(url, options) : httpRequest(url, options);
    let answer: WebhookResult | undefined;
    // Once the status has arrived, it counts, even if the connection then breaks or the body never ends.
    outgoing.on('error', (error) => (answer ? resolveResult(answer) : reject(error)));
    outgoing.once('response', (response) => {
      const { statusCode: status = 0, headers } = response;
      answer = { status, retryAfter: headers['retry-after'], ...readRedirect(url, response) };
      readBody(response, (body) => {
        if (answer) resolveResult(isShown && body !== '' ? { ...answer, body } : answer);
      });
    });
    // Without this listener, Node would report such an answer only by `close`.
    outgoing.once('upgrade', ({ statusCode: status = 0 }, socket) => {
      socket.destroy();
      resolveResult({ status, retryAfter: undefined });
    });
    outgoing.end(body);
  });
}

/** Reads where a redirect leads, for the log. Example: a receiver at `/hooks/` often redirects `/hooks`. */
function readRedirect(url: URL, { statusCode = 0, headers: { location = '' } }: IncomingMessage) {
  if (statusCode < 300 || statusCode > 399 || !URL.canParse(location, url)) return {};
  const { origin, pathname } = new URL(location, url);
  return { redirectsTo: origin === url.origin ? pathname : origin + pathname };
}

async function within<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return await Promise.race([work, aborted]);
}

/** Creates a DNS lookup for Node that returns only the addresses that were checked. */
function createLookup(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_hostname, { all }, callback) => {
    const [first] = found;
    if (all) callback(null, found);
    else callback(null, first?.address ?? '', first?.family);
  };
}

/** Reads a response to its end, because receivers may log a dropped one. `onEnd` gets the first characters. */
function readBody(response: IncomingMessage, onEnd: (body: string) => void): void {
  let bytes = 0;
  let kept = Buffer.alloc(0);
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (kept.length < 4 * maxKept) kept = Buffer.concat([kept, chunk]);
    if (bytes > maxResponseBytes) response.destroy();
  });
  response.on('error', () => {});
  response.once('close', () => {
    const body = kept.toString('utf8');
    onEnd(body.length > maxKept ? `${body.slice(0, maxKept)}…` : body);
  });
}

function nameProblem(error: unknown): DeliveryProblem {
  if (error instanceof RefusedAddress) return 'address_refused';
  if (error instanceof UnknownHost) return 'unknown_host';
  const { name, code } = error as { readonly name?: unknown; readonly code?: unknown };
  if (name === 'TimeoutError' || name === 'AbortError') return 'timeout';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'unknown_host';
  // VERIFY_LEAF: the receiver has left out the certificate between its own and that of its authority.
  const isUntrusted = /CERT|TLS|SSL|VERIFY_LEAF/.test(String(code));
  return isUntrusted ? 'no_secure_connection' : 'no_connection';
}

export type FindRules = (environment: Environment) => ReceiverRules;

/**
 * Creates the rules for addresses of webhooks. Test applications of a local service may name receivers on the same
 * machine, which is the developer's. In other services the machine belongs to the operator, so such receivers are
 * refused.
 */
export function createFindRules({
  exposure,
  publicUrl,
  webhookAllowHosts = [],
}: Pick<AppConfig, 'exposure' | 'publicUrl' | 'webhookAllowHosts'>): FindRules {
  const allowedHosts = new Set(webhookAllowHosts);
  const ownReceiver = exposure?.ownReceiver;
  const isLocal = !exposure && isLoopbackHostname(new URL(publicUrl).hostname);
  return (environment) => ({
    allowedHosts,
    allowsLoopback: environment === 'test' && (isLocal || ownReceiver !== undefined),
    ownReceiver,
  });
}
