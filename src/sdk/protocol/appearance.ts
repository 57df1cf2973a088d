import { parseNullable, parseShape, type Shape } from './shape.ts';

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

/**
 * The part of a host's branding that the Connect page gets. The font is missing, because the page cannot load a host's
 * fonts.
 */
export interface PageAppearance {
  /** `#rrggbb`, or null. */
  readonly accent_color: string | null;
  /** CSS pixels from 0 to 24, or null. */
  readonly border_radius: number | null;
}

/** The largest corner radius of the modal, in CSS pixels. */
export const maxRadius = 24;

const shape: Shape<PageAppearance> = {
  accent_color: parseNullable((value) =>
    typeof value === 'string' && /^#[\da-f]{6}$/i.test(value) ? value : undefined,
  ),
  border_radius: parseNullable((value) =>
    typeof value === 'number' && value >= 0 && value <= maxRadius ? value : undefined,
  ),
};

/** Accepts null, and a missing value as null, because hosts of earlier versions do not send this property. */
export function parseAppearance(value: unknown = null): PageAppearance | null | undefined {
  return parseNullable((given) => parseShape(given, shape))(value);
}
