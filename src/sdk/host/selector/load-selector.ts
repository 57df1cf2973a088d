import type { drawSelector } from './selector-in-page.ts';

/** Fetches the chunk that draws the selector into the page. If the connection drops, fetches it once more. */
export async function mountSelector(
  ...values: Parameters<typeof drawSelector>
): Promise<() => void> {
  const load = () => import('./selector-in-page.ts');
  const chunk = await load().catch(load);
  return chunk.drawSelector(...values);
}
