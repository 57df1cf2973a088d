import { randomBytes } from 'node:crypto';
import { createTestService, type ServiceOptions, type TestService } from './harness.ts';
import { publicUrl } from './test-application.ts';

/** Random for each run, because no code may depend on it and no log may contain it. */
export const dashboardPassword = `pw-${randomBytes(6).toString('hex')}`;

/** A person with a browser at the dashboard, signed in or not. */
export interface TestOperator {
  readonly service: TestService;
  /** The browser's `Cookie` header. */
  cookie: string;
  csrfToken: string;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  /** Sends a POST as the page does, with own origin, cookie and token. `headers` override these. */
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  signIn(password?: string, headers?: Record<string, string>): Promise<Response>;
}

/** @returns a person who has not signed in */
export async function createStranger(options: ServiceOptions = {}): Promise<TestOperator> {
  const service = await createTestService({ dashboardPassword, ...options });
  return createVisitor(service);
}

/**
 * @param service - a service with a dashboard
 * @returns another person, with a separate browser
 */
export function createVisitor(service: TestService): TestOperator {
  const send = async (path: string, init: RequestInit) =>
    await service.app.request(`/dashboard/api/${path}`, init);
  const operator: TestOperator = {
    service,
    cookie: '',
    csrfToken: '',
    get: (path, headers = {}) => send(path, { headers: { Cookie: operator.cookie, ...headers } }),
    post: (path, body = {}, headers = {}) =>
      send(path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: {
          'Content-Type': 'application/json',
          Origin: publicUrl,
          Cookie: operator.cookie,
          'X-CSRF-Token': operator.csrfToken,
          ...headers,
        },
      }),
    async signIn(password = dashboardPassword, headers = {}) {
      const response = await operator.post('sign-in', { password }, headers);
      const [cookie] = response.headers.getSetCookie();
      if (cookie) operator.cookie = cookie.split(';', 1)[0] ?? '';
      const json = (await response.clone().json()) as { csrf_token?: string };
      operator.csrfToken = json.csrf_token ?? '';
      return response;
    },
  };
  return operator;
}

/** @returns a person who has signed in */
export async function createOperator(options: ServiceOptions = {}): Promise<TestOperator> {
  const operator = await createStranger(options);
  await operator.signIn();
  return operator;
}
