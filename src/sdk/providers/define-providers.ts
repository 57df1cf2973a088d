import { maxProviders } from '../protocol/provider.ts';
import { isOneOf, isRecord, matches, readOwn } from '../protocol/record.ts';
import { findUnknownName } from '../protocol/unknown-name.ts';
import { shares } from '../protocol/words.ts';
import type { ProviderPlugin } from './provider-types.ts';

type Rule = readonly [(value: unknown) => boolean, string];

const isFilledText = (max: number) => (value: unknown) =>
  typeof value === 'string' && value.trim() !== '' && value.length <= max;
const isOptional = (is: (value: unknown) => boolean) => (value: unknown) =>
  value === undefined || is(value);
const isListOf = (is: (value: unknown) => boolean, max: number) => (value: unknown) =>
  Array.isArray(value) && value.length <= max && value.every(is);
const isFunction = (value: unknown) => typeof value === 'function';

const isShares = (value: unknown) =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((share) => isOneOf(share, shares)) &&
  new Set(value).size === value.length;

const text: Rule = [isFilledText(200), 'must be a text of 1 to 200 characters'];

const infoRules: Readonly<Record<string, Rule>> = {
  id: [
    (value) => matches(/^[\w-]{1,64}$/)(value) && value !== 'sandbox',
    "must be 1 to 64 letters, digits, - and _, and not sandbox, the service's own provider",
  ],
  name: text,
  domain: [
    (value) => matches(/^[^\s/:?#@\\]{1,253}$/)(value) && URL.canParse(`https://${value}/`),
    'must be a host name such as tax.example, without https:// or a path',
  ],
  aliases: [isOptional(isListOf(isFilledText(200), 100)), 'must be a list of at most 100 texts'],
  popular: [isOptional((value) => typeof value === 'boolean'), 'must be true or false'],
  logo: [isOptional(isFilledText(100_000)), 'must be an address'],
  status: [
    isOptional((value) => isOneOf(value, ['available', 'unavailable'] as const)),
    "must be 'available' or 'unavailable'",
  ],
  reason: [isOptional(isFilledText(1000)), 'must be a text'],
  hint: [isOptional(isFilledText(500)), 'must be a text of 1 to 500 characters'],
  shares: [isOptional(isShares), `must be a list of ${shares.join(', ')}, each at most once`],
};

const recordsRules: Readonly<Record<string, Rule>> = {
  list: [isFunction, 'must be a function'],
  read: [isFunction, 'must be a function'],
  file: [isOptional(isFunction), 'must be a function'],
};

const pluginNames = [
  ...['info', 'fields', 'begin', 'answer', 'authorize', 'complete'],
  ...['resend', 'revoke', 'refresh', 'records'],
];

const isLabel = (value: unknown) =>
  isFilledText(200)(value) ||
  (isRecord(value) && 'en' in value && Object.values(value).every(isFilledText(200)));

const fieldRules: Readonly<Record<string, Rule>> = {
  name: [
    (value) => matches(/^[a-z][a-z0-9_]{0,31}$/)(value) && !reservedNames.has(String(value)),
    `must be 1 to 32 of a-z, 0-9 and _, and not flow_token or locale`,
  ],
  label: [isLabel, 'must be a text, or texts by locale with one for en'],
  type: [
    isOptional((value) => isOneOf(value, ['text', 'email', 'password'] as const)),
    "must be 'text', 'email' or 'password'",
  ],
  autocomplete: [isOptional(matches(/^[a-z0-9 -]{1,100}$/)), 'must be an autocomplete token'],
};

/** The Connect page sends other data under these names in the same request. */
const reservedNames: ReadonlySet<string> = new Set(['flow_token', 'locale']);

/** One less than the SDK accepts in a list, because test applications also have the provider "Sandbox". */
const maxPlugins = maxProviders - 1;

/**
 * Checks a list of providers, so that a mistake is reported when the service starts, and not at the first login. A
 * module of providers exports the list: `export default defineProviders([…])`.
 *
 * @param providers - the plug-ins, at most 4,999, each with a different ID
 * @throws TypeError with the wrong provider and field, and the rule for the field
 * @example
 * ```ts
 * import { defineProviders } from 'tax-connect/providers';
 *
 * export default defineProviders([
 *   {
 *     info: { id: 'tax', name: 'Tax Example', domain: 'tax.example' },
 *     async begin({ username = '' }) {
 *       return { status: 'accepted', subject: username, label: username };
 *     },
 *     async answer() {
 *       return { status: 'failed' };
 *     },
 *   },
 * ]);
 * ```
 */
export function defineProviders<const List extends readonly ProviderPlugin[]>(
  providers: List,
): List {
  if (!Array.isArray(providers)) throw new TypeError('The providers must be an array.');
  if (providers.length > maxPlugins) {
    throw new TypeError(`There are ${providers.length} providers, and at most ${maxPlugins} work.`);
  }
  const ids = new Set<unknown>();
  for (const [index, provider] of providers.entries()) {
    const id = assertProvider(provider, `providers[${index}]`);
    if (ids.has(id)) throw new TypeError(`providers[${index}].info.id: ${id} is used twice.`);
    ids.add(id);
  }
  return providers;
}

function assertProvider(provider: unknown, path: string): unknown {
  if (typeof provider !== 'object' || provider === null) fail(path, 'must be an object');
  const plugin = provider as Readonly<Record<string, unknown>>;
  const { info, fields, begin, answer, authorize, complete, records } = plugin;
  assertShape(info, `${path}.info`, infoRules);
  const id = readOwn(info, 'id');
  const named = `${path} (${String(id)})`;
  const isCredentials = begin !== undefined || answer !== undefined;
  const isRedirect = authorize !== undefined || complete !== undefined;
  assertNames(plugin, named, pluginNames);
  if (isCredentials === isRedirect) {
    fail(named, 'must have begin and answer, or authorize and complete');
  }
  for (const name of isRedirect ? ['authorize', 'complete'] : ['begin', 'answer']) {
    if (!isFunction(plugin[name])) fail(`${named}.${name}`, 'must be a function');
  }
  for (const name of ['resend', 'revoke', 'refresh']) {
    if (!isOptional(isFunction)(plugin[name])) fail(`${named}.${name}`, 'must be a function');
  }
  if (records !== undefined) assertShape(records, `${named}.records`, recordsRules);
  if (fields !== undefined) assertFields(fields, `${named}.fields`);
  return id;
}

function assertFields(fields: unknown, path: string): void {
  if (!Array.isArray(fields) || fields.length === 0 || fields.length > 10) {
    fail(path, 'must be a list of 1 to 10 fields');
  }
  const names = new Set<unknown>();
  for (const [index, field] of fields.entries()) {
    assertShape(field, `${path}[${index}]`, fieldRules);
    const name = readOwn(field, 'name');
    if (names.has(name))
      fail(`${path}[${index}].name`, 'must differ from the names of the other fields');
    names.add(name);
  }
}

function assertShape(value: unknown, path: string, rules: Readonly<Record<string, Rule>>): void {
  if (typeof value !== 'object' || value === null) fail(path, 'must be an object');
  assertNames(value, path, Object.keys(rules));
  for (const [key, [is, rule]] of Object.entries(rules)) {
    if (!is(Reflect.get(value, key))) fail(`${path}.${key}`, rule);
  }
}

/** Throws for an unknown name in a plain object. An instance of a class may have more members, so it is not checked. */
function assertNames(value: object, path: string, names: readonly string[]): void {
  const prototype: object | null = Object.getPrototypeOf(value);
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) return;
  const unknown = findUnknownName(value, names, 'Names');
  if (unknown) throw new TypeError(`${path}.${unknown.name} does not exist. ${unknown.hint}`);
}

function fail(path: string, rule: string): never {
  throw new TypeError(`${path} ${rule}.`);
}
