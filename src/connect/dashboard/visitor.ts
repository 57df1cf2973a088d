import { batch, type ReadonlySignal, signal } from '@preact/signals';
import * as v from 'valibot';
import { errorAnswer } from '../shapes/common-answers.ts';
import type { Session } from '../shapes/dashboard-answers.ts';
import { api, type Request } from './api.ts';

const requestTimeoutMs = 15_000;

export interface Problem {
  /** The HTTP status; 0 if no valid response arrived. */
  readonly status: number;
  readonly description: string;
}

/** The result of a request. A failed request does not throw: it has a problem instead of a value. */
type Result<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: Problem };

/** @param onExpire - called when the visitor's sign-in has expired, while their view is still shown */
export function createVisitor(send: typeof fetch, onExpire: (person: string | null) => void) {
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
  /**
   * Takes over the sign-in of another tab. Its cookie counts here, too, but it has another CSRF token. If it is a sign-in
   * of another person, this tab's sign-in has ended.
   */
  const renew = async (): Promise<boolean> => {
    const { value } = session;
    const found = await sendRequest(send, '', api.session());
    if (!value || !found.ok || found.value.csrf_token === value.csrf_token) return false;
    const { csrf_token, person, role } = found.value;
    if (csrf_token === null || person !== value.person || role !== value.role) {
      expire();
      return false;
    }
    session.value = found.value;
    return true;
  };
  const ask = async <Value>(request: Request<Value>) => {
    const sendOnce = () => sendRequest(send, session.value?.csrf_token ?? '', request);
    let result = await sendOnce();
    const isRefused = !result.ok && result.problem.status === 403 && request.body !== null;
    if (isRefused && (await renew())) result = await sendOnce();
    if (!result.ok && result.problem.status === 401) expire();
    return result;
  };
  return {
    /** The visitor as the service knows them; null before its first response. Signed out, its CSRF token is null. */
    session: session as ReadonlySignal<Session | null>,
    /** True when the visitor was signed in, and this sign-in has expired. */
    hasExpired: hasExpired as ReadonlySignal<boolean>,
    ask<Value>(request: Request<Value>): Promise<Result<Value>> {
      const { queue } = request;
      if (queue === undefined) return ask(request);
      const result = (queues.get(queue) ?? Promise.resolve()).then(() => ask(request));
      queues.set(queue, result);
      return result;
    },
    /** Asks the service who the visitor is. @returns the problem if the request fails, or null */
    async find(): Promise<Problem | null> {
      const result = await ask(api.session());
      if (!result.ok) return result.problem;
      batch(() => {
        session.value = result.value;
        hasExpired.value = result.value.has_expired;
      });
      return null;
    },
    enter(entered: Session): void {
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
    // The mode stays at the default, `cors`. With `same-origin`, browsers would send `Origin: null`, because the
    // document's referrer policy is `no-referrer`. https://fetch.spec.whatwg.org/#append-a-request-origin-header
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
    // The error that `fetch` throws does not say more than that the request failed.
    return fail('The service could not be reached. Check your connection, then try again.');
  }
}

function fail(description: string): Result<never> {
  return { ok: false, problem: { status: 0, description } };
}

/** The response may be the error page of a proxy instead of the service's JSON. */
function readProblem(status: number, body: unknown): Problem {
  const parsed = v.safeParse(errorAnswer, body);
  const sentence = parsed.success ? parsed.output.error_description : undefined;
  return { status, description: sentence ?? `The service answered ${status}. Try again.` };
}
