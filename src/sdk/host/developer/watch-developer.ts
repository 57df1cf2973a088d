import { effect, type ReadonlySignal } from '@preact/signals-core';
import { getError, type SessionState } from '../session/phase.ts';
import type { DeveloperContext } from '../session/session-context.ts';
import { loadDeveloperWarnings } from './load-developer-warnings.ts';

/**
 * Loads the warnings for developers, which then follow the session's state. If the host is on loopback, or the client
 * ID begins with `test`, they start at once. Otherwise they start when the page reports a test application.
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
    // Before the page has sent `ready`, and if the page is refused, only the client ID shows that this is a test.
    const isTest = (application?.environment ?? clientId).startsWith('test');
    if (warn || !(isTest || isHostLocal)) return;
    warn = () => {};
    const start = (help: Awaited<ReturnType<typeof loadDeveloperWarnings>>) => {
      if (isClosed) return;
      warn = () => help.warnDeveloper(context, state.peek(), getError(state.peek()));
      warn();
      stopAsking = help.explainSilence(context, state, onRefused);
    };
    // If the chunk cannot be loaded, as under some content security policies, there are no warnings.
    loadDeveloperWarnings().then(start, warn);
  });
  return {
    /** Call it after each further `open`. */
    checkOthers: () => warn?.(),
    close(): void {
      isClosed = true;
      stopWarning();
      stopAsking();
    },
  };
}
