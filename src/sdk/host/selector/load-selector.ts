import type { drawSelector } from './selector-in-page.ts';

/** Fetches the part that draws the selector into the page. A dropped connection is tried once more. */
export async function mountSelector(
  ...values: Parameters<typeof drawSelector>
): Promise<() => void> {
  const load = () => import('./selector-in-page.ts');
  const chunk = await load().catch(load);
  return chunk.drawSelector(...values);
}
