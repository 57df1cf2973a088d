import type { Appearance } from './modal-model.ts';

/**
 * Turns a host's branding into custom properties. A value that the browser does not accept is left out. For
 * a value that turns out to be empty (`var(--undefined)`), the style sheet has a fallback. It also derives
 * readable colours from the accent.
 *
 * @param appearance - from the host
 * @returns custom properties for a `style` object, which is set through the CSSOM
 */
export function createTheme(appearance: Appearance = {}): Record<string, string> {
  const { accentColor, fontFamily, borderRadius } = appearance;
  const theme: Record<string, string> = {};
  for (const [name, property, value] of [
    ['color', 'color', accentColor],
    ['font', 'font-family', fontFamily],
    // A single length, which the style sheet limits. `border-radius` would accept eight.
    ['radius', 'padding-top', borderRadius],
  ] as const) {
    // `currentcolor` differs between a button and the text on it.
    if (value && CSS.supports(property, value) && !/currentcolor/i.test(value)) {
      theme[`--${name}`] = value;
    }
  }
  return theme;
}
