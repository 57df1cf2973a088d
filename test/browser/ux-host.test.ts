import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { findFrame, readTold } from '../support/browser-suite.ts';
import { byExtent } from '../support/extent.ts';
import { showScreen, startGallery } from '../support/gallery.ts';
import { createGate, holdRequests } from '../support/gate.ts';
import { serveBridgePage, serveHostPage, startSites } from '../support/host-page.ts';
import { usePageSuite } from '../support/page-suite.ts';
import { useRunning } from '../support/use-running.ts';

const sites = useRunning(startSites);
const gallery = useRunning(startGallery);
let page: Page;

const suite = usePageSuite({
  viewport: { width: 1000, height: 700 },
  // The scrollbars take up space, as on most desktops.
  browser: { isRealistic: true },
});
beforeEach(() => {
  page = suite.page;
});

/** Scrollable content, with marks that would reveal any shift. */
const tall = `
  <div id="sticky" style="position: sticky; inset-block-start: 0">Sticky</div>
  <div id="probe" style="inline-size: 50%; margin-inline: auto">Probe</div>
  <div inert id="asleep"><button>Asleep</button></div>
  <div style="block-size: 3000px">Tall</div>
  <div id="fixed" style="position: fixed; inset-block-start: 0; inset-inline-end: 0">Fixed</div>`;

async function openHost(options: Parameters<typeof serveHostPage>[2] = {}): Promise<void> {
  const connectUrl = serveBridgePage(sites, 'connect');
  await page.goto(serveHostPage(sites, 'host', { body: tall, connectUrl, ...options }));
}

async function openModal(): Promise<void> {
  await page.evaluate(() => void window.openConnect());
  await page.getByRole('option', { name: 'Alpha' }).waitFor();
}

async function closeModal(): Promise<void> {
  await page.evaluate(() => window.session.close());
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** Everything in the host that a modal could change, character by character. */
function readHost() {
  return page.evaluate(() => {
    const boxes = ['#probe', '#fixed', '#sticky'].map((selector) => {
      const { x, y, width } = document.querySelector(selector)?.getBoundingClientRect() ?? {};
      return [x, y, width];
    });
    const readTag = (element: Element) => element.cloneNode(false) as Element;
    return {
      html: readTag(document.documentElement).outerHTML,
      body: document.body.outerHTML,
      children: document.documentElement.children.length,
      sheets: document.adoptedStyleSheets.length,
      scroll: [scrollX, scrollY],
      width: document.documentElement.clientWidth,
      boxes,
    };
  });
}

describe('the page behind', () => {
  // Each function runs in the host.
  const pages: readonly [string, () => void][] = [
    [
      'a page with inline styles on html and body',
      () => {
        document.documentElement.setAttribute('style', 'overflow-y:scroll;  padding-right: 3px');
        document.body.setAttribute('style', 'OVERFLOW:auto; margin:8px;;');
      },
    ],
    [
      'a page whose body is as high as the window',
      () => {
        document.documentElement.style.height = '100%';
        document.body.style.cssText = 'height: 100%; overflow: auto';
      },
    ],
    ['a plain page', () => {}],
    [
      'a page whose body hides what is too wide',
      () => {
        document.body.style.overflowX = 'hidden';
      },
    ],
    [
      'a page that scrolls smoothly',
      () => {
        document.documentElement.style.scrollBehavior = 'smooth';
      },
    ],
    [
      'a page without anything to scroll',
      () => document.querySelector('[style*="3000px"]')?.remove(),
    ],
  ];
  it.each(pages.slice(0, byExtent(2, pages.length)))(
    '%s neither scrolls nor shifts, and is unchanged byte by byte',
    async (_, prepare) => {
      await openHost();
      await page.evaluate(() => scrollTo(0, 500));
      await page.evaluate(prepare);
      const before = await readHost();

      await openModal();
      const during = await readHost();
      await page.mouse.move(20, 300);
      await page.mouse.wheel(0, 400);
      const scrolled = await page.evaluate(() => [scrollX, scrollY]);
      await closeModal();
      const after = await readHost();

      expect(during.boxes).toEqual(before.boxes);
      expect(scrolled).toEqual(before.scroll);
      expect(after).toEqual(before);
    },
  );

  it('would have scrolled without the modal, and has a scrollbar that takes up space', async () => {
    await openHost();
    await page.mouse.move(20, 300);
    await page.mouse.wheel(0, 400);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
    expect(
      await page.evaluate(() => innerWidth - document.documentElement.clientWidth),
    ).toBeGreaterThan(0);
  });
});

it('where scrollbars take up space, a sheet fills the window, and the page is as before when it is closed', async () => {
  await page.setViewportSize({ width: 390, height: 700 });
  await openHost();
  const before = await readHost();

  await openModal();
  const box = await page.getByRole('dialog').boundingBox();
  await closeModal();

  expect(box).toEqual({ x: 0, y: 0, width: 390, height: 700 });
  expect(await readHost()).toEqual(before);
});

it('where scrollbars take up space, one in the frame moves nothing there', async () => {
  const measure = async (screen: string) => {
    const frame = (await showScreen(page, gallery.url, { screen })).at(-1);
    const box = await frame?.locator('.view').boundingBox();
    const scrollbar = await frame?.evaluate(() => innerWidth - document.body.clientWidth);
    return { x: box?.x, width: box?.width, hasScrollbar: Number(scrollbar) > 0 };
  };
  const usual = await measure('framed-mfa');
  expect(usual.hasScrollbar).toBe(false);
  expect(await measure('framed-consent-all')).toEqual({ ...usual, hasScrollbar: true });
});

describe('while data arrives', () => {
  it('hardly anything shifts, in the modal or behind it', async () => {
    const gate = createGate();
    const connectUrl = serveBridgePage(sites, 'late', { released: gate.opened });
    await openHost({ connectUrl });
    await page.evaluate(watchShifts);
    await page.evaluate(() => void window.openConnect());
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    expect(await dialog.locator('[aria-busy=true]').count()).toBeGreaterThan(0);
    const skeleton = await dialog.boundingBox();

    gate.open();
    await page.getByRole('option', { name: 'Alpha' }).waitFor();
    const box = await dialog.boundingBox();
    const shift = await page.evaluate(() => Reflect.get(window, 'readShifts')());

    expect(box).toEqual(skeleton);
    expect(shift).toBeLessThan(0.02);
  });

  it('and a shift would be found', async () => {
    await openHost();
    await page.evaluate(watchShifts);
    await page.evaluate(async () => {
      const block = document.createElement('div');
      block.style.blockSize = '300px';
      // Only what was painted can shift.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      document.body.prepend(block);
    });
    await expect
      .poll(() => page.evaluate(() => Reflect.get(window, 'readShifts')()))
      .toBeGreaterThan(0.02);
  });
});

/** Runs in the host: adds up every shift, including shifts after an input, which browsers ignore. */
function watchShifts(): void {
  let sum = 0;
  const add = (entries: PerformanceEntryList) => {
    for (const entry of entries) sum += Number(Reflect.get(entry, 'value'));
  };
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  Reflect.set(window, 'readShifts', () => {
    add(observer.takeRecords());
    return sum;
  });
}

describe('a host that interferes', () => {
  it('cannot keep the focus in its own trap', async () => {
    await openHost({ body: `<div id="trap"><input aria-label="Trapped"></div>${tall}` });
    await page.evaluate(() => {
      const input = document.querySelector<HTMLInputElement>('#trap input');
      const pullBack = ({ target }: Event) => {
        if (!(target instanceof Node && input?.parentElement?.contains(target))) input?.focus();
      };
      document.addEventListener('focusin', pullBack, true);
      document.addEventListener('focusout', () => setTimeout(() => input?.focus()), true);
      input?.focus();
    });

    await openModal();
    await page.keyboard.type('be');

    expect(await page.getByRole('combobox').inputValue()).toBe('be');
    expect(await page.getByRole('option').allTextContents()).toHaveLength(1);
    await page.getByRole('option', { name: 'Beta' }).click();
    const frame = await findFrame(page, sites.originOf('connect'));
    await page.locator('iframe').waitFor({ state: 'visible' });
    await frame.evaluate(() => {
      document.body.innerHTML = '<input id="typed">';
    });
    await frame.locator('#typed').click();
    await page.keyboard.type('typed');
    expect(await frame.locator('#typed').inputValue()).toBe('typed');
  });

  it('with the highest z-index in an open modal dialog is still below the modal', async () => {
    const cover = '<div style="position: fixed; inset: 0; z-index: 2147483647">Cover</div>';
    await openHost({ body: `<dialog id="own">${cover}</dialog>` });
    await page.evaluate(() => document.querySelector<HTMLDialogElement>('#own')?.showModal());
    await openModal();
    await page.getByRole('option', { name: 'Alpha' }).click();
    await expect
      .poll(() => readTold(page).then(({ events }) => events))
      .toContain('provider_selected');
  });
});

/** The look of the page at its corner: the SDK's backdrop, and the target of a click there. */
function readSign() {
  const host = document.documentElement.lastElementChild;
  const { position, backgroundColor, opacity } = getComputedStyle(host ?? document.body);
  const hit = document.elementFromPoint(2, 2)?.localName;
  const dialog = host?.shadowRoot?.querySelector('dialog');
  const backdrop = dialog && getComputedStyle(dialog, '::backdrop').backgroundColor;
  return { position, backgroundColor, opacity, hit, backdrop };
}

describe('before the code of the modal has loaded', () => {
  const sign = { position: 'fixed', backgroundColor: 'rgba(0, 0, 0, 0.533)', opacity: '1' };
  let release: () => void;

  beforeEach(async () => {
    release = await holdRequests(page, '**/chunks/*.js');
    await openHost({ sdk: 'module', head: '<style>div { opacity: 0.2; background: red }</style>' });
  });

  it('the page is dimmed in the task of the click, and stays usable, until the modal is there', async () => {
    const seen = await page.evaluate((read) => {
      void window.openConnect();
      return new Function(`return (${read})()`)();
    }, readSign.toString());
    expect(seen).toMatchObject({ ...sign, hit: 'html' });
    await page.locator('#connect').click({ trial: true });
    release();
    await page.getByRole('option', { name: 'Alpha' }).waitFor();
    expect(await page.evaluate(readSign)).toMatchObject({
      ...sign,
      position: 'static',
      backgroundColor: 'rgba(0, 0, 0, 0)',
      backdrop: sign.backgroundColor,
    });
    await closeModal();
    expect(await page.locator('html > div').count()).toBe(0);
  });
});

const inner = '<button id="inner" onclick="openConnect()">Connect here</button>';

it.each(
  byExtent(
    ['popovertarget="panel"', 'aria-controls="panel" onclick="panel.showPopover()"'],
    [
      'popovertarget="panel"',
      'commandfor="panel" command="show-popover"',
      'onclick="this.popoverTargetElement = panel"',
      'aria-controls="panel" onclick="panel.showPopover()"',
    ],
  ),
)('the focus goes from a popover that has closed to its invoker: %s', async (attributes) => {
  const body = `<button id="menu" ${attributes}>Menu</button><div id="panel" popover>${inner}</div>`;
  await openHost({ body });
  await page.locator('#menu').click();
  await page.locator('#inner').click();
  await page.getByRole('option', { name: 'Alpha' }).waitFor();
  // The browser closes popovers for a modal dialog.
  expect(await page.locator('#panel').isVisible()).toBe(false);
  await closeModal();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('menu');
});

it('the focus returns to a button that the application disables while Connect is open', async () => {
  await openHost({ body: '<button id="own">Connect here</button><a href="#next">Next</a>' });
  await page.locator('#own').evaluate((own: HTMLButtonElement) => {
    own.addEventListener('click', () => {
      window.openConnect();
      own.disabled = true;
      void window.session.finished.then(() => {
        own.disabled = false;
      });
    });
  });
  await page.locator('#own').press('Enter');
  await page.getByRole('option', { name: 'Alpha' }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('own');
});
