import { effect, signal } from '@preact/signals';
import { render } from 'preact';
import { Gallery } from './gallery.tsx';
import { modalScreens } from './modal-screens.ts';
import { type Playing, playScreen } from './play-screen.ts';
import { formatSettings, type GallerySettings, parseSettings } from './settings.ts';

const settings = signal(parseSettings(window.location.hash));
let playing: Playing | undefined;
/** Counts the requests for a screen. A request is dropped if another follows while the previous screen still closes. */
let turn = 0;

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
  // The user has closed the modal. The URL must no longer name its screen, so that the same link can open it again.
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
