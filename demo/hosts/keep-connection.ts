import { disconnect, type TokenResponse } from 'tax-connect/server';
import type { AppConfig } from './config.ts';
import type { Session } from './sessions.ts';

/**
 * Stores a connection with its visitor.
 *
 * @param session - of the visitor
 * @param how - for the log
 */
export async function keepConnection(
  { connectBaseUrl, log }: AppConfig,
  session: Session,
  { tokens, how }: { readonly tokens: TokenResponse; readonly how: string },
): Promise<void> {
  const { accountId, providerId, accessToken } = tokens;
  const previous = session.connection;
  session.connection = { accountId, providerId, accessToken };
  log(`connected: ${providerId} (${how})`);
  // Signing in again leads to the same account. Another account replaces it: the person sees only one.
  if (previous && previous.accountId !== accountId) {
    await disconnect({ baseUrl: connectBaseUrl, accessToken: previous.accessToken }).catch(
      // Safe to log, too. The new account is stored, so this is no reason to refuse it.
      ({ message }: Error) => log(`disconnect: ${message}`),
    );
  }
}
