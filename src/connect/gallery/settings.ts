import type { ReadonlySignal } from '@preact/signals';
import { consentLocales } from '../shapes/unions.ts';

/** The values of each setting. The first value is the default. */
export const choices = {
  theme: ['auto', 'light', 'dark'],
  locale: consentLocales,
  /** The writing direction of the page around the modal. The modal itself has the direction of its language. */
  dir: ['ltr', 'rtl'],
  /** Where a Connect page without a modal pretends to be. */
  surface: ['redirect', 'popup'],
  /** The consent texts of a Connect page without a modal: its own, or those of an operator. */
  texts: ['own', 'operator'],
} as const;

type Choice = Exclude<keyof typeof choices, 'locale'>;

/** The gallery's settings, which are stored in the URL's fragment: `#screen=failed-offline&theme=dark&locale=ar`. */
export type GallerySettings = { readonly [Name in Choice]: (typeof choices)[Name][number] } & {
  /** The ID of the screen to show, or null for none. */
  readonly screen: string | null;
  /** Any BCP 47 tag, also one that is not among the choices. */
  readonly locale: string;
};

export interface GalleryProps {
  readonly settings: ReadonlySignal<GallerySettings>;
  readonly onChange: (next: Partial<GallerySettings>) => void;
}

/** Reads the fragment of a URL. A missing or unknown value is replaced by the default. */
export function parseSettings(hash: string): GallerySettings {
  const read = new URLSearchParams(hash.replace(/^#/, ''));
  const pick = <Name extends Choice>(name: Name) => {
    const known: readonly (typeof choices)[Name][number][] = choices[name];
    return known.find((choice) => choice === read.get(name)) ?? known[0];
  };
  const locale = read.get('locale') ?? '';
  return {
    screen: read.get('screen'),
    theme: pick('theme') ?? 'auto',
    locale: /^[a-z]{2,8}(-[a-z\d]{1,8})*$/i.test(locale) ? locale : choices.locale[0],
    dir: pick('dir') ?? 'ltr',
    surface: pick('surface') ?? 'redirect',
    texts: pick('texts') ?? 'own',
  };
}

/** Default values are left out. */
export function formatSettings(settings: GallerySettings): string {
  const written = new URLSearchParams();
  if (settings.screen !== null) written.set('screen', settings.screen);
  for (const name of ['theme', 'locale', 'dir', 'surface', 'texts'] as const) {
    if (settings[name] !== choices[name][0]) written.set(name, settings[name]);
  }
  return `#${written}`;
}
