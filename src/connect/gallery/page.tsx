/** Shows the Connect page without a modal, as in a popup or the redirect flow. The URL's fragment names its state. */
import { pageStates } from './page-states.ts';
import { parseSettings } from './settings.ts';
import { showPage } from './show-page.tsx';

const prefersDark = window.matchMedia('(prefers-color-scheme: dark)');

function show(): void {
  const { screen, theme, locale, surface, texts } = parseSettings(window.location.hash);
  const stateId = screen?.replace(/^page-/, '') ?? '';
  if (!pageStates.has(stateId)) {
    document.title = 'There is no such screen.';
    return;
  }
  const system = prefersDark.matches ? 'dark' : 'light';
  void showPage({
    stateId,
    surface,
    locale,
    texts,
    theme: theme === 'auto' ? system : theme,
    origin: surface === 'redirect' ? null : 'https://tally.example',
  });
}

window.addEventListener('hashchange', show);
// Prevents the submission of forms, so that the page stays in its state.
window.addEventListener('submit', (event) => event.preventDefault(), true);
show();
