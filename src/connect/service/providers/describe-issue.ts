import * as v from 'valibot';

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
