import * as v from 'valibot';
import { eventTypes } from '../../shapes/unions.ts';
import { dayCountRule, isDayCount } from '../basics/day-count.ts';
import { isReadableText } from '../basics/readable-text.ts';
import { Refusal } from '../http/refusal.ts';
import { isWebhookSecret } from '../events/sign-webhook.ts';

/** A webhook to add. */
export const webhookBody = v.object({
  url: v.pipe(v.string(), v.trim(), v.maxLength(4000)),
  types: v.union([
    v.literal('all'),
    v.pipe(v.array(v.picklist(eventTypes)), v.minLength(1), v.maxLength(100)),
  ]),
});

/** A webhook of APPLICATIONS_FILE, which also has a secret. */
export const registeredWebhook = v.object({
  ...webhookBody.entries,
  secret: v.pipe(
    v.string(),
    v.check(isWebhookSecret, 'must be whsec_ and at least 24 bytes in base64'),
  ),
});

/** The lifetime of access tokens, in days. */
export const tokenDays = v.pipe(v.number(), v.check(isDayCount, dayCountRule));

const maxLength = 100;

/**
 * @param name - the name of an application, without surrounding space
 * @throws Refusal 400 `invalid_request` for a name that people cannot read
 */
export function assertApplicationName(name: string): void {
  if (isReadableText(name, maxLength)) return;
  throw new Refusal([400, 'invalid_request'], `Enter a name of up to ${maxLength} characters.`, {
    retryable: false,
  });
}
