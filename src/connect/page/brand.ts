import type { PageSession } from 'tax-connect/page';

/**
 * Gives the page the accent and the radius of its host, or else the registered accent of the application, which may be
 * empty. Scripts set the values, because the page's policy forbids style attributes.
 */
export function applyBrand(appearance: PageSession['appearance'], registered: string): void {
  const { style } = document.documentElement;
  const { accent_color: accent = null, border_radius: radius = null } = appearance ?? {};
  style.setProperty('--brand', accent ?? registered);
  style.setProperty('--brand-radius', radius === null ? '' : `${radius}px`);
}
