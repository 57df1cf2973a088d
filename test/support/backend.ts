import { exchangeCode } from 'tax-connect/server';
import type { ConnectService } from 'tax-connect/testing';
import type { World } from './world.ts';

/** The options by which a backend names itself in each call of `tax-connect/server`. */
export const describeBackend = ({ url, clientId, clientSecret }: ConnectService) => ({
  baseUrl: url,
  clientId,
  clientSecret,
});

/** Connects an account without a browser. @returns its ID, and how its backend asks about it */
export async function connectAccount(connect: ConnectService) {
  const code = await connect.createCode();
  const { accountId, accessToken } = await exchangeCode({ ...describeBackend(connect), code });
  return { accountId, token: { baseUrl: connect.url, accessToken } };
}

/** Posts to the service as the backend of the world's application. */
export function postAsBackend({ baseUrl, application }: World, path: string, fields: object = {}) {
  const { client_id, client_secret } = application;
  return fetch(baseUrl + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ client_id, client_secret, ...fields }),
  });
}
