import { effect, signal } from '@preact/signals';
import { render } from 'preact';
import { Gallery } from './gallery.tsx';
import { modalScreens } from './modal-screens.ts';
import { type Playing, playScreen } from './play-screen.ts';
import { formatSettings, type GallerySettings, parseSettings } from './settings.ts';

const settings = signal(parseSettings(window.location.hash));
let playing: Playing | undefined;
/** Increases with each request for a screen. A screen that took long to close is then skipped. */
let turn = 0;

/** Puts the settings into the address, so that every screen has a link. */
function change(next: Partial<GallerySettings>): void {
  window.location.hash = formatSettings({ ...settings.value, ...next });
}

async function follow({ screen }: GallerySettings): Promise<void> {
  const mine = ++turn;
  const root = document.documentElement;
  delete root.dataset.shown;
  await playing?.close();
  const wanted = screen === null ? undefined : modalScreens.get(screen);
  if (mine !== turn || !wanted || screen === null) return;
  const now = playScreen(screen, wanted, settings.value);
  playing = now;
  void now.shown.then(() => {
    if (mine === turn) root.dataset.shown = screen;
  });
  await now.finished;
  if (playing === now) playing = undefined;
  // The person has closed the screen, so its link must work again.
  if (mine === turn) change({ screen: null });
}

window.addEventListener('hashchange', () => {
  settings.value = parseSettings(window.location.hash);
});
render(<Gallery settings={settings} onChange={change} />, document.body);
effect(() => {
  const { theme, dir } = settings.value;
  document.documentElement.dir = dir;
  document.documentElement.style.colorScheme = theme === 'auto' ? '' : theme;
  void follow(settings.value);
});
