import type { GrantContext, ProviderPlugin } from 'tax-connect/providers';
import * as v from 'valibot';
import { mediaTypes } from '../../../sdk/protocol/words.ts';
import { nullIsNone } from '../../shapes/null-is-none.ts';
import { maxFileBytes, recordAnswer, taxRecord } from '../../shapes/record-answers.ts';
import type { TokenOwner } from '../connections/accounts.ts';
import type { Parts } from '../http/parts.ts';
import { runForStream } from '../providers/plugin-scope.ts';
import { copyStorable, describeIssue, providerWait } from '../providers/plugin-values.ts';
import { type Supervision, supervise } from '../providers/supervise.ts';

export const maxCursorLength = 2000;

const others = [
  v.object({ status: v.picklist(['login_required', 'not_found']) }),
  v.object({
    status: v.literal('failed'),
    retryAfterSeconds: providerWait,
    grant: v.optional(v.unknown()),
  }),
] as const;

const outcomeOf = <Schema extends v.GenericSchema>(value: Schema) =>
  v.variant('status', [
    v.object({ status: v.literal('ok'), value, grant: v.optional(v.unknown()) }),
    ...others,
  ]);

/** Returns the schema of a plug-in's list. `limit` is the number of records that the request asks for. */
export function listOutcome(limit: number) {
  // The length is checked first, so that a million records are refused at once.
  const records = v.pipe(v.array(v.unknown()), v.maxLength(limit), v.array(taxRecord));
  const nextCursor = nullIsNone(v.pipe(v.string(), v.minLength(1), v.maxLength(maxCursorLength)));
  return outcomeOf(v.object({ records, nextCursor }));
}

export const readOutcome = outcomeOf(recordAnswer);

export const fileOutcome = outcomeOf(
  v.object({ mediaType: v.picklist(mediaTypes), body: v.instance(ReadableStream<Uint8Array>) }),
);

export const refreshOutcome = outcomeOf(v.unknown());

type CheckedOutcome<Value> =
  | { readonly status: 'ok'; readonly value: Value; readonly grant?: unknown }
  | { readonly status: 'login_required' | 'not_found' }
  | {
      readonly status: 'failed';
      readonly retryAfterSeconds?: number | undefined;
      readonly grant?: unknown;
    };

export type OutcomeSchema<Value> = v.GenericSchema<unknown, CheckedOutcome<Value>>;

/** Validates a plug-in's answer. Returns the outcome; or, for the log, the name of the wrong field, never its value. */
function checkReadOutcome<Value>(
  schema: OutcomeSchema<Value>,
  answer: unknown,
): { readonly outcome: CheckedOutcome<Value> } | { readonly detail: string } {
  try {
    const parsed = v.safeParse(schema, answer);
    if (!parsed.success) return { detail: describeIssue(parsed.issues[0]) };
    const { output } = parsed;
    if (!('grant' in output) || output.grant === undefined) return { outcome: output };
    const grant = copyStorable(output.grant);
    if (!grant) return { detail: 'returned an invalid value at grant' };
    return { outcome: { ...output, grant: grant.copy } };
  } catch {
    return { detail: 'returned an object that throws when it is read' };
  }
}

/** Returns the value as JSON. Undefined when it cannot be JSON, or is longer than a file may be. */
export function toAnswerText(value: object): string | undefined {
  try {
    const text = JSON.stringify(value);
    return Buffer.byteLength(text) > maxFileBytes ? undefined : text;
  } catch {
    return undefined;
  }
}

/**
 * Cancels the file of an answer that is not used, because it would keep its connection to the provider. Returns the
 * grant of the answer: the plug-in may have renewed the grant, and the old one may no longer work.
 */
export function dropAnswer(answer: unknown): unknown {
  try {
    const { grant, value } = Object(answer) as Readonly<Record<'grant' | 'value', unknown>>;
    const { body } = Object(value) as { readonly body?: unknown };
    if (body instanceof ReadableStream) runForStream(() => body.cancel()).catch(() => {});
    return grant === undefined ? undefined : copyStorable(grant)?.copy;
  } catch {
    // A getter of the answer may throw.
    return undefined;
  }
}

interface GrantCall<Value>
  extends Pick<Supervision, 'leaving' | 'method' | 'onLateValue' | 'timeoutMs'> {
  readonly owner: TokenOwner;
  readonly plugin: ProviderPlugin;
  readonly grant: unknown;
  readonly schema: OutcomeSchema<Value>;
}

export type AskedOutcome<Value> = CheckedOutcome<Value> | { readonly status: 'timed_out' };

/**
 * Calls a plug-in with a grant, and protects the service against every fault of the plug-in. The log names the plug-in
 * and the reason.
 *
 * @returns `failed` when the plug-in has thrown, or has returned an answer of another shape
 */
export async function askWithGrant<Value>(
  { config, log }: Pick<Parts, 'config' | 'log'>,
  { owner, plugin, grant, schema, ...supervision }: GrantCall<Value>,
  work: (context: GrantContext) => Promise<unknown>,
): Promise<AskedOutcome<Value>> {
  const { subject, public_client_id: clientId, environment, provider_id } = owner;
  const watch = { ...supervision, log, isLocal: config.opensProvidersToTests ?? false };
  const answer = await supervise(plugin, watch, (given) =>
    work({ ...given, grant, subject, clientId, environment }),
  );
  if (!answer.ok) return { status: answer.isLate ? 'timed_out' : 'failed' };
  const checked = checkReadOutcome(schema, answer.value);
  if ('outcome' in checked) return checked.outcome;
  log.error({ provider_id, ...checked }, 'provider failed');
  return { status: 'failed', grant: dropAnswer(answer.value) };
}
