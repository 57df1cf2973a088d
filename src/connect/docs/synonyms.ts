/** Words that people search for, and the words that the documentation uses instead. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  angular: ['full-stack'],
  astro: ['full-stack'],
  callback: ['onSuccess', 'webhook'],
  cancel: ['close', 'exit'],
  client: ['application'],
  colour: ['color', 'accentColor', 'appearance'],
  csp: ['content security policy'],
  css: ['appearance'],
  dark: ['theme', 'appearance'],
  docker: ['dockerfile', 'image'],
  environment: ['settings'],
  gdpr: ['consent', 'privacy'],
  i18n: ['languages', 'locale'],
  iframe: ['frame'],
  install: ['npm'],
  institution: ['provider'],
  integration: ['provider'],
  jest: ['testing kit'],
  key: ['secret'],
  login: ['sign-in', 'log in'],
  logout: ['disconnect'],
  merchant: ['host', 'application'],
  mock: ['fake', 'stand-in'],
  multiple: ['several'],
  nodejs: ['node'],
  nuxt: ['full-stack'],
  password: ['credentials'],
  popup: ['window'],
  rate: ['limits'],
  react: ['component'],
  refresh: ['expire', 'preload'],
  remix: ['full-stack'],
  revoke: ['disconnect', 'end'],
  rtl: ['right-to-left', 'arabic'],
  size: ['bytes', 'kB'],
  sri: ['integrity', 'hash'],
  style: ['appearance'],
  svelte: ['component'],
  sveltekit: ['full-stack', 'svelte'],
  translation: ['languages', 'locale'],
  variables: ['settings'],
  vitest: ['testing kit', 'fake'],
  vue: ['component'],
  webview: ['mobile', 'native'],
  window: ['popup'],
};

/**
 * @param word - a word of a search
 * @returns words and phrases that mean the same in the documentation
 */
export function findSynonyms(word: string): readonly string[] {
  const key = word.toLowerCase();
  return Object.hasOwn(synonyms, key) ? (synonyms[key] ?? []) : [];
}
