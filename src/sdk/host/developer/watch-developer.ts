import { effect, type ReadonlySignal } from '@preact/signals-core';
import type { SessionState } from '../session/phase.ts';
import type { DeveloperContext } from '../session/session-context.ts';
import { loadDeveloperWarnings } from './load-developer-warnings.ts';

/**
 * Warns in the console, and explains why the Connect page is silent. On loopback and for a test client ID, it starts
 * at once. Otherwise it starts when the page reports a test application.
 *
 * @param onRefused - called with a message when a service on this machine cannot be reached
 */
export function watchDeveloper(
  context: DeveloperContext,
  state: ReadonlySignal<SessionState>,
  onRefused: (message: string) => void,
) {
  const { clientId } = context.settings;
  const isHostLocal = context.isLoopback(location.hostname);
  let warn: (() => void) | undefined;
  let stopAsking = () => {};
  let isClosed = false;
  const stopWarning = effect(() => {
    const { application } = state.value;
    warn?.();
    // The client ID helps when the page is refused before it sends a message.
    const isTest = (application?.environment ?? clientId).startsWith('test');
    if (warn || !(isTest || isHostLocal)) return;
    warn = () => {};
    const start = (help: Awaited<ReturnType<typeof loadDeveloperWarnings>>) => {
      if (isClosed) return;
      warn = () => help.warnDeveloper(context, state.peek());
      warn();
      stopAsking = help.explainSilence(context, state, onRefused);
    };
    // If the host's policy forbids the chunk, there are no warnings.
    loadDeveloperWarnings().then(start, warn);
  });
  return {
    /** Call it after `open` was called again. */
    checkOthers: () => warn?.(),
    close(): void {
      isClosed = true;
      stopWarning();
      stopAsking();
    },
  };
}
