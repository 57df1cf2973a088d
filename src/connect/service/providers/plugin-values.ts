import * as v from 'valibot';

/** The maximum length of a stored state or grant, as JSON, in UTF-16 code units. */
const maxStoredLength = 16_384;

/**
 * Copies a value that a plug-in wants to keep. The copy is plain JSON: unlike a value with getters or `toJSON`, it
 * cannot throw or change when it is read again.
 *
 * @param value - a state or a grant from a plug-in
 * @returns the copy; undefined when the value is not JSON, or longer than the maximum, which keeps a plug-in from
 *   filling the database
 */
export function copyStorable(value: unknown): { readonly copy: unknown } | undefined {
  try {
    const text = JSON.stringify(value ?? null) ?? 'null';
    return text.length <= maxStoredLength ? { copy: JSON.parse(text) } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Describes for the log why a plug-in's value is invalid. An issue's own message contains the value, which may be a
 * grant or a record.
 *
 * @param issue - the first issue of a parsed value
 * @returns the field and the expected type or rule
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
 * Describes an error of a plug-in for the log. The stack and the cause are left out, because an error of `fetch`
 * may contain the request.
 *
 * @returns name and message, at most 500 characters; undefined if it is not an error object
 */
export function describeError(error: unknown): string | undefined {
  try {
    return error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 500) : undefined;
  } catch {
    // The error's own getters throw.
    return undefined;
  }
}

/** An error may be its own cause. */
const maxCauses = 5;

/**
 * Lists the stacks for developers, who see only their own test data.
 *
 * @param causesLeft - how many causes to follow
 * @returns the stacks of the error and its causes; undefined if it is not an error object
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
