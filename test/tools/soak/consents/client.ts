import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

/** An answer that ended a request. */
export interface Ended {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** True when an earlier try had no answer or a 503, so that it may have taken effect. */
  readonly isUncertain: boolean;
}

/** A try of a request. */
export interface Try {
  readonly endpoint: string;
  /** The result, such as `200`, `503 server_error` or `ECONNRESET`. */
  readonly what: string;
  readonly durationMs: number;
  readonly at: number;
  /** A 503 or 429 without it does not say when to come back. */
  readonly hasRetryAfter: boolean;
}

/** A request to the service. */
interface Request {
  /** The name in the figures. */
  readonly endpoint: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON; undefined for a GET. */
  readonly fields?: object;
}

/** Sends requests to the processes in turn. */
export interface SoakClient {
  readonly tries: readonly Try[];
  /** Repeats a request while it gets no answer, 503 or 429. @throws Error when that does not end */
  send(request: Request): Promise<Ended>;
  /** Sends the request once. */
  sendOnce(request: Request): Promise<void>;
}

/** The pause after a broken connection. A refusal names its own pause. */
const retryMs = 250;
/** A renewal that a killed process has begun ends after 100 s. Until then, reads get 503. */
const patienceMs = 180_000;
const timeoutMs = 60_000;

type Outcome = Omit<Ended, 'isUncertain'> | { readonly retryAfterMs: number };

/** @param findUrl - the address of the next running process */
export function createClient(findUrl: () => string | undefined): SoakClient {
  const tries: Try[] = [];
  async function tryOnce({ endpoint, path, headers, fields }: Request): Promise<Outcome> {
    const at = Date.now();
    const note = (what: string, hasRetryAfter = false) => {
      tries.push({ endpoint, what, durationMs: Date.now() - at, at: Date.now(), hasRetryAfter });
    };
    const init =
      fields === undefined ? {} : { method: 'POST', body: JSON.stringify(fields), headers: json };
    try {
      const response = await fetch(`${findUrl()}${path}`, {
        ...init,
        headers: { ...init.headers, 'X-Forwarded-For': createAddress(), ...headers },
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await response.text();
      const body = readBody(text);
      const error = response.ok ? '' : ` ${body.error}`;
      const retryAfter = response.headers.get('Retry-After');
      note(`${response.status}${error}`, retryAfter !== null);
      const { status } = response;
      const mayComeBack = status === 503 || status === 429;
      return mayComeBack ? { retryAfterMs: Number(retryAfter) * 1000 } : { status, body, text };
    } catch (error) {
      const { cause, name } = error as { cause?: { code?: string }; name: string };
      note(cause?.code ?? name);
      return { retryAfterMs: 0 };
    }
  }
  return {
    tries,
    async sendOnce(request) {
      await tryOnce(request);
    },
    async send(request) {
      const deadline = Date.now() + patienceMs;
      for (let isUncertain = false; Date.now() < deadline; isUncertain = true) {
        const answer = await tryOnce(request);
        if ('status' in answer) return { ...answer, isUncertain };
        await wait(Math.max(answer.retryAfterMs, retryMs));
      }
      throw new Error(`${request.endpoint} was never answered`);
    },
  };
}

const json = { 'Content-Type': 'application/json' };

/** Limits count per address, so each request of a person has another address unless it names one. */
function createAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
}

/** @returns the JSON object; an empty one for another body */
function readBody(text: string): Record<string, unknown> {
  try {
    return text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Sends a step of a flow. @throws StepRefused when the flow cannot continue */
export type SendStep = (name: string, fields?: object) => Promise<Ended & { readonly status: 200 }>;

/** A flow ended early. After an outage that is allowed, and the person starts again. */
export class StepRefused extends Error {
  readonly isUncertain: boolean;
  constructor(message: string, isUncertain: boolean) {
    super(message);
    this.isUncertain = isUncertain;
  }
}

/** Opens the Connect page, or `/manage`. */
export async function openFlow(client: SoakClient, path: string): Promise<SendStep> {
  const headers = { 'X-Forwarded-For': createAddress() };
  const endpoint = `GET ${path.split('?')[0]}`;
  const page = await client.send({ endpoint, path, headers });
  const [, flow_token] = /"flow_token":"([\da-f]+)"/.exec(page.text) ?? [];
  let isUncertain = false;
  return async (name, fields = {}) => {
    const answer = await client.send({
      endpoint: `POST /connect/flow/${name}`,
      path: `/connect/flow/${name}`,
      headers: { ...headers, 'Sec-Fetch-Site': 'same-origin' },
      fields: { flow_token, ...fields },
    });
    isUncertain ||= answer.isUncertain;
    if (answer.status === 200) return { ...answer, status: 200 };
    throw new StepRefused(`${name}: ${answer.status} ${answer.body.error}`, isUncertain);
  };
}

/** @returns a nonce of the host */
export const createNonce = () => randomBytes(32).toString('base64url');
