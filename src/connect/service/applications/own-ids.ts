import { type Expression, type SqlBool, sql } from 'kysely';
import * as v from 'valibot';
import { field } from '../http/json-body.ts';

/** The IDs of a person and a connection in the application's system. They are never logged, shown or recorded. */
export interface OwnIds {
  readonly client_user_id: string | null;
  readonly tags: Readonly<Record<string, string>> | null;
}

/** The columns of {@link OwnIds}. `tags` is JSON with sorted keys. */
export interface OwnIdColumns {
  client_user_id: string | null;
  tags: string | null;
}

/** The part of an event with an application's own IDs. IDs that the application has not set are left out. */
type OwnEventData = {
  readonly [Key in keyof OwnIds]?: NonNullable<OwnIds[Key]>;
};

export const ownIdColumns = ['client_user_id', 'tags'] as const;

export function storeOwnIds({ client_user_id, tags }: OwnIds): OwnIdColumns {
  const sorted = Object.entries(tags ?? {}).sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    client_user_id,
    tags: sorted.length === 0 ? null : JSON.stringify(Object.fromEntries(sorted)),
  };
}

export function readOwnIds({ client_user_id, tags }: OwnIdColumns): OwnIds {
  return { client_user_id, tags: tags === null ? null : JSON.parse(tags) };
}

export function toOwnEventData(row: OwnIdColumns): OwnEventData {
  const { client_user_id, tags } = readOwnIds(row);
  return {
    ...(client_user_id === null ? {} : { client_user_id }),
    ...(tags === null ? {} : { tags }),
  };
}

/**
 * Writes the SQL condition for rows that have all of the given IDs. A tag is compared as JSON text. A quotation mark
 * in a value has a backslash there, so no value looks like another tag.
 */
export function matchOwnIds(
  table: 'accounts' | 'connect_sessions',
  { client_user_id, tags }: OwnIds,
): Expression<SqlBool> {
  const userId = sql.ref(`${table}.client_user_id`);
  const stored = sql.ref(`${table}.tags`);
  const conditions = Object.entries(tags ?? {}).map(([key, value]) => {
    const tag = `${JSON.stringify(key)}:${JSON.stringify(value)}`;
    return sql<SqlBool>`${stored} IS NOT NULL AND replace(${stored}, ${tag}, '') <> ${stored}`;
  });
  const isUser = sql<SqlBool>`${userId} = ${client_user_id}`;
  const all = client_user_id === null ? conditions : [isUser, ...conditions];
  return sql<SqlBool>`(${all.length === 0 ? sql`1 = 1` : sql.join(all, sql` AND `)})`;
}

/** Creates the schema of a text without control and format characters, and without half a surrogate pair. */
const plainText = (maxLength: number) =>
  v.pipe(v.string(), v.minLength(1), v.maxLength(maxLength), v.regex(/^[^\p{Cc}\p{Cf}\p{Cs}]*$/u));

const maxTags = 10;
const tagName = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.-]{1,40}$/));
const tagRecord = v.record(tagName, plainText(200));
const reservedNames = ['__proto__', 'constructor', 'prototype'];

/** Refuses lists and reserved names, because the schema of a record would accept a list, and ignore such a name. */
const strictTags: typeof tagRecord = {
  ...tagRecord,
  '~run': ({ value }, config) => {
    const isLeftOut = reservedNames.some((name) => Object.hasOwn(Object(value), name));
    const read = Array.isArray(value) || isLeftOut ? null : value;
    return tagRecord['~run']({ value: read }, config);
  },
};

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
