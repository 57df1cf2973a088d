import * as v from 'valibot';
import { taxRecord } from '../../shapes/record-answers.ts';

/**
 * A part of a path that leads elsewhere. Servers of Java ignore what follows a semicolon.
 *
 * @see https://url.spec.whatwg.org/#double-dot-path-segment
 */
const dotSegment = /(?:^|[/\\])\.{1,2}(?:[/\\?#;]|$)/;
const encodedAscii = /%([0-7][\da-f])/gi;
/** Parsers of URLs leave some of these out. */
const ignored = /[\p{Cc} ]/gu;

/**
 * A plug-in may put a text into an address without encoding it, and servers behind it may decode it twice.
 *
 * @param text - from a request
 * @returns whether it stays in its place in the path of an API
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
 * @returns whether a record can have this ID
 */
export function isRecordId(id: string): boolean {
  return v.is(taxRecord.entries.id, id) && staysInPath(id);
}
