import { findReceiverProblem } from '../addresses/receiver-address.ts';
import type { Application, WebhookRegistration } from '../applications/registered-application.ts';
import { dropQuery } from '../applications/routes/addresses.ts';
import type { Clock } from '../basics/clock.ts';
import type { GrantSeal } from '../basics/grant-seal.ts';
import { hashSecret } from '../basics/secrets.ts';
import { makeChange, serviceActor } from '../operators/audit-log.ts';
import type { Store } from '../store/store.ts';
import type { FindRules } from './send-webhook.ts';
import { openSecrets, sealSecret } from './webhook-secret.ts';
import { joinTypes, noOldSecret, switchedOn } from './webhooks.ts';

/** The parts of the service that are needed to register a webhook outside the dashboard. */
export interface KeepParts {
  readonly store: Pick<Store, 'auditLog'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly seal: GrantSeal;
  readonly findRules: FindRules;
}

type KeptApplication = Pick<Application, 'clientId' | 'publicClientId' | 'name' | 'environment'>;

/**
 * Adds a webhook, or updates the webhook that an earlier call added for the same address. It is switched on when its
 * types or its secret differ from those of the last call. A secret that an operator has rotated stays until a call
 * passes a new one. Returns the webhook's ID.
 *
 * @throws Error with the rule that the address breaks, or when GRANT_KEY is missing
 */
export async function keepWebhook(
  parts: KeepParts,
  application: KeptApplication,
  { url, types, secret }: WebhookRegistration,
): Promise<string> {
  const { clock, seal, findRules } = parts;
  const { clientId: client_id } = application;
  const problem = findReceiverProblem(url, findRules(application.environment));
  if (problem) throw new Error(problem);
  if (!seal.isEncrypting) {
    throw new Error('webhooks need GRANT_KEY, which encrypts their secrets.');
  }
  // The ID is computed from the address, so that two processes that start at once add one webhook.
  const webhook_id = `wh_${hashSecret(JSON.stringify([client_id, url])).slice(0, 32)}`;
  const now = clock.now();
  const by = { actor: serviceActor, application };
  const detail = dropQuery(url);
  const sealed_secret = sealSecret(seal, webhook_id, secret);
  const file_secret_hash = hashSecret(JSON.stringify([webhook_id, secret]));
  const own = { client_id, webhook_id };
  const webhook = { ...own, url, types, sealed_secret, created_at: now, file_secret_hash };
  const isAdded = await makeChange(parts, by, {
    action: 'webhook_added',
    detail,
    apply: ({ webhooks }) => webhooks.addFromFile(webhook),
  });
  if (isAdded) return webhook_id;
  await makeChange(parts, by, {
    action: 'webhook_changed',
    detail,
    async apply({ registrations, webhooks }) {
      // A second process that starts at the same time waits here, and then finds nothing to change.
      await registrations.lock(client_id);
      const row = await webhooks.findFromFile(own);
      if (!row) return false;
      const [stored] = openSecrets(seal, { ...row, ...noOldSecret }, now) ?? [];
      const { isSame, isReplaced } = compare(
        { types: row.types, hash: row.file_secret_hash, secret: stored },
        { types: joinTypes(types), hash: file_secret_hash, secret },
      );
      await webhooks.setFromFile(own, {
        file_secret_hash,
        ...(isSame ? {} : { types: joinTypes(types), ...switchedOn }),
        ...(isReplaced ? { sealed_secret, ...noOldSecret } : {}),
      });
      return !isSame || isReplaced;
    },
  });
  return webhook_id;
}

interface Kept {
  readonly types: string | null;
  /** The hash of the secret of the last call, which an operator may have rotated since. */
  readonly hash: string | null;
  /** Undefined when GRANT_KEY lacks its encryption key. */
  readonly secret: string | undefined;
}

/** `isSame`: the last call had the same types and secret. `isReplaced`: the stored secret gives way to the wanted one. */
function compare(stored: Kept, wanted: Kept) {
  const hasSameSecret =
    stored.hash === null ? stored.secret === wanted.secret : stored.hash === wanted.hash;
  const isSame = hasSameSecret && sort(stored.types) === sort(wanted.types);
  // A secret whose encryption key is missing cannot sign, so it is replaced.
  const isReplaced =
    stored.secret === undefined || (stored.hash !== wanted.hash && stored.secret !== wanted.secret);
  return { isSame, isReplaced };
}

const sort = (types: string | null) => types?.split(' ').sort().join(' ');
