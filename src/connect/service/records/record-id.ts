import * as v from 'valibot';
import { taxRecord } from '../../shapes/record-answers.ts';

/**
 * A part of a path that leads elsewhere, as parsers of URLs find it.
 *
 * @see https://url.spec.whatwg.org/#double-dot-path-segment
 */
const dotSegment = /(?:^|[/\\])(?:\.|%2e){1,2}(?:[/\\?#]|$)/i;

/**
 * A plug-in may put an ID into an address without encoding it, so no ID leads out of the path of an API.
 *
 * @param id - from a request
 * @returns whether a record can have this ID
 */
export function isRecordId(id: string): boolean {
  return v.is(taxRecord.entries.id, id) && !dotSegment.test(id);
}
