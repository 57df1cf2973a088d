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
  let selectedId: string | undefined;
  return (event) => {
    const { name } = event;
    const isRepeated =
      name === 'ready' ? isReady : name === 'provider_selected' && event.providerId === selectedId;
    if (isRepeated) return;
    if (name === 'ready') isReady = true;
    if (name === 'provider_selected') selectedId = event.providerId;
    if (name === 'retried') isReady = false;
    if (name === 'retried' || (name === 'step_changed' && event.step === 'select')) {
      selectedId = undefined;
    }
    emit(event);
  };
}
