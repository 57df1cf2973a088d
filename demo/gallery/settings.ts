/** The values of a deep link: `#screen=failed-offline&theme=dark&locale=ar`. */
export interface GallerySettings {
  /** Id of the screen that is shown, or null. */
  readonly screen: string | null;
  readonly theme: 'auto' | 'light' | 'dark';
  /** BCP 47 tag. */
  readonly locale: string;
  /** Writing direction of the page around; the modal's own follows from the locale. */
  readonly dir: 'ltr' | 'rtl';
  /** The surface of the Connect page when it is shown alone. */
  readonly surface: 'redirect' | 'popup';
  /** The texts of consent when the Connect page is shown alone. */
  readonly texts: 'own' | 'operator';
}

/** The choices of each control; the first is the default. */
export const choices = {
  theme: ['auto', 'light', 'dark'],
  locale: ['en', 'es', 'fr', 'de', 'pt-BR', 'zh-Hans', 'vi', 'ko', 'tl', 'ar', 'en-XA'],
  dir: ['ltr', 'rtl'],
  surface: ['redirect', 'popup'],
  texts: ['own', 'operator'],
} as const;

/**
 * @param hash - of the address, with or without its `#`
 * @returns the settings; what is missing or unknown has its default
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

/**
 * @param settings - what a link is to say
 * @returns the hash of a deep link, with its `#`; defaults are left out
 */
export function formatSettings(settings: GallerySettings): string {
  const written = new URLSearchParams();
  if (settings.screen !== null) written.set('screen', settings.screen);
  for (const name of ['theme', 'locale', 'dir', 'surface', 'texts'] as const) {
    if (settings[name] !== choices[name][0]) written.set(name, settings[name]);
  }
  return `#${written}`;
}
