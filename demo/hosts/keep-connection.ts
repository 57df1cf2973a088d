import { AccountError, disconnect, getAccount, type TokenResponse } from 'tax-connect/server';
import type { AppConfig } from './config.ts';
import type { Connection, Session } from './sessions.ts';

/**
 * Stores a connection with its visitor.
 *
 * @param how - the source of the connection, for the log
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
  // These errors are safe to log. They are not thrown, because the new account is already stored.
  const logFailure = ({ message }: Error) => log(`account: ${message}`);
  // An event may have come before this account had an owner here.
  await refreshConnection(config, session).catch(logFailure);
  // A repeated sign-in returns the same account. Another account replaces it, because the person sees only one.
  if (previous?.accessToken && previous.accountId !== accountId) {
    await disconnect({ baseUrl, accessToken: previous.accessToken }).catch(logFailure);
  }
}

/**
 * Asks the service for the current state of a connection, and stores it.
 *
 * @throws AccountError when the service does not tell it
 */
export async function refreshConnection(config: AppConfig, session: Session): Promise<void> {
  const { connection } = session;
  if (!connection?.accessToken) return;
  const status = await readStatus(config, connection.accessToken);
  // Two events may be handled at once, and the older answer may come last. A handler that finds another connection
  // than before therefore asks again.
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
