import type { ReadonlySignal } from '@preact/signals';

/** The values of a deep link: `#screen=failed-offline&theme=dark&locale=ar`. */
export interface GallerySettings {
  /** ID of the shown screen, or null. */
  readonly screen: string | null;
  readonly theme: 'auto' | 'light' | 'dark';
  /** BCP 47 tag. */
  readonly locale: string;
  /** The writing direction of the surrounding page. The modal's direction follows from the locale. */
  readonly dir: 'ltr' | 'rtl';
  /** The surface of the Connect page when it is shown alone. */
  readonly surface: 'redirect' | 'popup';
  /** The consent texts of the Connect page when it is shown alone. */
  readonly texts: 'own' | 'operator';
}

/** The settings, and a function that changes some of them. */
export interface GalleryProps {
  readonly settings: ReadonlySignal<GallerySettings>;
  readonly onChange: (next: Partial<GallerySettings>) => void;
}

/** The choices of each control. The first one is the default. */
export const choices = {
  theme: ['auto', 'light', 'dark'],
  locale: ['en', 'es', 'fr', 'de', 'pt-BR', 'zh-Hans', 'vi', 'ko', 'tl', 'ar'],
  dir: ['ltr', 'rtl'],
  surface: ['redirect', 'popup'],
  texts: ['own', 'operator'],
} as const;

/**
 * @param hash - the hash of the address, with or without its `#`
 * @returns the settings; missing or unknown ones have their default
 */
export function parseSettings(hash: string): GallerySettings {
  const read = new URLSearchParams(hash.replace(/^#/, ''));
  const pick = <Name extends 'theme' | 'dir' | 'surface' | 'texts'>(name: Name) => {
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

/** @returns the hash of a deep link, with its `#`; defaults are left out */
export function formatSettings(settings: GallerySettings): string {
  const written = new URLSearchParams();
  if (settings.screen !== null) written.set('screen', settings.screen);
  for (const name of ['theme', 'locale', 'dir', 'surface', 'texts'] as const) {
    if (settings[name] !== choices[name][0]) written.set(name, settings[name]);
  }
  return `#${written}`;
}
