import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useDashboard } from '../dashboard-context.ts';

/**
 * The heading of a view. It gets the focus when the view replaces another one or the sign-in. The browser
 * itself places the focus in a new document.
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
