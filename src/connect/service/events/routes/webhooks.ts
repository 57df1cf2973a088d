import * as v from 'valibot';
import type { Answer } from '../../../shapes/common-answers.ts';
import type {
  addedWebhookAnswer,
  removedWebhookAnswer,
  rotatedWebhookAnswer,
  switchedWebhookAnswer,
  webhooksAnswer,
} from '../../../shapes/dashboard-answers.ts';
import { eventTypes } from '../../../shapes/unions.ts';
import {
  createPrivateProblem,
  findReceiverAddresses,
  findReceiverProblem,
} from '../../addresses/receiver-address.ts';
import { type ApplicationRequest, createNoApplication } from '../../applications/checks.ts';
import { maxWebhooks } from '../../applications/registered-application.ts';
import { dropQuery } from '../../applications/routes/addresses.ts';
import { answerJson } from '../../http/answers.ts';
import type { WithBody } from '../../http/checks.ts';
import { withFacts } from '../../http/endpoint.ts';
import type { Parts } from '../../http/parts.ts';
import { createInvalid, Refusal } from '../../http/refusal.ts';
import { logFor } from '../../http/request-id.ts';
import { changeAsOperator } from '../../operators/audit-log.ts';
import { createSortableId } from '../../store/sortable-id.ts';
import { describeDelivery, describeRetries } from '../delivery-entries.ts';
import { createWebhookSecret, sealSecret, type webhookBody } from '../webhook-secret.ts';
import type { Webhook } from '../webhooks.ts';

const dayMs = 24 * 60 * 60 * 1000;

export const switchBody = v.object({ enabled: v.boolean() });

type AddRequest = ApplicationRequest & WithBody<typeof webhookBody>;
export type WebhookRequest = ApplicationRequest & { readonly webhook: Webhook };

export const namedWebhook = withFacts(
  { refusals: [404] },
  async ({ parts: { store }, context, application }: ApplicationRequest) => {
    const webhook_id = context.req.param('webhook_id') ?? '';
    const webhook = await store.webhooks.find({ client_id: application.clientId, webhook_id });
    if (webhook) return { webhook };
    throw createNoWebhook();
  },
);

/** `GET …/webhooks`: lists the webhooks, oldest first. */
export async function listWebhooks(request: ApplicationRequest) {
  const { context, application } = request;
  const { clock, store } = request.parts;
  const now = clock.now();
  const found = await store.webhooks.list(application.clientId);
  const ids = found.map(({ webhook_id }) => webhook_id);
  const newest = await store.deliveryEntries.listNewest(ids);
  const waiting = await store.deliveryEntries.listWaiting(ids);
  const webhooks = found.map((webhook) => {
    const isOwn = ({ queue }: { readonly queue: string }) => queue === webhook.webhook_id;
    const own = newest.filter(isOwn);
    const [last] = own;
    return {
      ...describeWebhook(webhook, now),
      last_delivery: last ? describeDelivery(last) : null,
      recent: own.map(({ status, tries }) => ({ status, tries: tries.length })),
      retries: webhook.off_since === null ? describeRetries(waiting.filter(isOwn)) : null,
    };
  });
  return answerJson<Answer<typeof webhooksAnswer>>(context, { webhooks });
}

function describeWebhook({ client_id, types, old_secret_until, ...webhook }: Webhook, now: number) {
  return {
    ...webhook,
    types:
      types === null
        ? ('all' as const)
        : eventTypes.filter((type) => types.split(' ').includes(type)),
    enabled: webhook.off_since === null,
    old_secret_until: old_secret_until !== null && old_secret_until > now ? old_secret_until : null,
  };
}

/** `POST …/webhooks/add`: adds a webhook. Only this response contains its secret. */
export const addWebhook = withFacts({ refusals: [501] }, async (request: AddRequest) => {
  const { parts, context, application, body } = request;
  const { clientId: client_id, publicClientId } = application;
  const { seal } = parts.providers;
  if (!seal.isEncrypting) throw createNoKey();
  await assertReceiver(parts, request);
  const created_at = parts.clock.now();
  const webhook_id = `wh_${createSortableId(created_at)}`;
  const secret = createWebhookSecret();
  const sealed_secret = sealSecret(seal, webhook_id, secret);
  await changeAsOperator(request, {
    action: 'webhook_added',
    detail: dropQuery(body.url),
    async apply({ registrations, webhooks }) {
      if (!(await registrations.lock(client_id))) throw createNoApplication();
      assertRoom(await webhooks.list(client_id));
      return await webhooks.add({ ...body, client_id, webhook_id, sealed_secret, created_at });
    },
  });
  logFor(context).info({ client_id: publicClientId, webhook_id }, 'webhook added');
  const added = { webhook_id, secret };
  return answerJson<Answer<typeof addedWebhookAnswer>>(context, added, 201);
});

/** Checks that the application may have one more webhook. Webhooks of APPLICATIONS_FILE count, too. */
function assertRoom(webhooks: readonly Webhook[]): void {
  if (webhooks.length < maxWebhooks) return;
  throw createInvalid(`An application can have at most ${maxWebhooks} webhooks.`);
}

/** Checks the address of a webhook, as each connection does again. A host name that is unknown now may exist later. */
async function assertReceiver(
  { findRules, resolveHost }: Parts,
  { application, body: { url } }: AddRequest,
): Promise<void> {
  const rules = findRules(application.environment);
  const problem = findReceiverProblem(url, rules);
  if (problem) throw createInvalid(problem);
  const { hostname } = new URL(url);
  const addresses = await findReceiverAddresses(hostname, rules, resolveHost).catch(
    () => undefined,
  );
  if (addresses?.length === 0) throw createInvalid(createPrivateProblem(hostname));
}

/** `POST …/webhooks/{webhook_id}/rotate`: creates a secret. For 24 hours, the previous secret signs events, too. */
export const rotateWebhookSecret = withFacts(
  { refusals: [501] },
  async (request: WebhookRequest) => {
    const { parts, context, webhook } = request;
    const { webhook_id } = webhook;
    const { seal } = parts.providers;
    if (!seal.isEncrypting) throw createNoKey();
    const secret = createWebhookSecret();
    const sealed_secret = sealSecret(seal, webhook_id, secret);
    const old_secret_until = parts.clock.now() + dayMs;
    const isRotated = await changeAsOperator(request, {
      action: 'webhook_secret_rotated',
      detail: dropQuery(webhook.url),
      apply: ({ webhooks }) => webhooks.rotate(webhook, { sealed_secret, old_secret_until }),
    });
    if (!isRotated) throw createNoWebhook();
    logFor(context).info({ webhook_id }, 'webhook secret rotated');
    const rotated = { webhook_id, secret, old_secret_until };
    return answerJson<Answer<typeof rotatedWebhookAnswer>>(context, rotated);
  },
);

/**
 * `POST …/webhooks/{webhook_id}/switch`: switches a webhook off or on. Events that happen while it is off are not
 * sent. Deliveries that were waiting continue when it is on again.
 */
export async function switchWebhook(request: WebhookRequest & WithBody<typeof switchBody>) {
  const { parts, context, webhook, body } = request;
  const { enabled } = body;
  const { client_id, webhook_id } = webhook;
  const now = parts.clock.now();
  await changeAsOperator(request, {
    action: enabled ? 'webhook_switched_on' : 'webhook_switched_off',
    detail: dropQuery(webhook.url),
    async apply({ registrations, webhooks }) {
      if (!enabled) return await webhooks.switchOff(webhook, { now, reason: 'operator' });
      await registrations.lock(client_id);
      const all = await webhooks.list(client_id);
      assertRoom(all.filter((one) => one.webhook_id !== webhook_id && !one.off_since));
      return await webhooks.switchOn(webhook);
    },
  });
  logFor(context).info({ webhook_id, enabled }, 'webhook switched');
  return answerJson<Answer<typeof switchedWebhookAnswer>>(context, { webhook_id, enabled });
}

/** `POST …/webhooks/{webhook_id}/remove`: removes a webhook and its deliveries. */
export async function removeWebhook(request: WebhookRequest) {
  const { parts, context, webhook } = request;
  const { webhook_id } = webhook;
  const now = parts.clock.now();
  const isRemoved = await changeAsOperator(request, {
    action: 'webhook_removed',
    detail: dropQuery(webhook.url),
    apply: ({ webhooks }) => webhooks.remove(webhook, now),
  });
  if (!isRemoved) throw createNoWebhook();
  logFor(context).info({ webhook_id }, 'webhook removed');
  return answerJson<Answer<typeof removedWebhookAnswer>>(context, { removed: webhook_id });
}

function createNoWebhook(): Refusal {
  return new Refusal([404, 'not_found'], 'This application has no such webhook.');
}

function createNoKey(): Refusal {
  return new Refusal(
    [501, 'not_supported'],
    'GRANT_KEY is not set. Webhooks need it to encrypt their secrets. Set it to 32 random bytes in base64, for example from `openssl rand -base64 32`.',
  );
}
