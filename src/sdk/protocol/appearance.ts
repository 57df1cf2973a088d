import { parseNullable, parseShape, type Shape } from './shape.ts';

/**
 * The branding of `open` that a Connect page follows. The font is missing, because the page cannot load a host's
 * fonts.
 */
export interface PageAppearance {
  /** `#rrggbb`, or null. */
  readonly accent_color: string | null;
  /** CSS pixels from 0 to 24, or null. */
  readonly border_radius: number | null;
}

/** The largest corner of the modal, in CSS pixels. */
export const maxRadius = 24;

const shape: Shape<PageAppearance> = {
  accent_color: parseNullable((value) =>
    typeof value === 'string' && /^#[\da-f]{6}$/i.test(value) ? value : undefined,
  ),
  border_radius: parseNullable((value) =>
    typeof value === 'number' && value >= 0 && value <= maxRadius ? value : undefined,
  ),
};

/** Accepts null and a missing value, because hosts of earlier versions send none. */
export function parseAppearance(value: unknown = null): PageAppearance | null | undefined {
  return parseNullable((given) => parseShape(given, shape))(value);
}
