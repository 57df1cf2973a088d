import { noteOwner } from '../backend/account.ts';
import type { FlowParts } from '../flow/flow-parts.ts';
import type { Arrival } from '../http/endpoint.ts';
import type { Refused } from '../http/facts.ts';
import { Refusal } from '../http/refusal.ts';
import type { TokenOwner } from '../store/accounts.ts';
import type { ProviderReader, Reading } from './read-at-provider.ts';
import { readOutcome } from './record-outcomes.ts';
import { createShareCheck } from './shared-types.ts';

/** The statuses of a provider's refusals, for `GET /openapi.json`. */
export const listRefusals: readonly Refused[] = [409, 501, 502, 504];
/** The same where the request names a record. */
export const recordRefusals: readonly Refused[] = [403, 404, ...listRefusals];

/** The parts of the endpoints for records. */
export interface RecordParts extends Pick<FlowParts, 'log' | 'providers'> {
  readonly reader: ProviderReader;
}

/** A request with a valid access token. */
export interface RecordRequest extends Arrival {
  readonly owner: TokenOwner;
}

/**
 * @param reading - what to ask the plug-in
 * @returns the value of its answer
 * @throws Refusal as {@link ProviderReader}
 */
export async function readInTurn<Value>(
  { reader }: Pick<RecordParts, 'reader'>,
  { context, owner }: RecordRequest,
  reading: Pick<Reading<Value>, 'schema' | 'call'>,
): Promise<Value> {
  noteOwner({ context, owner });
  const arrival = { owner, leaving: context.req.raw.signal };
  const leave = await reader.takeTurn(arrival);
  try {
    return await reader.read({ ...arrival, ...reading });
  } finally {
    leave();
  }
}

/**
 * @param recordId - from the path
 * @returns the record, which consent covers
 * @throws Refusal as {@link ProviderReader}; 403 `not_shared`
 */
export async function readShared(
  { reader, providers }: Pick<RecordParts, 'providers' | 'reader'>,
  arrival: Pick<Reading<unknown>, 'owner' | 'leaving'>,
  recordId: string,
) {
  const record = await reader.read({
    ...arrival,
    schema: readOutcome,
    call: (plugin) => (context) => plugin.read({ recordId }, context),
  });
  const { environment, providerId, shares } = arrival.owner;
  const isShared = createShareCheck(shares, providers.listShares(environment, providerId));
  if (isShared(record)) return record;
  throw new Refusal([403, 'not_shared'], 'The person has not allowed records of this type.');
}
