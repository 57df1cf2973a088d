import { credentials, hostOrigin, nonce } from './harness.ts';

/** POST with JSON, as from a backend. */
export function post(url: string, body: unknown, headers: Record<string, string> = {}) {
  return fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

/**
 * Codes from the sandbox endpoint, without a browser.
 *
 * @param usernames - whose accounts take turns
 */
export async function issueCodes(
  baseUrl: string,
  count: number,
  usernames: readonly string[] = ['user_good'],
): Promise<readonly string[]> {
  return await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const body = { ...credentials, username: usernames[index % usernames.length] };
      const issue = () => post(`${baseUrl}/sandbox/authorization_codes`, body);
      let response = await issue();
      // A busy machine asks to come back.
      while (response.status === 503) response = await issue();
      return ((await response.json()) as { code: string }).code;
    }),
  );
}

/** A flow at its login, driven over the network. */
export async function startLoginAt(baseUrl: string) {
  const html = await (await fetch(`${baseUrl}/connect?client_id=test_app`)).text();
  const [, flow_token = ''] = /"flow_token":"([\da-f]+)"/.exec(html) ?? [];
  const sendTo = (url: string, step: string, fields: object) =>
    post(`${url}/connect/flow/${step}`, { flow_token, ...fields }, sameOrigin);
  await sendTo(baseUrl, 'start', { origin: hostOrigin, nonce, state: null });
  await sendTo(baseUrl, 'provider', { provider_id: 'sandbox' });
  return {
    /** @param url - any process that shares the database */
    logInAt: (url: string, username: string, password = 'pass_good') =>
      sendTo(url, 'login', { username, password }),
  };
}

const sameOrigin = { 'Sec-Fetch-Site': 'same-origin' };
