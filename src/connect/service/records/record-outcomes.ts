import * as v from 'valibot';
import { nullIsNone } from '../../shapes/null-is-none.ts';
import { maxFileBytes, mediaTypes, recordAnswer, taxRecord } from '../../shapes/record-answers.ts';
import { copyStorable, describeIssue } from '../providers/plugin-values.ts';

/** The longest cursor of a plug-in. */
export const maxCursorLength = 2000;

const others = [
  v.object({ status: v.picklist(['login_required', 'not_found']) }),
  v.object({
    status: v.literal('failed'),
    retryAfterSeconds: nullIsNone(v.pipe(v.number(), v.minValue(0), v.maxValue(86_400))),
    grant: v.optional(v.unknown()),
  }),
] as const;

const outcomeOf = <Schema extends v.GenericSchema>(value: Schema) =>
  v.variant('status', [
    v.object({ status: v.literal('ok'), value, grant: v.optional(v.unknown()) }),
    ...others,
  ]);

/** The valid outcomes of `list`, for a request of at most this many records. */
export function listOutcome(limit: number) {
  // The length is checked first, so that a million records are refused at once.
  const records = v.pipe(v.array(v.unknown()), v.maxLength(limit), v.array(taxRecord));
  const nextCursor = nullIsNone(v.pipe(v.string(), v.minLength(1), v.maxLength(maxCursorLength)));
  return outcomeOf(v.object({ records, nextCursor }));
}

/** The valid outcomes of `read`. */
export const readOutcome = outcomeOf(recordAnswer);

/** The valid outcomes of `file`. */
export const fileOutcome = outcomeOf(
  v.object({ mediaType: v.picklist(mediaTypes), body: v.instance(ReadableStream<Uint8Array>) }),
);

/** The valid outcomes of `refresh`. */
export const refreshOutcome = outcomeOf(v.unknown());

/** A validated outcome. */
export type CheckedOutcome<Value> =
  | { readonly status: 'ok'; readonly value: Value; readonly grant?: unknown }
  | { readonly status: 'login_required' | 'not_found' }
  | {
      readonly status: 'failed';
      readonly retryAfterSeconds?: number | undefined;
      readonly grant?: unknown;
    };

/** The schema of an outcome with this value. */
export type OutcomeSchema<Value> = v.GenericSchema<unknown, CheckedOutcome<Value>>;

/**
 * @param schema - the schema of the outcome
 * @param answer - the plug-in's answer
 * @returns the outcome; or, for the log, the name of the wrong field, never its value
 */
export function checkReadOutcome<Value>(
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

/**
 * @param value - the answer
 * @returns its JSON; undefined when it cannot be written as JSON, or is longer than a file may be
 */
export function toAnswerText(value: object): string | undefined {
  try {
    const text = JSON.stringify(value);
    return Buffer.byteLength(text) > maxFileBytes ? undefined : text;
  } catch {
    return undefined;
  }
}
