import type { SessionContext } from './session-context.ts';

/**
 * A page that returns from the provider's site is ready again, and confirms its provider again. The host
 * hears each once, and again after a retry or another selection.
 *
 * @param emit - reports an event to the host
 * @returns the same without the repetitions
 */
export function reportOnce(emit: SessionContext['emit']): SessionContext['emit'] {
  let isReady = false;
  let selectedId: string | null = null;
  return (event) => {
    switch (event.name) {
      case 'retried':
        isReady = false;
        selectedId = null;
        break;
      case 'step_changed':
        if (event.step === 'select') selectedId = null;
        break;
      case 'ready':
        if (isReady) return;
        isReady = true;
        break;
      case 'provider_selected':
        if (event.providerId === selectedId) return;
        selectedId = event.providerId;
        break;
      default:
    }
    emit(event);
  };
}
