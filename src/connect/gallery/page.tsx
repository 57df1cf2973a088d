/** The Connect page alone, in the state that the hash names: as a popup, or in the redirect flow. */
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
// Forms are not submitted, so that the page stays in its state.
window.addEventListener('submit', (event) => event.preventDefault(), true);
show();
