import {
  type ConnectError,
  type ConnectSession,
  type ConnectStep,
  type OpenOptions,
  shieldEvents,
} from 'tax-connect';
import {
  type ComputedRef,
  computed,
  getCurrentScope,
  type MaybeRefOrGetter,
  onScopeDispose,
  shallowRef,
  toValue,
} from 'vue';
import { createConnection, type OpenOverrides } from '../core/connection.ts';

/** The result of `useTaxConnect`. */
export interface UseTaxConnect {
  /**
   * Opens Connect; `@click="open"` works. If another component's session is open, that session is shown and returned.
   *
   * @param overrides - options of this session only, such as a new `session`
   * @throws {ConnectError} `invalid_options` when an option is missing or wrong
   */
  readonly open: (overrides?: OpenOverrides) => ConnectSession;
  /** Closes the session that this component opened. */
  readonly close: () => void;
  /** Whether the session that this component opened is open. */
  readonly isOpen: ComputedRef<boolean>;
  /** The step that the user has reached; null while no session is open. */
  readonly step: ComputedRef<ConnectStep | null>;
  /** The last error; null after the user tries again, connects or leaves without an error. */
  readonly error: ComputedRef<ConnectError | null>;
}

/**
 * Connects a tax account from a component. Unmounting the component closes the session that the component opened;
 * deactivating the component inside `<KeepAlive>` does not.
 *
 * @param options - the options of `open`, as an object, a ref or a getter; read at each call and callback
 * @returns `open` and `close`, and refs with the state of the session that this component opened
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
