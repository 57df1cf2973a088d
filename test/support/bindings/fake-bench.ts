import { Window as HappyWindow } from 'happy-dom';
import { type BindingName, buildApp } from './build-app.ts';
import type { Bench } from './contract.ts';

/** The globals of a script on the page. */
type PageWindow = Window & typeof globalThis & { eval(code: string): unknown };

/** The bench without a browser. */
interface FakeBench extends Bench {
  /** Calls a function that only one application has. */
  callExtra(name: string): Promise<void>;
  /** The number of sessions that were opened. */
  countSessions(): number;
  /** Ends the page. */
  remove(): Promise<void>;
}

/** Each application is built once. */
const apps = new Map<BindingName, Promise<string>>();

/**
 * Opens the contract's page in happy-dom: the real framework and the source of the binding, on the fake of the SDK.
 *
 * @returns the bench; its `remove` must be called
 */
export async function openFakeBench(name: BindingName): Promise<FakeBench> {
  const app = apps.get(name) ?? buildApp(name, true);
  apps.set(name, app);
  const problems: string[] = [];
  const browserWindow = new HappyWindow({
    url: 'http://host.localhost/',
    settings: {
      enableJavaScriptEvaluation: true,
      suppressInsecureJavaScriptEnvironmentWarning: true,
    },
  });
  const window = browserWindow as unknown as PageWindow;
  window.addEventListener('error', ({ message }) => problems.push(message));
  window.console.error = window.console.warn = (...words) => void problems.push(words.join(' '));
  window.connectUrl = 'http://connect.localhost/connect';
  window.fetch = async () => new window.Response(null, { status: 204 });
  // React needs all three. happy-dom lacks two of them, and its third throws.
  Object.assign(window.console, { timeStamp: undefined });
  Object.assign(window, {
    MessageChannel,
    setImmediate: (run: () => void) => window.setTimeout(run),
    // Without it, Vue waits three seconds for its developer tools.
    __VUE_DEVTOOLS_GLOBAL_HOOK__: { emit() {} },
  });
  window.eval(await app);
  return {
    problems,
    hasSignal: name !== 'element',
    showsErrors: false,
    ...createParts(window),
    ...createUser(window),
    async render(shown) {
      await window.app.render(shown);
      // React schedules tasks.
      await browserWindow.happyDOM.waitUntilComplete();
    },
    async callExtra(extra) {
      await window.app.extras?.[extra]?.();
      await browserWindow.happyDOM.waitUntilComplete();
    },
    countSessions: () => window.fakeConnect.sessions.length,
    remove: () => browserWindow.happyDOM.close(),
  };
}

function createParts(window: PageWindow) {
  const press = async (name: string) => {
    const part = window.document.getElementById(name);
    (part?.shadowRoot?.querySelector('button') ?? part)?.click();
  };
  return {
    readState: async (name) => window.app.readState(name),
    readHeard: async () => window.heard,
    press,
    pressByScript: press,
    close: async (name) => window.app.close(name),
    abort: async (name) => window.app.abort?.(name),
    passTime: () => passTime(window),
    set: async (values) => void Object.assign(window, values),
    async readAttributes() {
      const button = window.document.querySelector('button#button');
      return Object.fromEntries(
        [...(button?.attributes ?? [])].map(({ name, value }) => [name, value]),
      );
    },
  } satisfies Partial<Bench>;
}

function passTime(window: PageWindow): Promise<void> {
  return new Promise((resolve) => void window.setTimeout(resolve));
}

/** A user of the fake. */
function createUser(window: PageWindow) {
  const { fakeConnect } = window;
  const isOpen = ({ session }: (typeof fakeConnect.sessions)[number]) =>
    Promise.race([session.finished.then(() => false), passTime(window).then(() => true)]);
  return {
    async countOpen() {
      const open = await Promise.all(fakeConnect.sessions.map(isOpen));
      return open.filter(Boolean).length;
    },
    seeSelector: async () => fakeConnect.last.step('select'),
    reachLogin: async () => fakeConnect.last.step('login'),
    allow: () => fakeConnect.last.succeed('code-of-the-fake'),
    fail: async (code) => fakeConnect.last.fail(code),
    leave: async () => fakeConnect.last.close(),
    async openByPage() {
      fakeConnect.module.open({ clientId: 'app', onSuccess: async () => {} });
    },
  } satisfies Partial<Bench>;
}
