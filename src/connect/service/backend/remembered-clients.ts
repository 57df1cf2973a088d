import { hashSecret } from '../secrets.ts';
import type { Credentials, FindCredentials } from '../store/credentials.ts';
import type { Application } from '../store/store.ts';
import { type ClientCredentials, matchSecret } from './client-authentication.ts';

/** A short memory of the applications that were looked up. */
export interface RememberedClients {
  /**
   * @param credentials - client ID and client secret, in clear
   * @param now - milliseconds since the epoch
   * @returns the application and the hash of its secret, both unconfirmed. Undefined when they are not
   *   remembered; that does not mean that the credentials are wrong
   */
  recall(
    credentials: ClientCredentials,
    now: number,
  ): { readonly application: Application; readonly secretHash: string } | undefined;
  /** Looks an application up and remembers it. */
  readonly find: FindCredentials;
}

const maxRemembered = 1000;

/**
 * Saves the exchange a round trip to the database. It uses what was true a moment ago, and the statement
 * that consumes the code checks it again. Never decide by this memory alone.
 *
 * @param find - looks an application up
 * @returns an empty memory
 */
export function createRememberedClients(find: FindCredentials): RememberedClients {
  const remembered = new Map<string, Credentials>();
  return {
    recall({ client_id, client_secret }, now) {
      const found = remembered.get(client_id);
      const secretHash = hashSecret(client_secret);
      const application = found && matchSecret(found, secretHash, now);
      return application && { application, secretHash };
    },
    async find(clientId) {
      const found = await find(clientId);
      if (remembered.size >= maxRemembered) remembered.clear();
      // Callers choose client IDs, so only those of existing applications are kept.
      if (found.application) remembered.set(clientId, found);
      else remembered.delete(clientId);
      return found;
    },
  };
}
