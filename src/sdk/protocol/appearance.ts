import { maxRadius } from './messages.ts';
import { oneOf, type Rule, text } from './rule.ts';
import { parseNullable, parseShape } from './shape.ts';

/** Branding of the modal. The modal keeps sufficient contrast with every value. */
export interface ConnectAppearance {
  /** The colour scheme. Default: `auto`, the user's system setting. */
  readonly theme?: 'auto' | 'light' | 'dark' | undefined;
  /** A CSS colour. */
  readonly accentColor?: string | undefined;
  /** A CSS font family list. */
  readonly fontFamily?: string | undefined;
  /** A CSS length. */
  readonly borderRadius?: string | undefined;
}

export const appearanceRules: Readonly<Record<keyof ConnectAppearance, Rule>> = {
  theme: oneOf('auto', 'light', 'dark'),
  accentColor: text,
  fontFamily: text,
  borderRadius: text,
};

/** The branding that the Connect page gets: without the font, because the page cannot load a host's fonts. */
export interface PageAppearance {
  /** `#rrggbb`, or null. */
  readonly accent_color: string | null;
  /** CSS pixels from 0 to 24, or null. */
  readonly border_radius: number | null;
}

/** Accepts null, and a missing value as null, because hosts of earlier versions do not send this property. */
export function parseAppearance(value: unknown = null): PageAppearance | null | undefined {
  if (value === null) return null;
  return parseShape<PageAppearance>(value, {
    accent_color: parseNullable((color) =>
      typeof color === 'string' && /^#[\da-f]{6}$/i.test(color) ? color : undefined,
    ),
    border_radius: parseNullable((radius) =>
      typeof radius === 'number' && radius >= 0 && radius <= maxRadius ? radius : undefined,
    ),
  });
}
