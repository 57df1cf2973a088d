import { maxRadius, type PageAppearance } from '../../protocol/appearance.ts';
import type { Appearance } from '../../ui/modal-model.ts';

/**
 * @returns the branding of `open` as the welcome passes it on, or null if there is none. A value that the Connect
 *   page cannot read, such as `var(--accent)` of the host's style sheet, is null, too
 */
export function describeAppearance(appearance: Appearance = {}): PageAppearance | null {
  const { accentColor, borderRadius } = appearance;
  const accent_color = accentColor ? readColor(accentColor) : null;
  const border_radius = borderRadius ? readRadius(borderRadius) : null;
  return accent_color === null && border_radius === null ? null : { accent_color, border_radius };
}

/** A canvas writes every opaque sRGB colour in this form, without a layout of the host's page. */
function readColor(value: string): string | null {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return null;
  context.fillStyle = value;
  const color = String(context.fillStyle);
  // An invalid value leaves the canvas black.
  const isKept = color !== '#000000' || /^(#0{3,6}|black)$/i.test(value.trim());
  return isKept && /^#[\da-f]{6}$/.test(color) ? color : null;
}

function readRadius(value: string): number | null {
  const [, pixels] = /^\s*(\d+(?:\.\d+)?)(?:px)?\s*$/.exec(value) ?? [];
  return pixels === undefined ? null : Math.min(maxRadius, Number(pixels));
}
