/** The password that the benchmarks start the service with. */
export const dashboardPassword = 'kept by the bench';

/**
 * Deletes an application as the dashboard does.
 *
 * @param listenPort - of the service
 * @throws Error when the service refuses
 */
export async function deleteApplication(
  listenPort: number,
  { clientId, name }: { readonly clientId: string; readonly name: string },
): Promise<void> {
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${listenPort}/dashboard/api/${path}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Origin: `http://localhost:${listenPort}`,
        ...headers,
      },
      body: JSON.stringify(body),
    });
  const signedIn = await post('sign-in', { password: dashboardPassword });
  const [cookie = ''] = signedIn.headers.getSetCookie();
  const { csrf_token } = (await signedIn.json()) as { readonly csrf_token: string };
  const headers = { Cookie: cookie.split(';', 1)[0] ?? '', 'X-CSRF-Token': csrf_token };
  const deleted = await post(`applications/${clientId}/delete`, { name }, headers);
  if (!deleted.ok) throw new Error(`The deletion was answered ${deleted.status}.`);
}
