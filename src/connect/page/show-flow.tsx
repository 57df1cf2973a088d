import { computed } from '@preact/signals';
import { render } from 'preact';
import { createBridge } from 'tax-connect/page';
import { describeWayBack } from '../shapes/return-address.ts';
import { App } from './app.tsx';
import { type Language, readLanguages } from './create-language.ts';
import { createDriver, type EffectsOptions } from './effects.ts';
import type { FlowData } from './flow-data.ts';
import { type KeptFlow, leaveForSite } from './kept-flow.ts';
import type { Visit } from './page-context.ts';
import { readFacts } from './page-facts.ts';
import { describeShown, type Presentation } from './phase.ts';
import { createService } from './service.ts';
import { watchShown } from './shown.ts';
import { createStepHistory } from './step-history.ts';

export interface FlowOptions {
  readonly flow: FlowData;
  readonly kept: KeptFlow | undefined;
  readonly language: Language;
  readonly visit: Visit | null;
  readonly restart: () => void;
}

export function showFlow(
  root: HTMLElement,
  { flow, kept, language, visit, restart }: FlowOptions,
): void {
  // The flow of a link has no token yet. The service sets the token here when the person starts the flow.
  const own = { flowToken: flow.flow_token ?? '' };
  // In a frame, the page uses the accent of the host's modal, not the registered accent.
  const registered = window.parent === window ? (flow.application.accent_color ?? '') : '';
  applyBrand(null, registered);
  const { page, dispatch } = createDriver(readFacts(window, flow, kept), {
    service: createService({
      own,
      fetch: window.fetch.bind(window),
      readLocale: language.readWanted,
    }),
    createBridge,
    show({ locale, theme, appearance }) {
      document.documentElement.dataset.theme = theme;
      applyBrand(appearance, registered);
      language.speak([locale, ...readLanguages()]);
    },
    openSite(url, continuation) {
      const { session } = flow;
      leaveForSite(window, { flow_token: own.flowToken, session, ...continuation }, url);
    },
    async goTo(url) {
      await steps?.leave();
      window.location.replace(url);
    },
    restart,
  });
  const shown = computed(() => describeShown(page.value));
  // The browser's Back leads to the previous step, with two exceptions. In a frame, the history is also that of the
  // host. At `/manage`, Back must not show the accesses to the next person at this machine.
  const isOnItsOwn = window.parent === window && !visit;
  const hasPrevious = computed(() => shown.value.hasPreviousStep);
  const goBack = () => dispatch('goBack');
  const steps = isOnItsOwn ? createStepHistory(window, hasPrevious, goBack) : undefined;
  followDocument(dispatch);
  dispatch('open', kept?.presentation ?? null);

  const redirectHost =
    flow.kind === 'redirect' ? readRedirectHost() : (flow.link?.redirect_host ?? null);
  const returnAddress = flow.kind === 'redirect' ? describeWayBack(window.location) : null;
  const typedNames = new Map();
  const fixed = { dispatch, visit, redirectHost, returnAddress, watchShown, typedNames };
  const Page = () => <App {...shown.value} {...fixed} text={language.text.value} />;
  const draw = () => render(<Page />, root);
  // In a frame, the modal still shows its skeleton, and drawing would delay the host's answer and the first request.
  if (window.parent === window) draw();
  else setTimeout(draw, drawAfterMs);
}

const drawAfterMs = 50;

function followDocument(dispatch: EffectsOptions['dispatch']): void {
  window.addEventListener('pagehide', () => dispatch('hide'));
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) dispatch('restore');
  });
  const noteVisibility = () => dispatch('visibilityChanged', document.hidden);
  document.addEventListener('visibilitychange', noteVisibility);
  noteVisibility();
}

/** The host name of the redirect URI. The service has checked the URI before it sent this page. */
function readRedirectHost(): string | null {
  const uri = new URLSearchParams(window.location.search).get('redirect_uri');
  return uri && new URL(uri).host;
}

/** Applies the host's look, or else the registered accent, by script: the page's policy forbids style attributes. */
function applyBrand(appearance: Presentation['appearance'], registered: string): void {
  const { style } = document.documentElement;
  const { accent_color: accent = null, border_radius: radius = null } = appearance ?? {};
  style.setProperty('--brand', accent ?? registered);
  style.setProperty('--brand-radius', radius === null ? '' : `${radius}px`);
}
