import type { Plugin } from 'vite';
import { cutControls, cutManage, cutModal, cutPage, cutService } from '../texts/surfaces.ts';
import { readTexts, textsFolder } from './read-texts.ts';

const surfaces = {
  modal: cutModal,
  page: cutPage,
  manage: cutManage,
  service: cutService,
  controls: cutControls,
};

const imported = /([\w-]+)\.json\?(modal|page|manage|service|controls)$/;
const cut = /\/([\w-]+)\.(modal|page|manage|service|controls)$/;

/** Resolves an import such as `de.json?page` to the texts of one part of Connect. Fails for faulty texts. */
export function cutTexts(folder = textsFolder): Plugin {
  let languages: ReturnType<typeof readTexts> | undefined;
  return {
    name: 'cut-texts',
    enforce: 'pre',
    resolveId(source) {
      const [, tag, surface] = imported.exec(source) ?? [];
      return surface ? `${folder}${tag}.${surface}` : null;
    },
    load(id) {
      const [, tag = '', surface] = cut.exec(id) ?? [];
      if (!surface || !id.startsWith(folder)) return null;
      languages ??= readTexts(folder);
      const texts = languages[tag];
      if (!texts) throw new Error(`There is no ${tag}.json.`);
      const part = surfaces[surface as keyof typeof surfaces](texts);
      return { code: `export const texts = ${JSON.stringify(part)};`, moduleType: 'js' };
    },
  };
}
