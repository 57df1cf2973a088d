import type { OpenOptions } from 'tax-connect';
import { type DefineComponent, defineComponent, h, mergeProps, type PropType } from 'vue';
import { optionTypes } from '../core/split-options.ts';
import { useTaxConnect } from './use-tax-connect.ts';

/** The options of `open`. The callbacks can be set as listeners, too: `@success`, `@exit` and `@event`. */
export interface TaxConnectButtonProps extends OpenOptions {}

const required = {
  clientId: { type: String, required: true },
  onSuccess: { type: Function as PropType<OpenOptions['onSuccess']>, required: true },
} as const;

type Optional = Exclude<keyof OpenOptions, keyof typeof required>;

export const openProps = {
  ...(optionTypes as { readonly [Name in Optional]: PropType<OpenOptions[Name]> }),
  ...required,
};

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
    const fixed = { type: 'button', 'aria-haspopup': 'dialog' };
    return () => h('button', mergeProps(fixed, attrs, { onClick }), slots.default?.());
  },
}) as unknown as DefineComponent<TaxConnectButtonProps>;
