import { isText } from './record.ts';
import {
  parseChoice,
  parseList,
  parseNullable,
  parseShape,
  parseText,
  type Shape,
} from './shape.ts';

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
const maxAliases = 100;
const maxIdLength = 200;
/** A logo may be a small picture in the address itself. */
const maxLongTextLength = 100_000;

/**
 * @param value - anything
 * @returns the value, if it can be a provider's id
 */
export function parseProviderId(value: unknown): string | undefined {
  return isText(value, maxIdLength) && value !== '' ? value : undefined;
}

const parseLongText = parseNullable((value) =>
  isText(value, maxLongTextLength) ? value : undefined,
);

const shape: Shape<Provider> = {
  id: parseProviderId,
  name: parseText,
  domain: parseText,
  aliases: parseList(parseText, maxAliases),
  popular: parseChoice(true, false),
  logo: parseLongText,
  status: parseChoice('available', 'unavailable'),
  reason: parseLongText,
  surface: parseChoice('any', 'popup'),
};

/**
 * @param value - anything
 * @returns the providers as new objects, or undefined when the list or any entry is malformed
 */
export const parseProviders = parseList((value) => parseShape(value, shape), maxProviders);
