import * as v from 'valibot';
import { eventTypes } from '../../shapes/unions.ts';
import { isWebhookSecret } from './sign-webhook.ts';

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
