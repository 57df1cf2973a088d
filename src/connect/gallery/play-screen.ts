import { open } from 'tax-connect';
import { createModalDriver, findDialog, nextFrame } from './modal-driver.ts';
import { isStep, type ModalScreen } from './modal-screen-types.ts';
import type { GallerySettings } from './settings.ts';
import { setWindows } from './stand-in-window.ts';
import { setPace } from './timer-pace.ts';

/** A screen that is being shown. */
export interface Playing {
  /** Resolves when the screen is visible and has been painted. Never resolves when it is closed before that. */
  readonly shown: Promise<void>;
  /** Resolves when the modal is closed, by the person or by code. */
  readonly finished: Promise<unknown>;
  /** Closes the modal. */
  close(): Promise<void>;
}

/** Opens Connect from this page's other host name. The page there reads from the client ID which screen to play. */
export function playScreen(id: string, screen: ModalScreen, settings: GallerySettings): Playing {
  const { finish, act, windows, options = {}, pace = 'real' } = screen;
  // Leaves the record of a session that a reload has ended.
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
    // The modal may be drawn after the event, and its animations must end.
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

/** @returns an address on the other loopback name, which is another origin on the same server */
function readConnectUrl(): string {
  const { hostname, port } = window.location;
  const other = hostname === '127.0.0.1' ? 'localhost' : '127.0.0.1';
  return `http://${other}:${port}/gallery/connect`;
}

function readAddress(clientId: string): string {
  return `${readConnectUrl()}?client_id=${clientId}`;
}

/** Waits until the signal ends the callback. Otherwise the modal that waits for the callback could not be closed. */
function waitForAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('The screen was taken away.')));
  });
}
