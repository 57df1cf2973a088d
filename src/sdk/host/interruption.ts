import { effect, signal } from '@preact/signals-core';
import type { Readable } from '../ui/modal-model.ts';
import type { ConnectStep } from './api.ts';

/** Key in `sessionStorage`, where this page remembers that a login was under way. */
const key = 'tax-connect';

/** Whether an earlier session was interrupted, until the user is past where this one begins. */
export interface Interruption {
  readonly isInterrupted: Readable<boolean>;
  /** Forgets it: the session has ended. */
  close(): void;
}

/**
 * Lets the next session say so when a reload ends this one past the selector. The next one starts
 * again: all that is kept is the page's public address. Without storage nothing is said.
 *
 * @param address - of the Connect page, with the client ID in it
 * @param step - where the user is
 * @returns what there is to say
 */
export function noteInterruption({ href }: URL, step: Readable<ConnectStep>): Interruption {
  const isInterrupted = signal(false);
  let isChosen = false;
  tryStorage((storage) => {
    isInterrupted.value = storage.getItem(key) === href;
  });
  const stop = effect(() => {
    const now = step.value;
    if (now === 'select') isChosen = true;
    if (now === 'loading' || now === 'select') return;
    // If the selector is skipped, the login is the first screen.
    if (isChosen || now !== 'login') isInterrupted.value = false;
    if (now !== 'failed') tryStorage((storage) => storage.setItem(key, href));
  });
  return {
    isInterrupted,
    close() {
      stop();
      tryStorage((storage) => storage.removeItem(key));
    },
  };
}

/** Storage may be blocked or full. In a document with an opaque origin, reading the property throws. */
function tryStorage(act: (storage: Storage) => void): void {
  try {
    act(sessionStorage);
  } catch {
    // Only one sentence on the screen is lost.
  }
}
