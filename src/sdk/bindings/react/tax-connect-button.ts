import {
  type ComponentPropsWithoutRef,
  createElement,
  type ForwardRefExoticComponent,
  forwardRef,
  type MouseEvent,
  type RefAttributes,
} from 'react';
import type { OpenOptions } from 'tax-connect';
import { splitOptions } from '../core/split-options.ts';
import { useTaxConnect } from './use-tax-connect.ts';

/** Options of `open`, and all attributes of a `<button>`. */
export interface TaxConnectButtonProps
  extends OpenOptions,
    Omit<ComponentPropsWithoutRef<'button'>, keyof OpenOptions> {}

/**
 * A `<button>` that opens Connect. Properties that are not options of `open` are set on the button. If `onClick`
 * prevents the default, Connect does not open.
 *
 * @example
 * ```tsx
 * import { forwardCode } from 'tax-connect';
 * import { TaxConnectButton } from 'tax-connect/react';
 *
 * const onSuccess = forwardCode('/callback');
 * export const connect = (
 *   <TaxConnectButton clientId="my_app" onSuccess={onSuccess} className="primary">
 *     Connect your tax account
 *   </TaxConnectButton>
 * );
 * ```
 */
export const TaxConnectButton: ForwardRefExoticComponent<
  TaxConnectButtonProps & RefAttributes<HTMLButtonElement>
> = forwardRef<HTMLButtonElement, TaxConnectButtonProps>((props, ref) => {
  const [options, attributes] = splitOptions(props);
  const { open } = useTaxConnect(options);
  const onClick = (event: MouseEvent<HTMLButtonElement>) => {
    attributes.onClick?.(event);
    if (!event.defaultPrevented) open();
  };
  return createElement('button', {
    type: 'button',
    'aria-haspopup': 'dialog',
    ...attributes,
    ref,
    onClick,
  });
});

TaxConnectButton.displayName = 'TaxConnectButton';
