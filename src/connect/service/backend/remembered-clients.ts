import { hashSecret } from '../secrets.ts';
import type { Credentials, FindCredentials } from '../store/credentials.ts';
import type { Application } from '../store/store.ts';
import { type ClientCredentials, matchSecret } from './client-authentication.ts';

/** Applications as they were when they were last looked up. */
export interface RememberedClients {
  /**
   * @param credentials - client ID and client secret, in clear
   * @param now - milliseconds since the epoch
   * @returns the application and the hash of its secret, both to be confirmed; undefined when that
   *   is not remembered, which says nothing about the credentials
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
 * Saves the exchange a round trip to the database: what was true a moment ago is used, and the
 * statement that consumes the code looks whether it still is. Decide nothing by it alone.
 *
 * @param find - looks an application up
 * @returns a memory that is empty
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
      // Callers choose client IDs: only those of applications are worth the space.
      if (found.application) remembered.set(clientId, found);
      else remembered.delete(clientId);
      return found;
    },
  };
}
