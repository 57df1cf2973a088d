import { effect, type ReadonlySignal } from '@preact/signals-core';
import { loadDeveloperWarnings } from './load-developer-warnings.ts';
import type { SessionState } from './phase.ts';
import type { SessionContext } from './session-context.ts';

/** Looks after the developer of the host's page. */
export interface DeveloperWatch {
  /** There has been another `open`. */
  checkOthers(): void;
  close(): void;
}

/**
 * Warns in the console: on loopback and for the client ID of a test application at once, otherwise as
 * soon as the page says that the application is a test application.
 *
 * @param context - of the session
 * @param state - of the session; looked at after each change
 * @returns the watch, whose `close` must be called
 */
export function watchDeveloper(
  context: SessionContext,
  state: ReadonlySignal<SessionState>,
): DeveloperWatch {
  const { clientId } = context.settings;
  let warn: (() => void) | undefined;
  const close = effect(() => {
    const { application } = state.value;
    warn?.();
    // The client ID helps with a page that is refused before it sends a message.
    const isTest = (application?.environment ?? clientId).startsWith('test');
    if (warn || !(isTest || /localhost$|^127\.|^\[::1/.test(location.hostname))) return;
    warn = () => {};
    const start = ({ warnDeveloper }: Awaited<ReturnType<typeof loadDeveloperWarnings>>) => {
      warn = () => warnDeveloper(context, state.peek());
      warn();
    };
    // If the host's policy forbids the chunk, there are no warnings.
    loadDeveloperWarnings().then(start, warn);
  });
  return { checkOthers: () => warn?.(), close };
}
