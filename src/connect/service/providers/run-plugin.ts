import type {
  ChallengeOption,
  LoginOutcome,
  ProviderContext,
  ProviderPlugin,
} from 'tax-connect/providers';
import * as v from 'valibot';
import { challengeOption } from '../../shapes/flow-answers.ts';
import { nullIsNone } from '../../shapes/null-is-none.ts';
import { challengeKinds, codeCharacters, type Environment } from '../../shapes/unions.ts';
import { toReadableText } from '../basics/readable-text.ts';
import { copyStorable, describeIssue, maxRevokedLength, providerWait } from './plugin-values.ts';
import { type PluginAnswer, type Supervision, supervise } from './supervise.ts';

const maxPromptLength = 1000;
const maxLabelLength = 200;

export function readValue(one: ChallengeOption): string {
  return typeof one === 'string' ? one : one.value;
}

const subjectSchema = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(255),
  v.regex(/^[^\0\p{Cs}]*$/u),
);

const outcomeSchema = v.variant('status', [
  v.object({
    status: v.literal('accepted'),
    subject: subjectSchema,
    label: v.string(),
    grant: v.optional(v.unknown()),
  }),
  v.object({
    status: v.literal('challenge'),
    kind: v.picklist(challengeKinds),
    title: nullIsNone(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100))),
    prompt: v.pipe(v.string(), v.maxLength(maxPromptLength)),
    sentTo: nullIsNone(v.pipe(v.string(), v.maxLength(100))),
    expiresInSeconds: nullIsNone(v.pipe(v.number(), v.minValue(60), v.maxValue(3600))),
    codeLength: nullIsNone(v.pipe(v.number(), v.integer(), v.minValue(4), v.maxValue(10))),
    characters: nullIsNone(v.picklist(codeCharacters)),
    options: v.nullish(v.pipe(v.array(challengeOption), v.maxLength(50)), []),
    canResend: v.nullish(v.boolean(), false),
    state: v.unknown(),
  }),
  v.object({
    status: v.picklist(['refused', 'locked', 'failed']),
    retryAfterSeconds: providerWait,
  }),
]);

const challengeWithOptions = v.check<v.InferOutput<typeof outcomeSchema>, string>(
  (outcome) =>
    outcome.status !== 'challenge' || outcome.kind !== 'choice' || outcome.options.length > 0,
  'a choice needs options',
);
const differentOptions = v.check<v.InferOutput<typeof outcomeSchema>, string>(
  (outcome) =>
    outcome.status !== 'challenge' ||
    new Set(outcome.options.map(readValue)).size === outcome.options.length,
  'two options have the same value',
);
const checkedOutcome = v.pipe(outcomeSchema, challengeWithOptions, differentOptions);

export type CheckedOutcome = v.InferOutput<typeof checkedOutcome>;
export type Challenge = Extract<CheckedOutcome, { status: 'challenge' }>;

/** A grant that no flow gets, and the person to whom it belongs; an empty subject when that is unknown. */
type UnusedGrant = Pick<Extract<CheckedOutcome, { status: 'accepted' }>, 'subject' | 'grant'>;

export interface PluginCall extends Supervision {
  readonly clientId: string;
  readonly environment: Environment;
  readonly locale: string;
  /** Why the person has to sign in again; undefined for a first sign-in. */
  readonly reason?: ProviderContext['reason'];
  readonly onOutcome?: (
    providerId: string,
    outcome: CheckedOutcome['status'],
    seconds: number,
  ) => void;
  /** Called when an answer with a grant is invalid, or arrives after the service has stopped waiting for it. */
  readonly onUnusedGrant?: (providerId: string, unused: UnusedGrant) => void;
}

/**
 * Runs a step of a sign-in, and protects the service against every fault of the plug-in. When a plug-in throws, takes
 * too long or returns an invalid value, the outcome is `failed`, and the log names the plug-in and the reason.
 */
export async function askPlugin(
  plugin: ProviderPlugin,
  call: PluginCall,
  work: (context: ProviderContext) => Promise<LoginOutcome>,
): Promise<CheckedOutcome> {
  const onLateValue = (value: unknown) => dropAnswer(plugin, call, value);
  const start = performance.now();
  const answer = await runPlugin(plugin, { ...call, onLateValue }, work);
  const outcome = checkAnswer(plugin, call, answer);
  call.onOutcome?.(plugin.info.id, outcome.status, (performance.now() - start) / 1000);
  return outcome;
}

function checkAnswer(
  plugin: ProviderPlugin,
  call: PluginCall,
  answer: PluginAnswer<LoginOutcome>,
): CheckedOutcome {
  if (!answer.ok) return { status: 'failed' };
  const checked = checkOutcome(answer.value);
  if ('outcome' in checked) return checked.outcome;
  call.log.error({ provider_id: plugin.info.id, ...checked }, 'provider failed');
  dropAnswer(plugin, call, answer.value);
  return { status: 'failed' };
}

/** Passes on the grant of an answer that is not used, so that it is revoked. */
function dropAnswer(plugin: ProviderPlugin, call: PluginCall, answer: unknown): void {
  try {
    const { grant, subject } = Object(answer) as Readonly<Record<'grant' | 'subject', unknown>>;
    const kept = grant === undefined ? undefined : copyStorable(grant, maxRevokedLength);
    if (!kept) return;
    // The mistake may be a subject that is a number. As text, it finds the person's grants that are in use.
    const { success, output } = v.safeParse(subjectSchema, String(subject ?? ''));
    const owner = success ? output : '';
    call.onUnusedGrant?.(plugin.info.id, { subject: owner, grant: kept.copy });
  } catch {
    // A getter of the answer may throw.
  }
}

/** Validates a plug-in's value. The detail names the place of a mistake, but never the value, which may be a grant. */
function checkOutcome(
  value: unknown,
): { readonly outcome: CheckedOutcome } | { readonly detail: string } {
  try {
    const parsed = v.safeParse(checkedOutcome, value);
    if (!parsed.success) return { detail: describeIssue(parsed.issues[0]) };
    const outcome = copyOutcome(parsed.output);
    return outcome ? { outcome } : { detail: 'returned an invalid value at state or grant' };
  } catch {
    return { detail: 'returned an object that throws when it is read' };
  }
}

/** Runs any other call of a plug-in with the same protection. The value of an `ok` answer is not validated. */
export function runPlugin<Value>(
  plugin: ProviderPlugin,
  { clientId, environment, locale, reason, ...call }: PluginCall,
  work: (context: ProviderContext) => Promise<Value>,
): Promise<PluginAnswer<Value>> {
  const retry = reason === undefined ? {} : { isRetry: true, reason };
  return supervise(plugin, call, (given) =>
    work({ ...given, clientId, environment, locale, ...retry }),
  );
}

/** Copies an outcome with a plain copy of its state or grant. Undefined when the state or grant cannot be stored. */
function copyOutcome(outcome: CheckedOutcome): CheckedOutcome | undefined {
  if (outcome.status === 'challenge') {
    const state = copyStorable(outcome.state);
    return state && { ...outcome, state: state.copy };
  }
  if (outcome.status !== 'accepted') return outcome;
  // The label must be readable, because people decide by it who gets access to which account.
  // Only as many characters are read as can be among the first ones. A cut between code units could halve a letter.
  const letters = [...outcome.label.slice(0, 2 * maxLabelLength)].slice(0, maxLabelLength);
  const shown = toReadableText(letters.join(''));
  const label = shown ?? toReadableText(outcome.subject) ?? '';
  if (outcome.grant === undefined) return { ...outcome, label };
  const grant = copyStorable(outcome.grant);
  return grant && { ...outcome, label, grant: grant.copy };
}
