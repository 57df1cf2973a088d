import { effect } from '@preact/signals-core';
import type { ConnectApplication } from '../protocol/messages.ts';
import type { Readable } from '../ui/modal-model.ts';
import { loadDeveloperWarnings } from './load-developer-warnings.ts';
import type { SessionContext } from './session-context.ts';

/** Looks after the developer of the host's page. */
export interface DeveloperWatch {
  /** There has been another `open`. */
  checkOthers(): void;
  close(): void;
}

/**
 * Warns in the console: on localhost at once, elsewhere as soon as the page says that the application
 * is a test application.
 *
 * @param context - of the session
 * @param application - of the session, once its page has named it
 * @returns the watch, whose `close` must be called
 */
export function watchDeveloper(
  context: SessionContext,
  application: Readable<ConnectApplication | null>,
): DeveloperWatch {
  let checkOthers = () => {};
  let isAsked = false;
  const close = effect(() => {
    const isTest = application.value?.environment === 'test';
    if (isAsked || !(isTest || location.hostname.endsWith('localhost'))) return;
    isAsked = true;
    const start = ({ warnDeveloper }: Awaited<ReturnType<typeof loadDeveloperWarnings>>) => {
      checkOthers = () => warnDeveloper(context);
      checkOthers();
    };
    // Where the policy of the host forbids the chunk, there are no warnings.
    loadDeveloperWarnings().then(start, () => {});
  });
  return { checkOthers: () => checkOthers(), close };
}
