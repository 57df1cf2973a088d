import type { Json } from '../protocol/camel-case.ts';
import { isRecord } from '../protocol/record.ts';
import { parseNullable, parseShape, type Shape } from '../protocol/shape.ts';
import { parseFilled } from './token-response.ts';

/** Your own IDs of person and connection, from `createSession`: without names, e-mail addresses and tax numbers. */
export interface OwnIds {
  /** Your ID of the person, or null if the session had none. */
  readonly clientUserId: string | null;
  /** Your tags of the connection, or null if the session had none. */
  readonly tags: Readonly<Record<string, string>> | null;
}

/** The same IDs in an event. An ID is missing if the session had none. */
export type OwnEventIds = {
  readonly [Name in keyof OwnIds]?: NonNullable<OwnIds[Name]>;
};

/** The JSON of {@link OwnIds}, in snake_case. */
export interface OwnIdsJson extends Json<OwnIds> {}

/** A missing field counts as null, because an older Connect service may not send these fields. */
export const ownIdsShape: Shape<OwnIdsJson> = {
  client_user_id: (value) => parseNullable(parseFilled)(value ?? null),
  tags: (value) => parseNullable(parseTags)(value ?? null),
};

export function parseTags(value: unknown): { [name: string]: string } | undefined {
  const names = isRecord(value) ? Object.keys(value) : [];
  return parseShape(value, Object.fromEntries(names.map((name) => [name, parseFilled])));
}
