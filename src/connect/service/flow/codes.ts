import type { Insertable, Kysely, Transaction } from 'kysely';
import { reserveAccount } from '../connections/accounts.ts';
import { consentHolds, validUntil } from '../connections/connection-tables.ts';
import type { createExchange } from '../connections/exchange.ts';
import { addConsent, type NewConsent } from '../consents/consents.ts';
import { completeSession } from '../sessions/session-ends.ts';
import type { Database } from '../store/schema.ts';
import { addUnlessDeleted, undoIfFalse } from '../store/transactions.ts';
import { moveFlowWithGrant } from './flows.ts';
import type { Flow } from './flows-table.ts';

export interface AllowedCode {
  readonly code: Omit<Insertable<Database['codes']>, 'session_id' | 'consent_number'>;
  readonly consent: NewConsent;
}

export function createCodeStore(
  database: Kysely<Database>,
  exchange: ReturnType<typeof createExchange>,
) {
  return {
    /**
     * Stores a code that was issued without a flow, for the sandbox.
     *
     * @param sessionHash - SHA-256 of the secret of the session that this code completes; null without a session
     * @returns false when the application has been deleted, or the session has ended
     */
    issue: (allowed: AllowedCode, sessionHash: string | null): Promise<boolean> =>
      addCode(database, allowed, async (transaction, account_id) =>
        sessionHash === null
          ? true
          : await completeSession(transaction, sessionHash, { ...allowed.code, account_id }),
      ),
    /**
     * Ends a flow, stores its code and records the consent in one transaction.
     *
     * @returns false when the flow has changed or its application has been deleted
     */
    issueForFlow: (flow: Flow, allowed: AllowedCode, code_salt: string): Promise<boolean> =>
      addCode(database, allowed, async (transaction, account_id) => {
        const { code_hash } = allowed.code;
        const change = { step: 'issued', code_hash, code_salt, sealed_grant: null } as const;
        if (!(await moveFlowWithGrant(transaction, flow, change))) return false;
        if (flow.session_hash === null) return true;
        // False when another flow of the session succeeded first. Then this flow stays at the consent step and keeps
        // its grant.
        return await completeSession(transaction, flow.session_hash, {
          ...allowed.code,
          account_id,
        });
      }),
    /**
     * Extends the lifetime of a code that is requested again, because the response with it was lost. Times are
     * milliseconds since the epoch. False when the code can no longer be exchanged.
     */
    async renew(codeHash: string, now: number, expiresAt: number): Promise<boolean> {
      const renewed = await database
        .updateTable('codes')
        .set(validUntil(expiresAt))
        .where('code_hash', '=', codeHash)
        .where('consumed_at', 'is', null)
        .where('expires_at', '>', now)
        .where(consentHolds(now))
        .returning('code_hash')
        .execute();
      return renewed.length > 0;
    },
    exchange,
  };
}

/**
 * Stores a code. The account is reserved first. This locks the application before the account, the flow and the
 * session. A deletion locks in the same order, so that the two transactions cannot deadlock.
 *
 * @param act - changes the rows that belong to the code; when it resolves to false, nothing is stored
 */
async function addCode(
  database: Kysely<Database>,
  { code, consent }: AllowedCode,
  act: (transaction: Transaction<Database>, accountId: string) => Promise<boolean>,
): Promise<boolean> {
  return await addUnlessDeleted(() =>
    undoIfFalse(database, async (transaction) => {
      const account = await reserveAccount(transaction, code);
      if (!account) return false;
      const { id: account_id, consent_number } = account;
      await transaction
        .insertInto('codes')
        .values({ ...code, consent_number })
        .execute();
      if (!(await act(transaction, account_id))) return false;
      await addConsent(transaction, code, { ...consent, account_id, number: consent_number });
      return true;
    }),
  );
}
