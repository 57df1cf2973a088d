import type { ConnectAppearance } from '../protocol/appearance.ts';

/** Leaves out values that the browser refuses. It accepts `var(--undefined)`, for which the CSS has a fallback. */
export function createTheme(appearance: ConnectAppearance = {}) {
  return {
    '--color': accept('color', appearance.accentColor),
    '--font': accept('font-family', appearance.fontFamily),
    // The radius is checked as a padding, which accepts one length. The property `border-radius` accepts up to eight.
    '--radius': accept('padding-top', appearance.borderRadius),
  };
}

function accept(property: string, value: string | undefined): string | undefined {
  // `currentcolor` is refused, because it would be one colour for a button and another for the text on the button.
  const isFit = value && CSS.supports(property, value) && !/currentcolor/i.test(value);
  return isFit ? value : undefined;
}
