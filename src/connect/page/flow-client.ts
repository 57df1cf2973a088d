import type { BaseIssue, BaseSchema } from 'valibot';
import * as v from 'valibot';
import {
  authorizedAnswer,
  type BegunFlow,
  backAnswer,
  begunAnswer,
  type ConsentAnswer,
  consentAnswer,
  type EndedAccess,
  endedAccessAnswer,
  type LoginAnswer,
  loginAnswer,
  type RemainingTime,
  type ResumedFlow,
  remainingAnswer,
  resumedAnswer,
  type SelectedProvider,
  type StartedFlow,
  selectedAnswer,
  startedAnswer,
} from '../shapes/flow-answers.ts';
import { sessionReference } from '../shapes/handoff-fields.ts';
import type { Decision } from '../shapes/unions.ts';
import type { ShownConsent } from './flow.ts';
import { parseProblem } from './parse-problem.ts';
import type { Problem } from './problems.ts';

/** The longest wait for an answer. */
export const requestTimeoutMs = 15_000;
/** The longest wait for an answer that needs the provider. The service gives the provider 20 s. */
const providerTimeoutMs = 25_000;

/** The binding of an embedded flow. It is sent once. */
export interface FlowBinding {
  /** The host's origin, as the browser reported it. */
  readonly origin: string;
  /** 43 base64url characters. */
  readonly nonce: string;
  readonly state: string | null;
  /** The host's ID of the session, from which the reference is derived. */
  readonly sessionId: string;
}

/** How a flow starts. */
interface FlowStart {
  /** Null in the redirect flow. */
  readonly binding: FlowBinding | null;
  /** The secret of a session that connects an account again, or null. */
  readonly session: string | null;
}

/** Distinguishes the host of a flow from any other page. */
type HostBinding = Pick<FlowBinding, 'origin' | 'nonce'>;

/** The answer, or the problem. Requests never throw. */
export type FlowResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: Problem };

/** The page's requests, one per step. Aborting a request makes its result a `connection_lost`. */
export interface FlowClient {
  /** @param session - the secret of a link */
  begin(session: string, signal: AbortSignal): Promise<FlowResult<BegunFlow>>;
  start(start: FlowStart, signal: AbortSignal): Promise<FlowResult<StartedFlow>>;
  selectProvider(providerId: string, signal: AbortSignal): Promise<FlowResult<SelectedProvider>>;
  /** @returns the current list of providers */
  goBack(signal: AbortSignal): Promise<FlowResult<Pick<StartedFlow, 'providers'>>>;
  /** @param fields - the user's input, by the names of the provider's fields */
  login(
    fields: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<FlowResult<LoginAnswer>>;
  submitAnswer(answer: ChallengeAnswer, signal: AbortSignal): Promise<FlowResult<LoginAnswer>>;
  resend(challengeId: string, signal: AbortSignal): Promise<FlowResult<LoginAnswer>>;
  /** @returns the address of the provider's own site */
  authorize(signal: AbortSignal): Promise<FlowResult<{ readonly url: string }>>;
  /** @param host - the page that welcomed the document; null when the flow needs no host */
  resume(host: HostBinding | null, signal: AbortSignal): Promise<FlowResult<ResumedFlow>>;
  /** @param query - the parameters that the provider added to the return address */
  comeBack(query: string, signal: AbortSignal): Promise<FlowResult<LoginAnswer>>;
  decide(
    choice: { readonly decision: Decision; readonly shown?: ShownConsent | undefined },
    signal: AbortSignal,
  ): Promise<FlowResult<ConsentAnswer>>;
  endAccess(accountId: string, signal: AbortSignal): Promise<FlowResult<EndedAccess>>;
  /**
   * Gives the flow more time. Other requests may be sent meanwhile.
   *
   * @param idleSeconds - how long ago the user's last input was
   */
  stay(idleSeconds: number): Promise<FlowResult<RemainingTime>>;
}

/** The user's answer to a challenge. */
interface ChallengeAnswer {
  readonly answer: string;
  /** Undefined when there is only one challenge. */
  readonly challengeId: string | undefined;
}

/** The transport of requests. */
export interface FlowClientOptions {
  /** The flow's token. A link has no token before `begin`, which sets it here. */
  readonly own: { flowToken: string };
  /** The client ID of the application, for a link. */
  readonly clientId?: string;
  /** The browser's `fetch`, or a replacement in tests. */
  readonly fetch: typeof fetch;
  /** @returns the user's current language, a BCP 47 tag; default: the language of the document */
  readonly readLocale?: () => string;
}

/** One request about a flow: the last part of its address, its body and the schema of its answer. */
export interface FlowRequest<Value> {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly answer: BaseSchema<unknown, Value, BaseIssue<unknown>>;
  /** Longest wait, in milliseconds (default: {@link requestTimeoutMs}). */
  readonly timeoutMs?: number;
}

/**
 * @param options - the flow's token and how to fetch
 * @returns the service's endpoints for this flow
 */
export function createFlowClient(options: FlowClientOptions): FlowClient {
  const { readLocale = () => document.documentElement.lang || 'en' } = options;
  const ask = <Value>(request: FlowRequest<Value>, signal: AbortSignal) =>
    askService(options, request, signal);
  /** Sends a request whose answer has texts in the user's language. */
  const askLocalized = <Value>(request: FlowRequest<Value>, signal: AbortSignal) =>
    ask({ ...request, body: { ...request.body, locale: readLocale() } }, signal);
  /** Sends a request that the provider answers, which may take longer than the service itself. */
  const askProvider = <Value>(request: FlowRequest<Value>, signal: AbortSignal) =>
    askLocalized({ ...request, timeoutMs: providerTimeoutMs }, signal);
  return {
    async begin(session, signal) {
      const body = { client_id: options.clientId, session };
      const result = await askLocalized({ path: 'begin', body, answer: begunAnswer }, signal);
      if (result.ok) options.own.flowToken = result.value.flow_token;
      return result;
    },
    start: ({ binding, session }, signal) =>
      askLocalized(
        {
          path: 'start',
          body: { ...describeBinding(binding), ...(session === null ? {} : { session }) },
          answer: startedAnswer,
        },
        signal,
      ),
    resume: (binding, signal) =>
      askLocalized({ path: 'resume', body: { binding }, answer: resumedAnswer }, signal),
    async selectProvider(providerId, signal) {
      const body = { provider_id: providerId };
      const result = await ask({ path: 'provider', body, answer: selectedAnswer }, signal);
      return result.ok ? { ok: true, value: result.value.provider } : result;
    },
    goBack: (signal) => askLocalized({ path: 'back', body: {}, answer: backAnswer }, signal),
    login: (fields, signal) =>
      askProvider({ path: 'login', body: fields, answer: loginAnswer }, signal),
    submitAnswer({ answer, challengeId }, signal) {
      const body = { answer, challenge_id: challengeId };
      return askProvider({ path: 'answer', body, answer: loginAnswer }, signal);
    },
    resend(challengeId, signal) {
      const body = { challenge_id: challengeId };
      return askProvider({ path: 'resend', body, answer: loginAnswer }, signal);
    },
    authorize: (signal) =>
      askProvider({ path: 'authorize', body: {}, answer: authorizedAnswer }, signal),
    comeBack: (query, signal) =>
      askProvider({ path: 'return', body: { query }, answer: loginAnswer }, signal),
    decide: ({ decision, shown }, signal) =>
      ask({ path: 'consent', body: { decision, ...shown }, answer: consentAnswer }, signal),
    endAccess(accountId, signal) {
      const body = { account_id: accountId };
      return ask({ path: 'end-access', body, answer: endedAccessAnswer }, signal);
    },
    stay(idleSeconds) {
      const body = { idle_seconds: idleSeconds };
      return ask({ path: 'stay', body, answer: remainingAnswer }, new AbortController().signal);
    },
  };
}

function describeBinding(binding: FlowBinding | null): Readonly<Record<string, unknown>> {
  if (!binding) return {};
  const { sessionId, ...host } = binding;
  return { ...host, reference: v.is(sessionReference, sessionId) ? sessionId : null };
}

/**
 * @param options - the flow's token and how to fetch
 * @param signal - aborts it
 * @returns the answer, or the problem; never rejects
 */
export function askService<Value>(
  options: Pick<FlowClientOptions, 'own' | 'fetch'>,
  request: FlowRequest<Value>,
  signal: AbortSignal,
): Promise<FlowResult<Value>> {
  return withTimeout(signal, (timed) => post(options, request, timed), request.timeoutMs);
}

async function post<Value>(
  { fetch: send, own }: Pick<FlowClientOptions, 'own' | 'fetch'>,
  { path, body, answer }: FlowRequest<Value>,
  signal: AbortSignal,
): Promise<FlowResult<Value>> {
  const init = createInit({ flow_token: own.flowToken, ...body });
  const response = await send(`/connect/flow/${path}`, { ...init, signal });
  const json: unknown = await response.json().catch((error: unknown) => {
    // A body that is not JSON is a response; a dropped connection is a network error.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  });
  if (!response.ok) return { ok: false, problem: parseProblem(response, json) };
  const parsed = v.safeParse(answer, json);
  if (parsed.success) return { ok: true, value: parsed.output };
  const description = `The answer of ${path} has an unexpected shape.`;
  return { ok: false, problem: { code: 'server_error', description, retryable: false } };
}

/**
 * Creates the settings of `fetch` for every request of the page. The default mode (`cors`) is used, because with
 * `same-origin` and the document's `no-referrer` browsers send `Origin: null`.
 *
 * @param body - the step's fields, with the flow token
 * @see https://fetch.spec.whatwg.org/#append-a-request-origin-header
 */
export function createInit(body: object): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
  };
}

/**
 * @param signal - ends the request, too
 * @param request - gets a signal that also ends it after the time-out
 * @returns its result; a problem when it failed or took too long
 */
export async function withTimeout<Value>(
  signal: AbortSignal,
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
  signal.addEventListener('abort', handleAbort);
  try {
    return await request(controller.signal);
  } catch {
    // The error of `fetch` says only "failed", so the reason is determined without it.
    return { ok: false, problem: describeFailure(isLate) };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', handleAbort);
  }
}

/**
 * Waits for the browser to replace this page, which also ends the wait.
 *
 * @param signal - ends the wait, too
 * @returns a problem after the time-out
 */
export async function waitForNavigation(signal: AbortSignal): Promise<FlowResult<never>> {
  return await withTimeout(
    signal,
    (timed) =>
      new Promise((_, reject) => {
        timed.addEventListener('abort', () => reject(timed.reason));
      }),
  );
}

/**
 * Gives only a hint: `navigator.onLine` is false in a container whose only network is this machine.
 *
 * @returns whether the service is probably out of reach
 */
function seemsOffline(): boolean {
  const isLocal = /^(localhost$|127\.|\[::1)/.test(window.location.hostname);
  return !navigator.onLine && !isLocal;
}

function describeFailure(isLate: boolean): Problem {
  if (isLate && !seemsOffline())
    return { code: 'timeout', description: 'No answer in time.', retryable: true };
  const code = seemsOffline() ? 'offline' : 'connection_lost';
  return { code, description: 'The service could not be reached.', retryable: true };
}
