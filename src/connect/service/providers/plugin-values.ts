import * as v from 'valibot';
import { nullIsNone } from '../../shapes/null-is-none.ts';

const maxWaitSeconds = 24 * 60 * 60;

/** The wait that a provider asks for, in seconds. It is limited, because plug-ins pass it on from providers. */
export const providerWait = nullIsNone(
  v.pipe(
    v.number(),
    v.transform((seconds) => Math.min(seconds, maxWaitSeconds)),
  ),
);

/** The maximum length of a stored state or grant as JSON, in characters, so that no plug-in fills the database. */
const maxStoredLength = 16_384;
/** The maximum length of a grant that is stored only until it is revoked, as JSON, in characters. */
export const maxRevokedLength = 64 * maxStoredLength;

/**
 * Copies a state or a grant as plain JSON. A value with getters or `toJSON` may throw or change when it is read
 * again, but its copy cannot. Undefined when the value is not JSON, or too long.
 */
export function copyStorable(
  value: unknown,
  maxLength = maxStoredLength,
): { readonly copy: unknown } | undefined {
  try {
    const text = JSON.stringify(value ?? null) ?? 'null';
    return text.length <= maxLength ? { copy: JSON.parse(text) } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Describes for the log why a plug-in's value is invalid: the field, and the expected type or rule. The message of
 * the issue is left out, because it contains the value, which may be a grant or a record.
 */
export function describeIssue(issue: v.BaseIssue<unknown>): string {
  const place = v.getDotPath(issue) ?? 'its root';
  const rule = issue.kind === 'schema' ? `expected ${issue.expected}` : describeRule(issue);
  return `returned an invalid value at ${place}: ${rule}`;
}

function describeRule({ type, requirement, message, expected }: v.BaseIssue<unknown>): string {
  if (type === 'check') return message;
  if (type === 'regex') return 'it contains a character that cannot be stored';
  return `${type.replaceAll('_', ' ')} ${expected ?? String(requirement)}`;
}

/**
 * Describes an error of a plug-in for the log. The stack and the cause are left out, because an error of `fetch` may
 * contain the request. Of the cause, only a code is named, because the message of `fetch` never says why it failed.
 * Undefined when a plug-in has thrown something that is not an error object.
 */
export function describeError(error: unknown): string | undefined {
  try {
    if (!(error instanceof Error)) return undefined;
    const { code } = Object(error.cause) as { readonly code?: unknown };
    const reason =
      typeof code === 'string' && /^[A-Z][A-Z\d_]{1,60}$/.test(code) ? ` (${code})` : '';
    return `${error.name}: ${error.message}`.slice(0, 500) + reason;
  } catch {
    // A getter of the error may throw.
    return undefined;
  }
}

/** The maximum number of causes to list. An error may be its own cause. */
const maxCauses = 5;

/**
 * Lists the stacks of an error and its causes. The list is for developers, who see only their own test data.
 * Undefined when a plug-in has thrown something that is not an error object.
 */
export function listStacks(error: unknown, causesLeft = maxCauses): string | undefined {
  try {
    if (!(error instanceof Error)) return undefined;
    const cause = causesLeft > 0 ? listStacks(error.cause, causesLeft - 1) : undefined;
    return cause === undefined ? error.stack : `${error.stack}\ncaused by ${cause}`;
  } catch {
    return undefined;
  }
}
