import type { PageSession } from 'tax-connect/page';

/**
 * Gives the page the accent and the radius of its host. The style sheet derives readable colours from the accent. The
 * values are set by script, because the page's policy forbids style attributes.
 *
 * @param appearance - the host's accent and radius; null when the host has none
 * @param registered - the application's registered accent as `#rrggbb`, used when the host has none; null when the
 *   application has registered none
 */
export function applyBrand(
  style: Pick<CSSStyleDeclaration, 'setProperty' | 'removeProperty'>,
  appearance: PageSession['appearance'],
  registered: string | null = null,
): void {
  const { accent_color: accent = null, border_radius: radius = null } = appearance ?? {};
  set(style, '--brand', accent ?? registered);
  set(style, '--brand-radius', radius === null ? null : `${radius}px`);
}

function set(style: Parameters<typeof applyBrand>[0], name: string, value: string | null): void {
  if (value === null) style.removeProperty(name);
  else style.setProperty(name, value);
}
