import { describe, expect, it } from 'vitest';
import { launchChromium } from '../support/chromium.ts';

/** A page that opens a window without an action of the user, and has a scrollable box. */
const page = `data:text/html,${encodeURIComponent(`
  <!doctype html><div style="overflow: scroll; width: 100px"></div>
  <script>
    window.isBlocked = open('about:blank') === null;
    const box = document.querySelector('div');
    window.scrollbarWidth = box.offsetWidth - box.clientWidth;
  </script>`)}`;

/** The page's observations in a browser. */
async function look(
  isRealistic: boolean,
): Promise<{ isBlocked: unknown; scrollbarWidth: unknown }> {
  const browser = await launchChromium({ isRealistic });
  try {
    const tab = await browser.newPage();
    await tab.goto(page);
    return await tab.evaluate(() => ({
      isBlocked: Reflect.get(window, 'isBlocked'),
      scrollbarWidth: Reflect.get(window, 'scrollbarWidth'),
    }));
  } finally {
    await browser.close();
  }
}

describe('Chromium as the tests start it', () => {
  it('blocks popups and has scrollbars with isRealistic', async () => {
    const { isBlocked, scrollbarWidth } = await look(true);
    expect(isBlocked).toBe(true);
    expect(scrollbarWidth).toBeGreaterThan(0);
  });

  it('has neither by default', async () => {
    expect(await look(false)).toEqual({ isBlocked: false, scrollbarWidth: 0 });
  });
});
