import type { RecordType, Share } from 'tax-connect/providers';
import { parseShares } from '../../shapes/unions.ts';

const shareOf: Readonly<Record<RecordType, Share>> = {
  return: 'returns',
  transcript: 'transcripts',
  form: 'forms',
  document: 'documents',
};

/**
 * @param allowed - the shares that the person allowed, separated by spaces
 * @param offered - the shares that the provider has now
 * @returns a function that says whether a record of this type may be passed on
 */
export function createShareCheck(
  allowed: string,
  offered: readonly Share[],
): (record: { readonly type: RecordType }) => boolean {
  const shares = parseShares(allowed).filter((share) => offered.includes(share));
  return ({ type }) => shares.includes(shareOf[type]);
}
