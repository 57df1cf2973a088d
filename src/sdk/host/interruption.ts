import { effect, signal } from '@preact/signals-core';
import type { Readable } from '../ui/modal-model.ts';
import type { ConnectStep } from './api.ts';

/** Where this page remembers, until it is closed, that a login was under way. */
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
    // Where the selector is skipped, the login is the first that is seen.
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

/** Storage may be blocked, full, or, for a document of an opaque origin, an exception by itself. */
function tryStorage(act: (storage: Storage) => void): void {
  try {
    act(sessionStorage);
  } catch {
    // What is lost is one sentence.
  }
}
