import { open } from 'tax-connect';
import { createModalDriver, findDialog, nextFrame } from './modal-driver.ts';
import { isStep, type ModalScreen } from './modal-screen-types.ts';
import type { GallerySettings } from './settings.ts';
import { setWindows } from './stand-in-window.ts';
import { setPace } from './timer-pace.ts';

export interface Playing {
  /** Resolves when the screen has been painted. Never resolves if the modal is closed earlier. */
  readonly shown: Promise<void>;
  /** Resolves when the modal is closed, by the user or by `close`. */
  readonly finished: Promise<unknown>;
  close(): Promise<void>;
}

/** Opens the modal, and plays the script of a screen. The client ID tells the Connect page which screen to play. */
export function playScreen(id: string, screen: ModalScreen, settings: GallerySettings): Playing {
  const { finish, act, windows, options = {}, pace = 'real' } = screen;
  // The SDK stores this record while a session runs. If it finds one, a reload has interrupted the previous session.
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
    // Waits until the modal is open and painted, because the SDK may draw it after the event.
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

/** @returns the URL of the gallery's Connect page. Its loopback host name differs, so that it has another origin */
function readConnectUrl(): string {
  const { hostname, port } = window.location;
  const other = hostname === '127.0.0.1' ? 'localhost' : '127.0.0.1';
  return `http://${other}:${port}/gallery/connect`;
}

function readAddress(clientId: string): string {
  return `${readConnectUrl()}?client_id=${clientId}`;
}

/** @returns a promise that rejects when the screen is closed. Otherwise the modal would wait for it and not close */
function waitForAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('The screen was taken away.')));
  });
}
