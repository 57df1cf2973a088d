import * as v from 'valibot';
import type { createdSessionAnswer } from '../../../shapes/backend-answers.ts';
import type { Answer } from '../../../shapes/common-answers.ts';
import type { ApplicationRequest } from '../../applications/checks.ts';
import { ownIdFields, storeOwnIds } from '../../applications/own-ids.ts';
import type { Application } from '../../applications/registered-application.ts';
import { assertRegisteredHost } from '../../applications/registered-host.ts';
import { createSecret, hashSecret } from '../../basics/secrets.ts';
import { answerJson } from '../../http/answers.ts';
import { withFacts } from '../../http/endpoint.ts';
import { field } from '../../http/json-body.ts';
import { noteEntry } from '../../http/observe-requests.ts';
import type { Parts } from '../../http/parts.ts';
import { createInvalid, Refusal } from '../../http/refusal.ts';
import { isOffered } from '../../providers/provider-switches.ts';
import type { Store } from '../../store/store.ts';
import { createSessionId } from '../connect-sessions.ts';
import {
  createRepeatable,
  type KeyedRequest,
  notRepeatable,
  readIdempotencyKey,
  repeatSession,
} from '../idempotency.ts';
import { optionalCredentials } from './one-session.ts';

const defaultSeconds = 30 * 60;
const maxSeconds = 7 * 24 * 60 * 60;
const maxProviders = 100;
/** The default maximum of open sessions of an application. The links of a large mailing are fewer. */
const defaultMaxOpen = 100_000;

const text = (maxLength: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(maxLength));
/** A language tag, like `languageTag`, but its pattern has no flag, because JSON Schema supports none. */
const tag = v.pipe(v.string(), v.maxLength(100), v.regex(/^[A-Za-z]{2,8}(-[A-Za-z\d]{1,8})*$/));

export const sessionBody = v.object({
  ...optionalCredentials,
  provider_ids: field(
    v.pipe(v.array(text(200)), v.minLength(1), v.maxLength(maxProviders)),
    `must be a list of 1 to ${maxProviders} provider IDs`,
  ),
  account_id: field(text(200), 'must be the account_id of a connected account'),
  state: field(text(2000), 'must be a text of 1 to 2000 characters'),
  locale: field(tag, 'must be a language tag such as en or pt-BR'),
  expires_in: field(
    v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxSeconds)),
    `must be a whole number of seconds from 1 to ${maxSeconds}`,
  ),
  redirect_uri: field(text(4000), 'must be a redirect URI of the application'),
  ...ownIdFields,
});

type SessionFields = v.InferOutput<typeof sessionBody>;
interface CreateRequest extends ApplicationRequest {
  readonly body: SessionFields;
  readonly clientSecret: string;
}

interface Order {
  readonly application: Application;
  readonly body: SessionFields;
  /** Recognizes a repeated request; undefined when a repeated request must create another session. */
  readonly keyed?: KeyedRequest | undefined;
}

/** `POST /connect/sessions`: a backend creates a session. With an `Idempotency-Key`, a repetition gets the same one. */
export const createSession = withFacts(
  { refusals: [403, 409, 422] },
  async (request: CreateRequest) => {
    const { parts, context, application, body, clientSecret } = request;
    const key = readIdempotencyKey(request);
    const keyed = key === undefined ? undefined : { key, clientSecret, fields: listFields(body) };
    const created = await findOrAdd(parts, { application, body, keyed });
    const { session, sessionId: session_id } = created;
    const url = createLinkUrl(parts, application, session);
    noteEntry(context, { client_id: application.publicClientId, session_id });
    const expires_at = new Date(created.expiresAt).toISOString();
    return answerJson<Answer<typeof createdSessionAnswer>>(
      context,
      { session_id, session, url, expires_at },
      201,
    );
  },
);

export function createLinkUrl(
  { config }: Parts,
  { publicClientId: client_id }: Application,
  session: string,
): string {
  return `${config.publicUrl}/connect?${new URLSearchParams({ client_id, session })}`;
}

async function findOrAdd(parts: Parts, order: Order) {
  const { application, keyed } = order;
  const repeated = keyed && (await findRepeated(parts, application, keyed));
  if (repeated) return repeated;
  const planned = await planSession(parts, order);
  if (await planned.store(parts.store.connectSessions)) return planned;
  // A repetition of this request may have been faster.
  const faster = keyed && (await findRepeated(parts, application, keyed));
  if (faster) return faster;
  throw createLimitReached();
}

/**
 * Checks a new session and counts it against the application's limits. Call it before the transaction that stores the
 * session, because its queries need a separate connection.
 */
export async function planSession(parts: Parts, { application, body, keyed }: Order) {
  const { clientId: client_id } = application;
  await parts.limiters.sessions.take(client_id);
  await parts.limiters.sessionsOfDay.take(client_id);
  await checkTerms(parts, application, body);
  const { session, request } = keyed
    ? createRepeatable(keyed)
    : { session: createSecret(), request: notRepeatable };
  const row = { ...createRow(session, body, parts.clock.now()), ...request, client_id };
  const maxOpen = parts.config.maxOpenSessions ?? defaultMaxOpen;
  return {
    ...{ sessionId: row.session_id, session, expiresAt: row.expires_at },
    /** Stores the session, also within a transaction; see `create` of {@link Store.connectSessions}. */
    store: (sessions: Pick<Store['connectSessions'], 'create'>) => sessions.create(row, maxOpen),
  };
}

/** Returns the columns of a session. A field of the body without a rule here is stored in the column of its name. */
function createRow(
  session: string,
  { client_id, client_secret, account_id, provider_ids, expires_in, ...body }: SessionFields,
  now: number,
) {
  return {
    ...body,
    ...storeOwnIds(body),
    session_id: createSessionId(now),
    session_hash: hashSecret(session),
    known_account_id: account_id,
    provider_ids: provider_ids && JSON.stringify(provider_ids),
    created_at: now,
    expires_at: now + (expires_in ?? defaultSeconds) * 1000,
  };
}

export function createLimitReached(): Refusal {
  return new Refusal(
    [403, 'session_limit_reached'],
    'This application has too many open sessions. Cancel some, or give new ones a shorter expires_in.',
  );
}

async function findRepeated(
  { clock, store }: Parts,
  { clientId }: Application,
  keyed: KeyedRequest,
) {
  const keyHash = hashSecret(keyed.key);
  const stored = await store.connectSessions.findRepeated(clientId, keyHash, clock.now());
  if (!stored) return undefined;
  const { session_id: sessionId, expires_at: expiresAt } = stored;
  return { sessionId, session: repeatSession(keyed, stored), expiresAt };
}

/** Lists the fields in the order of the schema, so that equal requests have equal hashes. */
function listFields({ client_id, client_secret, ...fields }: SessionFields): readonly unknown[] {
  return Object.values({ ...fields, ...storeOwnIds(fields) });
}

async function checkTerms(
  parts: Parts,
  application: Application,
  body: SessionFields,
): Promise<void> {
  const { provider_ids, account_id, redirect_uri } = body;
  const { clientId, environment } = application;
  const unknown = provider_ids?.find((id) => !parts.providers.find(environment, id));
  if (unknown !== undefined) throw createInvalid(`provider_ids has an unknown ID: ${unknown}.`);
  if (provider_ids?.every((id) => !isOffered(application.provider_ids, id))) {
    throw createInvalid('The application offers none of provider_ids.');
  }
  if (account_id !== null) {
    const owner = await parts.store.accounts.findOwner(clientId, account_id);
    if (!owner) throw createInvalid('account_id is not an account connected to this application.');
    if (!isOffered(application.provider_ids, owner.provider_id)) {
      throw createInvalid('The application does not offer the provider of account_id any more.');
    }
    if (provider_ids && !provider_ids.includes(owner.provider_id)) {
      throw createInvalid('provider_ids must have the provider of account_id, or be left out.');
    }
  }
  if (redirect_uri !== null) {
    const host = { kind: 'redirect', redirect_uri, host_origin: null } as const;
    await assertRegisteredHost(parts, { client_id: clientId, ...host });
  }
}

/**
 * For tests: creates a session that connects an account again.
 *
 * @returns path and query of its link; undefined when the account is not connected
 */
export async function createReconnectAddress(
  { clock, store }: Pick<Parts, 'clock' | 'store'>,
  { client_id, accountId }: { readonly client_id: string; readonly accountId: string },
): Promise<string | undefined> {
  const application = await store.applications.findByPublicId(client_id);
  const clientId = application?.clientId ?? '';
  if (!(await store.accounts.findOwner(clientId, accountId))) return undefined;
  const session = createSecret();
  const row = createRow(session, v.parse(sessionBody, { account_id: accountId }), clock.now());
  const created = { ...row, ...notRepeatable, client_id: clientId };
  const isCreated = await store.connectSessions.create(created, Number.MAX_SAFE_INTEGER);
  return isCreated ? `/connect?${new URLSearchParams({ client_id, session })}` : undefined;
}
