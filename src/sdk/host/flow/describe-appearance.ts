import type { ConnectAppearance, PageAppearance } from '../../protocol/appearance.ts';
import { maxRadius } from '../../protocol/messages.ts';
import { readDocument } from '../../ui/page-document.ts';

/** Leaves out values that only the host's document can resolve, such as `var(--accent)`; null if none is left. */
export function describeAppearance(appearance: ConnectAppearance = {}): PageAppearance | null {
  const { accentColor, borderRadius } = appearance;
  const accent_color = accentColor ? readColor(accentColor) : null;
  const border_radius = borderRadius ? readRadius(borderRadius) : null;
  return accent_color === null && border_radius === null ? null : { accent_color, border_radius };
}

/** Converts a CSS colour to `#rrggbb`, without a layout of the host's page. Like the modal, ignores its opacity. */
function readColor(value: string): string | null {
  const canvas = readDocument('createElement').call(document, 'canvas') as HTMLCanvasElement;
  const context = canvas.getContext('2d');
  if (!context || /currentcolor/i.test(value)) return null;
  // If the browser refuses the value, `fillStyle` keeps this colour, which has neither form below.
  context.fillStyle = '#0000';
  context.fillStyle = `color(from ${value} srgb r g b/1)`;
  // Firefox 153 writes `#rrggbb`, and Chromium 156 numbers, as in `color(srgb 0.1 0.2 0.3)` (measured).
  const [hex = null, numbers] = /#.+|srgb (.+)\)/.exec(String(context.fillStyle)) ?? [];
  if (!numbers) return hex;
  const bytes = Uint8ClampedArray.from(numbers.split(' '), (number) => Number(number) * 255);
  return bytes.reduce((text, byte) => text + byte.toString(16).padStart(2, '0'), '#');
}

function readRadius(value: string): number | null {
  const pixels = Number(value.replace('px', ''));
  return pixels >= 0 ? Math.min(maxRadius, pixels) : null;
}
