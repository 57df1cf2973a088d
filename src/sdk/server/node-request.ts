/** The parts of a request of `node:http`, Express or Fastify (`raw`) that `toNodeHandler` uses. */
export interface NodeRequest {
  readonly method?: string | undefined;
  /** The request target. Express removes the path at which the handler is mounted. */
  readonly url?: string | undefined;
  /** The request target as it was sent, when Express has shortened `url`. */
  readonly originalUrl?: string | undefined;
  /** The headers by name, in lower case. */
  readonly headers: { readonly [name: string]: string | readonly string[] | undefined };
  /** A TLS socket has `encrypted: true`. */
  readonly socket: object;
  /** The body, if a parser such as `express.json()` has read it. */
  readonly body?: unknown;
  /** The body as it was sent, if the framework keeps it in addition to the parsed one, like NestJS with `rawBody`. */
  readonly rawBody?: unknown;
  /** True once other code has read a part of the body. */
  readonly readableDidRead?: boolean;
  /** Discards the rest of the body. */
  resume(): unknown;
  /** Iterates over the chunks of the body. */
  [Symbol.asyncIterator](): AsyncIterator<unknown>;
  /** The same. With `destroyOnReturn: false`, a loop that ends early leaves the connection open. */
  iterator?(options: { readonly destroyOnReturn: boolean }): AsyncIterator<unknown>;
}

/** The error for a request that cannot become a web-standard `Request`. */
export class NodeRequestError extends Error {
  override readonly name = 'NodeRequestError';
  readonly status: 400 | 405;

  /** @param status - 405 for a method that a `Request` cannot have; 400 for an unsupported target or host */
  constructor(status: 400 | 405, message: string) {
    super(message);
    this.status = status;
  }
}

/** The error for a body that other code has already read, so that the SDK can no longer verify or parse it. */
export class UsedBodyError extends Error {
  override readonly name = 'UsedBodyError';

  constructor() {
    super(
      'A parser has read the body before toNodeHandler, and has left nothing. Mount toNodeHandler before the parser, or set body of the request of Node to the bytes.',
    );
  }
}

// The Fetch standard forbids these methods in a `Request`.
const forbiddenMethods: readonly string[] = ['CONNECT', 'TRACE', 'TRACK'];
// Headers that describe the body as it was sent. They are left out when a parser has replaced the body.
const bodyHeaders: readonly string[] = ['content-encoding', 'content-length', 'transfer-encoding'];

/** @throws NodeRequestError for an unsupported method, target or host */
export function readNodeRequest(incoming: NodeRequest, signal: AbortSignal) {
  const method = incoming.method ?? 'GET';
  if (forbiddenMethods.includes(method)) {
    throw new NodeRequestError(405, 'This method is not supported.');
  }
  const isRead = readParsedBody(incoming) !== undefined;
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    // Pseudo-headers of HTTP/2, such as `:path`, are not allowed in `Headers`.
    if (value === undefined || name.startsWith(':')) continue;
    if (isRead && bodyHeaders.includes(name)) continue;
    headers.set(name, typeof value === 'string' ? value : value.join(', '));
  }
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const { stream, discard } = createStream(incoming);
  const body = hasBody ? chooseBody(incoming, stream) : null;
  // `duplex` is required with a stream, and missing in TypeScript's own types.
  const init = { method, headers, body, duplex: 'half', signal };
  return { request: new Request(readUrl(incoming), init), discardBody: discard };
}

/** The path is not resolved like a link, because `//host/path` would lead to another host (RFC 9112, section 3.2). */
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
  // The header may contain only a name and a port. A path or a user name in it would change the address.
  if (!url || url.href !== `${url.origin}/`) {
    throw new NodeRequestError(400, 'This host is not supported.');
  }
  return url.origin;
}

/** Reads a target that is a whole address, as proxies send it, and which every server must accept. */
function readAbsoluteForm(target: string, origin: string): string {
  const url = parseUrl(target);
  const isOwn = url?.host === new URL(origin).host && url.username === '' && url.password === '';
  if (!isOwn) throw new NodeRequestError(400, 'This request target is not supported.');
  return url.pathname + url.search;
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

function readParsedBody({ rawBody, body, readableDidRead }: NodeRequest): unknown {
  if (isSent(rawBody)) return rawBody;
  // Express 4 sets `{}` for a missing body, and for a body that no parser has read.
  return isSent(body) || readableDidRead !== false ? body : undefined;
}

function isSent(body: unknown): body is string | Uint8Array {
  return typeof body === 'string' || body instanceof Uint8Array;
}

function chooseBody(incoming: NodeRequest, stream: ReadableStream) {
  const body = readParsedBody(incoming);
  if (body === undefined) return mayCome(incoming) ? stream : null;
  // A text is passed as bytes, because a string would add a default `Content-Type`.
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (body instanceof Uint8Array) return new Uint8Array(body);
  // Without a media type, the request had no body.
  if (incoming.headers['content-type'] === undefined) return null;
  return new TextEncoder().encode(JSON.stringify(body));
}

/** True when a body may come. In HTTP/1.1, headers announce it (RFC 9112, section 6.3); in HTTP/2, they need not. */
function mayCome({ headers }: NodeRequest): boolean {
  const length = headers['content-length'];
  if (headers['transfer-encoding'] !== undefined) return true;
  return length === undefined ? headers[':method'] !== undefined : length !== '0';
}

/** Creates a stream that reads the body only when the application asks for it, so that an unused body costs no memory. */
function createStream(incoming: NodeRequest) {
  let chunks: AsyncIterator<unknown> | undefined;
  const start = () => {
    if (incoming.readableDidRead) throw new UsedBodyError();
    // A loop that ends early would destroy the stream, which would close the connection before the response is sent.
    return incoming.iterator?.({ destroyOnReturn: false }) ?? incoming[Symbol.asyncIterator]();
  };
  /** Discards the part of the body that the application has not read. The stream of Node can then be resumed. */
  const discard = async () => {
    // `return` rejects if the client has disconnected. In that case, there is nothing to discard.
    await chunks?.return?.().catch(() => undefined);
  };
  const source: UnderlyingDefaultSource = {
    async pull(controller) {
      chunks ??= start();
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: discard,
  };
  return { stream: new ReadableStream(source, { highWaterMark: 0 }), discard };
}
