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
