/**
 * The request of `node:http`, as far as it is read. Those of Express, and the `raw` ones of Fastify, are
 * such requests. Structural, so that no type of Node is needed.
 */
export interface NodeRequest {
  readonly method?: string | undefined;
  /** The request target. Express cuts off what the handler is mounted at. */
  readonly url?: string | undefined;
  /** The request target as it was sent, where Express has cut `url`. */
  readonly originalUrl?: string | undefined;
  readonly headers: { readonly [name: string]: string | readonly string[] | undefined };
  /** A TLS socket has `encrypted: true`. */
  readonly socket: object;
  /** The body, where a parser such as `express.json()` has read it already. */
  readonly body?: unknown;
  /** Takes what is left of the body off the connection. */
  resume(): unknown;
  [Symbol.asyncIterator](): AsyncIterator<unknown>;
}

/** A request that never gets as far as the callback. */
export class NodeRequestError extends Error {
  readonly status: 400 | 405;

  /** @param status - 405 for a method that no web-standard `Request` can have */
  constructor(status: 400 | 405, message: string) {
    super(message);
    this.name = 'NodeRequestError';
    this.status = status;
  }
}

/** The standard forbids these in a `Request`. */
const forbiddenMethods: readonly string[] = ['CONNECT', 'TRACE', 'TRACK'];
/** They describe the body as it was sent, not as a parser has left it. */
const bodyHeaders: readonly string[] = ['content-encoding', 'content-length', 'transfer-encoding'];

/**
 * @param incoming - a request of `node:http`
 * @returns the same as a web-standard request. A body is read only when the application reads it.
 * @throws NodeRequestError for a target or host that leads to another origin, or nowhere
 */
export function readNodeRequest(incoming: NodeRequest): Request {
  const method = incoming.method ?? 'GET';
  if (forbiddenMethods.includes(method)) {
    throw new NodeRequestError(405, 'This method is not supported.');
  }
  const isRead = incoming.body !== undefined;
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    // HTTP/2 has the target among the headers.
    if (value === undefined || name.startsWith(':')) continue;
    if (isRead && bodyHeaders.includes(name)) continue;
    headers.set(name, typeof value === 'string' ? value : value.join(', '));
  }
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const body = hasBody ? createBody(incoming) : null;
  // `duplex` is required with a stream, and missing in TypeScript's own types.
  const init = { method, headers, body, duplex: 'half' };
  return new Request(readUrl(incoming), init);
}

/**
 * The address is put together from the host and the path; it is never resolved, because `//host/path`
 * resolves to another host. What is neither a path nor an address of this host is refused.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2
 */
function readUrl(incoming: NodeRequest): string {
  const target = incoming.originalUrl ?? incoming.url ?? '';
  const origin = readOrigin(incoming);
  const path = /^https?:\/\//i.test(target) ? readAbsoluteForm(target, origin) : target;
  if (!path.startsWith('/') || /^[/\\]{2}/.test(path)) {
    throw new NodeRequestError(400, 'This request target is not supported.');
  }
  return origin + path;
}

function readOrigin({ headers, socket }: NodeRequest): string {
  const host = headers.host ?? headers[':authority'] ?? 'localhost';
  const isEncrypted = 'encrypted' in socket && socket.encrypted === true;
  const url = parseUrl(`${isEncrypted ? 'https' : 'http'}://${String(host)}/`);
  // Anything but a name and a port, such as a path or a user name, shows in the address.
  if (!url || url.href !== `${url.origin}/`) {
    throw new NodeRequestError(400, 'This host is not supported.');
  }
  return url.origin;
}

/** As clients send it to a proxy; a server has to understand it. */
function readAbsoluteForm(target: string, origin: string): string {
  const url = parseUrl(target);
  const isOwn = url?.host === new URL(origin).host && url.username === '' && url.password === '';
  if (!isOwn) throw new NodeRequestError(400, 'This request target is not supported.');
  return url.pathname + url.search;
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

function createBody(incoming: NodeRequest): Uint8Array<ArrayBuffer> | ReadableStream | null {
  const { body, headers } = incoming;
  if (body === undefined) return isAnnounced(incoming) ? createStream(incoming) : null;
  // Bytes, because a text would give a request without a media type one.
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (body instanceof Uint8Array) return new Uint8Array(body);
  // Express 4 says `{}` where there was no body.
  if (headers['content-type'] === undefined) return null;
  return new TextEncoder().encode(JSON.stringify(body));
}

/** @see https://www.rfc-editor.org/rfc/rfc9112#section-6.3 */
function isAnnounced({ headers }: NodeRequest): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/** Nothing is read before the application asks: what it does not ask for costs no memory. */
function createStream(incoming: NodeRequest): ReadableStream {
  let chunks: AsyncIterator<unknown> | undefined;
  const source: UnderlyingDefaultSource = {
    async pull(controller) {
      chunks ??= incoming[Symbol.asyncIterator]();
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  };
  return new ReadableStream(source, { highWaterMark: 0 });
}
