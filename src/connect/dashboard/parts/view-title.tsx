import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useDashboard } from '../dashboard-context.ts';

/**
 * The heading of a view. It takes the focus when a view follows another one or the sign-in, as a new
 * document would have started at its beginning; on the first one the browser has done that itself.
 */
export function ViewTitle({ children }: { readonly children: ComponentChildren }) {
  const { hasMoved } = useDashboard();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (hasMoved.value) heading.current?.focus();
  }, []);
  return (
    <h1 class="view__title" tabIndex={-1} ref={heading}>
      {children}
    </h1>
  );
}
