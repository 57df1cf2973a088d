import { batch, type ReadonlySignal, signal } from '@preact/signals';
import * as v from 'valibot';
import { errorAnswer } from '../shapes/common-answers.ts';
import type { Session } from '../shapes/dashboard-answers.ts';
import { api, type Request } from './api.ts';

const requestTimeoutMs = 15_000;

/** The reason for a refused request. */
export interface Problem {
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  /** A sentence for the user. */
  readonly description: string;
}

/** The result of a request, which never throws. */
type Result<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: Problem };

/** The person at the page. */
export interface Visitor {
  /** Null until the service has answered. Its CSRF token is null without a sign-in. */
  readonly session: ReadonlySignal<Session | null>;
  /** Whether the sign-in before this visit, or during it, has expired. */
  readonly hasExpired: ReadonlySignal<boolean>;
  /** Sends a request. A 401 ends the sign-in. */
  ask<Value>(request: Request<Value>): Promise<Result<Value>>;
  /** Asks the service who the visitor is. @returns the problem, or null */
  find(): Promise<Problem | null>;
  /** Uses the answer to a sign-in or sign-out. */
  enter(session: Session): void;
}

/**
 * @param send - the browser's `fetch`, or a test's
 * @param onExpire - called with the person whose sign-in has expired, before its views are removed
 */
export function createVisitor(
  send: typeof fetch,
  onExpire: (person: string | null) => void,
): Visitor {
  const session = signal<Session | null>(null);
  const hasExpired = signal(false);
  const queues = new Map<string, Promise<unknown>>();

  const expire = () => {
    const { value } = session;
    if (!value || value.csrf_token === null) return;
    batch(() => {
      onExpire(value.person);
      session.value = { ...value, csrf_token: null, role: null, person: null };
      hasExpired.value = true;
    });
  };
  const ask = async <Value>(request: Request<Value>) => {
    const result = await sendRequest(send, session.value?.csrf_token ?? '', request);
    if (!result.ok && result.problem.status === 401) expire();
    return result;
  };
  return {
    session,
    hasExpired,
    ask(request) {
      const { queue } = request;
      if (queue === undefined) return ask(request);
      const result = (queues.get(queue) ?? Promise.resolve()).then(() => ask(request));
      queues.set(queue, result);
      return result;
    },
    async find() {
      const result = await ask(api.session());
      if (!result.ok) return result.problem;
      batch(() => {
        session.value = result.value;
        hasExpired.value = result.value.has_expired;
      });
      return null;
    },
    enter(entered) {
      batch(() => {
        session.value = entered;
        hasExpired.value = false;
      });
    },
  };
}

async function sendRequest<Value>(
  send: typeof fetch,
  csrfToken: string,
  { path, answer, body }: Request<Value>,
): Promise<Result<Value>> {
  try {
    // The default mode (`cors`) is on purpose: with `same-origin` and the document's `no-referrer`
    // browsers send `Origin: null`. https://fetch.spec.whatwg.org/#append-a-request-origin-header
    const response = await send(`/dashboard/api/${path}`, {
      ...(body === null ? {} : { method: 'POST', body: JSON.stringify(body) }),
      headers: {
        accept: 'application/json',
        ...(body === null ? {} : { 'content-type': 'application/json', 'x-csrf-token': csrfToken }),
      },
      cache: 'no-store',
      credentials: 'same-origin',
      redirect: 'error',
      signal: AbortSignal.timeout(requestTimeoutMs),
    });
    const json: unknown = await response.json().catch(() => undefined);
    if (!response.ok) return { ok: false, problem: readProblem(response.status, json) };
    const parsed = v.safeParse(answer, json);
    if (parsed.success) return { ok: true, value: parsed.output };
    return fail('The service answered in a form that this page does not know. Reload the page.');
  } catch {
    // The error of `fetch` says only "failed".
    return fail('The service could not be reached. Check your connection, then try again.');
  }
}

function fail(description: string): Result<never> {
  return { ok: false, problem: { status: 0, description } };
}

/** @returns the problem, also when another server has answered, such as a proxy */
function readProblem(status: number, body: unknown): Problem {
  const parsed = v.safeParse(errorAnswer, body);
  const sentence = parsed.success ? parsed.output.error_description : undefined;
  return { status, description: sentence ?? `The service answered ${status}. Try again.` };
}
