import type { drawSelector } from './selector-in-page.ts';

let loaded: Promise<typeof import('./selector-in-page.ts')> | undefined;

/**
 * Fetches the chunk that draws the selector into the page. If the connection drops, fetches it once more. Fails if the
 * download hangs. Selectors are drawn in the order of the calls, so that the last one of an element stays
 * (`loadSession`).
 */
export async function mountSelector(
  ...values: Parameters<typeof drawSelector>
): Promise<() => void> {
  const load = () => import('./selector-in-page.ts');
  loaded = (loaded ?? load()).catch(load);
  const late = new Promise<never>((_, reject) => {
    AbortSignal.timeout(15_000).onabort = reject;
  });
  return (await Promise.race([loaded, late])).drawSelector(...values);
}
