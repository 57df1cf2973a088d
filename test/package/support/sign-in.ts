import type { ConnectService } from 'tax-connect/testing';

/**
 * A person signs in without a browser, and is asked for consent.
 *
 * @param session - the secret of a session of the backend
 */
export async function signIn(
  { connectUrl, clientId }: ConnectService,
  providerId: string,
  session: string | null = null,
) {
  const page = await fetch(`${connectUrl}?client_id=${clientId}`);
  const [, flow_token = ''] = /"flow_token":"([^"]+)"/.exec(await page.text()) ?? [];
  const send = async (step: string, body: object) => {
    const response = await fetch(`${connectUrl}/flow/${step}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
      body: JSON.stringify({ flow_token, ...body }),
    });
    return (await response.json()) as { readonly step?: string; readonly code?: string };
  };
  const nonce = 'n'.repeat(43);
  await send('start', { origin: 'http://localhost:3000', nonce, state: null, session });
  await send('provider', { provider_id: providerId });
  const { step } = await send('login', { username: 'pat', password: 'any' });
  return { send, step };
}
