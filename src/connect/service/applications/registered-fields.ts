import * as v from 'valibot';
import { isReadableText } from '../basics/readable-text.ts';
import { Refusal } from '../http/refusal.ts';
import { dayCountRule, isDayCount } from './consent-terms.ts';

/** The lifetime of access tokens, in days. */
export const tokenDays = v.pipe(v.number(), v.check(isDayCount, dayCountRule));

const maxLength = 100;

/**
 * @param name - the name of an application, without surrounding space
 * @throws Refusal 400 `invalid_request` for a name that people cannot read
 */
export function assertApplicationName(name: string): void {
  if (isReadableText(name, maxLength)) return;
  throw new Refusal([400, 'invalid_request'], `Enter a name of up to ${maxLength} characters.`);
}
