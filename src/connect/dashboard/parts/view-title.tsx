import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useDashboard } from '../dashboard-context.ts';

/**
 * The heading of a view. It gets the focus when the view replaces another one or the sign-in. In a new document,
 * the browser itself places the focus.
 */
export function ViewTitle({ children }: { readonly children: ComponentChildren }) {
  const { hasMoved } = useDashboard();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Focused without scrolling, because the view scrolls to its start or to the user's previous position.
    if (hasMoved.value) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1 class="view__title" tabIndex={-1} ref={heading}>
      {children}
    </h1>
  );
}
