import { type OpenOptions, shieldEvents } from 'tax-connect';
import {
  type ComputedRef,
  computed,
  getCurrentScope,
  type MaybeRefOrGetter,
  onScopeDispose,
  shallowRef,
  toValue,
} from 'vue';
import {
  type ConnectionControls,
  type ConnectionState,
  createConnection,
} from '../core/connection.ts';

type Computed<State> = { readonly [Name in keyof State]: ComputedRef<State[Name]> };

/** The result of `useTaxConnect`: its functions, and the state as refs. `@click="open"` works. */
export interface UseTaxConnect extends ConnectionControls, Computed<ConnectionState> {}

/**
 * Connects a tax account from a component. Unmounting the component closes the session that the component opened;
 * deactivating the component inside `<KeepAlive>` does not.
 *
 * @param options - the options of `open`, as an object, a ref or a getter; read at each call and callback
 * @example
 * ```ts
 * import { forwardCode } from 'tax-connect';
 * import { useTaxConnect } from 'tax-connect/vue';
 * import { defineComponent, h } from 'vue';
 *
 * const options = { clientId: 'my_app', onSuccess: forwardCode('/callback') };
 * export const Connect = defineComponent(() => {
 *   const { open, isOpen } = useTaxConnect(options);
 *   return () => h('button', { onClick: open, 'aria-expanded': isOpen.value }, 'Connect');
 * });
 * ```
 */
export function useTaxConnect(options: MaybeRefOrGetter<OpenOptions>): UseTaxConnect {
  const { open, close, getState, subscribe } = createConnection(() => toValue(options));
  const state = shallowRef(getState());
  const stop = subscribe(() => {
    state.value = getState();
  });
  if (getCurrentScope()) {
    const unshield = shieldEvents();
    onScopeDispose(() => {
      close();
      stop();
      unshield();
    });
  }
  return {
    open,
    close,
    isOpen: computed(() => state.value.isOpen),
    step: computed(() => state.value.step),
    error: computed(() => state.value.error),
  };
}
