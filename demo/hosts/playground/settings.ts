/** The values of each setting that has a list of choices. The first value is the default. */
export const choices = {
  display: ['auto', 'frame', 'popup'],
  locale: ['', 'en', 'es', 'fr', 'de', 'pt-BR', 'zh-Hans', 'vi', 'ko', 'tl', 'ar'],
  state: ['session', 'other', 'none'],
  signal: ['', '5000', '30000'],
  theme: ['auto', 'light', 'dark'],
  fontFamily: ['', 'Georgia, serif', 'ui-monospace, monospace'],
  borderRadius: ['', '0px', '20px'],
  fault: ['none', 'slow', 'cut', 'unavailable', 'blocked-frame'],
  answer: ['works', 'slow', 'unavailable', 'refused', 'redirect'],
  snippet: ['module', 'script-tag', 'react', 'vue', 'svelte', 'element'],
} as const;

/** The settings that contain a typed text. For an empty text, the option is left out or has the demo's value. */
const texts = ['clientId', 'connectUrl', 'provider', 'accentColor'] as const;

/** The settings that are properties of the option `appearance`. */
export const inAppearance = ['theme', 'accentColor', 'fontFamily', 'borderRadius'] as const;

type Choices = typeof choices;
type Chosen = { readonly [Name in keyof Choices]: Choices[Name][number] };
type Typed = { readonly [Name in (typeof texts)[number]]: string };

/** The values of all settings of the playground, which are stored in the URL. */
export type Settings = Chosen & Typed;

/** @returns the default settings */
export function createSettings(): Settings {
  return parseSettings('');
}

/** @returns the settings in a URL's query. A missing or unknown value is replaced by the default */
export function parseSettings(search: string): Settings {
  const read = new URLSearchParams(search);
  const chosen = Object.entries(choices).map(([name, known]) => {
    const value = read.get(name);
    return [name, known.find((choice) => choice === value) ?? known[0]];
  });
  const typed = texts.map((name) => [name, (read.get(name) ?? '').slice(0, 200)]);
  const settings: Settings = Object.fromEntries([...chosen, ...typed]);
  // Accepts only loopback hosts. Otherwise a stranger's link could choose a site that gets the session's state.
  return isOnLoopback(settings.connectUrl) ? settings : { ...settings, connectUrl: '' };
}

/** @returns the query of a URL with these settings and its question mark; '' when all have their defaults */
export function formatSettings(settings: Settings): string {
  const defaults = createSettings();
  const written = new URLSearchParams();
  for (const name of [...Object.keys(choices), ...texts] as (keyof Settings)[]) {
    if (settings[name] !== defaults[name]) written.set(name, settings[name]);
  }
  return written.size === 0 ? '' : `?${written}`;
}

function isOnLoopback(address: string): boolean {
  return (
    URL.canParse(address) &&
    /^(.+\.)?localhost$|^127\.0\.0\.1$|^\[::1]$/.test(new URL(address).hostname)
  );
}
