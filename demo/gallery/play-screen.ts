import { open } from 'tax-connect';
import { createModalDriver, findDialog, nextFrame } from './modal-driver.ts';
import { isStep, type ModalScreen } from './modal-screen-types.ts';
import type { GallerySettings } from './settings.ts';
import { setWindows } from './stand-in-window.ts';
import { setPace } from './timer-pace.ts';

/** A screen that is being shown. */
export interface Playing {
  /** Resolves when the screen is there and has been painted; never, when it is taken away before. */
  readonly shown: Promise<void>;
  /** Resolves when the modal is closed, by the person or by code. */
  readonly finished: Promise<unknown>;
  /** Takes the modal away. */
  close(): Promise<void>;
}

/**
 * Opens Connect on this page's other name, whose page is told by the client ID which screen to play.
 *
 * @param id - of the screen
 * @param screen - how to get there
 * @param settings - theme and locale
 * @returns the screen at work
 */
export function playScreen(id: string, screen: ModalScreen, settings: GallerySettings): Playing {
  const { finish, act, windows, options = {}, pace = 'real' } = screen;
  // The note that a session leaves when a reload ends it.
  if (screen.isInterrupted) sessionStorage.setItem('tax-connect', readAddress(id));
  const abort = new AbortController();
  const driver = createModalDriver(abort.signal);
  const restorePace = setPace(pace);
  const restoreWindows = setWindows(windows ?? 'real');
  const isOffered = isStep('select');
  let tellShown = () => {};
  const shown = new Promise<void>((resolve) => {
    tellShown = resolve;
  });
  const handleReached = async () => {
    await act?.(driver);
    // The modal may be drawn after the event, and its animations have to end.
    while (!findDialog()?.open && !abort.signal.aborted) await nextFrame();
    await nextFrame();
    tellShown();
  };
  const session = open({
    clientId: id,
    connectUrl: readConnectUrl(),
    locale: settings.locale,
    ...options,
    appearance: { theme: settings.theme, ...options.appearance },
    onSuccess: () => finish?.() ?? waitForAbort(abort.signal),
    onEvent: (event) => {
      if (windows && isOffered(event)) driver.press().catch(() => undefined);
      if (screen.isReached(event)) handleReached().catch(() => undefined);
    },
  });
  const finished = session.finished.finally(() => {
    abort.abort();
    restorePace();
    restoreWindows();
  });
  return {
    shown,
    finished,
    async close() {
      abort.abort();
      session.close();
      await finished;
    },
  };
}

/** Another origin, same server: the two names of the loopback interface are two sites. */
function readConnectUrl(): string {
  const { hostname, port } = window.location;
  const other = hostname === '127.0.0.1' ? 'localhost' : '127.0.0.1';
  return `http://${other}:${port}/gallery/connect`;
}

function readAddress(clientId: string): string {
  return `${readConnectUrl()}?client_id=${clientId}`;
}

/** A callback that is still at work; the modal that waits for it could not be closed otherwise. */
function waitForAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('The screen was taken away.')));
  });
}
