import type { TokenOwner } from '../connections/accounts.ts';
import { noteOwner } from '../connections/routes/account.ts';
import type { Arrival, Refused } from '../http/endpoint.ts';
import type { Parts } from '../http/parts.ts';
import { Refusal } from '../http/refusal.ts';
import { createNotFound, type ProviderReader, type TurnOwner } from './read-at-provider.ts';
import { isRecordId } from './record-id.ts';
import { readOutcome } from './record-outcomes.ts';
import { createShareCheck } from './share-check.ts';

/** The statuses of a provider's refusals, for `GET /openapi.json`. */
export const listRefusals: readonly Refused[] = [409, 501, 502, 504];
/** The same for requests that name a record. */
export const recordRefusals: readonly Refused[] = [403, 404, ...listRefusals];

/** The parts of the endpoints for records. */
export interface RecordParts extends Pick<Parts, 'clock' | 'log' | 'providers' | 'store'> {
  readonly reader: ProviderReader;
}

const hourMs = 60 * 60 * 1000;

/** A request with a valid access token. */
export interface RecordRequest extends Arrival {
  readonly owner: TokenOwner;
}

/**
 * Works during a turn of the account, its application and its provider. The turn ends with the response.
 *
 * @param work - answers the request; it calls `leave` when the response has ended
 * @throws Refusal 429 `rate_limited`, and the errors of `work`
 */
export async function inTurn(
  { clock, reader, store }: Pick<RecordParts, 'clock' | 'reader' | 'store'>,
  { context, owner }: RecordRequest,
  work: (turn: TurnOwner, leave: () => void) => Promise<Response>,
): Promise<Response> {
  noteOwner({ context, owner });
  const now = clock.now();
  // Recorded to the hour, so that most reads do not write.
  if ((owner.lastUsedAt ?? 0) <= now - hourMs) await store.accounts.noteUse(owner.accountId, now);
  const { turn, leave } = await reader.takeTurn({ owner, leaving: context.req.raw.signal });
  try {
    return await work(turn, leave);
  } catch (error) {
    leave();
    throw error;
  }
}

/**
 * @param recordId - from the path
 * @returns the record, if the consent covers it
 * @throws Refusal as {@link ProviderReader}; 403 `not_shared`
 */
export async function readShared(
  { reader, providers }: Pick<RecordParts, 'providers' | 'reader'>,
  turn: TurnOwner,
  recordId: string,
) {
  if (!isRecordId(recordId)) throw createNotFound();
  const record = await reader.read({
    ...turn,
    method: 'records.read',
    schema: readOutcome,
    call: (plugin) => (context) => plugin.read({ recordId }, context),
  });
  const { environment, providerId, shares } = turn.owner;
  const isShared = createShareCheck(shares, providers.listShares(environment, providerId));
  if (isShared(record)) return record;
  throw new Refusal([403, 'not_shared'], 'The person has not allowed records of this type.');
}
