import type { SelectorOptions } from 'tax-connect';
import {
  type DefineComponent,
  defineComponent,
  h,
  onBeforeUnmount,
  onMounted,
  shallowRef,
  watch,
} from 'vue';
import { bindSelector } from '../core/selector.ts';
import { openProps } from './tax-connect-button.ts';

/** The options of `mountSelector`. The callbacks can be set as listeners, too: `@success`, `@exit` and `@event`. */
export interface TaxConnectSelectorProps extends SelectorOptions {}

const { provider: _, ...ofOpen } = openProps;
const props = { ...ofOpen, placeholder: String } as const satisfies Record<
  keyof SelectorOptions,
  unknown
>;

/**
 * A `<div>` with the selector. When an option that is not a callback has changed, the selector is drawn again.
 * Unmounting the component does not close an open modal.
 *
 * @example
 * ```ts
 * import { forwardCode } from 'tax-connect';
 * import { TaxConnectSelector } from 'tax-connect/vue';
 * import { h } from 'vue';
 *
 * const properties = { clientId: 'my_app', onSuccess: forwardCode('/callback') };
 * export const connect = () => h(TaxConnectSelector, properties);
 * ```
 */
export const TaxConnectSelector = defineComponent({
  name: 'TaxConnectSelector',
  props,
  setup(options) {
    const element = shallowRef<HTMLElement>();
    const binding = bindSelector();
    const read = () => ({ ...options }) as SelectorOptions;
    const update = () => {
      if (element.value) binding.update(element.value, read);
    };
    onMounted(update);
    // `deep`, because an application may change a property of a reactive `appearance`.
    watch(read, update, { deep: true, flush: 'post' });
    onBeforeUnmount(binding.close);
    return () => h('div', { ref: element });
  },
}) as unknown as DefineComponent<TaxConnectSelectorProps>;
