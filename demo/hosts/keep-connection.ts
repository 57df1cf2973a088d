import { AccountError, disconnect, getAccount, type TokenResponse } from 'tax-connect/server';
import type { AppConfig } from './config.ts';
import type { Connection, Session } from './sessions.ts';

/**
 * Stores a new connection in the session of its visitor.
 *
 * @param how - the way in which the account was connected, in words for the log
 */
export async function keepConnection(
  config: AppConfig,
  session: Session,
  { tokens, how }: { readonly tokens: TokenResponse; readonly how: string },
): Promise<void> {
  const { connectBaseUrl: baseUrl, log } = config;
  const { accountId, providerId, accessToken } = tokens;
  const previous = session.connection;
  session.setConnection({ accountId, providerId, accessToken, status: 'active' });
  log(`connected: ${providerId} (${how})`);
  // Logs errors below instead of throwing them, because the new account is already stored. They contain no secret.
  const logFailure = ({ message }: Error) => log(`account: ${message}`);
  // A webhook event about this account may have arrived before the account was stored. Asks for the current state.
  await refreshConnection(config, session).catch(logFailure);
  // If the person connected another account than before, disconnects the previous one: the page shows only one.
  if (previous?.accessToken && previous.accountId !== accountId) {
    await disconnect({ baseUrl, accessToken: previous.accessToken }).catch(logFailure);
  }
}

/**
 * Asks the service for the current state of a connection, and stores it.
 *
 * @throws AccountError when the service cannot be reached, or responds with an error
 */
export async function refreshConnection(config: AppConfig, session: Session): Promise<void> {
  const { connection } = session;
  if (!connection?.accessToken) return;
  const status = await readStatus(config, connection.accessToken);
  // Another event may have changed the connection during the request, and the status in this response may be older. So
  // asks again.
  if (session.connection !== connection) return await refreshConnection(config, session);
  if (status === connection.status) return;
  const accessToken = status === 'disconnected' ? null : connection.accessToken;
  session.setConnection({ ...connection, accessToken, status });
}

async function readStatus(
  { connectBaseUrl: baseUrl }: AppConfig,
  accessToken: string,
): Promise<Connection['status']> {
  try {
    return (await getAccount({ baseUrl, accessToken })).status;
  } catch (error) {
    if (error instanceof AccountError && error.code === 'invalid_token') return 'disconnected';
    throw error;
  }
}
