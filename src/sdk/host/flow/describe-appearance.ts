import {
  type ConnectAppearance,
  maxRadius,
  type PageAppearance,
} from '../../protocol/appearance.ts';

/**
 * @returns the accent colour and the radius of the host's `appearance`, for the welcome message; null if both are
 *   missing. A value that only the host's document can resolve, such as `var(--accent)`, counts as missing
 */
export function describeAppearance(appearance: ConnectAppearance = {}): PageAppearance | null {
  const { accentColor, borderRadius } = appearance;
  const accent_color = accentColor ? readColor(accentColor) : null;
  const border_radius = borderRadius ? readRadius(borderRadius) : null;
  return accent_color === null && border_radius === null ? null : { accent_color, border_radius };
}

/** Converts an opaque CSS colour to `#rrggbb`, without a layout of the host's page. Otherwise returns null. */
function readColor(value: string): string | null {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return null;
  context.fillStyle = value;
  const color = String(context.fillStyle);
  // If the value is not a colour, `fillStyle` keeps its initial value, black.
  const isKept = color !== '#000000' || /^(#0{3,6}|black)$/i.test(value.trim());
  return isKept && /^#[\da-f]{6}$/.test(color) ? color : null;
}

function readRadius(value: string): number | null {
  const [, pixels] = /^\s*(\d+(?:\.\d+)?)(?:px)?\s*$/.exec(value) ?? [];
  return pixels === undefined ? null : Math.min(maxRadius, Number(pixels));
}
