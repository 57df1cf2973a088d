import type { BaseIssue, BaseSchema } from 'valibot';
import * as v from 'valibot';
import {
  authorizedAnswer,
  backAnswer,
  type ConsentAnswer,
  consentAnswer,
  type LoginAnswer,
  loginAnswer,
  type ResumedFlow,
  resumedAnswer,
  type SelectedProvider,
  type StartedFlow,
  selectedAnswer,
  startedAnswer,
} from '../shapes/flow-answers.ts';
import type { Decision } from '../shapes/unions.ts';
import { parseProblem } from './parse-problem.ts';
import type { Problem } from './problems.ts';

/** Longest time the page waits for one answer. */
export const requestTimeoutMs = 15_000;
/** The same where a provider is asked, to which the service gives 20 s. */
const providerTimeoutMs = 25_000;

/** What an embedded flow is bound to, once. */
export interface FlowBinding {
  /** The host's origin, as the browser reported it. */
  readonly origin: string;
  /** 43 base64url characters. */
  readonly nonce: string;
  readonly state: string | null;
}

/** What tells the host of a flow from any other page. */
type HostBinding = Pick<FlowBinding, 'origin' | 'nonce'>;

/** The answer, or what went wrong; requests never throw. */
export type FlowResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: Problem };

/** The page's requests, one per step. Aborting a request makes its result a `connection_lost`. */
export interface FlowClient {
  /** @param binding - null in the redirect flow */
  start(binding: FlowBinding | null, signal: AbortSignal): Promise<FlowResult<StartedFlow>>;
  selectProvider(providerId: string, signal: AbortSignal): Promise<FlowResult<SelectedProvider>>;
  goBack(signal: AbortSignal): Promise<FlowResult<unknown>>;
  /** @param fields - what was typed, by the names of the provider's fields */
  login(
    fields: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<FlowResult<LoginAnswer>>;
  submitAnswer(answer: ChallengeAnswer, signal: AbortSignal): Promise<FlowResult<LoginAnswer>>;
  resend(challengeId: string, signal: AbortSignal): Promise<FlowResult<LoginAnswer>>;
  /** @returns the address of the provider's own site */
  authorize(signal: AbortSignal): Promise<FlowResult<{ readonly url: string }>>;
  /** @param host - the page that welcomed the document; null: none has to */
  resume(host: HostBinding | null, signal: AbortSignal): Promise<FlowResult<ResumedFlow>>;
  /** @param query - what the provider added to the address of the return */
  comeBack(query: string, signal: AbortSignal): Promise<FlowResult<LoginAnswer>>;
  decide(decision: Decision, signal: AbortSignal): Promise<FlowResult<ConsentAnswer>>;
}

/** What the user answers to a challenge. */
interface ChallengeAnswer {
  readonly answer: string;
  /** Undefined: there is one only. */
  readonly challengeId: string | undefined;
}

/** Where requests go. */
export interface FlowClientOptions {
  readonly flowToken: string;
  /** The browser's own, or a test's. */
  readonly fetch: typeof fetch;
  /** @returns BCP 47 tag of the user, as known by now (default: the language of the document) */
  readonly readLocale?: () => string;
}

/** One request about a flow: the last part of its address, what it sends, and what it must answer. */
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
  const ask = <Value>(request: FlowRequest<Value>, signal: AbortSignal) =>
    askService(options, request, signal);
  const { readLocale = () => document.documentElement.lang || 'en' } = options;
  // A provider may take longer than the service itself.
  const askProvider = (path: string, fields: object, signal: AbortSignal) => {
    const body = { ...fields, locale: readLocale() };
    const request = { path, body, answer: loginAnswer, timeoutMs: providerTimeoutMs };
    return ask(request, signal);
  };
  return {
    start: (binding, signal) =>
      ask(
        { path: 'start', body: { ...binding, locale: readLocale() }, answer: startedAnswer },
        signal,
      ),
    async selectProvider(providerId, signal) {
      const body = { provider_id: providerId };
      const result = await ask({ path: 'provider', body, answer: selectedAnswer }, signal);
      return result.ok ? { ok: true, value: result.value.provider } : result;
    },
    goBack: (signal) => ask({ path: 'back', body: {}, answer: backAnswer }, signal),
    login: (fields, signal) => askProvider('login', fields, signal),
    submitAnswer: ({ answer, challengeId }, signal) =>
      askProvider('answer', { answer, challenge_id: challengeId }, signal),
    resend: (challenge_id, signal) => askProvider('resend', { challenge_id }, signal),
    authorize: (signal) => {
      const body = { locale: readLocale() };
      const request = { path: 'authorize', body, answer: authorizedAnswer };
      return ask({ ...request, timeoutMs: providerTimeoutMs }, signal);
    },
    resume: (binding, signal) =>
      ask(
        { path: 'resume', body: { binding, locale: readLocale() }, answer: resumedAnswer },
        signal,
      ),
    comeBack: (query, signal) => askProvider('return', { query }, signal),
    decide: (decision, signal) =>
      ask({ path: 'consent', body: { decision }, answer: consentAnswer }, signal),
  };
}

/**
 * @param options - the flow's token and how to fetch
 * @param request - what to ask
 * @param signal - aborts it
 * @returns the answer, or what went wrong; never rejects
 */
export function askService<Value>(
  options: FlowClientOptions,
  request: FlowRequest<Value>,
  signal: AbortSignal,
): Promise<FlowResult<Value>> {
  return withTimeout(signal, (timed) => post(options, request, timed), request.timeoutMs);
}

async function post<Value>(
  { fetch: send, flowToken }: FlowClientOptions,
  { path, body, answer }: FlowRequest<Value>,
  signal: AbortSignal,
): Promise<FlowResult<Value>> {
  // The default mode (`cors`) is on purpose: with `same-origin` and the document's `no-referrer`
  // browsers send `Origin: null`. https://fetch.spec.whatwg.org/#append-a-request-origin-header
  const response = await send(`/connect/flow/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ flow_token: flowToken, ...body }),
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
    signal,
  });
  const json: unknown = await response.json().catch((error: unknown) => {
    // Not JSON is an answer too; a connection cut while reading is not.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  });
  if (!response.ok) return { ok: false, problem: parseProblem(response, json) };
  const parsed = v.safeParse(answer, json);
  if (parsed.success) return { ok: true, value: parsed.output };
  const description = `The answer of ${path} has an unexpected shape.`;
  return { ok: false, problem: { code: 'server_error', description, retryable: false } };
}

async function withTimeout<Value>(
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
    // fetch says only "failed", so the reason has to be found elsewhere; nothing is lost here.
    return { ok: false, problem: describeFailure(isLate) };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', handleAbort);
  }
}

/**
 * Waits for the browser to put another page in this one's place, which ends the wait.
 *
 * @param signal - ends it, too
 * @returns what went wrong, when nothing came in time
 */
export async function waitForNavigation(signal: AbortSignal): Promise<FlowResult<never>> {
  if (navigator.onLine === false) return { ok: false, problem: describeFailure(false) };
  return await withTimeout(
    signal,
    (timed) =>
      new Promise((_, reject) => {
        timed.addEventListener('abort', () => reject(timed.reason));
      }),
  );
}

function describeFailure(isLate: boolean): Problem {
  if (isLate && navigator.onLine !== false)
    return { code: 'timeout', description: 'No answer in time.', retryable: true };
  const code = navigator.onLine === false ? 'offline' : 'connection_lost';
  return { code, description: 'The service could not be reached.', retryable: true };
}
