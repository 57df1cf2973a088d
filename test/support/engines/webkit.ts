import { type ChildProcess, spawn } from 'node:child_process';
import { Builder, Key, type WebDriver, type WebElement } from 'selenium-webdriver';
import { findWebKit } from '../find-browsers.mjs';
import { findFreePort } from '../free-port.ts';
import type { DocumentDriver, ElementDriver, Engine, Key as KeyName, Tab } from './driver.ts';
import { createPlace, waitFor } from './place.ts';
import { startScreen } from './screen.ts';

type PlaceName = 'host' | 'frame' | 'popup';
type Actions = ReturnType<WebDriver['actions']>;

const keys: Readonly<Record<KeyName, string>> = {
  ArrowDown: Key.ARROW_DOWN,
  ArrowUp: Key.ARROW_UP,
  Enter: Key.ENTER,
  Escape: Key.ESCAPE,
  Tab: Key.TAB,
};

/**
 * @returns WebKitGTK over WebDriver, with a browser for each tab, because a crashed browser ends its
 * session
 */
export async function launchWebKitEngine(): Promise<Engine> {
  const found = findWebKit();
  if (found === undefined)
    throw new Error('WebKitGTK is not installed: run node test/support/install-browsers.mjs');
  const screen = await startScreen();
  return {
    async openTab() {
      const { driver, close } = await startBrowser(found, screen.display);
      return { ...(await createTab(driver)), close };
    },
    async close() {
      screen.close();
    },
  };
}

/**
 * Matches the message of a failed test: the browser or its driver has crashed, or the driver lost an
 * answer, or it answers "unknown error" without a message. It is a pattern, because Vitest drops a function and would then retry everything.
 */
export const driverFailure =
  /invalid session id|ECONNREFUSED|ECONNRESET|socket hang up|Could not parse script result|no reason given/;

interface WebKitBrowser {
  readonly driver: WebDriver;
  close(): Promise<void>;
}

async function startBrowser(
  found: NonNullable<ReturnType<typeof findWebKit>>,
  display: string,
): Promise<WebKitBrowser> {
  const listenPort = await findFreePort();
  const service = spawn(found.driver, [`--port=${listenPort}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: display,
      WAYLAND_DISPLAY: '',
      GDK_BACKEND: 'x11',
      // There is no desktop for accessibility services.
      NO_AT_BRIDGE: '1',
      GTK_A11Y: 'none',
      LIBGL_ALWAYS_SOFTWARE: '1',
      // Without a graphics card, compositing layers only cost CPU.
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    },
  });
  const driver = await connect(`http://127.0.0.1:${listenPort}`, found.path);
  nameErrors(driver);
  return {
    driver,
    async close() {
      // A crashed browser cannot be quit; its test has failed already.
      await driver.quit().catch(() => {});
      await end(service);
    },
  };
}

async function connect(url: string, browser: string): Promise<WebDriver> {
  await waitFor('WebKitWebDriver', async () => (await fetch(`${url}/status`)).ok || undefined);
  return new Builder()
    .usingServer(url)
    .withCapabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] },
    })
    .build();
}

/** Gives a message to errors of the driver that have none. */
function nameErrors(driver: WebDriver): void {
  const execute = driver.execute.bind(driver);
  driver.execute = async (command) => {
    try {
      return await execute(command);
    } catch (error) {
      if (error instanceof Error) error.message ||= 'no reason given';
      throw error;
    }
  };
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve());
    child.kill();
  });
}

async function createTab(driver: WebDriver): Promise<Omit<Tab, 'close'>> {
  const host = await driver.getWindowHandle();
  const { enter, leave } = createSwitch(driver, host);
  const drive = (name: PlaceName) => driveDocument(driver, { enter: () => enter(name), leave });
  return {
    host: createPlace(drive('host')),
    frame: createPlace(drive('frame')),
    popup: createPlace(sendLostKeysAgain(drive('popup'))),
    async open(url) {
      await enter('host');
      await driver.get(url);
    },
    async closeHost() {
      await enter('host');
      await driver.close();
      leave();
    },
    countWindows: async () => (await driver.getAllWindowHandles()).length,
    // WebKit's WebDriver reports neither requests nor console lines.
    observed: [],
    errors: [],
  };
}

/** Switches only if necessary, because in WebKit switching to a frame moves the focus. */
function createSwitch(driver: WebDriver, host: string) {
  let current: PlaceName | undefined;
  /** Oldest first, because WebDriver lists windows in no order. */
  let known = [host];
  const leave = () => {
    current = undefined;
  };
  const enter = async (name: PlaceName): Promise<void> => {
    if (name === current) return;
    current = undefined;
    const handles = await driver.getAllWindowHandles();
    known = [...new Set([...known, ...handles])].filter((each) => handles.includes(each));
    const handle = name === 'popup' ? known.filter((each) => each !== host).at(-1) : host;
    if (handle === undefined) throw new Error('no such window');
    await driver.switchTo().window(handle);
    await driver.switchTo().defaultContent();
    if (name === 'frame') {
      const frame = await driver.executeScript<WebElement | null>(
        'return document.querySelector("iframe")',
      );
      if (!frame) throw new Error('no such frame');
      await driver.switchTo().frame(frame);
    }
    current = name;
  };
  return { enter, leave };
}

function driveDocument(
  driver: WebDriver,
  { enter, leave }: { enter(): Promise<void>; leave(): void },
): DocumentDriver {
  const run = async <Result>(expression: string): Promise<Result> => {
    await enter();
    try {
      return await driver.executeScript<Result>(`return ${expression}`);
    } catch (error) {
      // The frame or the window may have been replaced.
      leave();
      throw error;
    }
  };
  const act = async (send: (actions: Actions) => Actions) => {
    await enter();
    await send(driver.actions({ async: true })).perform();
  };
  return {
    keyboard: {
      press: (key) => act((actions) => actions.sendKeys(keys[key])),
      type: (text) => act((actions) => actions.sendKeys(text)),
    },
    evaluate: (expression) => run<unknown>(expression),
    async find(expression) {
      const element = await run<WebElement | null>(expression);
      return element ? driveElement(driver, element) : undefined;
    },
  };
}

/**
 * Sends lost keys again: in a popup of WebKitGTK the driver's keys are sometimes lost, with any focus. So keys are
 * counted on arrival, and those of a press that has not arrived as a whole are sent again.
 */
function sendLostKeysAgain(driver: DocumentDriver): DocumentDriver {
  const { keyboard } = driver;
  const send = (what: string, press: () => Promise<void>, count = 1) =>
    waitFor(`the arrival of ${what}`, async () => {
      await driver.evaluate(`(${countKeys})()`);
      await press();
      const hasArrived = async () => {
        const arrived = await driver.evaluate('window.arrivedKeys').catch(() => undefined);
        // A key may close the window or load another document.
        return typeof arrived !== 'number' || arrived >= count || undefined;
      };
      await waitFor(what, hasArrived, { timeoutMs: 2000 });
      return true;
    }).then(() => {});
  return {
    ...driver,
    keyboard: {
      press: (key) => send(`the key ${key}`, () => keyboard.press(key)),
      async type(text) {
        for (const key of text) await send(`the key ${key}`, () => keyboard.type(key));
      },
    },
    async find(expression) {
      const element = await driver.find(expression);
      return (
        element && {
          ...element,
          // Control and A come first, and select what the field has.
          type: (text) => send('the text', () => element.type(text), text.length + 2),
          press: (key) => send(`the key ${key}`, () => element.press(key)),
        }
      );
    },
  };
}

/** Runs in the page. */
function countKeys(): void {
  if (window.arrivedKeys === undefined) {
    addEventListener('keydown', () => (window.arrivedKeys = (window.arrivedKeys ?? 0) + 1), true);
  }
  window.arrivedKeys = 0;
}

declare global {
  interface Window {
    /** The number of keys since the last call of `countKeys`. */
    arrivedKeys?: number;
  }
}

function driveElement(driver: WebDriver, element: WebElement): ElementDriver {
  const act = () => driver.actions({ async: true });
  // The click command is not used, because it does not always move before it presses, as people do. It also treats
  // the host of a shadow root as covering the content.
  const click = () =>
    act()
      .move({ origin: element, x: 4, y: 4, duration: 0 })
      .move({ origin: element, duration: 0 })
      .click()
      .perform();
  return {
    hover: () => act().move({ origin: element, duration: 0 }).perform(),
    click,
    // The type command is not used, because it finds nothing focusable in a frame of another site.
    async type(text) {
      await click();
      await act().keyDown(Key.CONTROL).sendKeys('a').keyUp(Key.CONTROL).sendKeys(text).perform();
    },
    async press(key) {
      const value = keys[key];
      // A click would press a button, and no test focuses a button in a frame.
      if ((await element.getTagName()).toLowerCase() !== 'input') return element.sendKeys(value);
      await click();
      await act().sendKeys(value).perform();
    },
  };
}
