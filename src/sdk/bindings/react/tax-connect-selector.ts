import {
  type ComponentPropsWithoutRef,
  createElement,
  type ForwardRefExoticComponent,
  forwardRef,
  type RefAttributes,
  useEffect,
  useImperativeHandle,
  useInsertionEffect,
  useRef,
  useState,
} from 'react';
import type { SelectorOptions } from 'tax-connect';
import { bindSelector } from '../core/selector.ts';
import { splitOptions } from '../core/split-options.ts';

/** Options of `mountSelector`, and all attributes of a `<div>`. */
export interface TaxConnectSelectorProps
  extends SelectorOptions,
    Omit<ComponentPropsWithoutRef<'div'>, keyof SelectorOptions | 'children'> {}

/**
 * A `<div>` with the selector. The callbacks of the last render are called. When any other option has changed, the
 * selector is drawn again. Unmounting the component does not close an open modal.
 *
 * @example
 * ```tsx
 * import { forwardCode } from 'tax-connect';
 * import { TaxConnectSelector } from 'tax-connect/react';
 *
 * const onSuccess = forwardCode('/callback');
 * export const connect = <TaxConnectSelector clientId="my_app" onSuccess={onSuccess} />;
 * ```
 */
export const TaxConnectSelector: ForwardRefExoticComponent<
  TaxConnectSelectorProps & RefAttributes<HTMLDivElement>
> = forwardRef<HTMLDivElement, TaxConnectSelectorProps>(({ placeholder, ...props }, ref) => {
  const [others, attributes] = splitOptions(props);
  const options = { ...others, placeholder };
  const latest = useRef(options);
  const element = useRef<HTMLDivElement>(null);
  const [binding] = useState(bindSelector);
  useInsertionEffect(() => {
    latest.current = options;
  });
  useImperativeHandle(ref, () => element.current as HTMLDivElement, []);
  useEffect(() => {
    if (element.current) binding.update(element.current, () => latest.current);
  });
  useEffect(() => binding.close, [binding]);
  return createElement('div', { ...attributes, ref: element });
});

TaxConnectSelector.displayName = 'TaxConnectSelector';
