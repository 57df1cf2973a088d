import type { LoginOutcome, ProviderContext, ProviderPlugin } from 'tax-connect/providers';
import * as v from 'valibot';
import type { Environment } from '../../shapes/unions.ts';
import type { Logger } from '../logger.ts';
import { describeError } from './describe-error.ts';
import { isStorable } from './is-storable.ts';
import { runForPlugin } from './plugin-scope.ts';

/** The maximum duration of a plug-in's call, in milliseconds. */
export const pluginTimeoutMs = 20_000;

const maxPromptLength = 1000;
const text = v.pipe(v.string(), v.maxLength(maxPromptLength));

/** The valid outcomes of a plug-in. Other properties are dropped. */
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
    sentTo: v.optional(v.pipe(v.string(), v.maxLength(100))),
    codeLength: v.optional(v.pipe(v.number(), v.integer(), v.minValue(4), v.maxValue(10))),
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

/** A validated outcome. */
export type CheckedOutcome = v.InferOutput<typeof checkedOutcome>;
/** The question of a provider to the user. */
export type Challenge = Extract<CheckedOutcome, { status: 'challenge' }>;

/** The application and the user that a plug-in is called for. */
export interface PluginCall {
  readonly clientId: string;
  readonly environment: Environment;
  readonly locale: string;
  readonly log: Logger;
}

/**
 * Protects the service against every fault of a plug-in. When a plug-in throws, takes too long or returns
 * an invalid value, the call fails, and the log has the plug-in and the reason.
 *
 * @param call - the application and the user
 * @param work - one call of the plug-in
 * @returns its outcome; `failed` when it has no valid one
 */
export async function askPlugin(
  plugin: ProviderPlugin,
  call: PluginCall,
  work: (context: ProviderContext) => Promise<LoginOutcome>,
): Promise<CheckedOutcome> {
  const answer = await runPlugin(plugin, call, work);
  if (!answer.ok) return { status: 'failed' };
  const checked = checkOutcome(answer.value);
  if ('outcome' in checked) return checked.outcome;
  call.log.error({ provider_id: plugin.info.id, ...checked }, 'provider failed');
  return { status: 'failed' };
}

/** Names the position of a mistake, never the value, which may be a grant. */
function checkOutcome(
  value: unknown,
): { readonly outcome: CheckedOutcome } | { readonly detail: string } {
  try {
    const parsed = v.safeParse(checkedOutcome, value);
    if (parsed.success && isStorable(findKept(parsed.output))) return { outcome: parsed.output };
    const path = parsed.success ? 'state or grant' : v.getDotPath(parsed.issues[0]);
    return { detail: `returned an invalid value at ${path ?? 'its root'}` };
  } catch {
    return { detail: 'returned an object that throws when it is read' };
  }
}

/**
 * The same for calls that are not a step of a login.
 *
 * @param call - the application and the user
 * @param work - one call of the plug-in
 * @returns `ok` with the plug-in's value, not validated; not `ok` when it threw or took too long
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
      // A listener of the plug-in may throw.
      runForPlugin(plugin, () => controller.abort(error));
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
    // In an async function, so that a synchronous throw is caught, too.
    const working = runForPlugin(plugin, async () => await work(context));
    const value = await Promise.race([working, late]);
    return { ok: true, value };
  } catch (error) {
    log.error({ provider_id, detail: describeError(error) ?? 'threw' }, 'provider failed');
    return { ok: false };
  } finally {
    clearTimeout(timer);
  }
}

/** @returns the part of an outcome that is stored: the state of a challenge, or a grant */
function findKept(outcome: CheckedOutcome): unknown {
  if (outcome.status === 'challenge') return outcome.state;
  return outcome.status === 'accepted' ? outcome.grant : null;
}
