import type { Appearance } from './modal-model.ts';

/**
 * Turns a host's branding into custom properties. A value that the browser does not accept is left
 * out. A value that turns out to be empty (`var(--undefined)`) falls back in the style sheet, which also
 * derives readable colours from the accent.
 *
 * @param appearance - as the host gave it
 * @returns custom properties for a `style` object, which is set through the CSSOM
 */
export function createTheme(appearance: Appearance): Record<string, string> {
  const { accentColor, fontFamily, borderRadius } = appearance;
  const theme: Record<string, string> = {};
  for (const [name, property, value] of [
    ['color', 'color', accentColor],
    ['font', 'font-family', fontFamily],
    // One length, which the style sheet caps; `border-radius` itself would take eight.
    ['radius', 'padding-top', borderRadius],
  ] as const) {
    // `currentcolor` would be another colour for the text on a button than for the button.
    if (value && CSS.supports(property, value) && !/currentcolor/i.test(value)) {
      theme[`--${name}`] = value;
    }
  }
  return theme;
}
