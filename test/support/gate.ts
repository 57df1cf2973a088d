import type { BrowserContext, Page } from 'playwright-core';

/** A wait that ends when `open` is called. */
export function createGate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** Holds requests back. @returns lets them and all later ones pass */
export async function holdRequests(from: Page | BrowserContext, url: string): Promise<() => void> {
  const { opened, open } = createGate();
  await from.route(url, async (route) => {
    await opened;
    await route.continue();
  });
  return open;
}
