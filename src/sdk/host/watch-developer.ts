import { effect, type ReadonlySignal } from '@preact/signals-core';
import { isLocal } from './is-local.ts';
import { loadDeveloperWarnings } from './load-developer-warnings.ts';
import type { SessionState } from './phase.ts';
import type { SessionContext } from './session-context.ts';

/** Warns the developer of the host's page. */
export interface DeveloperWatch {
  /** Call it after another `open`. */
  checkOthers(): void;
  close(): void;
}

/**
 * Warns in the console. On loopback and for a test client ID, it warns at once. Otherwise it warns as soon
 * as the page reports a test application.
 *
 * @param state - the session's state, read after each change
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
    // The client ID helps when the page is refused before it sends a message.
    const isTest = (application?.environment ?? clientId).startsWith('test');
    if (warn || !(isTest || isLocal(location.hostname))) return;
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
