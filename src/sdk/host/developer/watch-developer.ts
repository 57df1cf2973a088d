import { computed, effect, type ReadonlySignal, signal } from '@preact/signals-core';
import { getError, type SessionState } from '../session/phase.ts';
import type { DeveloperContext } from '../session/session-context.ts';
import { loadDeveloperWarnings } from './load-developer-warnings.ts';

type Help = Awaited<ReturnType<typeof loadDeveloperWarnings>>;

/**
 * Warns developers: at once on loopback or for a `test` client ID, else when the page reports a test application.
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
  const help = signal<Help | undefined>(undefined);
  // No page is awaited while a popup is offered, blocked or closed.
  const isAwaiting = computed(
    () => state.value.phase.name === 'starting' && !('error' in state.value.popup),
  );
  const isWanted = computed(() => {
    // Before the page has sent `ready`, and if the page is refused, only the client ID shows that this is a test.
    const environment = state.value.application?.environment ?? clientId;
    return isHostLocal || environment.startsWith('test');
  });
  const warn = () => help.value?.warnDeveloper(context, state.value, getError(state.value));
  const load = () => {
    if (!isWanted.value) return;
    // If the chunk cannot be loaded, as under some content security policies, there are no warnings.
    loadDeveloperWarnings().then(
      (loaded) => {
        help.value = loaded;
      },
      () => {},
    );
  };
  const explain = () =>
    isAwaiting.value ? help.value?.explainSilence(context, onRefused) : undefined;
  const stops = [load, warn, explain].map((run) => effect(run));
  return {
    /** Call it after each further `open`. */
    checkOthers: warn,
    close(): void {
      for (const stop of stops) stop();
    },
  };
}
