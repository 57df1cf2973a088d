import { render } from 'preact';
import { fill } from '../../texts/fill.ts';
import type { PageTexts } from '../../texts/surfaces.ts';
import { App } from '../page/app.tsx';
import { createLanguage } from '../page/create-language.ts';
import { loadVisit } from '../page/load-visit.ts';
import type { PageContext } from '../page/page-context.ts';
import { createPage, describeShown, type Shown } from '../page/phase.ts';
import { watchShown } from '../page/shown.ts';
import { nextFrame } from './modal-driver.ts';
import type { PageState } from './page-state.ts';
import { pageStates, usualProviders } from './page-states.ts';
import type { GallerySettings } from './settings.ts';

import '../page/page.css';
import operatorTexts from '../../../demo/examples/consent-texts.mjs';

export interface PageSettings {
  readonly stateId: string;
  readonly surface: PageContext['surface'];
  readonly locale: string;
  readonly theme: 'light' | 'dark';
  readonly texts: GallerySettings['texts'];
  /** The origin of the host's page, which embeds the Connect page; null in the redirect flow. */
  readonly origin: string | null;
  readonly onHeight?: (height: number) => void;
  readonly onEscape?: () => void;
}

/** Draws a state with the real page's components. Once painted, the root element's `data-shown` has the state's ID. */
export async function showPage(settings: PageSettings): Promise<void> {
  const { stateId, locale, theme, texts, onHeight = ignore, onEscape = ignore } = settings;
  const state = pageStates.get(stateId);
  if (!state) throw new Error(`The Connect page has no state ${stateId}.`);
  const surface = state.surface ?? settings.surface;
  const root = document.documentElement;
  delete root.dataset.shown;
  const text = await loadText(locale, texts);
  const visit = state.isVisit ? await loadVisit([locale]) : null;
  root.lang = text.lang;
  root.dir = text.dir;
  root.dataset.theme = theme;
  document.title = `${text.title} ${fill(text.to, { application: 'Tally' })}`;
  const isRedirect = surface === 'redirect' && !state.link && !state.isVisit;
  const context: PageContext = {
    ...createFakePage(state),
    selector: surface === 'frame' ? 'host' : 'page',
    origin: settings.origin,
    // The user's other actions do not change the state, because no service handles them.
    dispatch: (...[name, value]) => {
      if (name === 'resize') onHeight(value);
      if (name === 'requestExit') onEscape();
    },
    text,
    visit,
    surface,
    locale,
    theme,
    watchShown,
    typedNames: new Map(),
    redirectHost: isRedirect ? 'tally.example' : null,
    returnAddress: isRedirect ? 'https://tally.example/callback' : null,
  };
  // Removes the previous state first. Otherwise a view that both states have would keep its typed text and its focus.
  render(null, document.body);
  render(<App {...context} />, document.body);
  await nextFrame();
  if (state.act) {
    state.act();
    await nextFrame();
  }
  root.dataset.shown = stateId;
}

const languages = { own: createLanguage(), operator: createLanguage(operatorTexts) };

/** Loads the texts of a language. If they are not loaded after 60 painted frames, returns the English texts. */
async function loadText(locale: string, texts: GallerySettings['texts']): Promise<PageTexts> {
  const language = languages[texts];
  language.speak([locale]);
  for (let tries = 0; tries < 60 && language.text.value.lang !== locale; tries += 1) {
    await nextFrame();
  }
  return language.text.value;
}

function ignore(): void {}

function createFakePage(state: PageState): Shown {
  const { account = null, environment = 'test', pending, problem } = state;
  return describeShown({
    ...createPage({
      place: { name: 'alone' },
      isVisit: state.isVisit ?? false,
      handoff: null,
      session: null,
      clientId: '',
      link: state.link ?? null,
      isReloaded: false,
      application: { name: 'Tally', environment },
      presentation: { locale: 'en', theme: 'light' },
      reference: 'K7QF3M9T',
    }),
    step: {
      view: state.view,
      request: pending ? { id: 1, task: pending } : null,
      failure: problem ? { problem: { ...problem, description: '' }, task: null } : null,
    },
    providers: state.providers ?? usualProviders,
    account,
    isExpiring: state.isExpiring ?? false,
    canGoBack: account === null,
    submissions: environment === 'test' ? (state.submissions ?? { limit: 100, used: 3 }) : null,
  });
}
