import * as v from 'valibot';
import { taxRecord } from '../../shapes/record-answers.ts';

/**
 * A path segment that leads to another folder. Java servers ignore everything after a semicolon.
 *
 * @see https://url.spec.whatwg.org/#double-dot-path-segment
 */
const dotSegment = /(?:^|[/\\])\.{1,2}(?:[/\\?#;]|$)/;
const encodedAscii = /%([0-7][\da-f])/gi;
/** URL parsers leave some of these characters out. */
const ignored = /[\p{Cc} ]/gu;

/**
 * Checks that a text stays in its place in a path. A plug-in may put it into an address without encoding it, and
 * servers may decode it twice.
 *
 * @param text - from a request
 */
export function staysInPath(text: string): boolean {
  let form = text;
  for (let decoded = 0; decoded <= 2; decoded += 1) {
    form = form.replaceAll(ignored, '');
    if (dotSegment.test(form)) return false;
    form = form.replaceAll(encodedAscii, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  }
  return true;
}

/**
 * @param id - from a request
 * @returns whether it can be the ID of a record
 */
export function isRecordId(id: string): boolean {
  return v.is(taxRecord.entries.id, id) && staysInPath(id);
}
