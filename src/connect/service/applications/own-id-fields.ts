import * as v from 'valibot';
import { field } from '../http/json-body.ts';

/** A text without control and format characters, and without half a surrogate pair. */
const plainText = (maxLength: number) =>
  v.pipe(v.string(), v.minLength(1), v.maxLength(maxLength), v.regex(/^[^\p{Cc}\p{Cf}\p{Cs}]*$/u));

const maxTags = 10;
const tagName = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.-]{1,40}$/));
const tagRecord = v.record(tagName, plainText(200));
const reservedNames = ['__proto__', 'constructor', 'prototype'];

/** Refuses lists and reserved names. The schema of a record alone would accept a list, and ignore a reserved name. */
const strictTags: typeof tagRecord = {
  ...tagRecord,
  '~run': ({ value }, config) => {
    const isLeftOut = reservedNames.some((name) => Object.hasOwn(Object(value), name));
    const read = Array.isArray(value) || isLeftOut ? null : value;
    return tagRecord['~run']({ value: read }, config);
  },
};

/** The fields with an application's own IDs of a person and a connection. */
export const ownIdFields = {
  client_user_id: field(
    plainText(128),
    'must be a text of 1 to 128 characters, without control characters',
  ),
  tags: field(
    v.pipe(strictTags, v.maxEntries(maxTags)),
    `must be an object with up to ${maxTags} names of 1 to 40 characters A-Z a-z 0-9 _ . -, none of them ${reservedNames.join(', ')}, and texts of 1 to 200 characters, without control characters`,
  ),
};
