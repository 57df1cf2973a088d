import { matchLocale } from 'tax-connect/page';
import { manage as en, type ManageText } from './locales/manage/en.ts';
import type { Visit } from './page-context.ts';
import { ManageView } from './views/manage-view.tsx';

const loaders: Readonly<Record<string, () => Promise<{ readonly manage: ManageText }>>> = {
  es: () => import('./locales/manage/es.ts'),
  fr: () => import('./locales/manage/fr.ts'),
  de: () => import('./locales/manage/de.ts'),
  'pt-BR': () => import('./locales/manage/pt-br.ts'),
  'zh-Hans': () => import('./locales/manage/zh-hans.ts'),
  vi: () => import('./locales/manage/vi.ts'),
  ko: () => import('./locales/manage/ko.ts'),
  tl: () => import('./locales/manage/tl.ts'),
  ar: () => import('./locales/manage/ar.ts'),
  'en-XA': () => import('./locales/manage/en-xa.ts'),
};

/**
 * Loads the parts that only `/manage` needs, so that connecting does not load them.
 *
 * @param wanted - BCP 47 tags in the order of preference
 * @returns the view, and its texts, which are English when the language cannot be loaded
 */
export async function loadVisit(wanted: readonly string[]): Promise<Visit> {
  const load = loaders[matchLocale(wanted, ['en', ...Object.keys(loaders)])];
  const loaded = await load?.().catch(() => undefined);
  return { text: loaded?.manage ?? en, ManageView };
}
