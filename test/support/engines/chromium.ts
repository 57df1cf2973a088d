import type { BrowserContext, ElementHandle, Frame, Page } from 'playwright-core';
import { launchChromium } from '../chromium.ts';
import { isLongRun } from '../extent.ts';
import type { DocumentDriver, ElementDriver, Engine, Tab } from './driver.ts';
import { createPlace } from './place.ts';

/**
 * @returns Chromium over the DevTools protocol, with storage as for users: the shell, or in the long run the
 *   whole browser
 */
export async function launchChromiumEngine(): Promise<Engine> {
  const browser = await launchChromium({ isRealistic: true, isShell: !isLongRun });
  return {
    openTab: async () => createTab(await browser.newContext()),
    close: () => browser.close(),
  };
}

async function createTab(context: BrowserContext): Promise<Tab> {
  const observed: string[] = [];
  context.on('request', (request) => observed.push(request.url()));
  const errors: string[] = [];
  context.on('console', (message) => {
    observed.push(message.text());
    if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`);
  });
  context.on('weberror', (error) => {
    observed.push(error.error().message);
    errors.push(error.error().message);
  });
  const page = await context.newPage();
  return {
    host: createPlace(driveFrame(() => page.mainFrame())),
    frame: createPlace(driveFrame(() => page.mainFrame().childFrames()[0])),
    popup: createPlace(driveFrame(() => findPopup(context, page)?.mainFrame())),
    async open(url) {
      await page.goto(url);
    },
    closeHost: () => page.close(),
    countWindows: async () => context.pages().length,
    observed,
    errors,
    close: () => context.close(),
  };
}

function findPopup(context: BrowserContext, host: Page): Page | undefined {
  return context
    .pages()
    .filter((page) => page !== host)
    .at(-1);
}

function driveFrame(findFrame: () => Frame | undefined): DocumentDriver {
  const getFrame = (): Frame => {
    const frame = findFrame();
    if (!frame) throw new Error('no such document');
    return frame;
  };
  return {
    keyboard: {
      press: (key) => getFrame().page().keyboard.press(key),
      type: (text) => getFrame().page().keyboard.type(text),
    },
    evaluate: (expression) => getFrame().evaluate(expression),
    async find(expression) {
      const element = (await getFrame().evaluateHandle(expression)).asElement();
      return element ? driveElement(element) : undefined;
    },
  };
}

function driveElement(element: ElementHandle): ElementDriver {
  return {
    hover: () => element.hover({ timeout: 15_000 }),
    click: () => element.click({ timeout: 15_000 }),
    async type(text) {
      await element.selectText();
      await element.type(text);
    },
    press: (key) => element.press(key),
  };
}
