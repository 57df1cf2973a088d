import './page.css';
import { signal } from '@preact/signals';
import { render } from 'preact';
import { createBridge, type PageSession } from 'tax-connect/page';
import { App } from './app.tsx';
import { runEmbeddedFlow } from './embedded-flow.ts';
import type { FlowReporter } from './flow.ts';
import { createFlowClient } from './flow-client.ts';
import { type FlowData, takeFlowData } from './flow-data.ts';
import { createFlowStore } from './flow-store.ts';
import { createFrameHandoff } from './frame-handoff.ts';
import { createHandoffClient } from './handoff-client.ts';
import { createJoin, type Join, takeHandoff } from './join.ts';
import { en } from './locales/en.ts';
import type { PageContext } from './page-context.ts';
import { reportRefusal } from './refusal.ts';
import { watchShown } from './shown.ts';

type Fixed = Pick<PageContext, 'text' | 'watchShown' | 'restart'>;

const fixed: Fixed = { text: en, watchShown, restart: () => window.location.reload() };
const prefersDark = window.matchMedia('(prefers-color-scheme: dark)');

function startPage(): void {
  if (document.querySelector('#refusal')) {
    // Somebody who opened the notice by hand reads it; only a host has to be told.
    if (window.parent !== window) reportRefusal(document);
    return;
  }
  const root = document.createElement('div');
  document.body.append(root);
  document.documentElement.lang = en.languageTag;
  document.documentElement.dir = en.direction;
  const flow = takeFlowData(document);
  if (!flow) {
    // The service's own document is broken; a reload asks for a new one.
    document.title = en.failedTitle;
    root.textContent = en.problems.invalid_request(noParties);
    return;
  }
  document.title = en.connectTo(flow.application.name);
  if (flow.kind === 'embedded') startEmbedded(flow, root);
  else startRedirect(flow, root);
}

const noParties = { application: '', provider: '', domain: '' };

function startEmbedded(flow: FlowData, root: HTMLElement): void {
  const isFramed = window.parent !== window;
  const session = signal<PageSession | null>(null);
  const client = createHandoffClient(flow.flowToken);
  const joined = createJoin(client, isFramed ? null : takeHandoff(window));
  const { store, requestExit, sendHeight } = runEmbeddedFlow({
    createBridge,
    createStore: (reporter) => createStore(flow, reporter, joined),
    createHandoff: (getBridge) => createFrameHandoff(client, getBridge),
    join: joined?.join,
    onSession(welcomed) {
      document.documentElement.dataset.theme = welcomed.theme;
      session.value = welcomed;
    },
  });
  const Page = () => (
    <App
      onHeight={sendHeight}
      onEscape={requestExit}
      context={{
        ...fixed,
        store,
        surface: session.value?.surface ?? (isFramed ? 'frame' : 'popup'),
        locale: session.value?.locale ?? en.languageTag,
        theme: session.value?.theme ?? readTheme(),
        redirectHost: null,
        flowToken: null,
      }}
    />
  );
  render(<Page />, root);
}

function startRedirect(flow: FlowData, root: HTMLElement): void {
  const store = createStore(flow, silentReporter);
  const context: PageContext = {
    ...fixed,
    store,
    surface: 'redirect',
    locale: navigator.language,
    theme: readTheme(),
    redirectHost: readRedirectHost(),
    flowToken: flow.flowToken,
  };
  render(<App context={context} onHeight={ignore} onEscape={ignore} />, root);
  void store.start({ binding: null, providerId: null, selector: 'page' });
}

function createStore({ application, flowToken }: FlowData, reporter: FlowReporter, join?: Join) {
  const own = createFlowClient({ flowToken, fetch: window.fetch.bind(window) });
  const client = join ? join.extend(own) : own;
  return createFlowStore({ application, client, reporter });
}

function readTheme(): 'light' | 'dark' {
  return prefersDark.matches ? 'dark' : 'light';
}

/** The service has compared the address with the registered ones before it sent this page. */
function readRedirectHost(): string | null {
  const uri = new URLSearchParams(window.location.search).get('redirect_uri');
  return uri && URL.canParse(uri) ? new URL(uri).host : null;
}

const ignore = () => undefined;

/** There is no host in the redirect flow: its outcome is a redirect. */
const silentReporter: FlowReporter = {
  onStarted: ignore,
  onProviderSelected: ignore,
  onStep: ignore,
  onCode: ignore,
  onDenied: ignore,
  onFailed: ignore,
};

startPage();
