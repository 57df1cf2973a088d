import * as v from 'valibot';
import { findNearName } from '../../../sdk/protocol/near-name.ts';
import { createInvalid, Refusal } from './refusal.ts';
import { assertJsonContentType } from './request-headers.ts';

/**
 * Reads a JSON object of at most `maxBytes` (default 16 KiB).
 *
 * @throws Refusal 415, 413, or 400 `invalid_request`
 */
export async function readJsonBody(request: Request, maxBytes?: number): Promise<object> {
  assertJsonContentType(request);
  return parseJsonObject(await readBodyBytes(request, maxBytes));
}

/** Like {@link readJsonBody}, but no body is an empty object. Many clients name a type and send nothing. */
export async function readOptionalJsonBody(request: Request): Promise<object> {
  const bytes = await readBodyBytes(request);
  if (bytes.length === 0) return {};
  assertJsonContentType(request);
  return parseJsonObject(bytes);
}

/**
 * Like {@link parseFields}, but refuses unknown names, because a program's misspelt field would have no effect. For
 * example, `provider_id` instead of `provider_ids` would let a person choose among all providers.
 *
 * @throws Refusal 400 `invalid_request` with the name of the wrong or unknown field
 */
export function parseExactFields<const Schema extends v.GenericSchema>(
  value: object,
  schema: Schema,
): v.InferOutput<Schema> {
  const names = 'entries' in schema ? Object.keys(schema.entries as object) : [];
  const unknown = Object.keys(value).find((name) => !names.includes(name));
  if (unknown === undefined) return parseFields(value, schema);
  const meant = findNearName(unknown, names);
  const known = names.length === 0 ? 'It has none.' : `There are ${names.join(', ')}.`;
  const hint = meant ? `Did you mean ${meant}?` : known;
  const name = unknown.slice(0, 100).replace(/[^\w.-]/g, '?');
  throw createInvalid(`${name} is not a field of this request. ${hint}`);
}

/**
 * Checks the body of an endpoint without fields, which must be empty or an empty object.
 *
 * @throws Refusal 413, or 400 `invalid_request` with the name of the first field
 */
export async function assertNoFields(request: Request): Promise<void> {
  const bytes = await readBodyBytes(request);
  if (bytes.length > 0) parseExactFields(parseJsonObject(bytes), v.object({}));
}

/** @throws Refusal 400 `invalid_request` with the name of the wrong field */
export function parseFields<const Schema extends v.GenericSchema>(
  value: unknown,
  schema: Schema,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, value, { abortEarly: true });
  if (result.success) return refuseUnstorable(result.output);
  const [issue] = result.issues;
  const field = v.getDotPath(issue) ?? 'The body';
  const rule = findRule(schema, issue) ?? 'is missing or not of the expected type';
  throw createInvalid(`${field} ${rule}.`);
}

function findRule(schema: v.GenericSchema, issue: v.BaseIssue<unknown>): string | undefined {
  const key = issue.path?.[0]?.key;
  if (!('entries' in schema) || typeof key !== 'string') return undefined;
  const field = (schema.entries as Readonly<Record<string, v.GenericSchema>>)[key];
  return field && findDescription(field);
}

/** Finds the rule of a field, also of one that may be null or missing. */
function findDescription(schema: v.GenericSchema): string | undefined {
  const inner = 'wrapped' in schema ? (schema.wrapped as v.GenericSchema) : undefined;
  return v.getDescription(schema) ?? (inner && findDescription(inner));
}

/**
 * Refuses text that cannot be stored. PostgreSQL refuses U+0000. UTF-8 cannot represent half of a surrogate pair, and
 * its replacement could make two different texts equal.
 */
function refuseUnstorable<Output>(fields: Output): Output {
  const values: readonly unknown[] = Object.values(fields ?? {});
  const isUnstorable = values.some(
    (value) => typeof value === 'string' && (value.includes('\0') || /\p{Cs}/u.test(value)),
  );
  if (isUnstorable) {
    throw createInvalid('The body has a field with U+0000 or half a surrogate pair.');
  }
  return fields;
}

/** The maximum sizes of a body, higher than any endpoint needs. The schemas check every item before counting them. */
const maxFields = 100;
const maxItems = 1000;

function parseJsonObject(bytes: Uint8Array): object {
  const text = decodeUtf8(bytes);
  const value = text === undefined ? undefined : parseJson(text);
  if (text === undefined || value === undefined) {
    throw createInvalid('The body is not valid JSON in UTF-8.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw createInvalid('The body must be one JSON object.');
  }
  const values: readonly unknown[] = Object.values(value);
  const isLong = values.some((one) => Array.isArray(one) && one.length > maxItems);
  if (values.length > maxFields || isLong) {
    const most = `${maxFields} fields, or a list of more than ${maxItems} items`;
    throw createInvalid(`The body has more than ${most}.`);
  }
  if (hasDuplicateKeys(text, values.length)) {
    throw createInvalid('The body names a field twice, or has too many inner values.');
  }
  // A copy without a prototype, so that no field is inherited from `Object.prototype`.
  return { __proto__: null, ...value };
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

// Both functions drop the error, because its message quotes the body, which may contain a secret.

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Creates an optional field. A refusal quotes the rule after the field's name. */
export const field = <Schema extends v.GenericSchema>(schema: Schema, rule: string) =>
  v.pipe(v.nullish(schema, null), v.description(rule));

/** The rule of a number with a range, which a refusal quotes after the field's name. */
export const describeRange = (least: number, most: number): string =>
  `must be a whole number from ${least} to ${most}`;

/** Creates a number field with a range. */
export function wholeNumber(least: number, most: number) {
  const rule = describeRange(least, most);
  return v.pipe(
    v.number(rule),
    v.integer(rule),
    v.minValue(least, rule),
    v.maxValue(most, rule),
    v.description(rule),
  );
}

/** Matches the end of a key. A string value can contain the same characters. */
const keyEnd = /"\s*:/g;
const tokens = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/gs;

/** The maximum number of tokens: more than any endpoint reads. */
const maxTokens = 500;

/**
 * True when the outermost object repeats a key. `JSON.parse` uses the last of two equal keys, but a proxy in front may
 * use the first, so an attacker could give each a different value. The result is also true when there are too many
 * inner values to tell.
 *
 * @param keyCount - the number of different keys that `JSON.parse` found in the outermost object
 * @see https://www.rfc-editor.org/rfc/rfc8259#section-4
 */
function hasDuplicateKeys(json: string, keyCount: number): boolean {
  // An ordinary body has as many key ends as keys. This proves cheaply that no key is repeated.
  return json.match(keyEnd)?.length !== keyCount && repeatsKey(json);
}

function repeatsKey(json: string): boolean {
  const keys = new Set<unknown>();
  let depth = 0;
  let previous = '';
  let count = 0;
  for (const [token] of json.matchAll(tokens)) {
    count += 1;
    if (count > maxTokens) return true;
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (token === ':' && depth === 1) {
      // Keys are decoded, because "a" and "\u0061" are the same key.
      const key: unknown = JSON.parse(previous);
      if (keys.has(key)) return true;
      keys.add(key);
    }
    previous = token;
  }
  return false;
}

const defaultMaxBytes = 16 * 1024;
/** The limit for a logo, all providers, or a long session. JSON may have six bytes for a character, as in `\u00e9`. */
export const longBodyBytes = 96 * 1024;

/**
 * Reads a body without exceeding the limit in memory: at once if `Content-Length` is set, otherwise in chunks.
 *
 * @throws Refusal 413 `invalid_request` when the body is larger than `maxBytes`, 400 when the client disconnects
 */
export async function readBodyBytes(
  request: Request,
  maxBytes = defaultMaxBytes,
): Promise<Uint8Array> {
  try {
    return await readAtMost(request, maxBytes);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    // The client has disconnected. A refusal keeps this from being logged as an error.
    throw createCutOff();
  }
}

async function readAtMost(request: Request, maxBytes: number): Promise<Uint8Array> {
  const declared = request.headers.get('Content-Length');
  if (declared !== null && !(Number(declared) <= maxBytes)) throw createTooLarge(maxBytes);
  if (declared !== null) {
    // Node enforces `Content-Length`. Reading the whole body is several times faster than reading it in chunks.
    const bytes = new Uint8Array(await request.arrayBuffer());
    if (bytes.byteLength > maxBytes) throw createTooLarge(maxBytes);
    return bytes;
  }
  const reader = request.body?.getReader();
  if (!reader) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.byteLength;
    if (length > maxBytes) {
      await reader.cancel();
      throw createTooLarge(maxBytes);
    }
    chunks.push(part.value);
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}

function createCutOff(): Refusal {
  return new Refusal([400, 'invalid_request'], 'The body did not arrive completely.', {
    retryable: true,
  });
}

function createTooLarge(maxBytes: number): Refusal {
  return new Refusal([413, 'invalid_request'], `The body is larger than ${maxBytes} bytes.`);
}
