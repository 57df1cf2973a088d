import {
  type BrowserContext,
  type ElementHandle,
  type Frame,
  launch,
  type Page,
} from 'puppeteer-core';
import { findFirefox } from '../find-browsers.mjs';
import type { DocumentDriver, ElementDriver, Engine, Tab } from './driver.ts';
import { createPlace } from './place.ts';

/** @returns Firefox with its default settings, over WebDriver BiDi */
export async function launchFirefoxEngine(): Promise<Engine> {
  const found = findFirefox();
  if (found === undefined)
    throw new Error('Firefox is not installed: run node test/support/install-browsers.mjs');
  const browser = await launch({
    browser: 'firefox',
    executablePath: found.path,
    headless: true,
    // The default of 30 s is too little for the first start on a busy machine.
    timeout: 110_000,
    // Puppeteer allows every page to open windows without a click. Users' browsers do not.
    extraPrefsFirefox: { 'dom.disable_open_during_load': true },
  });
  return {
    openTab: async () => createTab(await browser.createBrowserContext()),
    close: () => browser.close(),
  };
}

async function createTab(context: BrowserContext): Promise<Tab> {
  const observed: string[] = [];
  const errors: string[] = [];
  const observe = (opened: Page): void => {
    opened.on('request', (request) => observed.push(request.url()));
    opened.on('console', (message) => {
      observed.push(message.text());
      if (message.type() === 'error') errors.push(message.text());
    });
    opened.on('pageerror', (error) => {
      observed.push(String(error));
      errors.push(String(error));
    });
  };
  const page = await context.newPage();
  observe(page);
  context.on('targetcreated', (target) => {
    void target.page().then((opened) => {
      if (opened && opened !== page) observe(opened);
    });
  });
  const findPopup = async () => (await context.pages()).filter((each) => each !== page).at(-1);
  return {
    host: createPlace(driveFrame(async () => page.mainFrame())),
    frame: createPlace(driveFrame(async () => page.mainFrame().childFrames()[0])),
    popup: createPlace(driveFrame(async () => (await findPopup())?.mainFrame())),
    async open(url) {
      await page.goto(url);
    },
    closeHost: () => page.close(),
    countWindows: async () => (await context.pages()).length,
    observed,
    errors,
    close: () => context.close(),
  };
}

function driveFrame(findFrame: () => Promise<Frame | undefined>): DocumentDriver {
  const getFrame = async (): Promise<Frame> => {
    const frame = await findFrame();
    if (!frame) throw new Error('no such document');
    return frame;
  };
  return {
    keyboard: {
      press: async (key) => (await getFrame()).page().keyboard.press(key),
      type: async (text) => (await getFrame()).page().keyboard.type(text),
    },
    evaluate: async (expression) => (await getFrame()).evaluate(expression),
    async find(expression) {
      const element = (await (await getFrame()).evaluateHandle(expression)).asElement();
      return element ? driveElement(element as ElementHandle<Element>) : undefined;
    },
  };
}

function driveElement(element: ElementHandle<Element>): ElementDriver {
  return {
    hover: () => element.hover(),
    // People move the pointer before they press. Firefox reports no move to where the pointer already is.
    async click() {
      const { x, y } = await element.clickablePoint({ x: 4, y: 4 });
      await element.frame.page().mouse.move(x, y);
      await element.click();
    },
    async type(text) {
      await element.evaluate((field) => field instanceof HTMLInputElement && field.select());
      await element.type(text);
    },
    press: (key) => element.press(key),
  };
}
