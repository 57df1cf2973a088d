import type { OpenOptions } from 'tax-connect';
import { type DefineComponent, defineComponent, h, mergeProps, type PropType } from 'vue';
import { useTaxConnect } from './use-tax-connect.ts';

/** The options of `open`. `@success`, `@exit` and `@event` are their callbacks. */
export interface TaxConnectButtonProps extends OpenOptions {}

/** A property for each option. Vue needs their names at run time. */
export const openProps = {
  clientId: { type: String, required: true },
  onSuccess: { type: Function as PropType<OpenOptions['onSuccess']>, required: true },
  onExit: Function as PropType<OpenOptions['onExit']>,
  onEvent: Function as PropType<OpenOptions['onEvent']>,
  connectUrl: [String, Object] as PropType<OpenOptions['connectUrl']>,
  display: String as PropType<OpenOptions['display']>,
  provider: String,
  state: String,
  session: String,
  locale: String,
  appearance: Object as PropType<OpenOptions['appearance']>,
  signal: Object as PropType<OpenOptions['signal']>,
} as const satisfies Record<keyof OpenOptions, unknown>;

/**
 * A `<button>` that opens Connect. Properties that are not options of `open` are set on the button. If a
 * `click` listener prevents the default, Connect does not open.
 *
 * @example
 * ```ts
 * import { forwardCode } from 'tax-connect';
 * import { TaxConnectButton } from 'tax-connect/vue';
 * import { h } from 'vue';
 *
 * const properties = { clientId: 'my_app', onSuccess: forwardCode('/callback') };
 * export const connect = () => h(TaxConnectButton, properties, () => 'Connect');
 * ```
 */
export const TaxConnectButton = defineComponent({
  name: 'TaxConnectButton',
  inheritAttrs: false,
  props: openProps,
  setup(options, { attrs, slots, expose }) {
    const { open, close, isOpen, step, error } = useTaxConnect(() => options);
    const onClick = (event: MouseEvent) => {
      if (!event.defaultPrevented) open();
    };
    expose({ open, close, isOpen, step, error });
    return () => {
      const attributes = mergeProps({ type: 'button', 'aria-haspopup': 'dialog' }, attrs, {
        onClick,
      });
      return h('button', attributes, slots.default?.());
    };
  },
}) as unknown as DefineComponent<TaxConnectButtonProps>;
