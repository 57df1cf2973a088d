import type { MountedSelector, OpenOptions, TaxConnect } from 'tax-connect';

/** Everything on a host page that Connect could have changed. */
type Snapshot = ReturnType<typeof takeSnapshot>;

/** The events for the host. They never contain a code. */
export interface Told {
  /** The number of calls of `onSuccess`. */
  deliveries: number;
  readonly exits: { readonly reason: string; readonly code: string | null }[];
  readonly events: string[];
  readonly outcomes: string[];
}

declare global {
  interface Window {
    /** The test's access to the host page. */
    hostPage: HostPage;
  }
}

type HostPage = ReturnType<typeof createHostPage>['page'];

function createHostPage(sdk: typeof TaxConnect) {
  const told: Told = { deliveries: 0, exits: [], events: [], outcomes: [] };
  const forward = sdk.forwardCode('/callback');
  const describeOptions = (): OpenOptions => ({
    clientId: readMeta('connect-client-id'),
    connectUrl: readMeta('connect-url'),
    state: readMeta('connect-state'),
    async onSuccess(result) {
      told.deliveries += 1;
      if (page.refusals > 0) {
        page.refusals -= 1;
        throw new Error('The host refuses.');
      }
      await forward(result);
    },
    onExit: ({ reason, error }) => told.exits.push({ reason, code: error?.code ?? null }),
    onEvent: ({ name }) => told.events.push(name),
    ...page.options,
  });
  const page = {
    told,
    ...recordConsole(),
    /** Further options for `open`. */
    options: {} as Partial<OpenOptions>,
    /** The events that listeners of a test have got. */
    heard: [] as string[],
    /** The number of deliveries that will still be refused. */
    refusals: 0,
    /** Taken in the click that opened Connect, before it opened. */
    before: undefined as Snapshot | undefined,
    takeSnapshot,
    /** Draws a selector into the page's form. */
    mountSelector(): MountedSelector {
      const { provider: _, ...options } = describeOptions();
      return sdk.mountSelector(find('selector'), options);
    },
    /** True once the backend has a connection; undefined before its first response. */
    isConnected: undefined as boolean | undefined,
  };
  return { page, describeOptions };
}

/** Sets up a typical host: styles, a scrollable page, recorded callbacks. */
export function installHost(sdk: typeof TaxConnect): void {
  const { page, describeOptions } = createHostPage(sdk);
  window.hostPage = page;
  setStyles();
  find('connect').addEventListener('click', async () => {
    page.before = takeSnapshot();
    const { status } = await sdk.open(describeOptions()).finished;
    page.told.outcomes.push(status);
    await showConnection(page);
  });
  void showConnection(page);
}

/** Unusual values on purpose, which must be restored exactly. */
function setStyles(): void {
  document.documentElement.style.cssText = 'overflow: auto; --own: 1';
  document.body.style.cssText = 'margin: 7px; overflow-x: visible';
  find('tall').style.cssText = 'height: 3000px';
  scrollTo(0, 40);
}

async function showConnection(page: HostPage): Promise<void> {
  const response = await fetch('/api/connection');
  const { connected, provider_id } = await response.json();
  page.isConnected = connected;
  find('status').textContent = connected ? `Connected to ${provider_id}` : 'Not connected';
}

function takeSnapshot() {
  const { documentElement, body, activeElement } = document;
  return {
    root: readTag(documentElement),
    body: readTag(body),
    children: [...documentElement.children].map(readTag),
    elements: document.querySelectorAll('*').length,
    sheets: document.adoptedStyleSheets.length,
    frames: window.length,
    scroll: [scrollX, scrollY],
    focus: activeElement?.id ?? '',
    globals: Object.keys(window).filter((name) => !/^\d+$/.test(name)),
  };
}

/** An element's tag with its attributes as they are written. */
function readTag(element: Element): string {
  const { outerHTML } = element;
  return outerHTML.slice(0, outerHTML.indexOf('>') + 1);
}

/** Console lines and uncaught errors of the host's own document, and the errors among them. */
function recordConsole() {
  const consoleLines: string[] = [];
  const consoleErrors: string[] = [];
  const addError = (line: string) => {
    consoleLines.push(line);
    consoleErrors.push(line);
  };
  for (const name of ['debug', 'error', 'info', 'log', 'warn'] as const) {
    // biome-ignore lint/suspicious/noConsole: the console is observed, not written to
    const original = console[name].bind(console);
    console[name] = (...args: unknown[]) => {
      const line = args.map(String).join(' ');
      if (name === 'error') addError(line);
      else consoleLines.push(line);
      original(...args);
    };
  }
  addEventListener('error', ({ message }) => addError(message));
  addEventListener('unhandledrejection', ({ reason }) => addError(String(reason)));
  return { consoleLines, consoleErrors };
}

function find(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page has no #${id}.`);
  return element;
}

function readMeta(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}
