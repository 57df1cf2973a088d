import { type ForeignRecord, isOneOf, isText, readRecord } from './record.ts';

/** A tax-preparation company the user can log in to, as the Connect page describes it. */
export interface Provider {
  /** Stable identifier, 1 to 200 characters. */
  readonly id: string;
  /** Name shown to the user. */
  readonly name: string;
  /** Where the user would log in by hand, such as `example.com`. */
  readonly domain: string;
  /** Other names the search finds it by. */
  readonly aliases: readonly string[];
  /** Whether it belongs to the group shown first. */
  readonly popular: boolean;
  /** Address of a picture, or null: initials are drawn. */
  readonly logo: string | null;
  /** `unavailable` providers are shown with `reason` and cannot be picked. */
  readonly status: 'available' | 'unavailable';
  /** Why it is unavailable, in the user's language, or null. */
  readonly reason: string | null;
  /** `popup`: its login refuses to be framed. */
  readonly surface: 'any' | 'popup';
}

/** Longest list of providers that is taken from a page. */
const maxProviders = 5000;

const maxTextLength = 2000;
const maxIdLength = 200;

/**
 * @param value - anything
 * @returns whether it can be a provider's id
 */
export function isProviderId(value: unknown): value is string {
  return isText(value, maxIdLength) && value !== '';
}

/**
 * @param value - anything
 * @returns the providers as new objects, or undefined when the list or any entry is malformed
 */
export function parseProviders(value: unknown): Provider[] | undefined {
  if (!Array.isArray(value) || value.length > maxProviders) return undefined;
  const providers: Provider[] = [];
  for (const entry of value) {
    const provider = parseProvider(readRecord(entry));
    if (!provider) return undefined;
    providers.push(provider);
  }
  return providers;
}

function parseProvider(record: ForeignRecord | undefined): Provider | undefined {
  if (!record) return undefined;
  const { id, name, domain, aliases, popular, logo, status, reason, surface } = record;
  return isProviderId(id) &&
    isText(name, maxTextLength) &&
    isText(domain, maxTextLength) &&
    Array.isArray(aliases) &&
    // Not `every`, which skips holes: an array of four thousand million of them is quickly sent.
    aliases.findIndex((alias) => !isText(alias, maxTextLength)) < 0 &&
    typeof popular === 'boolean' &&
    isTextOrNull(logo) &&
    isOneOf(status, ['available', 'unavailable']) &&
    isTextOrNull(reason) &&
    isOneOf(surface, ['any', 'popup'])
    ? { id, name, domain, aliases: [...aliases], popular, logo, status, reason, surface }
    : undefined;
}

function isTextOrNull(value: unknown): value is string | null {
  // A logo may be a small picture in the address itself, hence the larger bound.
  return value === null || isText(value, 100_000);
}
