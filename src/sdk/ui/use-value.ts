import { effect } from '@preact/signals-core';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Readable } from './modal-model.ts';

/**
 * Draws the component again when a signal changes. The binding `@preact/signals` would do it without a call, but
 * costs 1.4 kB.
 *
 * @param source - a signal, or a value derived from signals
 * @returns its value
 */
export function useValue<Value>(source: Readable<Value>): Value {
  const { value } = source;
  const drawn = useRef(value);
  drawn.current = value;
  const [, drawAgain] = useState({});
  useLayoutEffect(
    () =>
      effect(() => {
        if (source.value !== drawn.current) drawAgain({});
      }),
    [source],
  );
  return value;
}
