import type { drawSelector } from './selector-in-page.ts';

let loaded: Promise<typeof import('./selector-in-page.ts')> | undefined;

/** Draws selectors in the order of the calls, so that the last one of an element stays (`loadSession`). */
export async function mountSelector(...values: Parameters<typeof drawSelector>) {
  const load = () => import('./selector-in-page.ts');
  loaded = (loaded ?? load()).catch(load);
  const late = new Promise<never>((_, reject) => {
    AbortSignal.timeout(15_000).onabort = reject;
  });
  return (await Promise.race([loaded, late])).drawSelector(...values);
}
