import { effect } from '@preact/signals-core';
import type { SessionModel } from './session-model.ts';

/** Where this page remembers, until it is closed, that a login was under way. */
const key = 'tax-connect';

/**
 * Lets the next session say so when a reload ends this one past the selector. The next one starts
 * again: all that is kept is the page's public address. Without storage nothing is said.
 *
 * @param address - of the Connect page, with the client ID in it
 * @param model - of the session; `isInterrupted` until the user is past where this one begins
 * @returns forgets it: the session has ended
 */
export function noteInterruption({ href }: URL, { step, isInterrupted }: SessionModel): () => void {
  let isChosen = false;
  tryStorage((storage) => {
    isInterrupted.value = storage.getItem(key) === href;
  });
  const stop = effect(() => {
    const now = step.value;
    isChosen ||= now === 'select';
    if (/^(loading|select)$/.test(now)) return;
    // Where the selector is skipped, the login is the first that is seen.
    if (isChosen || now !== 'login') isInterrupted.value = false;
    if (now !== 'failed') tryStorage((storage) => storage.setItem(key, href));
  });
  return () => {
    stop();
    tryStorage((storage) => storage.removeItem(key));
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
