/// <reference path="../../texts/modules.d.ts" />
import { matchLocale } from 'tax-connect/page';
import { texts as english } from '../../texts/en.json?manage';
import { keyByTag, type ManageTexts } from '../../texts/surfaces.ts';
import type { Visit } from './page-context.ts';
import { ManageView } from './views/manage-view.tsx';

const loaders = keyByTag(
  import.meta.glob<ManageTexts>(['../../texts/*.json', '!../../texts/en.json'], {
    query: '?manage',
    import: 'texts',
  }),
);

/** Loads the parts of the page that only `/manage` needs. The texts are English when the language cannot be loaded. */
export async function loadVisit(wanted: readonly string[]): Promise<Visit> {
  const load = loaders[matchLocale(wanted, ['en', ...Object.keys(loaders)])];
  const loaded = await load?.().catch(() => undefined);
  return { text: loaded ?? english, ManageView };
}
