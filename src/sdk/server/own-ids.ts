import { isRecord } from '../protocol/record.ts';
import { parseNullable, type Shape } from '../protocol/shape.ts';
import { parseFilled } from './token-response.ts';

/**
 * Your application's own IDs of the person and the connection. They come from `createSession`. Do not put names,
 * e-mail addresses or tax numbers in them.
 */
export interface OwnIds {
  /** Your ID of the person, or null if the session had none. */
  readonly clientUserId: string | null;
  /** Your tags of the connection, or null if the session had none. */
  readonly tags: Readonly<Record<string, string>> | null;
}

/** The IDs in an event, which leaves out IDs that the session did not have. */
export type OwnEventIds = {
  readonly [Name in keyof OwnIds]?: NonNullable<OwnIds[Name]>;
};

/** The JSON of {@link OwnIds}, in snake_case. */
export interface OwnIdsJson {
  readonly client_user_id: string | null;
  readonly tags: { [name: string]: string } | null;
}

/** An older Connect service may not send these fields. */
export const ownIdsShape: Shape<OwnIdsJson> = {
  client_user_id: (value) => parseNullable(parseFilled)(value ?? null),
  tags: (value) => parseNullable(parseTags)(value ?? null),
};

/** @returns a copy of an object of texts; undefined for anything else */
export function parseTags(value: unknown): { [name: string]: string } | undefined {
  if (!isRecord(value)) return undefined;
  const tags = Object.entries(value).map(([name, text]) => [name, parseFilled(text)] as const);
  if (tags.some(([, text]) => text === undefined)) return undefined;
  return Object.fromEntries(tags) as { [name: string]: string };
}
