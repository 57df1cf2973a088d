import { effect, signal } from '@preact/signals-core';
import type { Readable } from '../../ui/modal-model.ts';
import type { ConnectStep } from '../api.ts';

const key = 'tax-connect';

/**
 * Records in `sessionStorage` that the user is past the selector. After a reload, the next session tells the user, and
 * starts from the beginning, because only the Connect page's address is stored.
 */
export function noteInterruption({ href }: URL, step: Readable<ConnectStep>) {
  const isInterrupted = signal(false);
  let isChosen = false;
  tryStorage((storage) => {
    isInterrupted.value = storage.getItem(key) === href;
  });
  const stop = effect(() => {
    const now = step.value;
    if (now === 'select') isChosen = true;
    if (now === 'loading' || now === 'select') return;
    // The notice ends after the first screen, which is the login when the selector is skipped.
    if (isChosen || now !== 'login') isInterrupted.value = false;
    if (now !== 'failed') tryStorage((storage) => storage.setItem(key, href));
  });
  return {
    /** Whether an earlier session was interrupted, until the user has reached the same point again. */
    isInterrupted,
    close(): void {
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
    // Without storage, only one sentence on the screen is missing.
  }
}
