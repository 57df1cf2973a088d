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
  /** The address where users usually log in, such as `example.com`. */
  readonly domain: string;
  /** Other names by which the search finds the provider. */
  readonly aliases: readonly string[];
  /** True when the selector lists the provider in its first group, "popular". */
  readonly popular: boolean;
  /** Address of a picture; null to show the name's initials. */
  readonly logo: string | null;
  /** `unavailable` providers are shown with `reason` and cannot be picked. */
  readonly status: 'available' | 'unavailable';
  /** Why the provider is unavailable, or how to try an available one, in the user's language; or null. */
  readonly reason: string | null;
  /** `popup`: the provider's login cannot be shown in a frame. */
  readonly surface: 'any' | 'popup';
  /** True for a test application, if only live ones can use the provider. A selector may show one line for all such. */
  readonly live_only?: boolean | undefined;
}

export const maxProviders = 5000;
const maxAliases = 100;
const maxIdLength = 200;
/** In UTF-16 units. So much, because a logo may be a small picture as a `data:` address. */
const maxLongTextLength = 100_000;

export function parseProviderId(value: unknown): string | undefined {
  return isText(value, maxIdLength) && value !== '' ? value : undefined;
}

export const parseLongText = parseNullable((value) =>
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
  // Pages of earlier versions do not send this property.
  live_only: (value) => (value === undefined ? false : parseChoice(true, false)(value)),
};

export const parseProviders = parseList((value) => parseShape(value, shape), maxProviders);
