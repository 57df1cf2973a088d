import type { RecordType, Share } from 'tax-connect/providers';
import * as v from 'valibot';
import { taxRecord } from '../../shapes/record-answers.ts';
import { parseShares } from '../../shapes/unions.ts';
import type { TokenOwner } from '../connections/accounts.ts';
import { noteOwner, type OwnerRequest } from '../connections/routes/account.ts';
import type { Refused } from '../http/endpoint.ts';
import type { Parts } from '../http/parts.ts';
import { Refusal } from '../http/refusal.ts';
import { createNotFound } from './read-at-provider.ts';
import { readOutcome } from './record-outcomes.ts';
import type { TurnOwner } from './turns.ts';

/** The statuses of a provider's refusals, for `GET /openapi.json`. */
export const listRefusals: readonly Refused[] = [409, 501, 502, 504];
/** The statuses of a provider's refusals for requests that name a record. */
export const recordRefusals: readonly Refused[] = [403, 404, ...listRefusals];

const hourMs = 60 * 60 * 1000;

/**
 * Waits for a free turn of the account, its application and its provider, and then does the work.
 *
 * @param work - calls `leave` when the response has ended
 */
export async function inTurn(
  request: OwnerRequest,
  work: (turn: TurnOwner, leave: () => void) => Promise<Response>,
): Promise<Response> {
  const { parts, context, owner } = request;
  const { clock, reader, store } = parts;
  noteOwner(request);
  const now = clock.now();
  // The last use is recorded to the hour, so that most reads do not write. It may be ahead, if a clock was set back.
  if (Math.abs(now - (owner.last_used_at ?? 0)) >= hourMs)
    await store.accounts.noteUse(owner.account_id, now);
  const { turn, leave } = await reader.takeTurn({ owner, leaving: context.req.raw.signal });
  try {
    return await work(turn, leave);
  } catch (error) {
    leave();
    throw error;
  }
}

/** Reads a record. Throws 403 `not_shared` when the consent does not cover it. */
export async function readShared({ reader, providers }: Parts, turn: TurnOwner, recordId: string) {
  if (!v.is(taxRecord.entries.id, recordId) || !staysInPath(recordId)) throw createNotFound();
  const record = await reader.read({
    ...turn,
    method: 'records.read',
    schema: readOutcome,
    call: (plugin) => (context) => plugin.read({ recordId }, context),
  });
  const isShared = createShareCheck(providers, turn.owner);
  if (isShared(record)) return record;
  throw new Refusal([403, 'not_shared'], 'The person has not allowed records of this type.');
}

/**
 * A path segment, such as `..`, that leads to another folder. Java servers ignore everything after a semicolon.
 *
 * @see https://url.spec.whatwg.org/#double-dot-path-segment
 */
const dotSegment = /(?:^|[/\\])\.{1,2}(?:[/\\?#;]|$)/;
const encodedAscii = /%([0-7][\da-f])/gi;
/** Control characters and spaces. URL parsers remove some of them. */
const ignored = /[\p{Cc} ]/gu;

/** True when a text in a path cannot lead to another folder, even unencoded, or decoded twice by the server. */
export function staysInPath(text: string): boolean {
  let form = text;
  for (let decoded = 0; decoded <= 2; decoded += 1) {
    form = form.replaceAll(ignored, '');
    if (dotSegment.test(form)) return false;
    form = form.replaceAll(encodedAscii, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  }
  return true;
}

const shareOf: Readonly<Record<RecordType, Share>> = {
  return: 'returns',
  transcript: 'transcripts',
  form: 'forms',
  document: 'documents',
};

/** Creates the check that the person has allowed records of a type, and that the provider offers them. */
export function createShareCheck(
  providers: Parts['providers'],
  { environment, provider_id, shares: allowed }: TokenOwner,
): (record: { readonly type: RecordType }) => boolean {
  const offered = providers.listShares(environment, provider_id);
  const shares = parseShares(allowed).filter((share) => offered.includes(share));
  return ({ type }) => shares.includes(shareOf[type]);
}
