import * as v from 'valibot';
import { seemsOffline } from '../../kit/seems-offline.ts';
import { errorAnswer } from '../shapes/common-answers.ts';
import { type FlowEvent, flowEvent, type SessionEvent } from '../shapes/flow-answers.ts';
import { type FlowResult, type Problem, problemCodes, startWait } from './problems.ts';
import {
  type BodyOf,
  type RequestName,
  type RequestRow,
  type ResultOf,
  requests,
} from './requests.ts';

/** The longest wait for an answer, in milliseconds, if the request sets no other. */
const requestTimeoutMs = 15_000;
const flowPath = '/connect/flow/';

export type Service = ReturnType<typeof createService>;

export interface ServiceOptions {
  /** The flow's token. For a link, it is empty until the person starts the flow. The answer to `begin` then sets it. */
  readonly own: { flowToken: string };
  readonly fetch: typeof fetch;
  readonly readLocale: () => string;
}

export function createService({ own, fetch: send, readLocale }: ServiceOptions) {
  return {
    /** @returns the answer, or the problem; never rejects. An aborted request ends in `connection_lost` */
    async ask<Name extends RequestName>(name: Name, body: BodyOf<Name>, signal?: AbortSignal) {
      const { isLocalized, timeoutMs }: RequestRow = requests[name];
      const locale = isLocalized ? { locale: readLocale() } : {};
      const init = createInit({ flow_token: own.flowToken, ...body, ...locale });
      const request = (timed: AbortSignal) => post(send, name, { ...init, signal: timed });
      const result = (await withTimeout(signal, request, timeoutMs)) as ResultOf<Name>;
      if (result.ok && 'flow_token' in result.value)
        own.flowToken = String(result.value.flow_token);
      return result;
    },
    /** Receives events until the stream ends. Returns a problem if the caller must not listen again. */
    async listen(onEvent: OnEvent, signal: AbortSignal): Promise<Problem | undefined> {
      try {
        const init = createInit({ flow_token: own.flowToken });
        const response = await send(`${flowPath}events`, { ...init, signal });
        if (response.ok && response.body) await readEvents(response.body, onEvent);
        if (response.ok) return undefined;
        const problem = parseProblem(response, await response.json());
        return problem.retryable ? undefined : problem;
      } catch {
        return undefined;
      }
    },
    /** Tells the service that the document unloads. With `failed`, it stays, but cannot continue. */
    leave(failed: boolean): void {
      const init = createInit({ flow_token: own.flowToken, failed });
      send(`${flowPath}leave`, { ...init, keepalive: true }).catch(() => undefined);
    },
  };
}

/**
 * Creates the settings of `fetch`. The default mode (`cors`) is used, because with `same-origin` and the document's
 * `no-referrer` browsers send `Origin: null`.
 *
 * @see https://fetch.spec.whatwg.org/#append-a-request-origin-header
 */
function createInit(body: object): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
  };
}

async function post(
  send: typeof fetch,
  name: RequestName,
  init: RequestInit,
): Promise<FlowResult<unknown>> {
  const response = await send(flowPath + name, init);
  const json: unknown = await response.json().catch((error: unknown) => {
    // A body that is not JSON is still a response. Any other error means that the connection was lost while reading.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  });
  if (!response.ok) return { ok: false, problem: parseProblem(response, json) };
  const parsed = v.safeParse(requests[name].answer, json);
  if (parsed.success) return { ok: true, value: parsed.output };
  const description = `The answer of ${name} has an unexpected shape.`;
  return { ok: false, problem: { code: 'server_error', description, retryable: false } };
}

export async function withTimeout<Value>(
  signal: AbortSignal | undefined,
  request: (signal: AbortSignal) => Promise<FlowResult<Value>>,
  timeoutMs = requestTimeoutMs,
): Promise<FlowResult<Value>> {
  const controller = new AbortController();
  const handleAbort = () => controller.abort();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    controller.abort();
  }, timeoutMs);
  signal?.addEventListener('abort', handleAbort);
  const aborted = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', reject);
  });
  try {
    return await Promise.race([request(controller.signal), aborted]);
  } catch {
    // `fetch` does not say why the request failed, so the reason is the time-out, or that the browser is offline.
    return { ok: false, problem: describeFailure(isLate) };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', handleAbort);
  }
}

/** Waits for the browser to replace this page. Resolves only with a problem, after the time-out. */
export async function waitForNavigation(signal: AbortSignal): Promise<FlowResult<never>> {
  return await withTimeout(signal, () => new Promise(() => {}));
}

function describeFailure(isLate: boolean): Problem {
  const isOffline = seemsOffline(window.location.hostname);
  if (isLate && !isOffline)
    return { code: 'timeout', description: 'No answer in time.', retryable: true };
  const code = isOffline ? 'offline' : 'connection_lost';
  return { code, description: 'The service could not be reached.', retryable: true };
}

type OnEvent = (event: FlowEvent | SessionEvent) => void;

/** Reads the events with `fetch`: `EventSource` supports only GET, which would put the token into an address. */
async function readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onEvent: OnEvent,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const parts = (text + value).split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts) {
      if (part.startsWith('data: ')) onEvent(v.parse(flowEvent, JSON.parse(part.slice(6))));
    }
  }
}

/** Reads the problem of a response. If the body is not an error of the service, the status decides. */
function parseProblem(
  { status, headers }: Pick<Response, 'headers' | 'status'>,
  body: unknown,
): Problem {
  const wait = status === 429 ? parseWait(headers.get('Retry-After')) : {};
  const parsed = v.safeParse(errorAnswer, body);
  // The service also sends codes for which this page has no text.
  const code = problemCodes.find((known) => parsed.success && known === parsed.output.error);
  if (!parsed.success || !code) {
    const description = `The service answered ${status}.`;
    if (status === 429) return { code: 'rate_limited', description, retryable: true, ...wait };
    return isOfFirewall(status, headers)
      ? { code: 'request_blocked', description: describeFirewall(status), retryable: false }
      : { code: 'server_error', description, retryable: status >= 500 };
  }
  const { error_description: description = '', retryable = false, tries_left } = parsed.output;
  const tries = tries_left === undefined ? {} : { triesLeft: tries_left };
  return { code, description, retryable, ...wait, ...tries };
}

/** Recognises a firewall by its HTML page with status 403 or 406. The service itself answers these requests in JSON. */
function isOfFirewall(status: number, headers: Headers): boolean {
  const isPage = headers.get('Content-Type')?.startsWith('text/html') === true;
  return isPage && (status === 403 || status === 406);
}

function describeFirewall(status: number): string {
  return `A firewall or a proxy before the service refused the request, with ${status} and a page. Its log names the rule.`;
}

/** A date is ignored, because its clock may differ. @see https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3 */
function parseWait(value: string | null): Pick<Problem, 'wait'> {
  if (value === null || !/^\d{1,5}$/.test(value)) return {};
  return { wait: startWait(Number(value)) };
}
