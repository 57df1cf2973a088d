import type { Appearance } from './modal-model.ts';

/**
 * Turns a host's branding into custom properties for a `style` object, which is set through the CSSOM. A value that
 * the browser does not accept is left out. If a value turns out to be empty (`var(--undefined)`), the style sheet has
 * a fallback. The style sheet also derives readable colours from the accent.
 */
export function createTheme(appearance: Appearance = {}): Record<string, string | undefined> {
  return {
    '--color': accept('color', appearance.accentColor),
    '--font': accept('font-family', appearance.fontFamily),
    // Padding accepts a single length, which the style sheet limits. `border-radius` would accept eight.
    '--radius': accept('padding-top', appearance.borderRadius),
  };
}

function accept(property: string, value: string | undefined): string | undefined {
  // `currentcolor` differs between a button and the text on it.
  const isFit = value && CSS.supports(property, value) && !/currentcolor/i.test(value);
  return isFit ? value : undefined;
}
