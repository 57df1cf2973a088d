import { describe, expect, it } from 'vitest';
import { launchChromium } from '../support/chromium.ts';

/** Opens a window without any act of a user, and has a box that scrolls. */
const page = `data:text/html,${encodeURIComponent(`
  <!doctype html><div style="overflow: scroll; width: 100px"></div>
  <script>
    window.isBlocked = open('about:blank') === null;
    const box = document.querySelector('div');
    window.scrollbarWidth = box.offsetWidth - box.clientWidth;
  </script>`)}`;

/** What the page above finds in a browser. */
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
  it('blocks popups and has scrollbars when it is to be realistic', async () => {
    const { isBlocked, scrollbarWidth } = await look(true);
    expect(isBlocked).toBe(true);
    expect(scrollbarWidth).toBeGreaterThan(0);
  });

  it('has neither by default', async () => {
    expect(await look(false)).toEqual({ isBlocked: false, scrollbarWidth: 0 });
  });
});
