import type { LoginOutcome, ProviderContext, ProviderPlugin } from 'tax-connect/providers';
import * as v from 'valibot';
import type { Environment } from '../../shapes/unions.ts';
import type { Logger } from '../logger.ts';

/** How long a plug-in may take, in milliseconds. */
export const pluginTimeoutMs = 20_000;

const maxPromptLength = 1000;
const text = v.pipe(v.string(), v.maxLength(maxPromptLength));

/** What a plug-in may answer; whatever else it says is left out. */
const outcomeSchema = v.variant('status', [
  v.object({
    status: v.literal('accepted'),
    subject: v.pipe(v.string(), v.minLength(1), v.maxLength(255), v.regex(/^[^\0\p{Cs}]*$/u)),
    label: v.pipe(v.string(), v.maxLength(200), v.regex(/^[^\0\p{Cs}]*$/u)),
    grant: v.optional(v.unknown()),
  }),
  v.object({
    status: v.literal('challenge'),
    kind: v.picklist(['code', 'choice', 'question', 'push']),
    prompt: text,
    options: v.optional(v.pipe(v.array(v.pipe(text, v.minLength(1))), v.maxLength(50)), []),
    canResend: v.optional(v.boolean(), false),
    state: v.unknown(),
  }),
  v.object({
    status: v.picklist(['refused', 'locked', 'failed']),
    retryAfterSeconds: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(86_400))),
  }),
]);

const challengeWithOptions = v.check<v.InferOutput<typeof outcomeSchema>, string>(
  (outcome) =>
    outcome.status !== 'challenge' || outcome.kind !== 'choice' || outcome.options.length > 0,
  'a choice needs options',
);
const checkedOutcome = v.pipe(outcomeSchema, challengeWithOptions);

/** An outcome of the right shape. */
export type CheckedOutcome = v.InferOutput<typeof checkedOutcome>;
/** What the provider asks the user for. */
export type Challenge = Extract<CheckedOutcome, { status: 'challenge' }>;

/** For whom a plug-in works. */
export interface PluginCall {
  readonly clientId: string;
  readonly environment: Environment;
  readonly locale: string;
  readonly log: Logger;
}

/**
 * Whatever a plug-in does, the service goes on: one that throws, takes too long or answers something
 * else has failed, and the log says which and why.
 *
 * @param plugin - the provider
 * @param call - for whom
 * @param work - one call of the plug-in
 * @returns what it says; `failed` where it says nothing of use
 */
export async function askPlugin(
  plugin: ProviderPlugin,
  call: PluginCall,
  work: (context: ProviderContext) => Promise<LoginOutcome>,
): Promise<CheckedOutcome> {
  const answer = await runPlugin(plugin, call, work);
  if (!answer.ok) return { status: 'failed' };
  const parsed = v.safeParse(checkedOutcome, answer.value);
  if (parsed.success && isStorable(parsed.output)) return parsed.output;
  // Where it is wrong, never what it says: that may be a grant.
  const path = parsed.success ? 'state or grant' : v.getDotPath(parsed.issues[0]);
  const detail = `answered another shape at ${path ?? 'its root'}`;
  call.log.error({ provider_id: plugin.info.id, detail }, 'provider failed');
  return { status: 'failed' };
}

/**
 * The same for calls whose answer is not a step of a login.
 *
 * @param plugin - the provider
 * @param call - for whom
 * @param work - one call of the plug-in
 * @returns its answer, unchecked, or that there is none
 */
export async function runPlugin<Value>(
  plugin: ProviderPlugin,
  { clientId, environment, locale, log }: PluginCall,
  work: (context: ProviderContext) => Promise<Value>,
): Promise<{ readonly ok: true; readonly value: Value } | { readonly ok: false }> {
  const provider_id = plugin.info.id;
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new Error(`no answer within ${pluginTimeoutMs} ms`);
      controller.abort(error);
      reject(error);
    }, pluginTimeoutMs);
  });
  const context: ProviderContext = {
    signal: controller.signal,
    log: (message) =>
      log.info({ provider_id, message: String(message).slice(0, 1000) }, 'provider'),
    clientId,
    environment,
    locale,
  };
  try {
    // In a separate function, so that a plug-in that throws at once is caught, too.
    const value = await Promise.race([(async () => await work(context))(), late]);
    return { ok: true, value };
  } catch (error) {
    // The message only: an error of `fetch` may carry what was sent.
    const detail =
      error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 500) : 'threw';
    log.error({ provider_id, detail }, 'provider failed');
    return { ok: false };
  } finally {
    clearTimeout(timer);
  }
}

/** It is kept as JSON, and one plug-in may not fill the database. */
function isStorable(outcome: CheckedOutcome): boolean {
  const kept = 'state' in outcome ? outcome.state : 'grant' in outcome ? outcome.grant : null;
  try {
    return (JSON.stringify(kept ?? null) ?? '').length <= 16_384;
  } catch {
    return false;
  }
}
