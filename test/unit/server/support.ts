import { vi } from 'vitest';
import type { CallbackError } from '../../../src/sdk/server/callback-error.ts';
import type { CallbackOptions } from '../../../src/sdk/server/callback-options.ts';
import { type Callback, createCallback } from '../../../src/sdk/server/create-callback.ts';
import type { TokenResponse } from '../../../src/sdk/server/token-response.ts';

/** Long and unmistakable, so that a search for it proves something. */
export const clientSecret = 'secret-5b1f0c9be3a1477c8d11';
export const code = 'code-7d2e9a41c6f84b0e93aa';
export const webhookSecret = `whsec_${btoa('webhook-3f6c1f0f9d284a58b1c2')}`;
export const accessToken = 'token-e07c55d2b94f4f2a8b63';

export const redirectUri = 'http://localhost:4401/callback';

/** A Connect service for the exchange. It records requests and responds as the test says. */
export function createService(answer: () => Response | Promise<Response> = answerTokens) {
  return vi.fn<typeof fetch>(async () => await answer());
}

/** @returns the successful answer, with further fields if wanted */
export function answerTokens(more: object = {}): Response {
  const tokens = { account_id: 'acc_1', provider_id: 'sandbox', access_token: accessToken };
  return Response.json({ ...tokens, ...more });
}

/** @returns the error of this class with which the work fails */
export async function catchError<Caught extends Error>(
  ErrorClass: abstract new (...values: never) => Caught,
  work: Promise<unknown>,
): Promise<Caught> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ErrorClass) return error;
  throw new Error(`Not refused, but ${String(error)}`);
}

/** @returns the JSON bodies of the requests to a service */
export function readBodies(service: ReturnType<typeof createService>): unknown[] {
  return service.mock.calls.map(([, init]) => JSON.parse(String(init?.body)));
}

/** Further options of a test's callback, and the answer of its Connect service. */
export interface TestOptions extends Partial<CallbackOptions> {
  readonly answer?: () => Response | Promise<Response>;
}

/** A callback of an application on localhost:4401. It records the calls of its functions. */
export function createTestCallback({ answer, ...options }: TestOptions = {}) {
  const service = createService(answer);
  const connected: TokenResponse[] = [];
  const errors: string[] = [];
  const reported: CallbackError[] = [];
  const callback = createCallback({
    baseUrl: 'http://localhost:4400',
    clientId: 'app_test',
    clientSecret,
    redirectUri,
    onConnected: (tokens) => void connected.push(tokens),
    onError(error) {
      errors.push(error.code);
      reported.push(error);
    },
    fetch: service,
    ...options,
  });
  return { callback, service, connected, errors, reported };
}

/** The request of `forwardCode`. `headers` with the value undefined are removed. */
export function createForward(
  headers: { readonly [name: string]: string | undefined } = {},
  url = `${redirectUri}?code=${code}`,
): Request {
  const all = { 'sec-fetch-site': 'same-origin', ...headers };
  return new Request(url, { method: 'POST', headers: withoutUndefined(all) });
}

/** Posts a code as `forwardCode` does. @returns the parts of the response that the tests read */
export async function forward(
  { callback }: { readonly callback: Callback },
  ...[headers, url]: Parameters<typeof createForward>
) {
  const response = await callback(createForward(headers, url));
  const text = await response.text();
  const body: unknown = text.startsWith('{') ? JSON.parse(text) : text;
  return { status: response.status, headers: Object.fromEntries(response.headers), text, body };
}

/** The browser's part of a started flow: its cookie and the matching state. */
export interface StartedFlow {
  readonly cookie: string;
  readonly state: string;
}

/** The `iss` of the Connect service of these tests. */
export const issuer = 'http://localhost:4400';

/** The navigation from Connect back to the callback, with the flow's state and the service's `iss`. */
export function createReturn(
  { cookie, state }: Partial<StartedFlow>,
  query = `code=${code}`,
): Request {
  const all = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document', cookie };
  const origin = state === undefined ? '' : `&state=${state}&iss=${encodeURIComponent(issuer)}`;
  return new Request(`${redirectUri}?${query}${origin}`, { headers: withoutUndefined(all) });
}

/** The way of a browser back to the callback. @returns the address to which the callback sends it on */
export async function comeBack(
  callback: Callback,
  ...flowAndQuery: Parameters<typeof createReturn>
): Promise<string | null> {
  return (await callback(createReturn(...flowAndQuery))).headers.get('location');
}

/** A click on the application's own link. */
export function createStart(
  headers: { readonly [name: string]: string | undefined } = {},
): Request {
  const all = { 'sec-fetch-site': 'same-origin', ...headers };
  return new Request('http://localhost:4401/connect/start', { headers: withoutUndefined(all) });
}

/** Starts a flow as a browser does. */
export async function startFlow(callback: Callback, request = createStart()): Promise<StartedFlow> {
  return readFlow(await callback.startRedirect(request));
}

/** The flow that a browser has after a response that starts one. */
export function readFlow({ headers }: Response): StartedFlow {
  const [cookie = ''] = (headers.get('set-cookie') ?? '').split(';', 1);
  const state = new URL(headers.get('location') ?? '').searchParams.get('state') ?? '';
  return { cookie, state };
}

function withoutUndefined(headers: { readonly [name: string]: string | undefined }): Headers {
  const kept = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) kept.set(name, value);
  }
  return kept;
}
