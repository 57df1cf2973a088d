import { effect, signal } from '@preact/signals-core';
import { tryStorage } from '../../../kit/try-storage.ts';
import type { Readable } from '../../ui/modal-model.ts';
import type { ConnectStep } from '../api.ts';

const key = 'tax-connect';

/** Stores only the page's address, after the selector. The session after a reload starts anew, and tells the user. */
export function noteInterruption({ href }: URL, step: Readable<ConnectStep>) {
  const isInterrupted = signal(tryStorage(() => sessionStorage.getItem(key)) === href);
  let isChosen = false;
  const stop = effect(() => {
    const now = step.value;
    if (now === 'select') isChosen = true;
    if (now === 'loading' || now === 'select') return;
    // The notice ends after the first screen, which is the login when the selector is skipped.
    if (isChosen || now !== 'login') isInterrupted.value = false;
    if (now !== 'failed') tryStorage(() => sessionStorage.setItem(key, href));
  });
  return {
    /** True when an earlier session was interrupted, until the user has reached the same point again. */
    isInterrupted,
    close(): void {
      stop();
      tryStorage(() => sessionStorage.removeItem(key));
    },
  };
}
