import type { Appearance } from './modal-model.ts';

/**
 * Turns a host's branding into custom properties. A value the browser does not take is left out; from
 * the accent the style sheet derives, by its lightness, colours that stay readable.
 *
 * @param appearance - as the host gave it
 * @returns custom properties for a `style` object, which is set through the CSSOM
 */
export function createTheme(appearance: Appearance): Record<string, string> {
  const { accentColor, fontFamily, borderRadius } = appearance;
  const theme: Record<string, string> = {};
  for (const [property, value] of [
    ['color', accentColor],
    ['font-family', fontFamily],
    ['border-radius', borderRadius],
  ] as const) {
    if (value && CSS.supports(property, value)) theme[`--${property}`] = value;
  }
  return theme;
}
