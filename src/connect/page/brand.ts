import type { PageSession } from 'tax-connect/page';

/**
 * Gives the page the accent and the radius of its host. The style sheet derives readable colours from the accent. The
 * values are set by script, because the page's policy forbids style attributes. An empty text removes a value.
 *
 * @param appearance - the host's accent and radius; null when the host has none
 * @param registered - the application's registered accent as `#rrggbb`, used when the host has none, or empty
 */
export function applyBrand(appearance: PageSession['appearance'], registered: string): void {
  const { style } = document.documentElement;
  const { accent_color: accent = null, border_radius: radius = null } = appearance ?? {};
  style.setProperty('--brand', accent ?? registered);
  style.setProperty('--brand-radius', radius === null ? '' : `${radius}px`);
}
