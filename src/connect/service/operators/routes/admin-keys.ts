import * as v from 'valibot';
import type {
  adminKeysAnswer,
  createdKeyAnswer,
  endedKeyAnswer,
} from '../../../shapes/admin-key-answers.ts';
import type { Answer } from '../../../shapes/common-answers.ts';
import { scopes } from '../../../shapes/unions.ts';
import { isReadableText } from '../../basics/readable-text.ts';
import { createSecret, hashSecret } from '../../basics/secrets.ts';
import { answerJson } from '../../http/answers.ts';
import type { WithBody } from '../../http/checks.ts';
import { type Arrival, withFacts } from '../../http/endpoint.ts';
import { Refusal } from '../../http/refusal.ts';
import { logFor } from '../../http/request-id.ts';
import { createSortableId } from '../../store/sortable-id.ts';
import { changeAsOperator } from '../audit-log.ts';

/** The maximum length of a key's name, which a list and the audit log show. */
const maxNameLength = 80;

export const newKeyBody = v.object({
  name: v.pipe(
    v.string(),
    v.trim(),
    v.check(
      (name) => isReadableText(name, maxNameLength),
      `must be plain text with up to ${maxNameLength} characters`,
    ),
  ),
  scopes: v.pipe(v.array(v.picklist(scopes)), v.minLength(1), v.maxLength(scopes.length)),
});

export async function listKeys({ parts: { config, store }, context }: Arrival) {
  return answerJson<Answer<typeof adminKeysAnswer>>(context, {
    keys: await store.adminKeys.list(),
    has_admin_token: config.adminToken !== undefined,
  });
}

/** `POST …/keys`: creates an admin key. Only this response contains its secret. */
export async function createKey(request: Arrival & WithBody<typeof newKeyBody>) {
  const { parts, context, body } = request;
  const { name } = body;
  const created_at = parts.clock.now();
  const key_id = `key_${createSortableId(created_at)}`;
  const secret = `admin_key_${createSecret()}`;
  const held = scopes.filter((scope) => body.scopes.includes(scope));
  const key = { key_id, name, created_at, key_hash: hashSecret(secret), scopes: held };
  await changeAsOperator(request, {
    action: 'admin_key_created',
    detail: `${name} (${key_id}): ${held.join(' ')}`,
    async apply({ adminKeys }) {
      await adminKeys.create(key);
      return true;
    },
  });
  logFor(context).info({ key_id, scopes: held }, 'admin key created');
  return answerJson<Answer<typeof createdKeyAnswer>>(context, { key_id, secret }, 201);
}

/** `POST …/keys/{key_id}/end`: ends an admin key. Every process refuses it from the next request on. */
export const endKey = withFacts({ refusals: [404] }, async (request: Arrival) => {
  const { parts, context } = request;
  const { clock, store } = parts;
  const key_id = context.req.param('key_id') ?? '';
  const key = (await store.adminKeys.list()).find((one) => one.key_id === key_id);
  const isEnded =
    key !== undefined &&
    (await changeAsOperator(request, {
      action: 'admin_key_ended',
      detail: `${key.name} (${key_id})`,
      apply: ({ adminKeys }) => adminKeys.end(key_id, clock.now()),
    }));
  if (!isEnded) {
    throw new Refusal([404, 'not_found'], 'There is no such key, or it has ended.');
  }
  logFor(context).info({ key_id }, 'admin key ended');
  return answerJson<Answer<typeof endedKeyAnswer>>(context, { ended: key_id });
});
