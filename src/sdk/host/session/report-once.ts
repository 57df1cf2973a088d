import type { SessionContext } from './session-context.ts';

/** Drops repeated events, as by a page that returns from a provider's site, until a retry or another selection. */
export function reportOnce(emit: SessionContext['emit']): SessionContext['emit'] {
  let isReady = false;
  let selectedId: string | undefined;
  return (event) => {
    if (event.name === 'ready') {
      if (isReady) return;
      isReady = true;
    } else if (event.name === 'provider_selected') {
      if (event.providerId === selectedId) return;
      selectedId = event.providerId;
    } else if (event.name === 'retried') {
      isReady = false;
      selectedId = undefined;
    } else if (event.name === 'step_changed' && event.step === 'select') {
      selectedId = undefined;
    }
    emit(event);
  };
}
